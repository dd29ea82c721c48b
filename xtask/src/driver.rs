//! The version of the installed CUDA driver, which decides the NVRTC to fetch.

use std::ffi::c_int;

use cuda_pathfinder::{DRIVER, Search};

use crate::Version;

/// Returns the newest CUDA version that the installed driver supports; `None` if there is no usable driver.
///
/// It calls the driver's library directly, because this program must build without generated crates such as
/// `cuda-driver`.
pub fn version() -> Option<Version> {
    let driver = Search::new().load(&DRIVER).ok()?.library;
    // SAFETY: cuda.h declares `CUresult cuDriverGetVersion(int *)` in every version, and `CUresult` is an `int`.
    let get_version = unsafe {
        driver.get::<unsafe extern "system" fn(*mut c_int) -> c_int>("cuDriverGetVersion")
    };
    let get_version = get_version.ok()?;
    let mut number = 0;
    // SAFETY: the function needs no `cuInit` before it and writes one `int` through its argument.
    let result = unsafe { get_version(&mut number) };
    if result == 0 {
        Version::from_cuda(number)
    } else {
        None
    }
}
