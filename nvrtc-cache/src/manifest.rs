//! Manifests: the files of a program with their metadata, so that they need not be read again.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{CStr, OsStr};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::SystemTime;

use crate::includes::Includes;
use crate::key::Contents;
use crate::stamp::{Opened, Stamp};

/// The files that a program could include and the folders in which others could appear, with their stamps, and the hash
/// of their contents.
///
/// It is kept in its format on disk and traversed there, so that checking all files allocates nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Manifest {
    contents: Contents,
    groups: Vec<u8>,
}

/// The first bytes of a file. Another number is another format.
const MAGIC: &[u8; 8] = b"nvrtcm02";

/// The stamp of a folder that was written to just now: its files are checked each time.
const NEVER: Stamp = Stamp([u64::MAX; 5]);

/// The watched names of one folder.
#[derive(Default)]
struct Group {
    /// The stamp of the folder itself, if files could appear in it.
    stamp: Option<Stamp>,
    /// The names of missing files.
    absent: BTreeSet<Vec<u8>>,
    /// The names of existing files.
    files: BTreeMap<Vec<u8>, Stamp>,
}

impl Manifest {
    /// Creates the manifest of `includes`, which were read from `began` on; `None` if a file is so new that a change
    /// might go unnoticed, or changed meanwhile.
    pub fn new(includes: &Includes, contents: Contents, began: SystemTime) -> Option<Self> {
        let mut groups = BTreeMap::<PathBuf, Group>::new();
        let mut files = BTreeMap::new();
        for (path, (_, stamp)) in &includes.files {
            files.insert(path.clone(), (*stamp)?);
        }
        for (path, stamp) in &includes.unreadable {
            files.insert(path.clone(), (*stamp)?);
        }
        let mut folders = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let absent = includes.absent.iter();
        for path in absent.filter(|path| !includes.unreadable.contains_key(*path)) {
            // A file appears in the folder that it would be in, or in a new one.
            let mut missing = path.as_path();
            let folder = loop {
                let (folder, _) = split(missing);
                if seen.contains(missing) {
                    break None;
                }
                seen.insert(missing.to_path_buf());
                match missing.symlink_metadata() {
                    // The target of a link appears elsewhere.
                    Ok(about) if about.is_symlink() => return None,
                    // It appeared meanwhile.
                    Ok(_) if missing == path => return None,
                    // A file in place of a folder.
                    Ok(_) => {
                        files.insert(missing.to_path_buf(), Stamp::of(missing)?);
                        break None;
                    }
                    Err(_) if folders.contains(folder) || folder.is_dir() => break Some(folder),
                    // There is no parent.
                    Err(_) if folder == missing => return None,
                    Err(_) => missing = folder,
                }
            };
            if let Some(folder) = folder {
                folders.insert(folder.to_path_buf());
                let (_, name) = split(missing);
                let group = groups.entry(folder.to_path_buf()).or_default();
                group.absent.insert(bytes_of(name)?);
            }
        }
        for (path, stamp) in files {
            if !stamp.is_settled(began) {
                return None;
            }
            let (folder, name) = split(&path);
            let group = groups.entry(folder.to_path_buf()).or_default();
            group.files.insert(bytes_of(name)?, stamp);
        }
        for folder in folders {
            let stamp = Stamp::of(&folder)?;
            groups.entry(folder).or_default().stamp = Some(if stamp.is_settled(began) {
                stamp
            } else {
                NEVER
            });
        }
        let mut written = Vec::new();
        for (folder, group) in &groups {
            group.write(folder, &mut written)?;
        }
        Some(Self {
            contents,
            groups: written,
        })
    }

    /// The contents that the files gave when they were read.
    pub const fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Returns `true` if nothing has changed, with one system call for each file and for each folder in which one could
    /// appear.
    pub fn is_current(&self) -> bool {
        self.is_current_beside(|| ()).0
    }

