//! Events whose functions differ from the driver's.

use cuda_libraries_sys::shared::cudaEvent_t;

use crate::api::{Api, Outcome};

impl Api {
    pub(crate) unsafe fn cudaEventCreate(&self, event: *mut cudaEvent_t) -> Outcome {
        let mut created = core::ptr::null_mut();
        cu!(self, cuEventCreate(&raw mut created, 0))?;
        put!(event, created.cast())
    }
}
