//! Calls that must neither disturb a capture nor fail because of one.

use cuda_driver_sys::CUstreamCaptureMode;

use crate::driver::Raw;

/// Runs `work` so that captures of other streams don't affect this thread.
///
/// While a stream is captured in the global mode, by any thread, or in the thread-local one, by this thread,
/// the driver rejects calls that might depend on the captured work (waiting, freeing host memory) with
/// `CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED` (900), and invalidates the capture. In the relaxed mode it does neither.
/// Objects released here were never part of a capture, so nothing depends on them.
#[inline]
pub(crate) fn relaxed<T>(raw: Raw, work: impl FnOnce() -> T) -> T {
    let _mode = RelaxedMode::enter(raw);
    work()
}

/// The thread's capture mode is relaxed until this is dropped.
struct RelaxedMode {
    raw: Raw,
    /// `None` if the driver couldn't change it.
    before: Option<CUstreamCaptureMode>,
}

// Not inlined: about two dozen functions use it, and its copies would be a large part of this crate's code.
impl RelaxedMode {
    #[inline(never)]
    fn enter(raw: Raw) -> Self {
        let mut mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        // SAFETY: the mode is a valid one, and the pointer is to a live value.
        let exchanged = unsafe { raw.cuThreadExchangeStreamCaptureMode(&raw mut mode) };
        let before = exchanged.is_ok().then_some(mode);
        Self { raw, before }
    }
}

impl Drop for RelaxedMode {
    #[inline(never)]
    fn drop(&mut self) {
        if let Some(before) = &mut self.before {
            // SAFETY: the mode is the one that the driver returned.
            let _ = unsafe { self.raw.cuThreadExchangeStreamCaptureMode(before) };
        }
    }
}
