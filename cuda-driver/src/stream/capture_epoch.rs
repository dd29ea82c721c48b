//! Whether a capture began to record a stream between two times, also one that has ended.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, ThreadId};

use crate::exclusive::lock;
use crate::stream::Stream;

/// Which captures of this crate had begun at a time: [`Stream::capture_epoch`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CaptureEpoch {
    all: u64,
    /// The thread, if the handle means another stream on each.
    thread: Option<ThreadId>,
}

/// What values for one stream have in common: the context, the handle, and the thread if it means another one on each.
type Key = (usize, usize, Option<ThreadId>);

/// How many began, of all streams.
static ALL: AtomicU64 = AtomicU64::new(0);

/// The streams of the last ones.
static LAST: Mutex<VecDeque<Key>> = Mutex::new(VecDeque::new());

/// More are taken for those of any stream.
const CAPACITY: usize = 1 << 12;

impl Stream {
    /// Returns what [`is_recorded_since`](Self::is_recorded_since) takes.
    #[must_use]
    #[inline]
    pub fn capture_epoch(&self) -> CaptureEpoch {
        let thread = self.is_per_thread().then(|| thread::current().id());
        CaptureEpoch { all: ALL.load(Ordering::Acquire), thread }
    }

    /// Returns `true` if a capture of this crate may have begun to record the stream since, on it or because it waited for what
    /// another one records, also if the capture has ended. `false` is certain: if the stream wasn't captured after
    /// [`capture_epoch`](Self::capture_epoch), no capture has recorded what it was given between that and this call.
    ///
    /// It makes no driver call, and waits for a thread that begins a capture. Captures of all values with the stream's handle
    /// count.
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// let epoch = stream.capture_epoch();
    /// let is_captured = stream.capture_status()? != cuda_driver::stream::CaptureStatus::NONE;
    /// let buffer = stream.alloc_zeroed::<u8>(16)?;
    /// // It is zeroed now, and not whenever a graph is launched.
    /// assert!(!is_captured && !stream.is_recorded_since(epoch));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn is_recorded_since(&self, epoch: CaptureEpoch) -> bool {
        // A capture is noted while the gate is closed, which it is before the driver begins it.
        let _gate = self.gate();
        ALL.load(Ordering::Acquire) != epoch.all && self.is_among_those_after(epoch)
    }

    #[cold]
    #[inline]
    fn is_among_those_after(&self, epoch: CaptureEpoch) -> bool {
        let key = self.key(epoch.thread);
        let keys = lock(&LAST);
        let after = usize::try_from(ALL.load(Ordering::Acquire) - epoch.all).unwrap_or(CAPACITY);
        after >= CAPACITY || keys.iter().rev().take(after).any(|other| *other == key)
    }

    /// Notes that a capture has begun to record the stream, whose gate is closed.
    #[inline]
    pub(super) fn note_capture(&self) {
        let key = self.key(self.is_per_thread().then(|| thread::current().id()));
        let mut keys = lock(&LAST);
        if keys.len() == CAPACITY {
            keys.pop_front();
        }
        keys.push_back(key);
        ALL.fetch_add(1, Ordering::Release);
    }

    fn key(&self, thread: Option<ThreadId>) -> Key {
        (self.context().as_raw().addr(), self.as_raw().addr(), thread)
    }
}
