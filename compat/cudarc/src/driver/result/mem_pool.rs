use super::*;

pub unsafe fn create(
    pool_props: *const sys::CUmemPoolProps,
) -> Result<sys::CUmemoryPool, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cuMemPoolCreate(to, pool_props)) }
}

pub unsafe fn destroy(pool: sys::CUmemoryPool) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuMemPoolDestroy(pool).result() }
}

pub unsafe fn trim_to(
    pool: sys::CUmemoryPool,
    min_bytes_to_keep: usize,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuMemPoolTrimTo(pool, min_bytes_to_keep).result() }
}

pub unsafe fn get_attribute(
    pool: sys::CUmemoryPool,
    attr: sys::CUmemPool_attribute,
    value: *mut c_void,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuMemPoolGetAttribute(pool, attr, value).result() }
}

pub unsafe fn set_attribute(
    pool: sys::CUmemoryPool,
    attr: sys::CUmemPool_attribute,
    value: *mut c_void,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuMemPoolSetAttribute(pool, attr, value).result() }
}

pub unsafe fn alloc_async(
    pool: sys::CUmemoryPool,
    num_bytes: usize,
    stream: sys::CUstream,
) -> Result<sys::CUdeviceptr, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cuMemAllocFromPoolAsync(to, num_bytes, pool, stream)) }
}
