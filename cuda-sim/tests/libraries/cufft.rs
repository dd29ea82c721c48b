//! The stand-in for cuFFT.

mod calls;
mod transforms;

use cuda_driver::Stream;
use cuda_libraries_sys::cufft::*;

/// Calls a function of the table.
macro_rules! call {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        let function = crate::cufft::table().$name.unwrap();
        // SAFETY: tests pass pointers to live values of the right types; the rest is looked up or checked.
        unsafe { function($($argument),*) }
    }};
}
pub(crate) use call;

/// Returns the table of the stand-in, or of the cuFFT for the GPU.
pub(crate) fn table() -> &'static CufftTable {
    if crate::chosen().is_software() {
        cuda_sim_libraries::cufft::table()
    } else {
        load().unwrap_or_else(|error| panic!("{error}"))
    }
}

pub(crate) const SUCCESS: cufftResult = cufftResult::CUFFT_SUCCESS;

/// A plan that transforms nothing yet, with a stream of its own.
pub(crate) struct TestPlan {
    pub stream: Stream,
    pub plan: cufftHandle,
    _turn: crate::Turn,
}

impl TestPlan {
    pub(crate) fn new() -> Self {
        let turn = crate::Turn::new();
        let driver = crate::chosen().driver().unwrap();
        let context = driver.device(0).unwrap().primary_context().unwrap();
        // SAFETY: the context is alive, because the device keeps it.
        unsafe { driver.raw().cuCtxSetCurrent(context.as_raw()) }.unwrap();
        let stream = context.stream().unwrap();
        let mut plan = 0;
        assert_eq!(call!(cufftCreate(&raw mut plan)), SUCCESS);
        let handle = stream.as_raw().cast();
        assert_eq!(call!(cufftSetStream(plan, handle)), SUCCESS);
        Self { stream, plan, _turn: turn }
    }

    /// Makes the plan of one dimension.
    pub(crate) fn line(size: i32, kind: cufftType, batch: i32) -> Self {
        let test = Self::new();
        let mut work = 0;
        let status = call!(cufftMakePlan1d(test.plan, size, kind, batch, &raw mut work));
        assert_eq!(status, SUCCESS);
        test
    }
}

impl Drop for TestPlan {
    fn drop(&mut self) {
        let _ = call!(cufftDestroy(self.plan));
    }
}
