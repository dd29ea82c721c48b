//! A driver with two devices and few functions, for tests.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::ptr;
use std::sync::LazyLock;

use cuda_driver::{
    Device, Driver,
    sys::{CUdevice, CUdevice_attribute as Attribute, CUresult, DriverTable, Symbol},
};

static TABLE: LazyLock<DriverTable> = LazyLock::new(|| {
    let resolve = |symbol| match symbol {
        Symbol::cuInit => init as *const c_void,
        Symbol::cuDeviceGetCount => count as *const c_void,
        Symbol::cuDeviceGet => get as *const c_void,
        Symbol::cuDeviceGetName => name as *const c_void,
        Symbol::cuDeviceGetAttribute => attribute as *const c_void,
        Symbol::cuDeviceCanAccessPeer => can_access_peer as *const c_void,
        _ => ptr::null(),
    };
    // SAFETY: each function has the signature of cuda.h, and exists as long as the program.
    unsafe { DriverTable::from_fn(12_000, resolve) }
});

/// A table of CUDA 12.0 with six functions.
pub fn table() -> &'static DriverTable {
    &TABLE
}

/// One of its two devices.
pub fn device(ordinal: usize) -> Device {
    // SAFETY: the functions do what the driver API specifies.
    let driver = unsafe { Driver::from_table(table()) }.unwrap();
    driver.device(ordinal).unwrap()
}

extern "C" fn init(_: c_uint) -> CUresult {
    CUresult::CUDA_SUCCESS
}

/// Writes a result through the caller's pointer.
fn answer<T>(to: *mut T, value: T) -> CUresult {
    // SAFETY: the callers are this crate's wrappers, which pass pointers to live values.
    unsafe { to.write(value) };
    CUresult::CUDA_SUCCESS
}

extern "C" fn count(to: *mut c_int) -> CUresult {
    answer(to, 2)
}

extern "C" fn get(to: *mut CUdevice, ordinal: c_int) -> CUresult {
    match ordinal {
        0 | 1 => answer(to, ordinal),
        _ => CUresult::CUDA_ERROR_INVALID_DEVICE,
    }
}

extern "C" fn name(to: *mut c_char, _: c_int, _: CUdevice) -> CUresult {
    answer(to.cast(), *b"Fake\0")
}

extern "C" fn attribute(to: *mut c_int, attribute: Attribute, _: CUdevice) -> CUresult {
    match attribute {
        Attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE => answer(to, 32),
        Attribute::CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE => answer(to, 3_201_000),
        Attribute::CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH => answer(to, 6144),
        Attribute::CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY => answer(to, 1),
        Attribute::CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED => answer(to, 0),
        _ => CUresult::CUDA_ERROR_INVALID_VALUE,
    }
}

/// The first device can access the second one's memory, and not the other way round.
extern "C" fn can_access_peer(to: *mut c_int, device: CUdevice, _: CUdevice) -> CUresult {
    answer(to, c_int::from(device == 0))
}
