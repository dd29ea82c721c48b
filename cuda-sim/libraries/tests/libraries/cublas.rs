//! The stand-in for cuBLAS.

mod order;

use core::ffi::c_void;
use core::ptr::null_mut;

use cuda_driver::{Context, Stream};
use cuda_libraries_sys::cublas::*;

/// Calls a function of the table.
macro_rules! call {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        let function = cuda_sim_libraries::cublas::table().$name.unwrap();
        // SAFETY: tests pass pointers to live values of the right types; the rest is looked up or checked.
        unsafe { function($($argument),*) }
    }};
}
pub(crate) use call;

pub(crate) const SUCCESS: cublasStatus_t = cublasStatus_t::CUBLAS_STATUS_SUCCESS;

/// A handle with a stream of its own.
pub(crate) struct Own {
    pub context: Context,
    pub stream: Stream,
    pub handle: cublasHandle_t,
}

impl Own {
    pub(crate) fn new() -> Self {
        let driver = cuda_sim::driver().unwrap();
        let device = driver.device(0).unwrap();
        let context = device.create_context(Default::default()).unwrap();
        // SAFETY: the context is alive.
        unsafe { driver.raw().cuCtxSetCurrent(context.as_raw()) }.unwrap();
        let stream = context.stream().unwrap();
        let mut handle = null_mut();
        assert_eq!(call!(cublasCreate_v2(&raw mut handle)), SUCCESS);
        let raw = stream.as_raw().cast();
        assert_eq!(call!(cublasSetStream_v2(handle, raw)), SUCCESS);
        Self {
            context,
            stream,
            handle,
        }
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        assert_eq!(call!(cublasDestroy_v2(self.handle)), SUCCESS);
    }
}

/// Returns an address of device memory as a pointer.
pub(crate) fn pointer(address: u64) -> *mut c_void {
    address as *mut c_void
}
