//! What programs that are written for cudarc do on a machine without a driver and NVRTC.
#![allow(clippy::unwrap_used, reason = "a failure fails the test")]

use std::process::Command;

use cudarc::driver::sys::CUresult;
use cudarc::driver::{CudaContext, DriverError, result};
use cudarc::nvrtc::compile_ptx;

/// Runs the test below where no library is found.
#[test]
fn a_missing_library_is_an_error_that_lists_the_searched_places() {
    let folder = tempfile::tempdir().unwrap();
    let nothing = folder.path().join("nothing");
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", "--nocapture", "without_libraries"])
        .env("CUDA_DRIVER", &nothing)
        .env("CUDA_NVRTC", &nothing)
        .env("CUDA_CUSOLVER", &nothing)
        .env("CUDA_CUDART", &nothing)
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && out.contains("1 passed"), "{out}{error}");
}

#[test]
#[ignore = "run in a separate process"]
fn without_libraries() {
    const MISSING: DriverError = DriverError(CUresult::CUDA_ERROR_SHARED_OBJECT_INIT_FAILED);
    assert_eq!(result::init(), Err(MISSING));
    assert_eq!(CudaContext::device_count(), Err(MISSING));
    let Err(error) = CudaContext::new(0) else {
        panic!("a driver was found");
    };
    assert_eq!(error, MISSING);
    let text = error.to_string();
    assert!(text.contains("CUDA_DRIVER") && text.contains("nothing"), "{text}");
    #[cfg(feature = "cusolver")]
    {
        use cudarc::cusolver::{RfHandle, sys::cusolverStatus_t};
        let error = RfHandle::new().unwrap_err();
        assert_eq!(error.0, cusolverStatus_t::CUSOLVER_STATUS_NOT_INITIALIZED);
    }
    #[cfg(feature = "runtime")]
    {
        use cudarc::runtime::{result, sys::cudaError_t};
        let error = result::device::get_count().unwrap_err();
        assert_eq!(error.0, cudaError_t::cudaErrorInitializationError);
        assert!(error.to_string().contains("cudaErrorInitializationError"));
    }
    let text = compile_ptx("").unwrap_err().to_string();
    assert!(text.contains("CUDA_NVRTC") && text.contains("nothing"), "{text}");
}
