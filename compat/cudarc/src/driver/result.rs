//! Unsafe calls that return a `Result`.

use core::ffi::{CStr, c_int, c_uchar, c_uint, c_void};
use core::fmt;
use core::mem::MaybeUninit;
use core::ptr;
use std::ffi::CString;

use super::sys::{self, CUresult};

/// The code of a call that failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DriverError(pub CUresult);

impl CUresult {
    /// Converts the code to a `Result`.
    #[inline]
    pub fn result(self) -> Result<(), DriverError> {
        match self {
            Self::CUDA_SUCCESS => Ok(()),
            code => Err(DriverError(code)),
        }
    }
}

impl DriverError {
    /// Returns the code's name in C.
    pub fn error_name(&self) -> Result<&CStr, DriverError> {
        // SAFETY: the driver returns a text that lives forever.
        unsafe { text(|to| sys::cuGetErrorName(self.0, to)) }
    }

    /// Returns the driver's text about the code.
    pub fn error_string(&self) -> Result<&CStr, DriverError> {
        // SAFETY: as above.
        unsafe { text(|to| sys::cuGetErrorString(self.0, to)) }
    }
}

/// # Safety
/// On success, the call stores a text that lives forever.
unsafe fn text<'a>(
    call: impl FnOnce(*mut *const core::ffi::c_char) -> CUresult,
) -> Result<&'a CStr, DriverError> {
    let mut text = ptr::null();
    call(&raw mut text).result()?;
    // SAFETY: the caller guarantees it.
    Ok(unsafe { CStr::from_ptr(text) })
}

/// The code with the driver's text; if there is no driver, with the places where it was searched for.
impl fmt::Debug for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.error_string(), cuda_driver::Driver::load()) {
            (Ok(text), _) => write!(f, "DriverError({:?}, {text:?})", self.0),
            (Err(_), Err(error)) => write!(f, "DriverError({:?}): {error}", self.0),
            (Err(_), Ok(_)) => write!(f, "DriverError({:?})", self.0),
        }
    }
}

impl fmt::Display for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl std::error::Error for DriverError {}

/// The code of an error of `cuda-driver`. This isn't a `From`, because a second one would make programs ambiguous whose
/// closures end with `Ok(())`.
pub(super) trait OrCode<T> {
    fn or_code(self) -> Result<T, DriverError>;
}

impl<T, E: Into<cuda_driver::Error>> OrCode<T> for Result<T, E> {
    /// Errors that are found before the driver is called become the code that it would return.
    fn or_code(self) -> Result<T, DriverError> {
        use cuda_driver::Error as E;
        self.map_err(|error| {
            let error = error.into();
            DriverError(match &error {
                E::NoSuchDevice(_) => CUresult::CUDA_ERROR_INVALID_DEVICE,
                E::FunctionNotFound(_) => CUresult::CUDA_ERROR_NOT_FOUND,
                E::Unreadable(_) => CUresult::CUDA_ERROR_FILE_NOT_FOUND,
                E::TooLarge(_) => CUresult::CUDA_ERROR_OUT_OF_MEMORY,
                E::Load(error) if error.result().is_none() => {
                    CUresult::CUDA_ERROR_SHARED_OBJECT_INIT_FAILED
                }
                _ => match error.result() {
                    Some(result) => result.code().as_raw().into(),
                    None => CUresult::CUDA_ERROR_INVALID_VALUE,
                },
            })
        })
    }
}

/// Returns the value that a call stores.
///
/// # Safety
/// On success, the call has stored a value.
unsafe fn value<T>(call: impl FnOnce(*mut T) -> CUresult) -> Result<T, DriverError> {
    let mut value = MaybeUninit::zeroed();
    call(value.as_mut_ptr()).result()?;
    // SAFETY: the caller guarantees it.
    Ok(unsafe { value.assume_init() })
}

/// Initializes the driver.
pub fn init() -> Result<(), DriverError> {
    // SAFETY: there is no other flag.
    unsafe { sys::cuInit(0) }.result()
}

pub mod device;

pub mod function {
    use super::*;

    pub unsafe fn get_function_attribute(
        f: sys::CUfunction,
        attribute: sys::CUfunction_attribute,
    ) -> Result<i32, DriverError> {
        // SAFETY: the caller keeps to the function's contract.
        unsafe { value(|to| sys::cuFuncGetAttribute(to, attribute, f)) }
    }

