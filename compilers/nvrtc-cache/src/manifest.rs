//! Manifests: the files of a program with their metadata, so that they need not be read again.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{CStr, OsStr};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::checksum::checksum;
use crate::includes::Includes;
use crate::key::Contents;
use crate::places::Places;
use crate::stamp::{OpenFolder, Stamp};

/// The files that a program could include and the folders in which others could appear, with the checksums of their
/// stamps, and the hash of their contents.
///
/// It consists of the contents of its file, which are read in place, so that checking all files allocates nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Manifest {
    file: Vec<u8>,
    contents: Contents,
    /// The range of each group in the file, the longest first.
    groups: Vec<Range<usize>>,
}

/// The first bytes of a file. The number is the version of the format.
const MAGIC: &[u8; 8] = b"nvrtcm05";

/// The maximum number of names in a group. Several threads can share a large folder.
const MOST_NAMES: usize = 48;

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
    /// Creates the manifest of a program's `includes`, which were read from `began` on; `None` if a file is so new that a
    /// change might go unnoticed, or changed meanwhile.
    pub fn new(
        program: &Contents,
        includes: &Includes,
        contents: &Contents,
        began: SystemTime,
    ) -> Option<Self> {
        let mut groups = BTreeMap::<PathBuf, Group>::new();
        let mut files = BTreeMap::new();
        for (path, (_, stamp)) in &includes.files {
            files.insert(path.clone(), (*stamp)?);
        }
        for (path, stamp) in &includes.folders {
            files.insert(path.clone(), (*stamp)?);
        }
        let mut folders = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let absent = includes.absent.iter();
        for path in absent.filter(|path| !includes.folders.contains_key(*path)) {
            // A file appears in the folder that it would be in, or in a new one.
            let mut missing = path.as_path();
            let folder = loop {
                // The parent of a folder is missing if that is, which then is what appears.
                while missing.ends_with("..") {
                    missing = missing.parent()?;
                }
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
            groups.entry(folder).or_default().stamp =
                Some(if stamp.is_settled(began) { stamp } else { NEVER });
        }
        Self::of_groups(program, contents, &groups)
    }

    /// Writes the file.
    fn of_groups(
        program: &Contents,
        contents: &Contents,
        groups: &BTreeMap<PathBuf, Group>,
    ) -> Option<Self> {
        let mut parts = Vec::new();
        for (folder, group) in groups {
            group.write(folder, &mut parts)?;
        }
        // Long groups come first, so that no thread is left with one at the end.
        parts.sort_by_key(|(names, _)| Reverse(*names));
        let mut rest = [program.0, contents.0].concat();
        for (_, part) in parts {
            put_number(&mut rest, part.len() as u64);
            rest.extend(part);
        }
        let file = [MAGIC.as_slice(), &checksum(&rest).to_le_bytes(), &rest].concat();
        Self::read(file, program)
    }

    /// Returns the hash of the files' contents when they were read.
    pub const fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Returns the contents of the manifest's file.
    pub fn as_bytes(&self) -> &[u8] {
        &self.file
    }

    /// Returns the number of groups.
    pub const fn groups(&self) -> usize {
        self.groups.len()
    }

    /// Returns `true` if nothing has changed in a group, with one system call for each file.
    pub fn is_group_current(&self, group: usize) -> bool {
        let place = self.groups.get(group);
        let group = place.and_then(|place| self.file.get(place.clone()));
        group.is_some_and(|mut group| Group::is_current(&mut group) == Some(true))
    }

    /// Returns where files could appear and disappear without a trace in the manifest.
    pub fn places(&self) -> Places {
        let mut places = Places::default();
        for group in self.groups.iter().filter_map(|place| self.file.get(place.clone())) {
            // The file is complete, as it was read.
            let _ = Group::add_places(&mut &*group, &mut places);
        }
        places
    }

    /// Reads a manifest from a file's contents; `None` if it isn't a complete, unchanged one of this program.
    pub fn read(file: Vec<u8>, program: &Contents) -> Option<Self> {
        let rest = file.strip_prefix(MAGIC)?;
        let (sum, rest) = rest.split_first_chunk::<8>()?;
        if checksum(rest).to_le_bytes() != *sum {
            return None;
        }
        let rest = rest.strip_prefix(program.0.as_slice())?;
        let (contents, mut rest) = rest.split_first_chunk::<32>()?;
        let contents = Contents(*contents);
        let mut groups = Vec::new();
        while !rest.is_empty() {
            let group = take_bytes(&mut rest)?;
            let end = file.len() - rest.len();
            groups.push(end - group.len()..end);
        }
        Some(Self { file, contents, groups })
    }
}

