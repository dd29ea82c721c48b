use super::*;

pub fn get(ordinal: c_int) -> Result<sys::CUdevice, DriverError> {
    // SAFETY: the call stores the device.
    unsafe { value(|to| sys::cuDeviceGet(to, ordinal)) }
}

pub fn get_count() -> Result<c_int, DriverError> {
    // SAFETY: the call stores the number.
    unsafe { value(|to| sys::cuDeviceGetCount(to)) }
}

pub fn get_name(dev: sys::CUdevice) -> Result<String, DriverError> {
    let mut name = [0; 256];
    // SAFETY: there is room for that many bytes, and the driver terminates the name.
    unsafe {
        sys::cuDeviceGetName(name.as_mut_ptr(), 256, dev).result()?;
        Ok(CStr::from_ptr(name.as_ptr()).to_string_lossy().into_owned())
    }
}

pub fn get_uuid(dev: sys::CUdevice) -> Result<sys::CUuuid, DriverError> {
    // SAFETY: the call stores the number.
    unsafe { value(|to| sys::cuDeviceGetUuid_v2(to, dev)) }
}

pub unsafe fn total_mem(dev: sys::CUdevice) -> Result<usize, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cuDeviceTotalMem_v2(to, dev)) }
}

pub unsafe fn get_attribute(
    dev: sys::CUdevice,
    attrib: sys::CUdevice_attribute,
) -> Result<i32, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cuDeviceGetAttribute(to, attrib, dev)) }
}

pub unsafe fn get_default_mem_pool(dev: sys::CUdevice) -> Result<sys::CUmemoryPool, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cuDeviceGetDefaultMemPool(to, dev)) }
}

pub unsafe fn get_mem_pool(dev: sys::CUdevice) -> Result<sys::CUmemoryPool, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cuDeviceGetMemPool(to, dev)) }
}

pub unsafe fn set_mem_pool(dev: sys::CUdevice, pool: sys::CUmemoryPool) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuDeviceSetMemPool(dev, pool).result() }
}
