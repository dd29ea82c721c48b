//! What was read to tell a program's files, so that it need not be read again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::includes::Includes;
use crate::key::Contents;
use crate::stamp::{Looker, Stamp};

/// The files that a program could include and the folders in which others could turn up, with their stamps, and the
/// contents that they gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    contents: Contents,
    stamps: Vec<(PathBuf, Stamp)>,
}

/// The first bytes of a file. Another number is another format.
const MAGIC: &[u8; 8] = b"nvrtcm01";

impl Manifest {
    /// That of `includes`, which were looked for from `began` on; `None` where a file is so new that a change might
    /// not show, or changed meanwhile.
    pub fn new(includes: &Includes, contents: Contents, began: SystemTime) -> Option<Self> {
        let mut stamps = BTreeMap::new();
        for (path, (_, stamp)) in &includes.files {
            stamps.insert(path.clone(), (*stamp)?);
        }
        for (path, stamp) in &includes.unreadable {
            stamps.insert(path.clone(), (*stamp)?);
        }
        // A file turns up in the folder that it is in, or in one that is made for it.
        let mut folders = BTreeSet::new();
        for path in &includes.absent {
            // What a link leads to turns up elsewhere.
            let is_link = |path: &Path| {
                path.symlink_metadata()
                    .is_ok_and(|about| about.is_symlink())
            };
            if !includes.unreadable.contains_key(path) && is_link(path) {
                return None;
            }
            let above = path.ancestors().skip(1);
            let mut above = above.map(|folder| {
                if folder.as_os_str().is_empty() {
                    Path::new(".")
                } else {
                    folder
                }
            });
            let folder = above.find_map(|folder| match folder {
                _ if folders.contains(folder) || folder.is_dir() => Some(Some(folder)),
                _ if is_link(folder) => Some(None),
                _ => None,
            })??;
            if !folders.contains(folder) {
                folders.insert(folder.to_path_buf());
            }
        }
        for folder in folders {
            let stamp = Stamp::of(&folder)?;
            stamps.insert(folder, stamp);
        }
        if !stamps.values().all(|stamp| stamp.is_settled(began)) {
            return None;
        }
        // Folder by folder, so that each is opened once.
        let mut stamps: Vec<_> = stamps.into_iter().collect();
        stamps.sort_by(|(a, _), (b, _)| (a.parent(), a).cmp(&(b.parent(), b)));
        Some(Self { contents, stamps })
    }

    /// The contents, if no file was changed since, and none turned up.
    pub fn contents(&self) -> Option<&Contents> {
        self.is_current().then_some(&self.contents)
    }

    /// Whether all is as it was.
    pub fn is_current(&self) -> bool {
        let mut looker = Looker::default();
        let is_same = |(path, stamp): &(PathBuf, Stamp)| looker.stamp(path).as_ref() == Some(stamp);
        self.stamps.iter().all(is_same)
    }

    /// The file: the magic number, a checksum of the rest, and the parts.
    pub fn write(&self, program: &Contents) -> Vec<u8> {
        let mut rest = program.0.to_vec();
        rest.extend_from_slice(&self.contents.0);
        for (path, stamp) in &self.stamps {
            let path = path.as_os_str().as_encoded_bytes();
            rest.extend_from_slice(&(path.len() as u64).to_le_bytes());
            rest.extend_from_slice(path);
            for number in stamp.0 {
                rest.extend_from_slice(&number.to_le_bytes());
            }
        }
        [MAGIC.as_slice(), &checksum(&rest).to_le_bytes(), &rest].concat()
    }

    /// The manifest that a file is; `None` if it isn't one of this program, whole and unchanged.
    pub fn read(file: &[u8], program: &Contents) -> Option<Self> {
        let rest = file.strip_prefix(MAGIC)?;
        let (sum, rest) = rest.split_first_chunk::<8>()?;
        if checksum(rest).to_le_bytes() != *sum {
            return None;
        }
        let rest = rest.strip_prefix(program.0.as_slice())?;
        let (contents, mut rest) = rest.split_first_chunk::<32>()?;
        let mut stamps = Vec::new();
        while !rest.is_empty() {
            let (length, after) = rest.split_first_chunk::<8>()?;
            let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
            let (path, mut after) = after.split_at_checked(length)?;
            let mut stamp = [0; 5];
            for number in &mut stamp {
                let (bytes, further) = after.split_first_chunk::<8>()?;
                *number = u64::from_le_bytes(*bytes);
                after = further;
            }
            stamps.push((path_of(path)?, Stamp(stamp)));
            rest = after;
        }
        Some(Self {
            contents: Contents(*contents),
            stamps,
        })
    }
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    let text: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(bytes);
    Some(PathBuf::from(text))
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    str::from_utf8(bytes).ok().map(PathBuf::from)
}

/// A sum that tells damage, as by a full disk; whoever writes to the folder on purpose is trusted.
fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = bytes.len() as u64;
    for part in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum ^= sum >> 29;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_is_read_as_it_was_written_and_damage_is_seen() {
        let program = Contents([1; 32]);
        let manifest = Manifest {
            contents: Contents([2; 32]),
            stamps: vec![(PathBuf::from("/a/b.h"), Stamp([1, 2, 3, 4, 5]))],
        };
        let file = manifest.write(&program);
        assert_eq!(Manifest::read(&file, &program), Some(manifest));
        assert_eq!(Manifest::read(&file, &Contents([3; 32])), None);
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 1;
            assert_eq!(Manifest::read(&changed, &program), None, "byte {at}");
            assert_eq!(Manifest::read(&file[..at], &program), None, "{at} bytes");
        }
    }
}