impl Group {
    /// Adds the group to `parts`, in as many as are needed, each with the number of its names.
    fn write(&self, folder: &Path, parts: &mut Vec<(usize, Vec<u8>)>) -> Option<()> {
        let absent: Vec<_> = self.absent.iter().collect();
        let files: Vec<_> = self.files.iter().collect();
        let (mut absent, mut files) = (absent.chunks(MOST_NAMES), files.chunks(MOST_NAMES));
        loop {
            let (absent, files) = match (absent.next(), files.next()) {
                (None, None) => return Some(()),
                (absent, files) => (absent.unwrap_or_default(), files.unwrap_or_default()),
            };
            let mut part = Vec::new();
            put_name(&mut part, &bytes_of(folder.as_os_str())?)?;
            // The folder's stamp matters only if files could appear in it.
            let stamp = self.stamp.filter(|_| !absent.is_empty());
            put_number(&mut part, u64::from(stamp.is_some()));
            if let Some(stamp) = stamp {
                put_number(&mut part, stamp.checksum());
            }
            put_number(&mut part, absent.len() as u64);
            for name in absent {
                put_name(&mut part, name)?;
            }
            put_number(&mut part, files.len() as u64);
            for (name, stamp) in files {
                put_name(&mut part, name)?;
                put_number(&mut part, stamp.checksum());
            }
            parts.push((absent.len() + files.len(), part));
        }
    }

    /// Returns whether nothing has changed in the group that begins here, and advances `rest` past it; `None` if the
    /// group is incomplete.
    fn is_current(rest: &mut &[u8]) -> Option<bool> {
        let is = |now: Option<Stamp>, sum| now.is_some_and(|stamp| stamp.checksum() == sum);
        let Some(folder) = OpenFolder::at(take_name(rest)?) else {
            return Some(false);
        };
        let is_watched = take_number(rest)? != 0;
        let is_same = match is_watched.then(|| take_number(rest)) {
            None => true,
            Some(sum) => is(folder.own_stamp(), sum?),
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
            if !is(folder.stamp(name), take_number(rest)?) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Adds the places of all names in the group that begins here; `None` if it is incomplete.
    fn add_places(rest: &mut &[u8], places: &mut Places) -> Option<()> {
        let folder = take_path(rest)?;
        if take_number(rest)? != 0 {
            take_number(rest)?;
        }
        for _ in 0..take_number(rest)? {
            places.add(&folder.join(take_path(rest)?));
        }
        for _ in 0..take_number(rest)? {
            places.add(&folder.join(take_path(rest)?));
            take_number(rest)?;
        }
        Some(())
    }
}

/// Splits a path into folder and name; one that ends in `..`, into the working folder and the whole path.
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

/// Writes a name with its length and a terminating NUL byte; `None` if it is longer than any system supports.
fn put_name(written: &mut Vec<u8>, name: &[u8]) -> Option<()> {
    let length = u16::try_from(name.len().checked_add(1)?).ok()?;
    written.extend_from_slice(&length.to_le_bytes());
    written.extend_from_slice(name);
    written.push(0);
    Some(())
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
    let (length, after) = rest.split_first_chunk::<2>()?;
    let (name, after) = after.split_at_checked(usize::from(u16::from_le_bytes(*length)))?;
    *rest = after;
    CStr::from_bytes_with_nul(name).ok()
}

#[cfg(unix)]
fn take_path<'f>(rest: &mut &'f [u8]) -> Option<&'f Path> {
    let bytes = take_name(rest)?.to_bytes();
    Some(Path::new(<OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes)))
}

