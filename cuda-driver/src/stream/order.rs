use cuda_driver_sys::CUstream;

use crate::{CuResult, Stream};

impl Stream {
    /// Makes the work submitted to somebody else's stream from now on wait for all work submitted to this one so far:
    /// what a library does before it hands memory to a caller who works on `other`. The host doesn't wait.
    ///
    /// Two driver calls. [`wait_stream`](Self::wait_stream) of a [borrowed](Self::borrow_raw) stream does the same, and asks
    /// first whether other code captures that one: here it becomes part of the capture, as with any call of C.
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_STREAM_CAPTURE_ISOLATION` (905) if a capture would wait for what
    /// isn't part of it.
    ///
    /// # Safety
    /// `other` is a stream of this one's context, or a default one (`CU_STREAM_LEGACY`, `CU_STREAM_PER_THREAD`).
    #[doc(alias = "cuStreamWaitEvent")]
    #[inline]
    pub unsafe fn order_before_raw(&self, other: CUstream) -> Result<(), CuResult> {
        let event = self.mark()?;
        let (context, raw) = (self.context(), self.raw());
        let wait = || {
            // SAFETY: the event is alive, and the caller guarantees that the stream is valid. The driver has taken what
            // the event stands for when it returns.
            unsafe { raw.cuStreamWaitEvent(other, event.as_raw(), 0) }
        };
        // A default stream is one of the current context.
        if other.is_null() || other as usize <= 2 {
            let _bound = context.bind()?;
            return wait();
        }
        context.retry(raw, |_| wait())
    }
}