    /// [`is_current`](Self::is_current), and what `work` gives, which this thread does while others ask the system if
    /// there are many files.
    pub fn is_current_beside<T>(&self, work: impl FnOnce() -> T) -> (bool, T) {
        let Some((groups, names)) = self.groups() else {
            return (false, work());
        };
        let (next, is_same) = (AtomicUsize::new(0), AtomicBool::new(true));
        let ask = || {
            while is_same.load(Ordering::Relaxed)
                && let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed))
            {
                if Group::is_current(&mut &**group) != Some(true) {
                    is_same.store(false, Ordering::Relaxed);
                }
            }
        };
        let result = thread::scope(|scope| {
            for _ in 0..threads_beside(names) {
                // Where there is no thread to be had, this one asks for all.
                let thread = thread::Builder::new().stack_size(STACK);
                if thread.spawn_scoped(scope, ask).is_err() {
                    break;
                }
            }
            let result = work();
            ask();
            result
        });
        (is_same.into_inner(), result)
    }

    /// The groups, and how many names are in them; `None` where one isn't whole.
    fn groups(&self) -> Option<(Vec<&[u8]>, usize)> {
        let (mut groups, mut names) = (Vec::new(), 0);
        let mut rest = self.groups.as_slice();
        while !rest.is_empty() {
            let start = rest;
            names += Group::skip(&mut rest)?;
            groups.push(&start[..start.len() - rest.len()]);
        }
        // The longest first, so that no thread is left alone with it in the end.
        groups.sort_by_key(|group| Reverse(group.len()));
        Some((groups, names))
    }

    /// Returns the file: the magic number, a checksum of the rest, and the parts.
    pub fn write(&self, program: &Contents) -> Vec<u8> {
        let rest = [program.0.as_slice(), &self.contents.0, &self.groups].concat();
        [MAGIC.as_slice(), &checksum(&rest).to_le_bytes(), &rest].concat()
    }

    /// Reads a manifest from a file's contents; `None` if it isn't a complete, unchanged one of this program.
    pub fn read(mut file: Vec<u8>, program: &Contents) -> Option<Self> {
        let rest = file.strip_prefix(MAGIC)?;
        let (sum, rest) = rest.split_first_chunk::<8>()?;
        if checksum(rest).to_le_bytes() != *sum {
            return None;
        }
        let rest = rest.strip_prefix(program.0.as_slice())?;
        let (contents, groups) = rest.split_first_chunk::<32>()?;
        let contents = Contents(*contents);
        let start = file.len() - groups.len();
        file.drain(..start);
        let groups = file;
        Some(Self { contents, groups })
    }
}

/// How many names a thread should have to ask for, so that it is worth its start.
const NAMES_A_THREAD: usize = 150;
/// More threads hardly help: the system's own tables are shared.
const MOST_THREADS: usize = 4;
/// Bytes: a thread that asks calls nothing that needs much.
const STACK: usize = 128 << 10;

/// How many threads should ask for `names` names beside this one.
fn threads_beside(names: usize) -> usize {
    match (names / NAMES_A_THREAD).min(MOST_THREADS) {
        0 | 1 => 0,
        wanted => wanted.min(processors()) - 1,
    }
}

/// How many processors this thread may run on, at least one.
#[cfg(target_os = "linux")]
fn processors() -> usize {
    // The standard library also reads what a container may use of them, which takes longer than what is wanted here.
    let set = rustix::thread::sched_getaffinity(None);
    set.map_or(1, |set| set.count() as usize).max(1)
}

/// How many processors this thread may run on, at least one.
#[cfg(not(target_os = "linux"))]
fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

impl Group {
    /// Passes over the group that begins here, for how many names it has; `None` where there is no whole group.
    fn skip(rest: &mut &[u8]) -> Option<usize> {
        take_bytes(rest)?;
        if take_number(rest)? != 0 {
            take_stamp(rest)?;
        }
        let absent = take_number(rest)?;
        for _ in 0..absent {
            take_bytes(rest)?;
        }
        let files = take_number(rest)?;
        for _ in 0..files {
            take_bytes(rest)?;
            take_stamp(rest)?;
        }
        usize::try_from(absent.checked_add(files)?).ok()
    }