#[cfg(not(unix))]
fn take_path<'f>(rest: &mut &'f [u8]) -> Option<&'f Path> {
    take_name(rest)?.to_str().ok().map(Path::new)
}

impl std::fmt::Debug for Manifest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Manifest")
            .field("contents", &self.contents)
            .field("groups", &self.groups.len())
            .finish()
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    const PROGRAM_OF_TESTS: Contents = Contents([1; 32]);

    fn of(folder: &Path, group: Group) -> Manifest {
        let groups = BTreeMap::from([(folder.to_path_buf(), group)]);
        Manifest::of_groups(&PROGRAM_OF_TESTS, &Contents([2; 32]), &groups).unwrap()
    }

    /// Returns the manifest of these files in their current state.
    pub fn of_files(files: &[PathBuf]) -> Manifest {
        let mut groups = BTreeMap::<PathBuf, Group>::new();
        for file in files {
            let (folder, name) = split(file);
            let group = groups.entry(folder.to_path_buf()).or_default();
            let stamp = Stamp::of(file).unwrap();
            group.files.insert(bytes_of(name).unwrap(), stamp);
        }
        Manifest::of_groups(&PROGRAM_OF_TESTS, &Contents([2; 32]), &groups).unwrap()
    }

    fn lacking(folder: &Path, stamp: Stamp) -> Manifest {
        let group = Group {
            stamp: Some(stamp),
            absent: BTreeSet::from([b"n.h".to_vec()]),
            files: BTreeMap::new(),
        };
        of(folder, group)
    }

    fn read_again(file: Vec<u8>) -> Option<Manifest> {
        Manifest::read(file, &PROGRAM_OF_TESTS)
    }

    #[test]
    fn a_manifest_is_read_as_it_was_written_and_damage_is_seen() {
        let manifest = lacking(Path::new("/a"), Stamp([1, 2, 3, 4, 5]));
        assert_eq!(*manifest.contents(), Contents([2; 32]));
        let file = manifest.as_bytes().to_vec();
        assert_eq!(read_again(file.clone()), Some(manifest));
        assert_eq!(Manifest::read(file.clone(), &Contents([3; 32])), None);
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 1;
            assert_eq!(read_again(changed), None, "byte {at}");
            assert_eq!(read_again(file[..at].to_vec()), None, "{at} bytes");
        }
    }

    #[test]
    fn a_changed_folder_is_ignored_unless_a_new_file_shadows_another() {
        let folder = tempfile::tempdir().unwrap();
        let is_current = |stamp| lacking(folder.path(), stamp).is_group_current(0);
        assert!(is_current(NEVER));
        std::fs::write(folder.path().join("n.h"), "").unwrap();
        assert!(!is_current(NEVER));
        // The folder's stamp is enough if it is the same.
        let stamp = Stamp::of(folder.path()).unwrap();
        assert!(is_current(stamp));
        let whole = lacking(folder.path(), stamp);
        let whole = &whole.file[whole.groups[0].clone()];
        assert!((0..whole.len()).all(|end| Group::is_current(&mut &whole[..end]) != Some(true)));
    }

    #[test]
    fn a_large_folder_is_split_into_groups_that_cover_it() {
        let folder = tempfile::tempdir().unwrap();
        let name = |n: usize| format!("{n}").into_bytes();
        let path = |n: usize| folder.path().join(n.to_string());
        (100..200).for_each(|n| std::fs::write(path(n), "").unwrap());
        let group = Group {
            stamp: Some(NEVER),
            absent: (0..100).map(name).collect(),
            files: (100..200).map(|n| (name(n), Stamp::of(&path(n)).unwrap())).collect(),
        };
        let manifest = of(folder.path(), group);
        assert_eq!(manifest.groups(), 3);
        let is_current = || (0..3).all(|group| manifest.is_group_current(group));
        for n in (0..200).step_by(7) {
            assert!(is_current(), "before {n}");
            std::fs::write(path(n), "new").unwrap();
            assert!(!is_current(), "{n}");
            if n < 100 {
                std::fs::remove_file(path(n)).unwrap();
                continue;
            }
            break;
        }
    }
}
