//! What programs that are written for cudarc do on a machine without a driver and NVRTC.

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
        .args(["--exact", "--ignored", "--nocapture", "missing::without_libraries"])
        .env("CUDA_DRIVER", &nothing)
        .env("CUDA_NVRTC", &nothing)
        .env("CUDA_CUSOLVER", &nothing)
        .env("CUDA_CUDART", &nothing)
        .env("CUDA_CUFILE", &nothing)
        .env("CUDA_CUPTI", &nothing)
        .env("CUDA_CUTENSOR", &nothing)
        .env("CUDA_CUSOLVERMG", &nothing)
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
        let text = error.to_string();
        assert!(text.contains("CUDA_CUSOLVER") && text.contains("nothing"), "{text}");
    }
    #[cfg(feature = "cusolvermg")]
    {
        use cudarc::cusolvermg::{Grid, MgHandle, sys::cusolverMgGridMapping_t::*};
        assert!(MgHandle::new().is_err());
        assert!(Grid::new(&[0], CUDALIBMG_GRID_MAPPING_COL_MAJOR).is_err());
    }
    #[cfg(feature = "cutensor")]
    {
        let error = cudarc::cutensor::result::create_handle().unwrap_err().to_string();
        assert!(error.contains("CUDA_CUTENSOR") && error.contains("nothing"), "{error}");
        assert_eq!(cudarc::cutensor::result::get_version(), (0, 0, 0));
    }
    #[cfg(all(feature = "cufile", target_os = "linux"))]
    {
        use cudarc::cufile::{Cufile, CufileError, result, sys};
        let Err(CufileError::IO(error)) = Cufile::new() else {
            panic!("a cuFile was found");
        };
        let text = error.to_string();
        assert!(text.contains("CUDA_CUFILE") && text.contains("nothing"), "{text}");
        // SAFETY: no function is called, because there is none.
        let read = unsafe { result::read(core::ptr::null_mut(), core::ptr::null_mut(), 0, 0, 0) };
        assert!(matches!(read, Err(CufileError::IO(_))));
        // SAFETY: as above.
        let error = unsafe { sys::cuFileDriverOpen() };
        assert_eq!(error.err, sys::CUfileOpError::CU_FILE_DRIVER_NOT_INITIALIZED);
    }
    #[cfg(all(feature = "cupti", target_os = "linux"))]
    {
        use cudarc::cupti::{result, sys};
        let error = result::activity::flush_all(0).unwrap_err();
        assert_eq!(error.0, sys::CUptiResult::CUPTI_ERROR_NOT_INITIALIZED);
        let text = error.to_string();
        assert!(text.contains("CUDA_CUPTI") && text.contains("nothing"), "{text}");
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
