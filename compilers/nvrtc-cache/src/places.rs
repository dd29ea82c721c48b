//! What shows after a compilation that a file was there meanwhile.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{fs, thread};

use crate::stamp::Stamp;

/// The folders that lack a file that a program could include, and the links on the way to its files, with their stamps.
///
/// A file that appears during a compilation and is removed again, or a link that is set to another file and back, leaves
/// no trace but the times of these.
#[derive(Debug, Default)]
pub struct Places {
    folders: BTreeMap<PathBuf, Option<Stamp>>,
    links: BTreeMap<PathBuf, Option<Stamp>>,
    /// The first part of each path at which there is nothing.
    missing: BTreeSet<PathBuf>,
    /// Whether there is something at each path that was visited.
    visited: HashMap<PathBuf, bool>,
}

/// The most links on the way to a file, as on Linux.
const MOST_LINKS: usize = 40;
/// The longest time to wait before a compilation. Only file systems that count in seconds need more.
const LONGEST_WAIT: Duration = Duration::from_millis(100);

impl Places {
    /// Adds the places on the way to a file, which need not exist.
    pub fn add(&mut self, path: &Path) {
        self.visit(path, MOST_LINKS);
    }

    fn visit(&mut self, path: &Path, links_left: usize) {
        let mut here = PathBuf::new();
        for part in path.components() {
            let folder = here.clone();
            here.push(part);
            let exists = match self.visited.get(&here) {
                Some(exists) => *exists,
                None => self.look_at(&folder, &here, links_left),
            };
            if !exists {
                break;
            }
        }
    }

    /// Looks at what is in a folder, and returns whether there is anything.
    fn look_at(&mut self, folder: &Path, path: &Path, links_left: usize) -> bool {
        let found = path.symlink_metadata();
        self.visited.insert(path.to_owned(), found.is_ok());
        match &found {
            Ok(about) if about.is_symlink() => {
                self.links.insert(path.to_owned(), Stamp::of_link(path));
                if let (Some(left), Ok(target)) = (links_left.checked_sub(1), fs::read_link(path)) {
                    self.visit(&folder.join(target), left);
                }
            }
            Ok(_) => {}
            Err(_) => {
                let here = Path::new(".");
                let folder = if folder.as_os_str().is_empty() { here } else { folder };
                self.folders.entry(folder.to_owned()).or_insert_with(|| Stamp::of(folder));
                self.missing.insert(path.to_owned());
            }
        }
        found.is_ok()
    }

    /// Returns the paths at which something would have to appear for a missing file to exist: the file, or the first of its
    /// folders that is missing.
    pub fn missing(&self) -> impl Iterator<Item = &Path> {
        self.missing.iter().map(PathBuf::as_path)
    }

    /// Returns the links on the way to the files.
    pub fn links(&self) -> impl Iterator<Item = &Path> {
        self.links.keys().map(PathBuf::as_path)
    }

    /// Waits until a change would be seen in each stamp here and in these; `false` if that takes too long.
    pub fn settle(&self, more: impl Iterator<Item = Stamp>) -> bool {
        let now = SystemTime::now();
        let stamps = self.folders.values().chain(self.links.values());
        let waits = stamps.copied().flatten().chain(more).map(|stamp| stamp.settles_in(now));
        let wait = waits.max().unwrap_or_default();
        if wait <= LONGEST_WAIT {
            thread::sleep(wait);
        }
        wait <= LONGEST_WAIT
    }

    /// Returns `true` if nothing has changed between these two.
    pub fn are_same(&self, later: &Self) -> bool {
        self.folders == later.folders && self.links == later.links
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn folders_without_a_file_and_links_on_the_way_are_found() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        fs::create_dir_all(at("real/deep")).unwrap();
        fs::write(at("real/deep/n.h"), "").unwrap();
        symlink("real", at("one")).unwrap();
        symlink(at("one/deep"), at("two")).unwrap();
        symlink("loop", at("loop")).unwrap();
        symlink("nowhere/n.h", at("dangling")).unwrap();
        let found = |path: &str| {
            let mut places = Places::default();
            places.add(&at(path));
            let names = |map: &BTreeMap<PathBuf, Option<Stamp>>| -> Vec<String> {
                let names = map.keys().filter_map(|path| path.strip_prefix(root.path()).ok());
                names.map(|name| name.display().to_string()).collect()
            };
            let missing = places.missing().filter_map(|path| path.strip_prefix(root.path()).ok());
            let missing = missing.map(|path| path.display().to_string()).collect::<Vec<_>>();
            (names(&places.folders), names(&places.links), missing)
        };
        let names = |names: &[&str]| -> Vec<String> {
            names.iter().map(|name| String::from(*name)).collect()
        };
        for (path, folders, links, missing) in [
            ("real/deep/n.h", &[][..], &[][..], &[][..]),
            ("real/deep/m.h", &["real/deep"], &[], &["real/deep/m.h"]),
            ("real/new/n.h", &["real"], &[], &["real/new"]),
            ("two/n.h", &[], &["one", "two"], &[]),
            ("two/../m.h", &["two/.."], &["one", "two"], &["two/../m.h"]),
            ("loop/n.h", &["loop"], &["loop"], &["loop/n.h"]),
            ("dangling", &[""], &["dangling"], &["nowhere"]),
        ] {
            let expected = (names(folders), names(links), names(missing));
            assert_eq!(found(path), expected, "{path}");
        }
    }
}
