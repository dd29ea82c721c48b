//! The entries on disk.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::{Duration, SystemTime};

use crate::check::Helpers;
use crate::entry::{Entry, Key};
use crate::key::Contents;
use crate::manifest::Manifest;

/// A folder of entries, one file each.
#[derive(Debug)]
pub struct Folder {
    pub root: PathBuf,
    /// The maximum size of all entries, in bytes.
    pub limit: u64,
    reported: Once,
}

/// The suffix of an entry's file.
const SUFFIX: &str = ".entry";
/// The suffix of a manifest.
const MANIFEST_SUFFIX: &str = ".manifest";
/// The file with the count of bytes.
const COUNT: &str = "bytes.count";
/// The block size of most file systems.
const BLOCK: u64 = 4096;
/// The prefix of files that are being written, and the time after which they count as abandoned.
const UNFINISHED: &str = ".unfinished";
const ABANDONED: Duration = Duration::from_secs(3600);

/// The suffix of the file that a process locks while it compiles a program.
const LOCK_SUFFIX: &str = ".lock";

/// A program that this process compiles; others wait until it is dropped.
#[derive(Debug)]
#[cfg_attr(not(unix), allow(dead_code, reason = "nothing is locked there"))]
pub struct Lock {
    path: PathBuf,
    /// Whether another process held it before.
    pub has_waited: bool,
    _file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A waiting process has the file open, and looks for the entry once it gets the lock.
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns the size of a file on disk, in bytes.
fn on_disk(about: &fs::Metadata) -> u64 {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::blocks(about) * 512;
    #[cfg(not(unix))]
    about.len().next_multiple_of(BLOCK)
}

/// Sets the time of the last use of an open file to now. If this user may not write to it, the file only seems unused
/// for longer.
#[cfg(unix)]
fn use_now(file: &File, _path: &Path) {
    use rustix::fs::{Timespec, Timestamps, UTIME_NOW, futimens};
    let now = Timespec { tv_sec: 0, tv_nsec: UTIME_NOW };
    // Both times are set to now, which is also permitted for other users' files.
    let _ = futimens(file, &Timestamps { last_access: now, last_modification: now });
}

#[cfg(not(unix))]
fn use_now(_file: &File, path: &Path) {
    let file = File::options().write(true).open(path);
    let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
}

impl Folder {
    pub fn new(root: PathBuf, limit: u64) -> Self {
        Self { root, limit, reported: Once::new() }
    }

    /// Returns the entry of `key`, which counts as used now. A file that isn't a valid entry is removed.
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
        let Some(entry) = Entry::read(bytes, key) else {
            // If it can't be removed, it is only read again next time.
            let _ = fs::remove_file(&path);
            return None;
        };
        use_now(&file, &path);
        Some(entry)
    }

