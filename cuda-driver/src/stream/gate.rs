//! What keeps captures of this crate from beginning between a question and the call that depends on its answer.

use core::ptr;
use std::sync::{PoisonError, RwLock, RwLockWriteGuard};

use cuda_driver_sys::CU_STREAM_PER_THREAD;

use super::Stream;

/// A lock for the streams whose handles have the same index. A graph's locks come before it, and those of a capture after it.
#[repr(align(64))]
struct Gate(RwLock<()>);

const GATES: usize = 64;

static ALL: [Gate; GATES] = [const { Gate(RwLock::new(())) }; GATES];

/// As long as it exists, a capture doesn't begin.
pub(crate) struct Open {
    #[cfg(feature = "graph")]
    _lock: std::sync::RwLockReadGuard<'static, ()>,
}

/// As long as it exists, no other thread makes a call that depends on whether a capture begins.
pub(super) struct Closed {
    _locks: (RwLockWriteGuard<'static, ()>, Option<RwLockWriteGuard<'static, ()>>),
}

/// Returns the index for a handle, an address of an object of several hundred bytes.
const fn index(address: usize) -> usize {
    ((address >> 4) ^ (address >> 10)) % GATES
}

#[cfg(feature = "graph")]
#[inline]
fn read(index: usize) -> std::sync::RwLockReadGuard<'static, ()> {
    let lock = &ALL[index].0;
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

#[inline]
fn write(index: usize) -> RwLockWriteGuard<'static, ()> {
    let lock = &ALL[index].0;
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

impl Stream {
    /// Keeps captures of this crate from beginning, of all values with the stream's handle; for a legacy default stream, those of
    /// the blocking streams of its context. Meanwhile, the thread makes only driver calls that don't wait for work, calls no code
    /// of others, and takes no other gate.
    #[inline]
    pub(crate) fn gate(&self) -> Open {
        Open {
            #[cfg(feature = "graph")]
            _lock: read(self.gate_index()),
        }
    }

    /// Waits for those who keep captures from beginning, and keeps others from doing so.
    #[inline]
    pub(super) fn close_gate(&self) -> Closed {
        let own = self.gate_index();
        let legacy = index(self.context().as_raw().addr());
        let other = (!self.is_non_blocking() && legacy != own).then_some(legacy);
        // In one order, so that no two threads wait for each other.
        let (first, second) = match other {
            Some(other) => (own.min(other), Some(own.max(other))),
            None => (own, None),
        };
        Closed { _locks: (write(first), second.map(write)) }
    }

    #[inline]
    fn gate_index(&self) -> usize {
        thread_local!(static OWN: u64 = const { 0 });
        let handle = self.as_raw();
        index(match self.object.is_default {
            false => handle.addr(),
            // Only its thread can capture it.
            true if handle == CU_STREAM_PER_THREAD => OWN.with(|own| ptr::from_ref(own).addr()),
            // Null may mean either.
            true => self.context().as_raw().addr(),
        })
    }
}
