//! Whether the folder of the libraries is as it was written.
//!
//! Comparing all of their contents takes longer than many programs. So a file in the folder notes what the file system says of
//! each entry after its content was compared: who writes to it, or takes another in its place, changes that, whatever its
//! length. Only the user can do so, because others may write neither to the folder nor to what is in it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File, Metadata};
use std::io::{self, Write as _};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::process::geteuid;

use crate::folder::{Entry, entries};

/// The file with the notes.
const NOTES: &str = "state";

/// Others may write.
pub(crate) const WRITTEN_BY_OTHERS: u32 = 0o022;

/// What there is under a path.
enum Content {
    Folder,
    Link(&'static str),
    File(&'static [u8]),
}

/// Files, by their names.
pub(crate) type Files = [(&'static str, &'static [u8])];

/// Returns whether everything is there, and nothing else.
pub(crate) fn is_whole(folder: &Path, files: &Files) -> bool {
    if is_as_noted(folder).unwrap_or(false) {
        return true;
    }
    let is_whole = has_all(folder, files).unwrap_or(false);
    if is_whole {
        // Without notes, contents are compared the next time, too: as in a folder that can't be written.
        let _ = note(folder);
    }
    is_whole
}

/// Notes how a folder is that was just written.
pub(crate) fn note(folder: &Path) -> io::Result<()> {
    // First, because it changes the folder.
    let mut file = File::create(folder.join(NOTES))?;
    let mut text = String::new();
    for path in paths(folder)? {
        let entry = fs::symlink_metadata(folder.join(&path))?;
        // Any text will do for an error: the notes aren't taken then.
        let _ = writeln!(text, "{} {}", stamp(&path, &entry), path.display());
    }
    file.write_all(text.as_bytes())
}

fn is_as_noted(folder: &Path) -> io::Result<bool> {
    let text = fs::read_to_string(folder.join(NOTES))?;
    for line in text.lines() {
        let Some((stamp_of_path, path)) = line.split_once(' ') else {
            return Ok(false);
        };
        let entry = fs::symlink_metadata(folder.join(path))?;
        if stamp(Path::new(path), &entry) != stamp_of_path {
            return Ok(false);
        }
    }
    // The folder's own is the last one; notes that were cut off lack it.
    Ok(text.ends_with(" \n"))
}

/// Returns what changes with an entry.
fn stamp(path: &Path, entry: &Metadata) -> String {
    let (mode, owner) = (entry.mode(), entry.uid());
    let written = format!("{mode:o}:{owner}:{}.{}", entry.mtime(), entry.mtime_nsec());
    // The folder itself is renamed after it was written.
    if path.as_os_str().is_empty() {
        return written;
    }
    let changed = format!("{}.{}", entry.ctime(), entry.ctime_nsec());
    format!("{written}:{changed}:{}:{}", entry.ino(), entry.size())
}

/// Returns the paths of everything in the folder but the notes, and an empty one for itself, in their order.
fn paths(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut all = vec![PathBuf::new()];
    let mut next = 0;
    while let Some(path) = all.get(next).cloned() {
        next += 1;
        let full = folder.join(&path);
        if !fs::symlink_metadata(&full)?.is_dir() {
            continue;
        }
        for entry in fs::read_dir(full)? {
            let entry = path.join(entry?.file_name());
            if entry != Path::new(NOTES) {
                all.push(entry);
            }
        }
    }
    all.sort_unstable_by(|a, b| b.cmp(a));
    Ok(all)
}

/// Compares the folder with what is written into it.
fn has_all(folder: &Path, files: &Files) -> io::Result<bool> {
    let mut expected: BTreeMap<PathBuf, Content> =
        files.iter().map(|(name, content)| (name.into(), Content::File(content))).collect();
    let has_runtime = files.iter().any(|(name, _)| *name == crate::folder::RUNTIME[0]);
    for (path, entry) in entries(has_runtime) {
        let content = match entry {
            Entry::Folder => Content::Folder,
            Entry::Link(target) => Content::Link(target),
            Entry::Program(text) => Content::File(text.as_bytes()),
        };
        expected.insert(path, content);
    }
    expected.insert(PathBuf::new(), Content::Folder);
    let owner = geteuid().as_raw();
    for path in paths(folder)? {
        let full = folder.join(&path);
        let entry = fs::symlink_metadata(&full)?;
        let is_private =
            entry.uid() == owner && (entry.is_symlink() || entry.mode() & WRITTEN_BY_OTHERS == 0);
        let is_same = match expected.remove(&path) {
            Some(Content::Folder) => entry.is_dir(),
            Some(Content::Link(target)) => {
                entry.is_symlink() && fs::read_link(full)? == Path::new(target)
            }
            Some(Content::File(content)) => {
                entry.is_file() && entry.mode() & 0o111 != 0 && fs::read(full)? == content
            }
            None => false,
        };
        if !is_private || !is_same {
            return Ok(false);
        }
    }
    Ok(expected.is_empty())
}
