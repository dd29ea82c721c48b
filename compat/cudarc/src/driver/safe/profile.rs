use crate::driver::{DriverError, sys};

/// Lets profilers record until it is dropped.
#[derive(Debug, Default)]
pub struct Profiler {}

impl Profiler {
    pub fn new() -> Result<Self, DriverError> {
        profiler_start()?;
        Ok(Self {})
    }
}

impl Drop for Profiler {
    fn drop(&mut self) {
        let _ = profiler_stop();
    }
}

pub fn profiler_start() -> Result<(), DriverError> {
    // SAFETY: it uses no pointer.
    unsafe { sys::cuProfilerStart() }.result()
}

pub fn profiler_stop() -> Result<(), DriverError> {
    // SAFETY: it uses no pointer.
    unsafe { sys::cuProfilerStop() }.result()
}
