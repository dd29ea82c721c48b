//! The folder in the user's cache, with small files in the place of the libraries, which only optimized builds have.
#![cfg(target_os = "linux")]
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(dead_code, unused_imports, reason = "the modules are those of the command")]

#[path = "../src/folder.rs"]
mod folder;
#[path = "../src/install.rs"]
mod install;
#[path = "../src/note.rs"]
mod note;
#[path = "../src/state.rs"]
mod state;

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use tempfile::TempDir;

use crate::state::Files;

const FILES: &Files = &[
    ("libcuda.so.1", b"the device"),
    ("libcuda_sim_audit.so", b"what the loader asks"),
    ("libcudart.so.13", b"a runtime"),
];

/// A cache, and the right to change what holds for the whole process, as writing the folder does.
struct Cache(TempDir, MutexGuard<'static, ()>);

impl Cache {
    /// One with the folder.
    fn new() -> Self {
        let cache = Self::empty();
        cache.installed();
        cache
    }

    fn empty() -> Self {
        static ALONE: Mutex<()> = Mutex::new(());
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        Self(tempfile::tempdir().unwrap(), alone)
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("cuda-sim")
    }

    fn installed(&self) -> PathBuf {
        install::installed(&self.path(), FILES).unwrap()
    }

    fn refusal(&self) -> String {
        format!("{:#}", install::installed(&self.path(), FILES).unwrap_err())
    }
}

/// Returns everything in a folder: its path, and its content or what it links to.
fn content(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_symlink() {
            let target = fs::read_link(&path).unwrap();
            all.push((path, target.into_os_string().into_encoded_bytes()));
        } else if path.is_dir() {
            all.extend(content(&path));
        } else if path.file_name().unwrap() != "state" {
            all.push((path.clone(), fs::read(path).unwrap()));
        }
    }
    all.sort();
    all
}

#[test]
fn whatever_is_missing_or_changed_is_made_again() {
    let cache = Cache::new();
    let folder = cache.installed();
    let whole = content(&folder);
    assert!(whole.len() > 30, "{whole:?}");
    for (path, _) in &whole {
        fs::remove_file(path).unwrap();
        assert_eq!(content(&cache.installed()), whole, "without {}", path.display());
        // Of the same length, as if written at the same time.
        if !path.is_symlink() {
            let (bytes, time) = (fs::read(path).unwrap(), fs::metadata(path).unwrap().modified());
            fs::write(path, vec![b'x'; bytes.len()]).unwrap();
            fs::File::open(path).unwrap().set_modified(time.unwrap()).unwrap();
            assert_eq!(content(&cache.installed()), whole, "{} changed", path.display());
        }
        fs::remove_file(path).unwrap();
        symlink("/nowhere", path).unwrap();
        assert_eq!(content(&cache.installed()), whole, "{} is a link", path.display());
    }
    for part in ["python", "bin", "python/packages/nvidia/cublas"] {
        fs::remove_dir_all(folder.join(part)).unwrap();
        assert_eq!(content(&cache.installed()), whole, "without {part}");
    }
    // What would be loaded in place of another library.
    for part in ["libm.so.6", "python/sitecustomize.py", "bin/sh"] {
        fs::write(folder.join(part), "planted").unwrap();
        assert_eq!(content(&cache.installed()), whole, "with {part}");
    }
    fs::write(folder.join("state"), "").unwrap();
    assert_eq!(content(&cache.installed()), whole);
}

#[test]
fn a_whole_folder_stays_as_it_is() {
    let cache = Cache::new();
    let folder = cache.installed();
    let number = |path: &Path| fs::metadata(path).unwrap().ino();
    let before = number(&folder);
    assert_eq!(number(&cache.installed()), before);
    // Its contents count where the file system's notes don't, as after a copy.
    fs::remove_file(folder.join("state")).unwrap();
    assert_eq!(number(&cache.installed()), before);
    assert!(folder.join("state").exists());
}

#[test]
fn a_folder_that_others_may_write_is_refused() {
    for (part, mode) in [("", 0o777), ("", 0o775), ("leaf", 0o777), ("leaf", 0o757)] {
        let cache = Cache::new();
        let path = if part.is_empty() { cache.path() } else { cache.installed() };
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        let refusal = cache.refusal();
        let expected =
            format!("{} can be written by others (its mode is {mode:o})", path.display());
        assert!(refusal.contains(&expected), "{refusal}");
        fs::remove_dir_all(&path).unwrap();
        cache.installed();
    }
}

#[test]
fn a_folder_of_another_user_is_refused() {
    let cache = Cache::new();
    for path in [cache.installed(), cache.path()] {
        if std::os::unix::fs::chown(&path, Some(4711), None).is_err() {
            return cuda_rust::skip("only root can give a folder away");
        }
        let refusal = cache.refusal();
        let expected = format!("{} belongs to the user 4711", path.display());
        assert!(refusal.contains(&expected), "{refusal}");
        std::os::unix::fs::chown(&path, Some(fs::metadata("/proc/self").unwrap().uid()), None)
            .unwrap();
    }
}

#[test]
fn what_others_may_do_with_the_users_files_doesnt_count() {
    let cache = Cache::empty();
    let before = rustix::process::umask(rustix::fs::Mode::empty());
    let folder = cache.installed();
    rustix::process::umask(before);
    for entry in ["", "bin", "bin/ptxas", "python/packages/nvidia/cublas", "libcuda.so.1"] {
        let mode = fs::metadata(folder.join(entry)).unwrap().mode();
        assert_eq!(mode & 0o022, 0, "{entry}: {mode:o}");
    }
    assert_eq!(cache.installed(), folder);
}

#[test]
fn processes_that_write_it_at_once_find_it_whole() {
    let cache = Cache::empty();
    fs::create_dir_all(cache.path()).unwrap();
    // What a process left that was ended, which nobody writes any more.
    let left = cache.path().join(".newleft");
    fs::create_dir(&left).unwrap();
    fs::write(left.join("libcuda.so.1"), "the dev").unwrap();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert!(state::is_whole(&cache.installed(), FILES)));
        }
    });
    let mut names: Vec<_> =
        fs::read_dir(cache.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn a_folder_that_cant_be_written_is_used_if_it_is_whole() {
    let cache = Cache::new();
    let folder = cache.installed();
    fs::remove_file(folder.join("state")).unwrap();
    for path in [cache.path(), folder.clone()] {
        fs::set_permissions(path, Permissions::from_mode(0o555)).unwrap();
    }
    assert_eq!(cache.installed(), folder);
    for path in [cache.path(), folder] {
        fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
    }
}
