//! The list of a fetched folder's files, to detect damaged folders.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The list's own name in the folder.
const NAME: &str = ".files";

/// Writes the list of all files in `folder` with their sizes.
pub(crate) fn write(folder: &Path) -> Result<()> {
    let mut files = Vec::new();
    list(folder, Path::new(""), &mut files)?;
    files.sort();
    let lines: String =
        files.iter().map(|(path, size)| format!("{size}\t{}\n", path.display())).collect();
    let path = folder.join(NAME);
    fs::write(&path, lines).with_context(|| format!("writing {}", path.display()))
}

/// Adds the files below `folder`, with their sizes.
pub(crate) fn list(folder: &Path, below: &Path, files: &mut Vec<(PathBuf, u64)>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        let path = below.join(entry.file_name());
        let metadata = entry.metadata()?;
        if metadata.is_dir() {
            list(&entry.path(), &path, files)?;
        } else {
            files.push((path, metadata.len()));
        }
    }
    Ok(())
}

/// Returns the first file of `folder` that is missing or whose size has changed; `None` for a folder without a list.
pub(crate) fn damaged(folder: &Path) -> Option<PathBuf> {
    let lines = fs::read_to_string(folder.join(NAME)).ok()?;
    let files = lines.lines().filter_map(|line| line.split_once('\t'));
    for (size, path) in files {
        let file = folder.join(path);
        let found = fs::metadata(&file).map(|metadata| metadata.len()).ok();
        if size.parse().ok() != found {
            return Some(file);
        }
    }
    None
}
