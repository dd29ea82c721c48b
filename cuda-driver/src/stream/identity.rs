use core::sync::atomic::{AtomicU64, Ordering};

use crate::stream::Stream;

/// Which stream something was used on, without keeping it: neither the stream nor a borrowed handle needs to live.
///
/// Handles can't tell, because the driver gives that of a destroyed stream to a new one. Another value for the same
/// borrowed handle counts as another stream.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StreamIdentity(u64);

impl StreamIdentity {
    /// Returns the identity of a new value.
    pub(super) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// Returns whether it is that of `stream`, so that their work is in order. A per-thread default stream is never the
    /// same, because its handle means another stream on another thread.
    pub(crate) fn is_of(self, stream: &Stream) -> bool {
        self.0 == stream.object.identity.0 && !stream.is_per_thread()
    }
}

impl Stream {
    pub(crate) fn identity(&self) -> StreamIdentity {
        self.object.identity
    }
}
