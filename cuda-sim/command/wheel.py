#!/usr/bin/env python3
"""Writes a wheel of `cuda-sim` into a folder, and prints its path: `python3 wheel.py DIR`.

The wheel is the program, which contains the libraries. It is for machines like this one, Linux on x86-64 or aarch64, or those
of `--target`, with the C library that the program needs at least. `pip install` of the file puts `cuda-sim` on the path of the
environment.
"""

import argparse
import base64
import hashlib
import pathlib
import re
import subprocess
import zipfile

COMMAND = pathlib.Path(__file__).resolve().parent
WORKSPACE = COMMAND.parent.parent

METADATA = """\
Metadata-Version: 2.4
Name: cuda-sim
Version: {version}
Summary: Runs any CUDA program without a GPU, and checks it
License-Expression: MIT OR Apache-2.0
License-File: LICENSE-MIT
License-File: LICENSE-APACHE
Requires-Python: >=3.8
Description-Content-Type: text/markdown

`cuda-sim run -- python train.py` runs a CUDA program, unmodified, on a software device that executes PTX on the CPU.
`cuda-sim check -- ./program` looks for races, for reads of memory that nothing wrote, and for barriers that are used wrongly,
and `cuda-sim info` prints what the device is. `cuda-sim --help` has the options.
"""

WHEEL = """\
Wheel-Version: 1.0
Generator: cuda-sim
Root-Is-Purelib: false
Tag: {tag}
"""

# By the machine's number in the header of an ELF file.
MACHINES = {62: "x86_64", 183: "aarch64"}


def platform(program):
    """The name of the platform: the architecture, and the newest symbol of the C library in the program and what it contains."""
    machine = MACHINES[int.from_bytes(program[18:20], "little")]
    newest = max(int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", program))
    return f"manylinux_2_{newest}_{machine}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="where the wheel is written")
    parser.add_argument("--program", type=pathlib.Path, help="a built program, instead of building it")
    parser.add_argument("--target", help="another target of Rust, such as aarch64-unknown-linux-gnu")
    options = parser.parse_args()
    if not options.program:
        target = ["--target", options.target] if options.target else []
        build = ["cargo", "build", "--release", "--locked", "--package", "cuda-sim-cli", "--target-dir", "target"]
        subprocess.run([*build, *target], cwd=WORKSPACE, check=True)
    built = WORKSPACE / "target" / (options.target or "") / "release/cuda-sim"
    program = (options.program or built).read_bytes()
    version = re.search(r'^version = "(.+)"$', (WORKSPACE / "Cargo.toml").read_text(), re.MULTILINE)[1]
    tag = f"py3-none-{platform(program)}"
    info = f"cuda_sim-{version}.dist-info"
    files = [
        (f"cuda_sim-{version}.data/scripts/cuda-sim", program, 0o755),
        (f"{info}/METADATA", METADATA.format(version=version).encode(), 0o644),
        (f"{info}/WHEEL", WHEEL.format(tag=tag).encode(), 0o644),
    ]
    for license in ["LICENSE-MIT", "LICENSE-APACHE"]:
        files.append((f"{info}/licenses/{license}", (WORKSPACE / license).read_bytes(), 0o644))
    record = ""
    for name, content, _ in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        record += f"{name},sha256={digest},{len(content)}\n"
    files.append((f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode(), 0o644))
    options.folder.mkdir(parents=True, exist_ok=True)
    wheel = options.folder / f"cuda_sim-{version}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content, mode in files:
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    print(wheel)


if __name__ == "__main__":
    main()
