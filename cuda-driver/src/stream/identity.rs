use core::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, ThreadId};

use crate::stream::Stream;

/// Which stream something was used on, without keeping it: neither the stream nor a borrowed handle needs to live.
///
/// Handles can't tell, because the driver gives that of a destroyed stream to a new one. Another value for the same
/// borrowed handle counts as another stream. Code that remembers a stream beyond a call, to order a later call after it,
/// keeps this and an [`Event`](crate::event::Event).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StreamIdentity {
    number: u64,
    /// The thread, if the handle means another stream on each.
    thread: Option<ThreadId>,
}

impl StreamIdentity {
    /// Returns the number of a new value.
    pub(super) fn new_number() -> u64 {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        NEXT.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns whether it is that of `stream`, so that their work is in order. A per-thread default stream is the same
    /// only on the same thread.
    #[must_use]
    #[inline]
    pub fn is_of(self, stream: &Stream) -> bool {
        self.number == stream.object.number
            && (!stream.is_per_thread() || self.thread == Some(thread::current().id()))
    }
}

impl Stream {
    /// Returns what tells this stream, and its clones, from all others of the process, also after it is destroyed.
    #[must_use]
    #[inline]
    pub fn identity(&self) -> StreamIdentity {
        StreamIdentity {
            number: self.object.number,
            thread: self.is_per_thread().then(|| thread::current().id()),
        }
    }
}
