//! Streams whose functions differ from the driver's.

use cuda_libraries_sys::shared::cudaStream_t;

use crate::api::{Api, Outcome};

impl Api {
    pub(crate) unsafe fn cudaStreamCreate(&self, pStream: *mut cudaStream_t) -> Outcome {
        let mut stream = core::ptr::null_mut();
        cu!(self, cuStreamCreate(&raw mut stream, 0))?;
        put!(pStream, stream.cast())
    }

    pub(crate) unsafe fn cudaStreamDestroy(&self, stream: cudaStream_t) -> Outcome {
        self.ready()?;
        // Not again in another context, as others are.
        cu_without_context!(self, cuStreamDestroy_v2(stream.cast()))
    }
}
