//! Asks the system whether the files of a manifest are as they were, on several threads.

use std::hint;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crate::manifest::Manifest;

/// How many names a thread should have to ask for, so that it is worth its start.
const NAMES_A_THREAD: usize = 150;
/// More threads hardly help: the system's own tables are shared.
const MOST_THREADS: usize = 4;
/// Bytes: a thread that asks calls nothing that needs much.
const STACK: usize = 128 << 10;
/// How often to look for an answer before asking oneself: for some microseconds.
const PATIENCE: usize = 200;

/// Returns whether nothing has changed in any file of `manifest`, nor in a folder in which one could appear, and what
/// `work` returns, which this thread does while others ask the system if there are many files.
///
/// No thread is waited for: what one has not answered in the end, because the system has not let it run, this thread asks
/// for itself.
pub fn is_current_beside<T>(manifest: &Arc<Manifest>, work: impl FnOnce() -> T) -> (bool, T) {
    let helpers = threads_beside(manifest.names());
    if helpers == 0 {
        let result = work();
        let is_current = (0..manifest.groups()).all(|group| manifest.is_group_current(group));
        return (is_current, result);
    }
    let check = Arc::new(Check::of(manifest.clone()));
    for _ in 0..helpers {
        let shared = check.clone();
        let helper = move || shared.ask();
        // Where there is no thread to be had, this one asks for all.
        let thread = thread::Builder::new().stack_size(STACK).spawn(helper);
        if thread.is_err() {
            break;
        }
    }
    let result = work();
    check.ask();
    (check.is_current(), result)
}

/// Groups of names, which any number of threads ask for.
struct Check {
    manifest: Arc<Manifest>,
    /// The first group for which no thread asks yet.
    next: AtomicUsize,
    /// Whether no change was seen so far.
    is_same: AtomicBool,
    /// The groups that are as they were.
    answered: Box<[AtomicBool]>,
}

impl Check {
    fn of(manifest: Arc<Manifest>) -> Self {
        let answered = (0..manifest.groups()).map(|_| AtomicBool::new(false));
        Self {
            answered: answered.collect(),
            next: AtomicUsize::new(0),
            is_same: AtomicBool::new(true),
            manifest,
        }
    }

    /// Asks for the groups for which no other thread asks, until there are none or one has changed.
    fn ask(&self) {
        while self.is_same.load(Ordering::Relaxed) {
            let group = self.next.fetch_add(1, Ordering::Relaxed);
            if group >= self.answered.len() {
                break;
            }
            self.ask_for(group);
        }
    }

    fn ask_for(&self, group: usize) {
        if self.manifest.is_group_current(group) {
            self.answered[group].store(true, Ordering::Release);
        } else {
            self.is_same.store(false, Ordering::Release);
        }
    }

    /// Returns whether nothing has changed, when this thread has [asked](Self::ask) for what it could.
    fn is_current(&self) -> bool {
        let mut patience = PATIENCE;
        for group in 0..self.answered.len() {
            let is_open = || {
                let is_answered = self.answered[group].load(Ordering::Acquire);
                !is_answered && self.is_same.load(Ordering::Acquire)
            };
            while is_open() && patience > 0 {
                hint::spin_loop();
                patience -= 1;
            }
            if is_open() {
                self.ask_for(group);
            }
            if !self.is_same.load(Ordering::Acquire) {
                return false;
            }
        }
        true
    }
}

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
