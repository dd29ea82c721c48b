//! The sums of the generated files and of what they are made of: while all are the same, nothing is generated to compare it,
//! and tests don't build the generator.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Contents of files, by their paths relative to the workspace.
pub type Files = BTreeMap<PathBuf, String>;

/// Where they are: the CRC-32 of each file.
pub const FILE: &str = "xtask/generate/sums.txt";

/// What the files are made of, beside the packages: the headers are those that `headers.toml` pins.
const INPUTS: [&str; 7] = [
    "cuda-driver-sys/src/macros.rs",
    "xtask/api.toml",
    "xtask/generate/src",
    "xtask/generate/stubs",
    "xtask/headers.toml",
    "xtask/libraries",
    "xtask/libraries.toml",
];
/// Packages whose other versions may write other text.
const PACKAGES: [&str; 4] = ["bindgen", "clang-sys", "prettyplease", "syn"];

/// Returns the sums' file for these generated files.
///
/// # Errors
/// If a file of what they are made of can't be read.
pub fn text(workspace: &Path, files: &Files) -> Result<String> {
    let mut sums = BTreeMap::new();
    for input in INPUTS {
        add(workspace, Path::new(input), &mut sums)?;
    }
    // Some may be written among the inputs, such as records of libraries.
    for (path, text) in files {
        sums.insert(path.clone(), sum(text.as_bytes()));
    }
    let mut text = String::new();
    for (path, sum) in sums {
        writeln!(text, "{sum}  {}", path.display().to_string().replace('\\', "/"))?;
    }
    let lock = std::fs::read_to_string(workspace.join("Cargo.lock")).context("Cargo.lock")?;
    let mut packages = lock.split("[[package]]\n");
    packages.try_for_each(|package| {
        let word = |key| package.lines().find_map(|line| line.strip_prefix(key)?.split('"').nth(1));
        match (word("name = "), word("version = ")) {
            (Some(name), Some(version)) if PACKAGES.contains(&name) => {
                writeln!(text, "# {name} {version}")
            }
            _ => Ok(()),
        }
    })?;
    Ok(text)
}

/// Returns `true` if the sums' file is that of the files on the disk.
///
/// # Errors
/// As [`text`].
pub fn are_those_of_disk(workspace: &Path) -> Result<bool> {
    let Ok(old) = std::fs::read_to_string(workspace.join(FILE)) else { return Ok(false) };
    let mut files = Files::new();
    for line in old.lines() {
        let Some((_, path)) = line.split_once("  ") else { continue };
        if !INPUTS.iter().any(|input| Path::new(path).starts_with(input)) {
            let Ok(text) = std::fs::read_to_string(workspace.join(path)) else { return Ok(false) };
            files.insert(path.into(), text);
        }
    }
    Ok(text(workspace, &files)? == old)
}

/// Adds the sum of a file, or those of a folder's.
fn add(workspace: &Path, path: &Path, sums: &mut BTreeMap<PathBuf, String>) -> Result<()> {
    let whole = workspace.join(path);
    if whole.is_dir() {
        for entry in whole.read_dir()? {
            add(workspace, &path.join(entry?.file_name()), sums)?;
        }
    } else {
        let bytes = std::fs::read(&whole).with_context(|| whole.display().to_string())?;
        sums.insert(path.into(), sum(&bytes));
    }
    Ok(())
}

fn sum(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn any_other_file_or_package_is_noticed() {
        let folder = std::env::temp_dir().join(format!("sums-{}", std::process::id()));
        let write = |path: &str, text: &str| {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        let lock = |version| format!("[[package]]\nname = \"syn\"\nversion = \"{version}\"\n");
        for input in INPUTS {
            let is_file = Path::new(input).extension().is_some();
            write(&if is_file { input.to_owned() } else { format!("{input}/a") }, "one");
        }
        write("Cargo.lock", &lock("3.0.1"));
        write("made/generated/b.rs", "one");
        let files = Files::from([("made/generated/b.rs".into(), "one".to_owned())]);
        assert!(!are_those_of_disk(&folder).unwrap(), "there are none yet");
        write(FILE, &text(&folder, &files).unwrap());
        assert!(are_those_of_disk(&folder).unwrap());
        let changes = [
            ("xtask/generate/src/a", "one".to_owned()),
            ("xtask/api.toml", "one".to_owned()),
            ("made/generated/b.rs", "one".to_owned()),
            ("Cargo.lock", lock("3.0.1")),
        ];
        for (path, right) in changes {
            write(path, &right.replace("one", "two").replace("3.0.1", "3.0.2"));
            assert!(!are_those_of_disk(&folder).unwrap(), "{path}");
            write(path, &right);
            assert!(are_those_of_disk(&folder).unwrap(), "{path}");
        }
        write("xtask/libraries/new", "");
        assert!(!are_those_of_disk(&folder).unwrap(), "a new file");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
