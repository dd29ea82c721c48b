//! Random calls, with NVIDIA's runtime and with ours on the same software device: the same codes, and the same memory.
//!
//! `random/calls.c` prints a line for each call, which is compared. It uses NVIDIA's headers, because the structs differ
//! between releases.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use cuda_rust::options::{is_long, number};
use cuda_rust::skip;

use crate::programs::libraries;

/// The headers for a runtime, and the name of its library.
const RELEASES: [(&str, &str); 3] =
    [("12.9", "libcudart.so.12"), ("13.0", "libcudart.so.13"), ("13.5", "libcudart.so.13")];

/// How many calls are made of each release: `rounds=N` makes others.
const CALLS: usize = 1_000;
const CALLS_OF_LONG: usize = 40_000;

/// Returns the folder of NVIDIA's runtime of a release, and that of its headers.
fn release(version: &str) -> Option<(PathBuf, PathBuf)> {
    let sets = env::var_os("CUDA_RUNTIME_SETS")?;
    let part = format!("-{version}.");
    let runtime = env::split_paths(&sets).find(|set| set.to_string_lossy().contains(&part))?;
    let headers = Path::new(&env::var_os("CUDA_HEADERS")?).join(version).join("include");
    headers.is_dir().then_some((runtime, headers))
}

/// Compiles the program, which is linked with a library of NVIDIA's by its name alone.
fn compile(folder: &Path, headers: &Path, library: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cudart/random/calls.c");
    let program = folder.join("calls");
    let output = Command::new(env::var_os("CC").unwrap_or_else(|| "cc".into()))
        .args(["-O1", "-Wno-deprecated-declarations", "-I"])
        .arg(headers)
        .arg(source)
        .arg(library)
        .arg(folder.join("libcuda.so.1"))
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    program
}

/// Runs the program with the libraries of folders, and returns the line of each call. After a call that ends it, it goes on
/// with the next one.
fn lines(program: &Path, folders: &[&Path], calls: usize) -> BTreeMap<usize, String> {
    let paths = env::join_paths(folders).unwrap();
    let seed = number("seed", 1_u64).to_string();
    let mut lines = BTreeMap::new();
    let mut first = 0;
    while first < calls {
        let output = Command::new(program)
            .args([&seed, &first.to_string(), &calls.to_string()])
            .env("LD_LIBRARY_PATH", &paths)
            .env("CUDA_SIM_DEVICES", "2")
            .env("CUDA_SIM_MEMORY", "256M")
            .env("CUDA_SIM_DRIVER_VERSION", cuda_rust::NEWEST)
            .env_remove("CUDA_SIM_CHECK")
            .output()
            .unwrap();
        let mut current = first;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let call =
                line.split_once(' ').and_then(|(number, text)| Some((number.parse().ok()?, text)));
            match call {
                Some((number, text)) => {
                    current = number;
                    lines.insert(number, text.to_owned());
                }
                // Why the program ends.
                None => lines.entry(current).or_default().push_str(line),
            }
        }
        let Some(last) = lines.keys().next_back().copied().filter(|last| *last >= first) else {
            panic!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr));
        };
        if !output.status.success() {
            lines.entry(last).or_default().push_str(&format!(" ended: {}", output.status));
        }
        first = last + 1;
    }
    lines
}

#[test]
fn random_calls_do_the_same_with_nvidias_runtime() {
    let ours = libraries();
    let usual = if is_long() { CALLS_OF_LONG } else { CALLS };
    let calls = number("rounds", usual);
    let mut wrong = String::new();
    for (version, library) in RELEASES {
        let Some((runtime, headers)) = release(version) else {
            skip(format!("CUDA_RUNTIME_SETS or CUDA_HEADERS has no {version}"));
            continue;
        };
        let program = compile(ours.path(), &headers, &runtime.join(library));
        let theirs = lines(&program, &[&runtime, ours.path()], calls);
        let is = lines(&program, &[ours.path()], calls);
        let different = theirs.iter().filter(|(number, line)| is.get(number) != Some(line));
        let mut names = BTreeMap::<&str, usize>::new();
        for (number, line) in different {
            let name = line.split(' ').next().unwrap_or_default();
            let count = names.entry(name).or_default();
            *count += 1;
            if *count <= 3 {
                let is = is.get(number).map_or("", String::as_str);
                writeln!(wrong, "{version}, call {number}\n  NVIDIA's {line}\n  ours     {is}")
                    .unwrap();
            }
        }
        if !names.is_empty() {
            writeln!(wrong, "{version}: different calls of {calls}: {names:?}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
