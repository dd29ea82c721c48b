//! What tells threads apart, also while the process exits, when [`std::thread::current`] panics.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of a thread, which no other of the process has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ThreadNumber(u64);

impl ThreadNumber {
    /// Returns that of the calling thread.
    pub(crate) fn current() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        thread_local! {
            static NUMBER: Cell<u64> = const { Cell::new(0) };
        }
        if NUMBER.get() == 0 {
            NUMBER.set(NEXT.fetch_add(1, Ordering::Relaxed));
        }
        Self(NUMBER.get())
    }
}
