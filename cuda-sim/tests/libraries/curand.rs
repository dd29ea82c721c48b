//! The stand-in for cuRAND.

mod calls;
mod recording;

use core::ptr::null_mut;

use cuda_driver::{Context, Stream};
use cuda_libraries_sys::curand::*;

/// Calls a function of the table.
macro_rules! call {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        let function = cuda_sim_libraries::curand::table().$name.unwrap();
        // SAFETY: tests pass pointers to live values of the right types; the rest is looked up or checked.
        unsafe { function($($argument),*) }
    }};
}
pub(crate) use call;

pub(crate) const SUCCESS: curandStatus_t = curandStatus_t::CURAND_STATUS_SUCCESS;

/// A generator with a stream of its own; without one, of the host.
pub(crate) struct TestGenerator {
    pub stream: Option<Stream>,
    pub raw: curandGenerator_t,
}

impl TestGenerator {
    pub(crate) fn new(kind: curandRngType_t) -> Self {
        let context = context();
        let stream = context.stream().unwrap();
        let mut raw = null_mut();
        assert_eq!(call!(curandCreateGenerator(&raw mut raw, kind)), SUCCESS);
        let handle = stream.as_raw().cast();
        assert_eq!(call!(curandSetStream(raw, handle)), SUCCESS);
        Self { stream: Some(stream), raw }
    }

    pub(crate) fn of_host(kind: curandRngType_t) -> Self {
        let mut raw = null_mut();
        let status = call!(curandCreateGeneratorHost(&raw mut raw, kind));
        assert_eq!(status, SUCCESS);
        Self { stream: None, raw }
    }
}

impl Drop for TestGenerator {
    fn drop(&mut self) {
        assert_eq!(call!(curandDestroyGenerator(self.raw)), SUCCESS);
    }
}

/// Makes the device's primary context current, and returns it.
pub(crate) fn context() -> Context {
    let driver = cuda_sim::driver().unwrap();
    let context = driver.device(0).unwrap().primary_context().unwrap();
    // SAFETY: the context is alive, because the device keeps it.
    unsafe { driver.raw().cuCtxSetCurrent(context.as_raw()) }.unwrap();
    context
}
