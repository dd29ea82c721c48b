//! Streams whose functions differ from the driver's.

use cuda_libraries_sys::shared::cudaStream_t;

use crate::api::{Api, Outcome};

impl Api {
    pub(crate) unsafe fn cudaStreamCreate(&self, pStream: *mut cudaStream_t) -> Outcome {
        let mut stream = core::ptr::null_mut();
        cu!(self, cuStreamCreate(&raw mut stream, 0))?;
        put!(pStream, stream.cast())
    }
}
