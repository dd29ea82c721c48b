//! The installed CUDA driver: its version, which decides the NVRTC to fetch, and whether it has a GPU.
//!
//! The driver is called directly, because this program must build without generated crates such as `cuda-driver`.

use std::env;
use std::ffi::{CStr, c_int, c_uint};

use anyhow::{Result, bail};
use cuda_pathfinder::{DRIVER, LoadedLibrary, Search};

use crate::version::Version;

/// The variable that chooses the device, as for the examples and the tests.
const DEVICE: &str = "CUDA_TEST_DEVICE";

/// The prefix of the software device's name: `cuda_sim::DEVICE_NAME`.
const SOFTWARE: &str = "CUDA software device";

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
    if result == 0 { Version::from_cuda(number) } else { None }
}

/// Returns why programs should run on the software device: `CUDA_TEST_DEVICE` says so, or there is no GPU. `None` if
/// they should run on a GPU.
pub fn why_software_device() -> Result<Option<&'static str>> {
    let requested = env::var_os(DEVICE).unwrap_or_default();
    why_software(&requested.to_string_lossy(), || {
        let devices = devices().unwrap_or_default();
        devices.into_iter().next()
    })
}

fn why_software(
    requested: &str,
    first_device: impl Fn() -> Option<String>,
) -> Result<Option<&'static str>> {
    let is_software = |name: &String| name.starts_with(SOFTWARE);
    match requested {
        "software" => Ok(Some("CUDA_TEST_DEVICE is software")),
        "hardware" => match first_device().filter(is_software) {
            Some(name) => bail!("the installed driver's device is software: {name}"),
            None => Ok(None),
        },
        "" | "auto" => Ok(match first_device() {
            Some(name) if !is_software(&name) => None,
            _ => Some("no GPU was found"),
        }),
        _ => bail!("{DEVICE} is {requested:?}; it can be hardware, software or auto"),
    }
}

/// Loads the driver, if there is one. It is never unloaded, because an initialized driver may have started threads.
fn load() -> Option<&'static LoadedLibrary> {
    Some(Box::leak(Box::new(Search::new().load(&DRIVER).ok()?)))
}

/// Returns the names of the driver's devices; `None` if there is no usable driver.
pub fn devices() -> Option<Vec<String>> {
    let driver = &load()?.library;
    // SAFETY: cuda.h declares `CUresult cuInit(unsigned int)` in every version.
    let init = unsafe { driver.get::<unsafe extern "system" fn(c_uint) -> c_int>("cuInit") };
    // SAFETY: cuda.h declares `CUresult cuDeviceGetCount(int *)` in every version.
    let get_count =
        unsafe { driver.get::<unsafe extern "system" fn(*mut c_int) -> c_int>("cuDeviceGetCount") };
    // SAFETY: cuda.h declares `CUresult cuDeviceGet(CUdevice *, int)` in every version, and a `CUdevice` is an `int`.
    let get = unsafe {
        driver.get::<unsafe extern "system" fn(*mut c_int, c_int) -> c_int>("cuDeviceGet")
    };
    // SAFETY: cuda.h declares `CUresult cuDeviceGetName(char *, int, CUdevice)` in every version.
    let get_name = unsafe {
        driver.get::<unsafe extern "system" fn(*mut u8, c_int, c_int) -> c_int>("cuDeviceGetName")
    };
    let (init, get_count) = (init.ok()?, get_count.ok()?);
    let (get, get_name) = (get.ok()?, get_name.ok()?);
    let mut count = 0;
    // SAFETY: the flags must be 0; the second function follows `cuInit` and writes one `int` through its argument.
    let works = unsafe { init(0) == 0 && get_count(&mut count) == 0 };
    let name = |number| {
        let (mut device, mut name) = (0, [0; 256]);
        // SAFETY: both follow `cuInit`; the first writes one `int`, the second at most 256 bytes, the last of them 0.
        let works = unsafe {
            get(&mut device, number) == 0 && get_name(name.as_mut_ptr(), 256, device) == 0
        };
        let name = CStr::from_bytes_until_nul(&name).ok().filter(|_| works)?;
        Some(name.to_string_lossy().into_owned())
    };
    works.then(|| (0..count).map_while(name).collect())
}

/// Returns the compute capability of the driver's first device; `None` if there is no usable driver or device.
pub fn compute_capability() -> Option<(c_int, c_int)> {
    const MAJOR: c_int = 75;
    const MINOR: c_int = 76;
    // This also initializes it.
    devices()?.first()?;
    let driver = &load()?.library;
    // SAFETY: cuda.h declares `CUresult cuDeviceGetAttribute(int *, CUdevice_attribute, CUdevice)` in every version.
    let get = unsafe {
        driver.get::<unsafe extern "system" fn(*mut c_int, c_int, c_int) -> c_int>(
            "cuDeviceGetAttribute",
        )
    };
    let get = get.ok()?;
    let attribute = |attribute| {
        let mut value = 0;
        // SAFETY: `cuInit` was called, there is a device 0, and one `int` is written.
        (unsafe { get(&mut value, attribute, 0) } == 0).then_some(value)
    };
    Some((attribute(MAJOR)?, attribute(MINOR)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GPU: Option<&str> = Some("NVIDIA H200");

    fn wants(requested: &str, first_device: Option<&str>) -> bool {
        let reason = why_software(requested, || first_device.map(str::to_owned)).unwrap();
        reason.is_some()
    }

    #[test]
    fn the_software_device_is_used_if_requested_or_without_a_gpu() {
        assert!(wants("software", GPU) && wants("auto", None) && wants("", None));
        assert!(!wants("hardware", None) && !wants("auto", GPU) && !wants("", GPU));
    }

    #[test]
    fn the_software_device_does_not_count_as_a_gpu() {
        let software = Some("CUDA software device (2 cores)");
        assert!(wants("auto", software) && wants("", software));
        let name = || software.map(str::to_owned);
        let error = why_software("hardware", name).unwrap_err().to_string();
        assert!(error.contains("software: CUDA software device"), "{error}");
        assert!(!wants("hardware", GPU));
    }

    #[test]
    fn an_unknown_device_is_an_error_that_names_the_known_ones() {
        let error = why_software("gpu", || None).unwrap_err().to_string();
        assert!(error.contains("\"gpu\"") && error.contains("hardware, software or auto"));
    }
}
