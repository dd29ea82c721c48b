//! What a file was made from, so that it is only made again if that changed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use nvrtc_cache::Dependencies;

/// The record next to an output: the command that made it, the time and the length of each file that it read, and the paths
/// at which there was nothing.
///
/// Times are compared for equality, so that an older file, from a version control system, is noticed too.
pub(crate) struct Inputs {
    output: PathBuf,
    record: PathBuf,
    command: String,
}

impl Inputs {
    pub(crate) fn new(output: &Path, command: &str) -> Self {
        Self {
            output: output.to_owned(),
            record: beside(output, "inputs"),
            // One line.
            command: format!("{command:?}"),
        }
    }

    /// Returns the files from which the output was made, if it would be made from the same again.
    pub(crate) fn unchanged(&self) -> Option<Dependencies> {
        let record = fs::read_to_string(&self.record).ok()?;
        let mut lines = record.lines();
        if lines.next() != Some(&self.command) || !self.output.is_file() {
            return None;
        }
        let mut files = Dependencies::default();
        for line in lines {
            if let Some(path) = line.strip_prefix(ABSENT).map(Path::new) {
                if path.symlink_metadata().is_ok() {
                    return None;
                }
                files.add(path);
                continue;
            }
            let path = PathBuf::from(line.splitn(3, ' ').nth(2)?);
            if state(&path).ok()?.0 != line {
                return None;
            }
            files.add(&path);
        }
        Some(files)
    }

    /// Records that the output was made from these files by a command that began at this time.
    pub(crate) fn record(&self, files: &Dependencies, begun: SystemTime) -> io::Result<()> {
        let mut record = format!("{}\n", self.command);
        for path in files.absent() {
            record.push_str(&format!("{ABSENT}{}\n", path.display()));
        }
        for path in files.files() {
            // The command may have read what the file had before it was changed. Without a record, it runs again.
            let Some((line, _)) = state(path).ok().filter(|(_, time)| *time < begun) else {
                return self.forget();
            };
            record.push_str(&line);
            record.push('\n');
        }
        fs::write(&self.record, record)
    }

    /// Removes the record, before the output is made again.
    pub(crate) fn forget(&self) -> io::Result<()> {
        match fs::remove_file(&self.record) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// The beginning of the line for a path at which there was nothing; those of files begin with a number.
const ABSENT: &str = "absent ";

/// Returns the file next to `output` whose name has this further extension.
pub(crate) fn beside(output: &Path, extension: &str) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

fn state(path: &Path) -> io::Result<(String, SystemTime)> {
    let metadata = fs::metadata(path)?;
    let modified = metadata.modified()?;
    let time = modified.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (nanoseconds, length) = (time.as_nanos(), metadata.len());
    let line = format!("{nanoseconds} {length} {}", path.display());
    Ok((line, modified))
}
