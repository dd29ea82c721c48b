//! The installed CUDA driver: its version, which decides the NVRTC to fetch, and whether it has a GPU.
//!
//! It is called directly, because this program must build without generated crates such as `cuda-driver`.

use std::env;
use std::ffi::{c_int, c_uint};

use anyhow::{Result, bail};
use cuda_pathfinder::{DRIVER, Search};

use crate::Version;

/// The variable that chooses the device, as for the examples and the tests.
const DEVICE: &str = "CUDA_TEST_DEVICE";

/// Returns the newest CUDA version that the installed driver supports; `None` if there is no usable driver.
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

/// Returns `true` if programs should run on the software device: if `CUDA_TEST_DEVICE` says so, or there is no GPU.
pub fn wants_software_device() -> Result<bool> {
    let wish = env::var_os(DEVICE).unwrap_or_default();
    wants_software(&wish.to_string_lossy(), || {
        gpus().is_some_and(|gpus| gpus > 0)
    })
}

fn wants_software(wish: &str, has_gpu: impl Fn() -> bool) -> Result<bool> {
    match wish {
        "software" => Ok(true),
        "hardware" => Ok(false),
        "" | "auto" => Ok(!has_gpu()),
        _ => bail!("{DEVICE} is {wish:?}; it can be hardware, software or auto"),
    }
}

/// Returns the number of GPUs; `None` if there is no usable driver.
fn gpus() -> Option<c_int> {
    let driver = Search::new().load(&DRIVER).ok()?.library;
    // SAFETY: cuda.h declares `CUresult cuInit(unsigned int)` in every version.
    let init = unsafe { driver.get::<unsafe extern "system" fn(c_uint) -> c_int>("cuInit") };
    // SAFETY: cuda.h declares `CUresult cuDeviceGetCount(int *)` in every version.
    let get_count =
        unsafe { driver.get::<unsafe extern "system" fn(*mut c_int) -> c_int>("cuDeviceGetCount") };
    let (init, get_count) = (init.ok()?, get_count.ok()?);
    let mut count = 0;
    // SAFETY: the flags must be 0; the second function follows `cuInit` and writes one `int` through its argument.
    let works = unsafe { init(0) == 0 && get_count(&mut count) == 0 };
    works.then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_software_device_is_for_those_who_ask_or_have_no_gpu() {
        let wants = |wish, gpu| wants_software(wish, || gpu).unwrap();
        assert!(wants("software", true) && wants("auto", false) && wants("", false));
        assert!(!wants("hardware", false) && !wants("auto", true) && !wants("", true));
    }

    #[test]
    fn an_unknown_device_is_an_error_that_names_the_known_ones() {
        let error = wants_software("gpu", || true).unwrap_err().to_string();
        assert!(error.contains("\"gpu\"") && error.contains("hardware, software or auto"));
    }
}