    fn write(&self, folder: &Path, written: &mut Vec<u8>) -> Option<()> {
        put_name(written, &bytes_of(folder.as_os_str())?)?;
        put_number(written, u64::from(self.stamp.is_some()));
        if let Some(stamp) = self.stamp {
            put_stamp(written, stamp);
        }
        put_number(written, self.absent.len() as u64);
        for name in &self.absent {
            put_name(written, name)?;
        }
        put_number(written, self.files.len() as u64);
        for (name, stamp) in &self.files {
            put_name(written, name)?;
            put_stamp(written, *stamp);
        }
        Some(())
    }

    /// Returns whether nothing has changed in the group that begins here, and advances `rest` past it; `None` if the
    /// group is incomplete.
    fn is_current(rest: &mut &[u8]) -> Option<bool> {
        let Some(folder) = Opened::at(take_name(rest)?) else {
            return Some(false);
        };
        let is_watched = take_number(rest)? != 0;
        let is_same = match is_watched.then(|| take_stamp(rest)) {
            None => true,
            Some(stamp) => folder.own_stamp() == Some(stamp?),
        };
        for _ in 0..take_number(rest)? {
            let name = take_name(rest)?;
            // Something was created or removed in the folder, which may not concern the program.
            if !is_same && !folder.lacks(name) {
                return Some(false);
            }
        }
        for _ in 0..take_number(rest)? {
            let name = take_name(rest)?;
            if folder.stamp(name) != Some(take_stamp(rest)?) {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Returns the folder and the name; of a path that ends in `..`, the working folder and the whole path.
fn split(path: &Path) -> (&Path, &OsStr) {
    let here = Path::new(".");
    match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) if folder.as_os_str().is_empty() => (here, name),
        (Some(folder), Some(name)) => (folder, name),
        _ => (here, path.as_os_str()),
    }
}

fn bytes_of(text: &OsStr) -> Option<Vec<u8>> {
    let bytes = text.as_encoded_bytes();
    (!bytes.contains(&0)).then(|| bytes.to_vec())
}

fn put_number(written: &mut Vec<u8>, number: u64) {
    written.extend_from_slice(&number.to_le_bytes());
}

/// Writes a name with a terminating NUL byte.
fn put_name(written: &mut Vec<u8>, name: &[u8]) -> Option<()> {
    put_number(written, name.len().checked_add(1)? as u64);
    written.extend_from_slice(name);
    written.push(0);
    Some(())
}

fn put_stamp(written: &mut Vec<u8>, stamp: Stamp) {
    stamp
        .0
        .into_iter()
        .for_each(|number| put_number(written, number));
}

fn take_number(rest: &mut &[u8]) -> Option<u64> {
    let (number, after) = rest.split_first_chunk::<8>()?;
    *rest = after;
    Some(u64::from_le_bytes(*number))
}

fn take_bytes<'f>(rest: &mut &'f [u8]) -> Option<&'f [u8]> {
    let length = usize::try_from(take_number(rest)?).ok()?;
    let (bytes, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(bytes)
}

fn take_name<'f>(rest: &mut &'f [u8]) -> Option<&'f CStr> {
    CStr::from_bytes_with_nul(take_bytes(rest)?).ok()
}

fn take_stamp(rest: &mut &[u8]) -> Option<Stamp> {
    let mut stamp = [0; 5];
    for number in &mut stamp {
        *number = take_number(rest)?;
    }
    Some(Stamp(stamp))
}

impl std::fmt::Debug for Manifest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Manifest")
            .field("contents", &self.contents)
            .field("bytes", &self.groups.len())
            .finish()
    }
}