    /// Writes an entry, and removes others if there are too many.
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
        self.count(bytes.len() as u64);
    }

    /// Returns the manifest of a program's files, and the threads that help to check it.
    pub fn manifest(&self, program: &Contents) -> Option<(Manifest, Helpers)> {
        let mut file = File::open(self.manifest_path(program)).ok()?;
        let length = usize::try_from(file.metadata().ok()?.len()).ok()?;
        let helpers = Helpers::start(length);
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).ok()?;
        Some((Manifest::read(bytes, program)?, helpers))
    }

    /// Writes the manifest of a program's files. If that fails, they are read again next time.
    pub fn put_manifest(&self, program: &Contents, manifest: &Manifest) {
        let bytes = manifest.as_bytes();
        if self.replace(&self.manifest_path(program), bytes).is_ok() {
            self.count(bytes.len() as u64);
        }
    }

    fn manifest_path(&self, program: &Contents) -> PathBuf {
        self.root.join(format!("{}{MANIFEST_SUFFIX}", Key(program.0)))
    }

    /// Waits until no other process compiles the program of `key`, but no longer than `most`. Other processes wait
    /// until the returned lock is dropped. `None` if locking isn't possible, as in a folder that can't be written to,
    /// or takes too long: then both compile, and the results are the same.
    ///
    /// The system releases the lock when its process ends, for any reason.
    #[cfg(unix)]
    pub fn wait_for_others(&self, key: &Key, most: Duration) -> Option<Lock> {
        use rustix::fs::{FlockOperation, flock};
        let path = self.root.join(format!("{key}{LOCK_SUFFIX}"));
        let open = || File::options().append(true).create(true).open(&path);
        let file = match open() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(&self.root).ok()?;
                open().ok()?
            }
            opened => opened.ok()?,
        };
        let began = std::time::Instant::now();
        let mut pause = Duration::from_millis(1);
        let mut has_waited = false;
        loop {
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => {
                    return Some(Lock { path, has_waited, _file: file });
                }
                Err(rustix::io::Errno::WOULDBLOCK | rustix::io::Errno::INTR) => {}
                Err(_) => return None,
            }
            if began.elapsed() >= most {
                return None;
            }
            has_waited = true;
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(50));
        }
    }

    /// Doesn't wait: both compile, and the results are the same.
    #[cfg(not(unix))]
    pub fn wait_for_others(&self, _key: &Key, _most: Duration) -> Option<Lock> {
        None
    }

    /// Adds to the count of bytes, which several processes share and which may be slightly wrong, and checks all files
    /// if it is above the limit or unknown.
    fn count(&self, bytes: u64) {
        let path = self.root.join(COUNT);
        let text = fs::read_to_string(&path).ok();
        let total_before = text.and_then(|text| text.trim().parse::<u64>().ok());
        // A file takes at least one block.
        let total = total_before.map(|before| before.saturating_add(bytes.next_multiple_of(BLOCK)));
        let total = match total {
            Some(total) if total <= self.limit => total,
            _ => self.let_go(),
        };
        let _ = self.replace(&path, total.to_string().as_bytes());
    }

    /// Removes all entries and manifests.
    pub fn clear(&self) -> io::Result<()> {
        let files = match fs::read_dir(&self.root) {
            Ok(files) => files,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        for file in files {
            let file = file?;
            let name = file.file_name();
            let name = name.to_string_lossy();
            let is_ours = [SUFFIX, MANIFEST_SUFFIX, LOCK_SUFFIX, ".nvrtc", COUNT]
                .iter()
                .any(|suffix| name.ends_with(suffix));
            if is_ours || name.starts_with(UNFINISHED) {
                match fs::remove_file(file.path()) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Returns the number of entries, and the size of all files on disk.
    pub fn usage(&self) -> io::Result<(usize, u64)> {
        let files = match fs::read_dir(&self.root) {
            Ok(files) => files,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((0, 0)),
            Err(error) => return Err(error),
        };
        let (mut entries, mut bytes) = (0, 0);
        for file in files.flatten() {
            let name = file.file_name();
            entries += usize::from(name.to_string_lossy().ends_with(SUFFIX));
            bytes += file.metadata().map_or(0, |about| on_disk(&about));
        }
        Ok((entries, bytes))
    }

    /// Atomically replaces the file at `path` with `bytes`.
    pub fn replace(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.root)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(UNFINISHED);
        // The file gets the user's default permissions, so that a group can share a folder.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(&self.root)?;
        file.write_all(bytes)?;
        file.persist(path)?;
        Ok(())
    }

    /// Removes the least recently used entries if the size is above the limit. Other processes may remove files
    /// concurrently; a reader that has a file open can still read it. Returns the remaining number of bytes.
    fn let_go(&self) -> u64 {
        let Ok(files) = fs::read_dir(&self.root) else {
            return 0;
        };
        let (unfinished, files): (Vec<_>, Vec<_>) = files.flatten().partition(|file| {
            let name = file.file_name();
            let name = name.to_string_lossy();
            name.starts_with(UNFINISHED) || name.ends_with(LOCK_SUFFIX)
        });
        for file in unfinished {
            let modified = file.metadata().and_then(|about| about.modified());
            let age = modified.map(|time| time.elapsed().unwrap_or_default());
            if age.is_ok_and(|age| age > ABANDONED) {
                let _ = fs::remove_file(file.path());
            }
        }
        let mut entries: Vec<(SystemTime, u64, PathBuf)> = files
            .into_iter()
            .filter(|file| {
                let name = file.file_name();
                let name = name.to_string_lossy();
                name.ends_with(SUFFIX) || name.ends_with(MANIFEST_SUFFIX)
            })
            .filter_map(|file| {
                let about = file.metadata().ok()?;
                Some((about.modified().ok()?, on_disk(&about), file.path()))
            })
            .collect();
        let mut bytes: u64 = entries.iter().map(|(_, length, _)| length).sum();
        if bytes <= self.limit {
            return bytes;
        }
        entries.sort();
        // The size is reduced to less than the limit, so that not every new entry has to remove another.
        let wanted = self.limit / 10 * 9;
        for (_, length, path) in entries {
            if bytes <= wanted {
                break;
            }
            let _ = fs::remove_file(path);
            bytes -= length;
        }
        bytes
    }

    fn path(&self, key: &Key) -> PathBuf {
        self.root.join(format!("{key}{SUFFIX}"))
    }

    /// Reports once that the folder is unusable.
    fn trouble<T>(&self, operation: &str, path: &Path, error: &io::Error) -> Option<T> {
        self.reported.call_once(|| {
            // If it can't be written either, it is lost.
            let _ = writeln!(
                io::stderr().lock(),
                "nvrtc-cache: can't {operation} {}: {error}; programs are compiled each time",
                path.display()
            );
        });
        None
    }
}
