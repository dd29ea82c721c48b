//! Which gates a stream has.

use core::ptr;

use cuda_driver_sys::{CU_STREAM_PER_THREAD, CUresult, Symbol};

use super::Stream;
use super::gate::{ClosedGate, OpenGate, index, open, shut};
use crate::error::CuResult;

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
    pub(super) fn close_gate(&self) -> Result<ClosedGates, CuResult> {
        let own_index = self.gate_index();
        let legacy = index(self.context().as_raw().addr());
        let other = (!self.is_non_blocking() && legacy != own_index).then_some(legacy);
        // In one order, so that no two threads wait for each other.
        let (first, second) = match other {
            Some(other) => (own_index.min(other), Some(own_index.max(other))),
            None => (own_index, None),
        };
        let close = |index| shut(index).ok_or_else(|| self.unordered());
        Ok(ClosedGates { _shut: (close(first)?, second.map(close).transpose()?) })
    }

    /// The error of a capture without an order with the calls of other threads.
    #[cold]
    fn unordered(&self) -> CuResult {
        let code = CUresult::CUDA_ERROR_NOT_PERMITTED;
        self.raw().failed(Symbol::cuStreamBeginCapture_v2, code).with(
            "a filter of system calls, set up since the first call of the driver, refuses `membarrier`: allow it, or set the \
             filter up first"
                .to_owned(),
        )
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
