//! The cache of fetched headers and libraries, so that only the first run needs the network.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use tempfile::TempDir;

/// A folder of entries, each of which is complete and never changes.
#[derive(Clone, Debug)]
pub struct Cache {
    root: PathBuf,
}

impl Cache {
    /// The user's cache: `$CUDA_RUST_CACHE`, or else `cuda-rust` in the system's folder for caches.
    pub fn of_this_user() -> Result<Self> {
        let root = root(|name| env::var_os(name)).ok_or_else(|| {
            anyhow!("no folder for the cache: neither a cache folder nor a home folder is known; set CUDA_RUST_CACHE")
        })?;
        let root = std::path::absolute(&root)
            .with_context(|| format!("the cache's folder {}", root.display()))?;
        Ok(Cache { root })
    }

    /// The cache in `root`.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Cache { root: root.into() }
    }

    /// Returns the folder of the cache, which need not exist.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the folder `name`; if it doesn't exist, `fill` fills it.
    ///
    /// `fill` writes to a temporary folder, which is then renamed. So an entry is complete or absent, even if a process
    /// is killed; if several fill the same entry, one wins, and all use its result.
    pub fn entry(
        &self,
        name: impl AsRef<Path>,
        fill: impl FnOnce(&Path) -> Result<()>,
    ) -> Result<PathBuf> {
        let entry = self.root.join(name);
        if entry.is_dir() {
            return Ok(entry);
        }
        if let Some(parent) = entry.parent() {
            create(parent)?;
        }
        let unfinished = self.scratch()?;
        fill(unfinished.path())?;
        match fs::rename(unfinished.path(), &entry) {
            Ok(()) => Ok(entry),
            Err(_) if entry.is_dir() => Ok(entry),
            Err(error) => Err(error)
                .with_context(|| format!("moving a finished folder to {}", entry.display())),
        }
    }

    /// Removes the folder `name`; for other processes, this is atomic.
    pub fn discard(&self, name: impl AsRef<Path>) -> Result<()> {
        let entry = self.root.join(name);
        let trash = self.scratch()?;
        match fs::rename(&entry, trash.path().join("discarded")) {
            // Another process has removed it.
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            moved => moved.with_context(|| format!("removing {}", entry.display())),
        }
    }

    /// A temporary folder on the cache's own file system, removed when dropped.
    pub fn scratch(&self) -> Result<TempDir> {
        let parent = self.root.join("unfinished");
        create(&parent)?;
        remove_old(&parent);
        tempfile::tempdir_in(&parent)
            .with_context(|| format!("making a folder in {}", parent.display()))
    }
}

fn create(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| {
        format!("making the folder {} (CUDA_RUST_CACHE chooses another)", folder.display())
    })
}

/// Removes temporary folders of processes that were killed at least a day ago, and ignores errors.
fn remove_old(parent: &Path) {
    const DAY: Duration = Duration::from_secs(24 * 60 * 60);
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        let age = modified.ok().and_then(|time| time.elapsed().ok());
        if age.is_some_and(|age| age > DAY) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn root(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let folder = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(root) = folder("CUDA_RUST_CACHE") {
        return Some(root);
    }
    let caches = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else {
        // Its specification says that relative ones are ignored.
        let caches = folder("XDG_CACHE_HOME").filter(|folder| folder.is_absolute());
        caches.or_else(|| Some(folder("HOME")?.join(".cache")))
    };
    Some(caches?.join("cuda-rust"))
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::thread;
    use std::time::SystemTime;

    use anyhow::bail;

    use super::*;

    fn root_with(variables: &[(&str, &str)]) -> Option<PathBuf> {
        root(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
        })
    }

    #[test]
    fn the_override_takes_precedence_over_the_systems_folder() {
        let variables = [
            ("CUDA_RUST_CACHE", "/a"),
            ("XDG_CACHE_HOME", "/b"),
            ("HOME", "/c"),
            ("LOCALAPPDATA", "/d"),
        ];
        assert_eq!(root_with(&variables), Some("/a".into()));
    }

    #[test]
    #[cfg(unix)]
    fn an_empty_variable_counts_as_absent() {
        let variables = [("CUDA_RUST_CACHE", ""), ("XDG_CACHE_HOME", ""), ("HOME", "/c")];
        assert_eq!(root_with(&variables), Some("/c/.cache/cuda-rust".into()));
        assert_eq!(root_with(&[]), None);
    }

    #[test]
    #[cfg(unix)]
    fn a_relative_folder_for_caches_is_ignored() {
        let variables = [("XDG_CACHE_HOME", "caches"), ("HOME", "/c")];
        assert_eq!(root_with(&variables), Some("/c/.cache/cuda-rust".into()));
    }

    #[test]
    fn an_entry_is_filled_once() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let first = cache.entry("a/b", |path| Ok(fs::write(path.join("x"), "1")?)).unwrap();
        let second = cache.entry("a/b", |_| bail!("filled twice")).unwrap();
        assert_eq!(first, second);
        assert_eq!(fs::read_to_string(second.join("x")).unwrap(), "1");
    }

    #[test]
    fn an_entry_that_could_not_be_filled_is_absent_and_leaves_no_files() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let fill = |path: &Path| {
            fs::write(path.join("half"), "")?;
            bail!("the disk is full")
        };
        assert!(cache.entry("a", fill).is_err());
        assert!(!folder.path().join("a").exists());
        assert_eq!(fs::read_dir(folder.path().join("unfinished")).unwrap().count(), 0);
    }

    #[test]
    fn folders_of_programs_killed_a_day_ago_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let [old, new] = ["old", "new"].map(|name| folder.path().join("unfinished").join(name));
        for path in [&old, &new] {
            fs::create_dir_all(path).unwrap();
        }
        let yesterday = SystemTime::now() - Duration::from_secs(25 * 60 * 60);
        let opened = fs::File::open(&old).unwrap();
        opened.set_modified(yesterday).unwrap();
        cache.scratch().unwrap();
        assert!(!old.exists() && new.exists());
    }

    #[test]
    fn threads_that_fill_the_same_entry_all_get_one_complete_folder() {
        const THREADS: usize = 8;
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let all_are_filling = Barrier::new(THREADS);
        let fill = |number: usize| {
            let entry = cache.entry("a", |path| {
                all_are_filling.wait();
                fs::write(path.join("first"), number.to_string())?;
                Ok(fs::write(path.join("second"), number.to_string())?)
            });
            let entry = entry.unwrap();
            (
                fs::read_to_string(entry.join("first")).unwrap(),
                fs::read_to_string(entry.join("second")).unwrap(),
            )
        };
        let results: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> =
                (0..THREADS).map(|number| scope.spawn(move || fill(number))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let winner = &results[0].0;
        assert!(
            results.iter().all(|(first, second)| first == winner && second == winner),
            "{results:?}"
        );
        assert_eq!(fs::read_dir(folder.path().join("unfinished")).unwrap().count(), 0);
    }
}