    pub unsafe fn set_function_attribute(
        f: sys::CUfunction,
        attribute: sys::CUfunction_attribute,
        value: i32,
    ) -> Result<(), DriverError> {
        // SAFETY: the caller keeps to the function's contract.
        unsafe { sys::cuFuncSetAttribute(f, attribute, value).result() }
    }

    pub unsafe fn set_function_cache_config(
        f: sys::CUfunction,
        attribute: sys::CUfunc_cache,
    ) -> Result<(), DriverError> {
        // SAFETY: the caller keeps to the function's contract.
        unsafe { sys::cuFuncSetCacheConfig(f, attribute).result() }
    }
}

pub mod occupancy;

pub mod primary_ctx {
    use super::*;

    pub unsafe fn retain(dev: sys::CUdevice) -> Result<sys::CUcontext, DriverError> {
        // SAFETY: the caller keeps to the function's contract.
        unsafe { value(|to| sys::cuDevicePrimaryCtxRetain(to, dev)) }
    }

    pub unsafe fn release(dev: sys::CUdevice) -> Result<(), DriverError> {
        // SAFETY: the caller keeps to the function's contract.
        unsafe { sys::cuDevicePrimaryCtxRelease_v2(dev).result() }
    }
}

pub mod ctx;

pub mod stream;

pub unsafe fn malloc_async(
    stream: sys::CUstream,
    num_bytes: usize,
) -> Result<sys::CUdeviceptr, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cuMemAllocAsync(to, num_bytes, stream)) }
}

pub unsafe fn malloc_sync(num_bytes: usize) -> Result<sys::CUdeviceptr, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cuMemAlloc_v2(to, num_bytes)) }
}

pub unsafe fn malloc_managed(
    num_bytes: usize,
    flags: sys::CUmemAttach_flags,
) -> Result<sys::CUdeviceptr, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cuMemAllocManaged(to, num_bytes, flags as u32)) }
}

pub unsafe fn malloc_host(num_bytes: usize, flags: c_uint) -> Result<*mut c_void, DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cuMemHostAlloc(to, num_bytes, flags)) }
}

pub unsafe fn free_host(host_ptr: *mut c_void) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuMemFreeHost(host_ptr).result() }
}

pub unsafe fn mem_advise(
    dptr: sys::CUdeviceptr,
    num_bytes: usize,
    advice: sys::CUmem_advise,
    location: sys::CUmemLocation,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuMemAdvise_v2(dptr, num_bytes, advice, location).result() }
}

pub unsafe fn mem_prefetch_async(
    dptr: sys::CUdeviceptr,
    num_bytes: usize,
    location: sys::CUmemLocation,
    stream: sys::CUstream,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuMemPrefetchAsync_v2(dptr, num_bytes, location, 0, stream).result() }
}

pub unsafe fn free_async(dptr: sys::CUdeviceptr, stream: sys::CUstream) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuMemFreeAsync(dptr, stream).result() }
}

pub unsafe fn free_sync(dptr: sys::CUdeviceptr) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuMemFree_v2(dptr).result() }
}

pub unsafe fn memory_free(device_ptr: sys::CUdeviceptr) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuMemFree_v2(device_ptr).result() }
}

pub unsafe fn memset_d8_async(
    dptr: sys::CUdeviceptr,
    uc: c_uchar,
    num_bytes: usize,
    stream: sys::CUstream,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuMemsetD8Async(dptr, uc, num_bytes, stream).result() }
}

pub unsafe fn memset_d8_sync(
    dptr: sys::CUdeviceptr,
    uc: c_uchar,
    num_bytes: usize,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuMemsetD8_v2(dptr, uc, num_bytes).result() }
}

pub unsafe fn memcpy_htod_async<T>(
    dst: sys::CUdeviceptr,
    src: &[T],
    stream: sys::CUstream,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        sys::cuMemcpyHtoDAsync_v2(dst, src.as_ptr().cast(), size_of_val(src), stream).result()
    }
}

pub unsafe fn memcpy_htod_sync<T>(dst: sys::CUdeviceptr, src: &[T]) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuMemcpyHtoD_v2(dst, src.as_ptr().cast(), size_of_val(src)).result() }
}

pub unsafe fn memcpy_dtoh_async<T>(
    dst: &mut [T],
    src: sys::CUdeviceptr,
    stream: sys::CUstream,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        sys::cuMemcpyDtoHAsync_v2(dst.as_mut_ptr().cast(), src, size_of_val(dst), stream).result()
    }
}

