//! The workspace's source files, for tests that read them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Returns the Rust files below a folder, in order.
///
/// # Errors
/// The error of a folder that can't be read.
pub fn below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(below(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort_unstable();
    Ok(files)
}
