//! `link-cudart ARCHIVE DIR` links the archive of this crate to `DIR/libcudart.so.11.0`, `.12` and `.13`, with the C compiler
//! that `CC` names, or `cc`, and `DIR/libcudart.so` to the newest.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use cuda_runtime::Release;

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let (Some(archive), Some(folder), None) =
        (arguments.next(), arguments.next(), arguments.next())
    else {
        return fail("usage: link-cudart ARCHIVE DIR");
    };
    for release in Release::ALL {
        if let Err(error) = link(release, &archive, &folder) {
            return fail(&format!("linking {}: {error}", release.soname()));
        }
    }
    match name(&folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&format!("writing {NAME}: {error}")),
    }
}

/// The name by which programs are linked.
const NAME: &str = "libcudart.so";

/// Makes it a link to the newest library, unless it is one. Another file of this name stays.
fn name(folder: &Path) -> std::io::Result<()> {
    let newest = Release::ALL.last().map_or("", |release| release.soname());
    let link = folder.join(NAME);
    match fs::read_link(&link) {
        Ok(is) if is == Path::new(newest) => Ok(()),
        _ => std::os::unix::fs::symlink(newest, link),
    }
}

fn fail(text: &str) -> ExitCode {
    use std::io::Write;
    // If standard error is closed, the exit status remains.
    let _ = writeln!(std::io::stderr(), "error: {text}");
    ExitCode::FAILURE
}

/// Links one library. A program that has the old file open keeps it.
fn link(release: Release, archive: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    let work = tempfile::tempdir_in(folder)?;
    let script = work.path().join("versions");
    fs::write(&script, release.version_script())?;
    let file = work.path().join(release.soname());
    let compiler = env::var_os("CC").unwrap_or_else(|| "cc".into());
    let mut command = Command::new(&compiler);
    command
        .args([
            "-shared",
            "-Wl,--gc-sections",
            "-Wl,--strip-debug",
            "-Wl,-z,nodelete",
            "-Wl,--whole-archive",
        ])
        .arg(archive);
    command.args(["-Wl,--no-whole-archive", "-lpthread", "-ldl", "-lm", "-lgcc_s"]);
    command.arg(format!("-Wl,-soname,{}", release.soname()));
    let mut versions = std::ffi::OsString::from("-Wl,--version-script=");
    versions.push(&script);
    command.arg(versions);
    for definition in release.definitions() {
        command.arg(format!("-Wl,--defsym={definition}"));
    }
    let status = command.arg("-o").arg(&file).status();
    let status = status.map_err(|error| format!("starting {}: {error}", compiler.display()))?;
    if !status.success() {
        return Err(format!("{} failed ({status})", compiler.display()).into());
    }
    fs::rename(&file, folder.join(release.soname()))?;
    Ok(())
}
