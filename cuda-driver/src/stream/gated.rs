//! Which gates a stream has.

use core::ptr;

use cuda_driver_sys::CU_STREAM_PER_THREAD;

use super::Stream;
use super::gate::{ClosedGate, OpenGate, index, open, shut};

/// The gates that have to be closed for a capture.
pub(super) struct ClosedGates {
    _shut: (ClosedGate, Option<ClosedGate>),
}

impl Stream {
    /// Keeps captures of this crate from beginning, of all values with the stream's handle; for a legacy default stream, those of
    /// the blocking streams of its context. Meanwhile, the thread makes only driver calls that don't wait for work, calls no code
    /// of others, and takes no other gate.
    #[inline]
    pub(crate) fn gate(&self) -> OpenGate {
        if cfg!(feature = "graph") { open(self.gate_index()) } else { OpenGate::of_none() }
    }

    /// Waits for those who keep captures from beginning, and keeps others from doing so.
    #[inline]
    pub(super) fn close_gate(&self) -> ClosedGates {
        let own_index = self.gate_index();
        let legacy = index(self.context().as_raw().addr());
        let other = (!self.is_non_blocking() && legacy != own_index).then_some(legacy);
        // In one order, so that no two threads wait for each other.
        let (first, second) = match other {
            Some(other) => (own_index.min(other), Some(own_index.max(other))),
            None => (own_index, None),
        };
        ClosedGates { _shut: (shut(first), second.map(shut)) }
    }

    #[inline]
    fn gate_index(&self) -> usize {
        thread_local!(static OWN: u64 = const { 0 });
        let handle = self.as_raw();
        index(if !self.object.is_default {
            handle.addr()
        } else if handle == CU_STREAM_PER_THREAD {
            // Only its thread can capture it.
            OWN.with(|marker| ptr::from_ref(marker).addr())
        } else {
            // Null may mean either.
            self.context().as_raw().addr()
        })
    }
}
