//! How a launch is interleaved, and what was seen of its accesses.

use crate::races::ByAddress;
use parking_lot::Mutex;
use std::ops::Range;

/// How the threads of a launch are interleaved.
#[derive(Clone, Copy)]
pub struct Interleaving<'l> {
    /// The schedule's number.
    pub number: u64,
    /// The most accesses; a launch with more is stopped.
    pub most: u32,
    /// Where to record what could have gone on otherwise.
    pub seen: Option<&'l Mutex<AccessTrace>>,
}

/// What was seen of the accesses of a launch's runs.
#[derive(Default)]
pub struct AccessTrace {
    /// Of the last run.
    pub points: Vec<Point>,
    /// Whether it had more accesses than are recorded.
    pub is_full: bool,
    /// Its accesses.
    pub steps: u32,
    /// By word of memory, of all runs.
    words: ByAddress<Word>,
}

/// An access before which something else could have gone on.
pub struct Point {
    pub step: u32,
    /// How many others could.
    pub others: u32,
    /// The words that it accesses; none if that isn't known.
    pub words: Vec<u64>,
}

/// Who accesses a word: by byte, the first thread; a bit for each byte that some thread, several, and some write access.
#[derive(Default)]
struct Word {
    threads: [u32; 4],
    accessed: u8,
    by_several: u8,
    written: u8,
}

impl AccessTrace {
    /// Returns `true` if another thread accesses the same memory, and one writes: only then does it matter what comes first.
    pub fn conflicts(&self, point: &Point) -> bool {
        let conflicts = |word: &Word| word.by_several & word.written != 0;
        point.words.is_empty()
            || point.words.iter().any(|at| self.words.get(at).is_some_and(conflicts))
    }

    /// A thread accesses these bytes of a word.
    pub fn touch(&mut self, at: u64, bytes: Range<usize>, thread: u32, writes: bool) {
        let word = self.words.entry(at).or_default();
        for (byte, first) in word.threads.iter_mut().enumerate().take(bytes.end).skip(bytes.start) {
            let bit = 1 << byte;
            match word.accessed & bit {
                0 => *first = thread,
                _ if *first != thread => word.by_several |= bit,
                _ => {}
            }
            word.accessed |= bit;
            word.written |= if writes { bit } else { 0 };
        }
    }
}
