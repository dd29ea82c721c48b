//! What keeps captures of this crate from beginning between a question and the call that depends on its answer.

use std::sync::{PoisonError, RwLock, RwLockWriteGuard};

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

/// As long as it exists, nobody depends on whether a capture begins.
pub(super) struct Closed {
    _locks: [Option<RwLockWriteGuard<'static, ()>>; 2],
}

/// Returns the index for a handle, an address of an object of several hundred bytes.
const fn index(address: usize) -> usize {
    ((address >> 4) ^ (address >> 10)) % GATES
}

fn write(index: usize) -> RwLockWriteGuard<'static, ()> {
    (ALL[index].0.write()).unwrap_or_else(PoisonError::into_inner)
}

impl Stream {
    /// Keeps captures of this crate from beginning, of all values with the stream's handle; for a legacy default stream, those of
    /// the blocking streams of its context. Meanwhile, the thread makes only driver calls that don't wait for work, and takes no
    /// other gate.
    #[inline]
    pub(crate) fn gate(&self) -> Open {
        Open {
            #[cfg(feature = "graph")]
            _lock: (ALL[self.gate_index()].0.read()).unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Waits for those who keep captures from beginning, and keeps others from doing so.
    pub(super) fn close_gate(&self) -> Closed {
        let own = self.gate_index();
        let legacy = index(self.context().as_raw().addr());
        let other = (!self.is_non_blocking() && legacy != own).then_some(legacy);
        // In one order, so that no two threads wait for each other.
        let (first, second) = match other {
            Some(other) => (own.min(other), Some(own.max(other))),
            None => (own, None),
        };
        Closed {
            _locks: [Some(write(first)), second.map(write)],
        }
    }

    #[inline]
    fn gate_index(&self) -> usize {
        let is_legacy = self.object.is_default && !self.is_per_thread();
        index(match is_legacy {
            true => self.context().as_raw().addr(),
            false => self.as_raw().addr(),
        })
    }
}
