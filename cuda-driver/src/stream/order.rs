use cuda_driver_sys::{CU_STREAM_LEGACY, CU_STREAM_PER_THREAD};

use crate::stream::{Stream, StreamFlags};

impl Stream {
    /// Returns `true` if memory of another stream can be used on this one as if it were this one's: the driver runs the
    /// work of both in the order of the calls, because one is the context's default stream and the other synchronizes with
    /// it.
    #[cold]
    pub(crate) fn is_ordered_with(&self, other: &Stream) -> bool {
        let is_legacy = |stream: &Stream| stream.as_raw() == CU_STREAM_LEGACY;
        let other = match (is_legacy(self), is_legacy(other)) {
            _ if self.context() != other.context() => return false,
            (true, false) => other,
            (false, true) => self,
            _ => return self == other,
        };
        if other.as_raw() == CU_STREAM_PER_THREAD {
            return true;
        }
        // A null handle refers to either default stream, depending on the table.
        !other.as_raw().is_null()
            && other
                .flags()
                .is_ok_and(|flags| !flags.contains(StreamFlags::NON_BLOCKING))
    }
}
