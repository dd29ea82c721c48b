//! Freeing memory in the order of a stream, also while a capture has to do with it.

use cuda_driver_sys::CUdeviceptr;

use super::{Stream, attempt_until_done};
use crate::context::capture_mode::relaxed;
use crate::error::{CuResult, ErrorCode};

/// Who asks for memory to be freed, and so how that affects global-mode captures of other streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FreeCall {
    /// The program, by a call: it fails with 900 during one, and invalidates it, as in C.
    Explicit,
    /// A `Drop`: it doesn't affect them, which takes two more driver calls.
    Implicit,
}

impl FreeCall {
    /// Frees memory after the work of a stream.
    ///
    /// # Safety
    /// The caller owns the memory.
    #[inline]
    pub(crate) unsafe fn free(self, pointer: CUdeviceptr, stream: &Stream) -> Result<(), CuResult> {
        let free = || {
            // SAFETY: the caller gives up the memory.
            stream.submit(move |raw, stream| unsafe { raw.cuMemFreeAsync(pointer, stream) })
        };
        match self {
            Self::Explicit => free(),
            Self::Implicit => relaxed(stream.raw(), free),
        }
    }
}

/// Frees memory after the work of a stream, or in the graph of a capture of this crate. `None` if a capture keeps it from that.
///
/// # Safety
/// The caller owns the memory, and only work submitted to `stream` uses it.
#[inline]
pub(crate) unsafe fn try_free(
    pointer: CUdeviceptr,
    stream: &Stream,
    call: FreeCall,
) -> Option<Result<(), CuResult>> {
    let _gate = stream.gate();
    if let Some(recording) = stream.recording() {
        // SAFETY: the caller gives up the memory.
        match recording.while_open(|| unsafe { call.free(pointer, stream) }) {
            Some(Ok(())) => return Some(Ok(())),
            // A graph frees only its memory.
            _ if recording.is_begun() => return None,
            _ => {}
        }
    }
    // SAFETY: the caller passes it on.
    unsafe { free_unrecorded(pointer, stream, call) }
}

/// Frees memory after the work of a stream that no capture of this crate records, for who has its [gate](Stream::gate). `None` if
/// other code captures the stream.
///
/// # Safety
/// The caller owns the memory, and only work submitted to `stream` uses it.
#[inline]
pub(crate) unsafe fn free_unrecorded(
    pointer: CUdeviceptr,
    stream: &Stream,
    call: FreeCall,
) -> Option<Result<(), CuResult>> {
    if stream.is_capturable() && stream.is_captured() {
        return None;
    }
    // SAFETY: the caller gives up the memory.
    let free = || unsafe { call.free(pointer, stream) };
    match free() {
        Err(error) if !error.is_context_lost() && !without_pools(error) => {
            after_refusal(stream, error, &free)
        }
        freed => Some(freed),
    }
}

/// Returns the result of a free that the driver has refused.
#[cold]
fn after_refusal(
    stream: &Stream,
    error: CuResult,
    free: &dyn Fn() -> Result<(), CuResult>,
) -> Option<Result<(), CuResult>> {
    // Other code has begun a capture meanwhile.
    if stream.is_captured() {
        return None;
    }
    // It may have ended, too.
    Some(if stream.is_capturable() { free() } else { Err(error) })
}

/// Calls `at_end` at the end of the crate's capture of the stream, or `attempt` until it returns `true` if other code captures
/// it.
#[cold]
pub(crate) fn free_when_not_captured(
    stream: &Stream,
    at_end: impl FnOnce(&Stream) + Send + 'static,
    attempt: impl Fn(&Stream) -> bool + Send + 'static,
) {
    let owned = stream.for_any_thread();
    match stream.recording() {
        Some(recording) => recording.defer(Box::new(move || at_end(&owned))),
        // Without a thread, the memory stays allocated until its pool or context is gone.
        None => attempt_until_done(stream.raw(), Box::new(move || attempt(&owned))),
    }
}

/// Returns `true` if the driver or the device doesn't support stream-ordered memory.
pub(crate) fn without_pools(error: CuResult) -> bool {
    error.is_absent() || error.code() == ErrorCode::NOT_SUPPORTED
}
