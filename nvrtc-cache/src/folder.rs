//! The entries on disk.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::{Duration, SystemTime};

use crate::entry::{Entry, Key};

/// A folder of entries, a file each.
#[derive(Debug)]
pub struct Folder {
    pub root: PathBuf,
    /// The most bytes of all entries.
    pub limit: u64,
    told: Once,
}

/// How the file of an entry ends.
const SUFFIX: &str = ".entry";
/// How a file begins that is being written, and after which time nobody does any more.
const UNFINISHED: &str = ".unfinished";
const ABANDONED: Duration = Duration::from_secs(3600);

impl Folder {
    pub fn new(root: PathBuf, limit: u64) -> Self {
        Self {
            root,
            limit,
            told: Once::new(),
        }
    }

    /// The entry of `key`, which counts as used now. A file that isn't that is removed.
    pub fn get(&self, key: &Key) -> Option<Entry> {
        let path = self.path(key);
        let mut file = match File::options().read(true).open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => return self.trouble("read", &path, &error),
        };
        let mut bytes = Vec::new();
        if let Err(error) = file.read_to_end(&mut bytes) {
            return self.trouble("read", &path, &error);
        }
        let Some(entry) = Entry::read(&bytes, key) else {
            // Where it can't be removed it is looked at again next time, and that is all.
            let _ = fs::remove_file(&path);
            return None;
        };
        // Where others may not write, the entry only seems older than it is.
        let _ = File::options()
            .write(true)
            .open(&path)
            .and_then(|file| file.set_modified(SystemTime::now()));
        Some(entry)
    }

    /// Keeps an entry, and lets others go if there are too many.
    pub fn put(&self, key: &Key, entry: &Entry) {
        let bytes = entry.write(key);
        if bytes.len() as u64 > self.limit {
            return;
        }
        let path = self.path(key);
        if let Err(error) = self.replace(&path, &bytes) {
            self.trouble::<()>("write", &path, &error);
            return;
        }
        self.let_go();
    }

    /// Makes `bytes` the file at `path`, all at once.
    pub fn replace(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.root)?;
        let mut file = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .tempfile_in(&self.root)?;
        file.write_all(bytes)?;
        file.persist(path)?;
        Ok(())
    }

    /// Removes what was not used for longest, if there is more than the limit. What others remove meanwhile is gone,
    /// too; who reads it at this moment still has it.
    fn let_go(&self) {
        let Ok(files) = fs::read_dir(&self.root) else {
            return;
        };
        let (unfinished, files): (Vec<_>, Vec<_>) = files
            .flatten()
            .partition(|file| file.file_name().to_string_lossy().starts_with(UNFINISHED));
        for file in unfinished {
            let modified = file.metadata().and_then(|about| about.modified());
            let age = modified.map(|time| time.elapsed().unwrap_or_default());
            if age.is_ok_and(|age| age > ABANDONED) {
                let _ = fs::remove_file(file.path());
            }
        }
        let mut entries: Vec<(SystemTime, u64, PathBuf)> = files
            .into_iter()
            .filter(|file| file.file_name().to_string_lossy().ends_with(SUFFIX))
            .filter_map(|file| {
                let about = file.metadata().ok()?;
                Some((about.modified().ok()?, about.len(), file.path()))
            })
            .collect();
        let mut bytes: u64 = entries.iter().map(|(_, length, _)| length).sum();
        if bytes <= self.limit {
            return;
        }
        entries.sort();
        // Somewhat less than the limit, so that not each entry that comes has to look for one that goes.
        let wanted = self.limit / 10 * 9;
        for (_, length, path) in entries {
            if bytes <= wanted {
                break;
            }
            let _ = fs::remove_file(path);
            bytes -= length;
        }
    }

    fn path(&self, key: &Key) -> PathBuf {
        self.root.join(format!("{key}{SUFFIX}"))
    }

    /// Says once that the folder is of no use.
    fn trouble<T>(&self, what: &str, path: &Path, error: &io::Error) -> Option<T> {
        self.told.call_once(|| {
            eprintln!(
                "nvrtc-cache: can't {what} {}: {error}; programs are compiled each time",
                path.display()
            );
        });
        None
    }
}