pub unsafe fn memcpy_dtoh_sync<T>(dst: &mut [T], src: sys::CUdeviceptr) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuMemcpyDtoH_v2(dst.as_mut_ptr().cast(), src, size_of_val(dst)).result() }
}

pub unsafe fn memcpy_dtod_async(
    dst: sys::CUdeviceptr,
    src: sys::CUdeviceptr,
    num_bytes: usize,
    stream: sys::CUstream,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuMemcpyDtoDAsync_v2(dst, src, num_bytes, stream).result() }
}

pub unsafe fn memcpy_dtod_sync(
    dst: sys::CUdeviceptr,
    src: sys::CUdeviceptr,
    num_bytes: usize,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuMemcpyDtoD_v2(dst, src, num_bytes).result() }
}

pub unsafe fn memcpy_peer_async(
    dst_ctx: sys::CUcontext,
    dst: sys::CUdeviceptr,
    src_ctx: sys::CUcontext,
    src: sys::CUdeviceptr,
    num_bytes: usize,
    stream: sys::CUstream,
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cuMemcpyPeerAsync(dst, dst_ctx, src, src_ctx, num_bytes, stream).result() }
}

pub unsafe fn launch_kernel(
    f: sys::CUfunction,
    grid_dim: (c_uint, c_uint, c_uint),
    block_dim: (c_uint, c_uint, c_uint),
    shared_mem_bytes: c_uint,
    stream: sys::CUstream,
    kernel_params: &mut [*mut c_void],
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        sys::cuLaunchKernel(
            f,
            grid_dim.0,
            grid_dim.1,
            grid_dim.2,
            block_dim.0,
            block_dim.1,
            block_dim.2,
            shared_mem_bytes,
            stream,
            kernel_params.as_mut_ptr(),
            ptr::null_mut(),
        )
        .result()
    }
}

pub unsafe fn launch_cooperative_kernel(
    f: sys::CUfunction,
    grid_dim: (c_uint, c_uint, c_uint),
    block_dim: (c_uint, c_uint, c_uint),
    shared_mem_bytes: c_uint,
    stream: sys::CUstream,
    kernel_params: &mut [*mut c_void],
) -> Result<(), DriverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        sys::cuLaunchCooperativeKernel(
            f,
            grid_dim.0,
            grid_dim.1,
            grid_dim.2,
            block_dim.0,
            block_dim.1,
            block_dim.2,
            shared_mem_bytes,
            stream,
            kernel_params.as_mut_ptr(),
        )
        .result()
    }
}

pub fn mem_get_info() -> Result<(usize, usize), DriverError> {
    let mut free = 0;
    // SAFETY: the call stores both.
    let total = unsafe { value(|to| sys::cuMemGetInfo_v2(&raw mut free, to)) }?;
    Ok((free, total))
}

pub mod module;

pub mod event {
    use super::*;

    pub fn create(flags: sys::CUevent_flags) -> Result<sys::CUevent, DriverError> {
        // SAFETY: the call stores the event.
        unsafe { value(|to| sys::cuEventCreate(to, flags as u32)) }
    }

    pub unsafe fn record(event: sys::CUevent, stream: sys::CUstream) -> Result<(), DriverError> {
        // SAFETY: the caller keeps to the function's contract.
        unsafe { sys::cuEventRecord(event, stream).result() }
    }

    pub unsafe fn elapsed(start: sys::CUevent, end: sys::CUevent) -> Result<f32, DriverError> {
        // SAFETY: the caller keeps to the function's contract.
        unsafe { value(|to| sys::cuEventElapsedTime(to, start, end)) }
    }

    pub unsafe fn query(event: sys::CUevent) -> Result<(), DriverError> {
        // SAFETY: the caller keeps to the function's contract.
        unsafe { sys::cuEventQuery(event).result() }
    }

    pub unsafe fn synchronize(event: sys::CUevent) -> Result<(), DriverError> {
        // SAFETY: the caller keeps to the function's contract.
        unsafe { sys::cuEventSynchronize(event).result() }
    }

    pub unsafe fn destroy(event: sys::CUevent) -> Result<(), DriverError> {
        // SAFETY: the caller keeps to the function's contract.
        unsafe { sys::cuEventDestroy_v2(event).result() }
    }
}

pub mod graph;

pub mod mem_pool;

#[cfg(unix)]
pub mod external_memory;
