use core::cell::Cell;
use std::sync::{Mutex, MutexGuard};

use crate::exclusive::lock;

/// One call at a time makes, changes or destroys graphs, because graphs that were copied from one another, also by an
/// update or into a child node, share what they keep, and the driver doesn't lock that: on an H100 (580.159.04), it
/// crashes if one thread destroys a copy while another destroys an executable graph of the original. Launches aren't
/// among these calls.
///
/// It is locked before a graph, and before a capture's end.
pub(crate) struct StructureLock(
    #[expect(dead_code, reason = "it is only kept")] Option<MutexGuard<'static, ()>>,
);

thread_local! {
    /// How many such calls of this thread are within one another.
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

impl StructureLock {
    pub(crate) fn lock() -> Self {
        static ONE: Mutex<()> = Mutex::new(());
        let calls = CALLS.get();
        CALLS.set(calls + 1);
        Self((calls == 0).then(|| lock(&ONE)))
    }
}

impl Drop for StructureLock {
    fn drop(&mut self) {
        CALLS.set(CALLS.get() - 1);
    }
}
