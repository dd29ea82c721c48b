//! Copies between contexts and devices.

use crate::error::Error;
use crate::memory::{DeviceSlice, DeviceSliceMut, Element, same_bytes};
use crate::stream::{
    Stream,
    quiesce::{Proof, quiesce},
};

impl Stream {
    /// Copies device memory of any stream, context or device to memory of the same length of this stream. The copy
    /// waits for the work submitted to the source's stream so far, and later work of that stream waits for the copy.
    ///
    /// [`cuMemcpyPeerAsync`](crate::driver::Raw::cuMemcpyPeerAsync),
    /// or [`cuMemcpyDtoDAsync`](crate::driver::Raw::cuMemcpyDtoDAsync)
    /// between contexts that [share memory](crate::context::Context::shares_memory_with); and, between two streams, two calls before and two after it, which order them.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::OtherStream`] or [`Error::OtherContext`] if the target is another
    /// stream's, or the driver's error.
    ///
    /// # Aborts
    /// As [`scope`](Stream::scope), if the source's stream can't be made to wait for the copy.
    #[doc(alias("cuMemcpyDtoDAsync", "cuMemcpyDtoDAsync_v2", "cuMemcpyPeerAsync"))]
    pub fn copy_peer<'a, 'b, T: Element>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        target: impl Into<DeviceSliceMut<'b, T>>,
    ) -> Result<(), Error> {
        let (source, target) = (source.into(), target.into());
        self.owns(target.stream())?;
        let bytes = same_bytes::<T>(source.len(), target.len())?;
        if bytes == 0 {
            return Ok(());
        }
        let (from, to) = (source.as_raw(), target.as_raw());
        let (source_stream, source_context) = (source.stream(), source.stream().context());
        self.wait_stream(source_stream)?;
        // SAFETY: both are memory of that many bytes in their contexts, borrowed separately, and the streams are ordered.
        self.submit_copy(|raw, stream| unsafe {
            if self.context().shares_memory_with(source_context) {
                raw.cuMemcpyDtoDAsync(to, from, bytes, stream)
            } else {
                let (here, there) = (self.context().as_raw(), source_context.as_raw());
                raw.cuMemcpyPeerAsync(to, here, from, there, bytes, stream)
            }
        })?;
        source_stream.wait_stream(self).map_err(|error| {
            // The source's owner may write to it from now on.
            let _ = quiesce(self, &Proof::None);
            error.into()
        })
    }
}
