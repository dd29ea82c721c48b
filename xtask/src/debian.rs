//! Programs of Debian's packages, unpacked into the cache: nothing is installed, and root isn't needed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::cache::Cache;
use crate::wheels::name_of;

/// Returns whether this system has Debian's package manager.
#[must_use]
pub fn is_here() -> bool {
    let found = |program| {
        let version = Command::new(program).arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    };
    found("apt-get") && found("dpkg")
}

/// Unpacks packages, and all of their dependencies that aren't installed, if needed, and returns the root folder.
pub fn provision(cache: &Cache, packages: &[String]) -> Result<PathBuf> {
    let name = format!("debian/{}", name_of(packages.join("\n").as_bytes()));
    cache.entry(name, |folder| {
        xtask_print::print_note(format_args!("fetching {}", packages.join(", ")));
        fill(folder, packages).with_context(|| format!("fetching {}", packages.join(", ")))
    })
}

fn fill(folder: &Path, packages: &[String]) -> Result<()> {
    let apt = folder.join("apt");
    for part in ["lists/partial", "cache/archives/partial", "packages"] {
        let part = apt.join(part);
        fs::create_dir_all(&part).with_context(|| format!("making {}", part.display()))?;
    }
    let get = || {
        let mut command = Command::new("apt-get");
        // Lists of its own: the system's may be old, or absent.
        for (option, part) in [("Dir::State::Lists", "lists"), ("Dir::Cache", "cache")] {
            let value = format!("{option}={}", apt.join(part).display());
            command.arg("--option").arg(value);
        }
        command.current_dir(apt.join("packages"));
        command
    };
    output(get().arg("update"))?;
    let list = ["install", "--print-uris", "--quiet=2", "--no-install-recommends"];
    let needed = names(&output(get().args(list).args(packages))?);
    output(get().arg("download").args(needed))?;
    for entry in fs::read_dir(apt.join("packages")).context("reading the packages")? {
        output(Command::new("dpkg").arg("-x").arg(entry?.path()).arg(folder))?;
    }
    fs::remove_dir_all(&apt).with_context(|| format!("removing {}", apt.display()))
}

/// Returns the names of packages in lines `'http://…' NAME_VERSION_ARCHITECTURE.deb SIZE …`.
fn names(lines: &str) -> Vec<String> {
    let files = lines.lines().filter_map(|line| line.split(' ').nth(1));
    let names = files.filter_map(|file| Some(file.split_once('_')?.0.to_owned()));
    names.collect()
}

/// Returns the folders with shared libraries below a root folder.
pub fn libraries(root: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for first in ["usr/lib", "lib"] {
        // Such as x86_64-linux-gnu, and blas in it.
        let mut folders = vec![(root.join(first), 0)];
        while let Some((folder, depth)) = folders.pop() {
            let Ok(entries) = fs::read_dir(&folder) else {
                continue;
            };
            let mut has_library = false;
            for entry in entries {
                let entry = entry?;
                let name = entry.file_name();
                let name = name.to_string_lossy();
                has_library |= name.starts_with("lib") && name.contains(".so");
                if depth < 2 && entry.file_type()?.is_dir() {
                    folders.push((entry.path(), depth + 1));
                }
            }
            if has_library {
                found.push(folder);
            }
        }
    }
    Ok(found)
}

/// Returns the standard output of `command`; if it fails, the error contains all output.
fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("starting {}", command.get_program().display()))?;
    if !output.status.success() {
        let messages = [output.stdout, output.stderr].concat();
        bail!(
            "`{command:?}` failed ({}):\n{}",
            output.status,
            String::from_utf8_lossy(&messages).trim_end()
        );
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_named_by_their_files() {
        let lines = "'http://a/libass9_1%3a0.17_amd64.deb' libass9_1%3a0.17_amd64.deb 98 MD5Sum:0\n\
                     'http://a/ffmpeg_5_amd64.deb' ffmpeg_5_amd64.deb 1 \n";
        assert_eq!(names(lines), ["libass9", "ffmpeg"]);
    }

    #[test]
    fn folders_with_libraries_are_found_below_the_usual_ones() {
        let root = tempfile::tempdir().unwrap();
        let machine = root.path().join("usr/lib/x86_64-linux-gnu");
        fs::create_dir_all(machine.join("blas")).unwrap();
        fs::create_dir_all(machine.join("empty")).unwrap();
        fs::write(machine.join("libx.so.1"), "").unwrap();
        fs::write(machine.join("blas/libblas-3.so"), "").unwrap();
        let mut found = libraries(root.path()).unwrap();
        found.sort();
        assert_eq!(found, [machine.clone(), machine.join("blas")]);
    }
}
