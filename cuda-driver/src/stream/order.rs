use cuda_driver_sys::{CU_STREAM_LEGACY, CU_STREAM_PER_THREAD, CUcontext, CUstream};

use crate::stream::{Stream, StreamFlags};

impl Stream {
    /// Returns `true` if memory of another stream, given by its handle and its context's, can be used on this one as if it
    /// were this one's: the driver runs the work of both in the order of the calls, because one is the context's default
    /// stream and the other synchronizes with it.
    ///
    /// # Safety
    /// The handle is that of a live stream of the context.
    #[cold]
    pub(crate) unsafe fn is_ordered_with(&self, other: CUstream, context: CUcontext) -> bool {
        if context != self.context().as_raw() {
            return false;
        }
        let own = self.as_raw();
        let other = match (own == CU_STREAM_LEGACY, other == CU_STREAM_LEGACY) {
            (true, false) => other,
            (false, true) => own,
            _ => return own == other,
        };
        if other == CU_STREAM_PER_THREAD {
            return true;
        }
        // A null handle refers to either default stream, depending on the table.
        if other.is_null() {
            return false;
        }
        // SAFETY: the stream is alive: this one, or, as the caller guarantees, the other.
        let flags = self
            .context()
            .retry(self.raw(), |raw| unsafe { raw.cuStreamGetFlags(other) });
        flags.is_ok_and(|flags| flags & StreamFlags::NON_BLOCKING.bits() == 0)
    }
}
