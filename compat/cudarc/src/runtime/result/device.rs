use super::*;

pub fn get() -> Result<i32, RuntimeError> {
    // SAFETY: the call stores the value.
    unsafe { value(|to| sys::cudaGetDevice(to).result()) }
}

pub fn get_device_prop(ordinal: c_int) -> Result<sys::cudaDeviceProp, RuntimeError> {
    // SAFETY: the call stores the value.
    unsafe { value(|to| sys::cudaGetDeviceProperties(to, ordinal).result()) }
}

pub fn get_count() -> Result<c_int, RuntimeError> {
    // SAFETY: the call stores the value.
    unsafe { value(|to| sys::cudaGetDeviceCount(to).result()) }
}

pub fn set(ordinal: i32) -> Result<(), RuntimeError> {
    // SAFETY: it uses no pointer.
    unsafe { sys::cudaSetDevice(ordinal) }.result()
}

pub fn total_mem() -> Result<usize, RuntimeError> {
    get_mem_info().map(|(_, total)| total)
}

pub fn free_mem() -> Result<usize, RuntimeError> {
    get_mem_info().map(|(free, _)| free)
}

pub unsafe fn free(device_ptr: *mut c_void) -> Result<(), RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cudaFree(device_ptr).result() }
}

pub unsafe fn get_attribute(
    ordinal: c_int,
    attr: sys::cudaDeviceAttr,
) -> Result<i32, RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cudaDeviceGetAttribute(to, attr, ordinal).result()) }
}

pub unsafe fn reset() -> Result<(), RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cudaDeviceReset().result() }
}
