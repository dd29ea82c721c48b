//! Checks on several threads whether the files of a manifest are unchanged.

use std::hint;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use crate::manifest::Manifest;

/// The length of a manifest, in bytes, for each of which it is worth starting a thread: about 150 names.
const BYTES_A_THREAD: usize = 5000;
/// More threads hardly help: the system's own tables are shared.
const MOST_THREADS: usize = 4;
/// The stack size of a thread in bytes: its calls need little.
const STACK: usize = 128 << 10;
/// The number of times to poll for another thread's result before repeating its queries: a few microseconds.
const PATIENCE: usize = 200;

/// Threads that wait for a manifest, to help the thread that reads it with the queries.
///
/// They are started before the manifest is read, because starting a thread takes as long as reading a manifest. They end when
/// this value is dropped.
pub struct Helpers(Vec<Sender<Arc<Check>>>);

impl Helpers {
    /// Starts as many threads as are useful for a manifest of `bytes` bytes.
    pub fn start(bytes: usize) -> Self {
        let start = |_| {
            let (sender, receiver) = channel::<Arc<Check>>();
            let help = move || receiver.recv().map_or((), |check| check.check_groups());
            // If no thread can be started, this one checks everything.
            let thread = thread::Builder::new().stack_size(STACK).spawn(help);
            thread.ok().map(|_| sender)
        };
        Self((0..helpers_for(bytes)).map_while(start).collect())
    }

    /// Starts those for a manifest that was read before.
    pub fn of(manifest: &Manifest) -> Self {
        Self::start(manifest.as_bytes().len())
    }

    /// Runs `work` on this thread while the others check the files of `manifest`, and the folders in which further files
    /// could appear. Returns whether nothing has changed, and the result of `work`.
    ///
    /// It doesn't wait for the other threads: this thread repeats queries that another one hasn't completed in the end,
    /// because the system didn't schedule it.
    pub fn check_during<T>(self, manifest: &Arc<Manifest>, work: impl FnOnce() -> T) -> (bool, T) {
        if self.0.is_empty() {
            let result = work();
            let is_current = (0..manifest.groups()).all(|group| manifest.is_group_current(group));
            return (is_current, result);
        }
        let check = Arc::new(Check::of(manifest.clone()));
        for helper in &self.0 {
            // A thread that has ended doesn't help.
            let _ = helper.send(check.clone());
        }
        let result = work();
        check.check_groups();
        (check.is_current(), result)
    }
}

/// Groups of names, which several threads check.
struct Check {
    manifest: Arc<Manifest>,
    /// The first group that no thread has taken yet.
    next: AtomicUsize,
    /// Whether no change has been found so far.
    is_same: AtomicBool,
    /// Whether each group was checked and is unchanged.
    checked: Box<[AtomicBool]>,
}

impl Check {
    fn of(manifest: Arc<Manifest>) -> Self {
        let checked = (0..manifest.groups()).map(|_| AtomicBool::new(false));
        Self {
            checked: checked.collect(),
            next: AtomicUsize::new(0),
            is_same: AtomicBool::new(true),
            manifest,
        }
    }

    /// Checks groups that no other thread has taken, until none is left or one has changed.
    fn check_groups(&self) {
        while self.is_same.load(Ordering::Relaxed) {
            let group = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(checked) = self.checked.get(group) else {
                break;
            };
            self.check_group(group, checked);
        }
    }

    fn check_group(&self, group: usize, checked: &AtomicBool) {
        if self.manifest.is_group_current(group) {
            checked.store(true, Ordering::Release);
        } else {
            self.is_same.store(false, Ordering::Release);
        }
    }

    /// Returns whether nothing has changed, after this thread has [checked](Self::check_groups) the groups that it could take.
    fn is_current(&self) -> bool {
        let mut patience = PATIENCE;
        for (group, checked) in self.checked.iter().enumerate() {
            let is_open =
                || !checked.load(Ordering::Acquire) && self.is_same.load(Ordering::Acquire);
            while is_open() && patience > 0 {
                hint::spin_loop();
                patience -= 1;
            }
            if is_open() {
                self.check_group(group, checked);
            }
            if !self.is_same.load(Ordering::Acquire) {
                return false;
            }
        }
        true
    }
}

/// Returns how many threads should help this one with a manifest of `bytes` bytes.
fn helpers_for(bytes: usize) -> usize {
    match (bytes / BYTES_A_THREAD).min(MOST_THREADS) {
        0 | 1 => 0,
        wanted => wanted.min(processors()) - 1,
    }
}

/// Returns the number of processors that this thread may run on, at least one.
#[cfg(target_os = "linux")]
fn processors() -> usize {
    // `available_parallelism` also reads the limits of the container, which takes too long here.
    let set = rustix::thread::sched_getaffinity(None);
    set.map_or(1, |set| set.count() as usize).max(1)
}

/// Returns the number of processors that this thread may run on, at least one.
#[cfg(not(target_os = "linux"))]
fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::manifest::tests::of_files;

    /// Creates eight folders of a hundred files each.
    fn files(folder: &Path) -> Vec<PathBuf> {
        let folders: Vec<_> = (0..8).map(|n| folder.join(n.to_string())).collect();
        folders.iter().for_each(|folder| fs::create_dir(folder).unwrap());
        let files_of = |folder: &PathBuf| (0..100).map(|n| folder.join(n.to_string())).collect();
        let files: Vec<Vec<_>> = folders.iter().map(files_of).collect();
        let files: Vec<_> = files.into_iter().flatten().collect();
        files.iter().for_each(|file| fs::write(file, "").unwrap());
        files
    }

    #[test]
    fn a_change_of_one_file_among_many_is_seen_by_every_thread() {
        let folder = tempfile::tempdir().unwrap();
        let files = files(folder.path());
        for file in files.iter().step_by(33) {
            let manifest = Arc::new(of_files(&files));
            let length = manifest.as_bytes().len();
            let helpers = || Helpers::start(length);
            assert_eq!(helpers().0.is_empty(), processors() == 1);
            assert_eq!(helpers().check_during(&manifest, || 7), (true, 7));
            fs::write(file, "longer").unwrap();
            let now = helpers().check_during(&manifest, || 7);
            assert_eq!(now, (false, 7), "{}", file.display());
            fs::write(file, "").unwrap();
        }
    }

    #[test]
    fn groups_abandoned_by_another_thread_are_checked() {
        let folder = tempfile::tempdir().unwrap();
        let files = files(folder.path());
        // As if other threads had taken all groups, and never ran.
        let taken = || {
            let check = Check::of(Arc::new(of_files(&files)));
            check.next.store(check.checked.len(), Ordering::Relaxed);
            check
        };
        // One in each of the groups, which have at most 48 names of a folder.
        for n in (0..800).step_by(100).flat_map(|n| [n, n + 60, n + 99]) {
            let (before, after) = (taken(), taken());
            before.check_groups();
            assert!(before.is_current());
            fs::write(&files[n], "longer").unwrap();
            after.check_groups();
            assert!(!after.is_current(), "{}", files[n].display());
        }
    }
}
