//! The device and the NVML of the tests.

use std::ffi::c_void;
use std::ptr::null;

use cuda_driver::Driver;
use cuda_rust::device::chosen;
use nvml::Nvml;
use nvml::sys::{NvmlTable, Symbol};

/// Returns the driver of the tests, and its NVML.
pub(crate) fn driver_and_nvml() -> (Driver, Nvml) {
    let driver = chosen().driver().unwrap();
    let nvml = if chosen().is_software() {
        Nvml::from_table(cuda_sim_libraries::nvml::table())
    } else {
        Nvml::load()
    };
    (driver, nvml.unwrap_or_else(|error| panic!("{error}")))
}

/// Returns the software device's table, in which functions are replaced.
pub(crate) fn table(functions: &[(Symbol, *const c_void)]) -> &'static NvmlTable {
    let all = cuda_sim_libraries::nvml::table();
    let resolve = |symbol: Symbol| {
        let replaced = functions.iter().find(|(other, _)| *other == symbol);
        let own = || all.get(symbol).map_or(null(), |function| function.as_ptr().cast_const());
        replaced.map_or_else(own, |(_, function)| *function)
    };
    // SAFETY: each function has the signature of its slot; tests pass null or one of these below.
    Box::leak(Box::new(unsafe { NvmlTable::from_fn(12_000, resolve) }))
}
