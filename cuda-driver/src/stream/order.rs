use cuda_driver_sys::CUstream;

use crate::{CuResult, Stream};

impl Stream {
    /// Makes the work submitted to a raw stream from now on wait for all work submitted to this one so far. A library
    /// does this before it passes memory to a caller that works on `other`. The host doesn't wait.
    ///
    /// It makes two driver calls. [`wait_stream`](Self::wait_stream) of a [borrowed](Self::borrow_raw) stream does the
    /// same, but first checks whether other code captures that stream; here the wait becomes part of the capture, as
    /// with any call in C.
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_STREAM_CAPTURE_ISOLATION` (905) if a capture would wait for work that
    /// isn't part of it.
    ///
    /// # Safety
    /// `other` is a stream of this stream's context, or a default stream (`CU_STREAM_LEGACY`, `CU_STREAM_PER_THREAD`).
    #[doc(alias = "cuStreamWaitEvent")]
    #[inline]
    pub unsafe fn order_before_raw(&self, other: CUstream) -> Result<(), CuResult> {
        let event = self.mark()?;
        let (context, raw) = (self.context(), self.raw());
        let wait = || {
            // SAFETY: the event is alive, and the caller guarantees that the stream is valid. The driver has copied the
            // event's state when it returns.
            unsafe { raw.cuStreamWaitEvent(other, event.as_raw(), 0) }
        };
        // A default stream belongs to the current context.
        if other.is_null() || other as usize <= 2 {
            let _bound = context.bind()?;
            return wait();
        }
        context.retry(raw, |_| wait())
    }
}
