use super::*;

pub unsafe fn create_v3(flags: c_uint, dev: sys::CUdevice) -> Result<sys::CUcontext, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cuCtxCreate_v2(to, flags, dev)) }
}

pub unsafe fn create_v4(
    ctx_create_params: *mut sys::CUctxCreateParams,
    flags: c_uint,
    dev: sys::CUdevice,
) -> Result<sys::CUcontext, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cuCtxCreate_v4(to, ctx_create_params, flags, dev)) }
}

pub unsafe fn set_current(ctx: sys::CUcontext) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuCtxSetCurrent(ctx).result() }
}

pub fn get_current() -> Result<Option<sys::CUcontext>, DriverError> {
    // SAFETY: the call stores the context.
    let context = unsafe { value(|to| sys::cuCtxGetCurrent(to)) }?;
    Ok((!context.is_null()).then_some(context))
}

pub fn set_flags(flags: sys::CUctx_flags) -> Result<(), DriverError> {
    // SAFETY: it uses no pointer.
    unsafe { sys::cuCtxSetFlags(flags as u32) }.result()
}

pub fn synchronize() -> Result<(), DriverError> {
    // SAFETY: it uses no pointer.
    unsafe { sys::cuCtxSynchronize() }.result()
}

pub fn get_limit(limit: sys::CUlimit) -> Result<usize, DriverError> {
    // SAFETY: the call stores the limit.
    unsafe { value(|to| sys::cuCtxGetLimit(to, limit)) }
}

pub fn set_limit(limit: sys::CUlimit, value: usize) -> Result<(), DriverError> {
    // SAFETY: it uses no pointer.
    unsafe { sys::cuCtxSetLimit(limit, value) }.result()
}

pub fn get_cache_config() -> Result<sys::CUfunc_cache, DriverError> {
    // SAFETY: the call stores the preference, which may be one that the enum lacks.
    let stored: cuda_driver_sys::CUfunc_cache = unsafe {
        value(|to: *mut cuda_driver_sys::CUfunc_cache| sys::cuCtxGetCacheConfig(to.cast()))
    }?;
    let config = sys::CUfunc_cache::of(i64::from(stored.0));
    config.ok_or(DriverError(CUresult::CUDA_ERROR_UNKNOWN))
}

pub fn set_cache_config(config: sys::CUfunc_cache) -> Result<(), DriverError> {
    // SAFETY: it uses no pointer.
    unsafe { sys::cuCtxSetCacheConfig(config) }.result()
}
