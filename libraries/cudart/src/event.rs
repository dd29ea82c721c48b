//! Events whose functions differ from the driver's.

use crate::api::{Api, out};

impl Api {
    entry!(cudaEventCreate, |self, event| {
        let mut created = core::ptr::null_mut();
        cu!(self, cuEventCreate(&raw mut created, 0))?;
        put!(event, created.cast())
    });

    entry!(cudaEventDestroy, |self, event| {
        self.ready()?;
        // Not again in another context, as others are.
        cu_without_context!(self, cuEventDestroy_v2(event.cast()))
    });

    entry!(cudaEventElapsedTime, |self, ms, start, end| {
        out(ms)?;
        cu_in_any_context!(self, cuEventElapsedTime(ms, start.cast(), end.cast()))
    });

    entry!(cudaEventElapsedTime_v2, |self, ms, start, end| {
        out(ms)?;
        cu_in_any_context!(self, cuEventElapsedTime_v2(ms, start.cast(), end.cast()))
    });
}