/// A checksum against accidental damage, such as by a full disk. Programs that write to the folder are trusted.
fn checksum(bytes: &[u8]) -> u64 {
    let add = |sum: u64, word: [u8; 8]| {
        let sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum ^ sum >> 29
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().copied().fold(bytes.len() as u64, add);
    if rest.is_empty() {
        return sum;
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    add(sum, last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_is_read_as_it_was_written_and_damage_is_seen() {
        let program = Contents([1; 32]);
        let mut groups = Vec::new();
        let stamp = Some(Stamp([1, 2, 3, 4, 5]));
        let (absent, files) = (BTreeSet::from([b"c".to_vec()]), BTreeMap::new());
        let group = Group {
            stamp,
            absent,
            files,
        };
        group.write(Path::new("/a"), &mut groups).unwrap();
        let contents = Contents([2; 32]);
        let manifest = Manifest { contents, groups };
        let file = manifest.write(&program);
        assert_eq!(Manifest::read(file.clone(), &program), Some(manifest));
        assert_eq!(Manifest::read(file.clone(), &Contents([3; 32])), None);
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 1;
            assert_eq!(Manifest::read(changed, &program), None, "byte {at}");
            let cut = file[..at].to_vec();
            assert_eq!(Manifest::read(cut, &program), None, "{at} bytes");
        }
    }

    #[test]
    fn a_folder_that_changed_is_no_matter_as_long_as_nothing_turned_up() {
        let folder = tempfile::tempdir().unwrap();
        let group = |stamp: Stamp| {
            let absent = BTreeSet::from([b"n.h".to_vec()]);
            let (mut written, stamp, files) = (Vec::new(), Some(stamp), BTreeMap::new());
            let group = Group {
                stamp,
                absent,
                files,
            };
            group.write(folder.path(), &mut written).unwrap();
            written
        };
        let is_current = |groups: &[u8]| Group::is_current(&mut &*groups);
        assert_eq!(is_current(&group(NEVER)), Some(true));
        std::fs::write(folder.path().join("n.h"), "").unwrap();
        assert_eq!(is_current(&group(NEVER)), Some(false));
        // The stamp of the folder, where it is the same, is enough.
        let stamp = Stamp::of(folder.path()).unwrap();
        assert_eq!(is_current(&group(stamp)), Some(true));
        let whole = group(stamp);
        assert!((0..whole.len()).all(|end| is_current(&whole[..end]) != Some(true)));
    }

    #[test]
    fn a_change_of_one_file_among_many_is_seen_by_whichever_thread_asks_for_it() {
        let folder = tempfile::tempdir().unwrap();
        let folders: Vec<_> = (0..8).map(|n| folder.path().join(n.to_string())).collect();
        let files_of = |folder: &PathBuf| (0..100).map(|n| folder.join(n.to_string())).collect();
        let files: Vec<Vec<PathBuf>> = folders.iter().map(files_of).collect();
        folders
            .iter()
            .for_each(|folder| std::fs::create_dir(folder).unwrap());
        let each = files.iter().flatten();
        each.for_each(|file| std::fs::write(file, "").unwrap());
        let as_it_is = || {
            let mut groups = Vec::new();
            for (folder, files) in folders.iter().zip(&files) {
                let mut group = Group::default();
                for file in files {
                    let name = bytes_of(file.file_name().unwrap()).unwrap();
                    group.files.insert(name, Stamp::of(file).unwrap());
                }
                group.write(folder, &mut groups).unwrap();
            }
            let contents = Contents([2; 32]);
            Manifest { contents, groups }
        };
        for file in files.iter().flat_map(|files| files.iter().step_by(33)) {
            let manifest = as_it_is();
            assert_eq!(manifest.groups().unwrap().1, 800);
            assert_eq!(manifest.is_current_beside(|| 7), (true, 7));
            std::fs::write(file, "longer").unwrap();
            let now = manifest.is_current_beside(|| 7);
            assert_eq!(now, (false, 7), "{}", file.display());
        }
        let mut cut = as_it_is();
        cut.groups.pop();
        assert_eq!(cut.is_current_beside(|| 7), (false, 7));
    }
}
