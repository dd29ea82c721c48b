//! Events whose functions differ from the driver's.

use cuda_libraries_sys::shared::cudaEvent_t;

use crate::api::{Api, Outcome, out};

impl Api {
    pub(crate) unsafe fn cudaEventCreate(&self, event: *mut cudaEvent_t) -> Outcome {
        let mut created = core::ptr::null_mut();
        cu!(self, cuEventCreate(&raw mut created, 0))?;
        put!(event, created.cast())
    }

    pub(crate) unsafe fn cudaEventDestroy(&self, event: cudaEvent_t) -> Outcome {
        self.ready()?;
        // Not again in another context, as others are.
        cu_without_context!(self, cuEventDestroy_v2(event.cast()))
    }

    pub(crate) unsafe fn cudaEventElapsedTime(
        &self,
        ms: *mut f32,
        start: cudaEvent_t,
        end: cudaEvent_t,
    ) -> Outcome {
        out(ms)?;
        cu_in_any_context!(self, cuEventElapsedTime(ms, start.cast(), end.cast()))
    }

    pub(crate) unsafe fn cudaEventElapsedTime_v2(
        &self,
        ms: *mut f32,
        start: cudaEvent_t,
        end: cudaEvent_t,
    ) -> Outcome {
        out(ms)?;
        cu_in_any_context!(self, cuEventElapsedTime_v2(ms, start.cast(), end.cast()))
    }
}
