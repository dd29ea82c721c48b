//! Streams whose functions differ from the driver's.

use crate::api::Api;

impl Api {
    entry!(cudaStreamCreate, |self, pStream| {
        let mut stream = core::ptr::null_mut();
        cu!(self, cuStreamCreate(&raw mut stream, 0))?;
        put!(pStream, stream.cast())
    });

    entry!(cudaStreamDestroy, |self, stream| {
        self.ready()?;
        // Not again in another context, as others are.
        cu_without_context!(self, cuStreamDestroy_v2(stream.cast()))
    });
}
