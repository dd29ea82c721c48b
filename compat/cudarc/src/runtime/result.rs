//! Unsafe calls that return a `Result`.

use core::ffi::{CStr, c_int, c_uchar, c_uint, c_void};
use core::fmt;

use super::sys;
use crate::driver::sys::CUresult;
use crate::library::value;

/// The code of a call that failed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RuntimeError(pub sys::cudaError_t);

impl sys::cudaError_t {
    /// Converts the code to a `Result`.
    pub fn result(self) -> Result<(), RuntimeError> {
        match self {
            Self::cudaSuccess => Ok(()),
            code => Err(RuntimeError(code)),
        }
    }
}

impl From<CUresult> for RuntimeError {
    fn from(code: CUresult) -> Self {
        Self(match code {
            CUresult::CUDA_SUCCESS => sys::cudaError_t::cudaSuccess,
            CUresult::CUDA_ERROR_INVALID_VALUE => sys::cudaError_t::cudaErrorInvalidValue,
            CUresult::CUDA_ERROR_OUT_OF_MEMORY => sys::cudaError_t::cudaErrorMemoryAllocation,
            _ => sys::cudaError_t::cudaErrorUnknown,
        })
    }
}

impl RuntimeError {
    pub fn error_name(&self) -> Result<&CStr, RuntimeError> {
        // SAFETY: the text lives forever, also that of a missing library.
        Ok(unsafe { CStr::from_ptr(sys::cudaGetErrorName(self.0)) })
    }

    pub fn error_string(&self) -> Result<&CStr, RuntimeError> {
        // SAFETY: as above.
        Ok(unsafe { CStr::from_ptr(sys::cudaGetErrorString(self.0)) })
    }
}

impl fmt::Debug for RuntimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RuntimeError").field(&self.0).field(&self.error_string()).finish()
    }
}

impl fmt::Display for RuntimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl std::error::Error for RuntimeError {}

#[derive(Debug, Clone, Copy)]
pub enum CudaDeviceFlags {
    CudaDeviceScheduleAuto = sys::cudaDeviceScheduleAuto as isize,
    CudaDeviceScheduleSpin = sys::cudaDeviceScheduleSpin as isize,
    CudaDeviceScheduleYield = sys::cudaDeviceScheduleYield as isize,
    CudaDeviceScheduleBlockingSync = sys::cudaDeviceScheduleBlockingSync as isize,
    CudaDeviceMapHost = sys::cudaDeviceMapHost as isize,
    CudaDeviceLmemResizeToMax = sys::cudaDeviceLmemResizeToMax as isize,
    CudaDeviceSyncMemops = sys::cudaDeviceSyncMemops as isize,
}

pub mod version {
    use super::*;

    pub fn get() -> Result<i32, RuntimeError> {
        // SAFETY: the call stores the value.
        unsafe { value(|to| sys::cudaRuntimeGetVersion(to).result()) }
    }

    pub fn get_runtime_version() -> Result<i32, RuntimeError> {
        // SAFETY: the call stores the value.
        unsafe { value(|to| sys::cudaRuntimeGetVersion(to).result()) }
    }

    pub fn get_driver_version() -> Result<i32, RuntimeError> {
        // SAFETY: the call stores the value.
        unsafe { value(|to| sys::cudaDriverGetVersion(to).result()) }
    }
}

pub mod device;

pub mod function {
    use super::*;

    pub unsafe fn set_function_attribute(
        func: *const c_void,
        attribute: sys::cudaFuncAttribute,
        value: i32,
    ) -> Result<(), RuntimeError> {
        // SAFETY: the caller keeps to the function's contract.
        unsafe { sys::cudaFuncSetAttribute(func, attribute, value).result() }
    }

    pub unsafe fn get_function_attributes(
        func: *const c_void,
    ) -> Result<sys::cudaFuncAttributes, RuntimeError> {
        // SAFETY: the caller keeps to the function's contract.
        unsafe { value(|to| sys::cudaFuncGetAttributes(to, func).result()) }
    }

    pub unsafe fn get_function_by_symbol(
        symbol_ptr: *const c_void,
    ) -> Result<sys::cudaFunction_t, RuntimeError> {
        // SAFETY: the caller keeps to the function's contract.
        unsafe { value(|to| sys::cudaGetFuncBySymbol(to, symbol_ptr).result()) }
    }

    pub unsafe fn set_function_cache_config(
        func: *const c_void,
        attribute: sys::cudaFuncCache,
    ) -> Result<(), RuntimeError> {
        // SAFETY: the caller keeps to the function's contract.
        unsafe { sys::cudaFuncSetCacheConfig(func, attribute).result() }
    }
}

pub mod occupancy;

pub mod stream;

/// Returns the free and the total bytes.
pub fn get_mem_info() -> Result<(usize, usize), RuntimeError> {
    let mut total = 0;
    // SAFETY: the call stores both numbers.
    let free = unsafe { value(|free| sys::cudaMemGetInfo(free, &raw mut total).result()) }?;
    Ok((free, total))
}

pub fn mem_get_info() -> Result<(usize, usize), RuntimeError> {
    get_mem_info()
}

use sys::cudaMemcpyKind as Kind;

pub unsafe fn malloc_async(
    stream: sys::cudaStream_t,
    num_bytes: usize,
) -> Result<*mut c_void, RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cudaMallocAsync(to, num_bytes, stream).result()) }
}

pub unsafe fn malloc_sync(num_bytes: usize) -> Result<*mut c_void, RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { value(|to| sys::cudaMalloc(to, num_bytes).result()) }
}

pub unsafe fn free_async(dptr: *mut c_void, stream: sys::cudaStream_t) -> Result<(), RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cudaFreeAsync(dptr, stream).result() }
}

pub unsafe fn free_sync(dptr: *mut c_void) -> Result<(), RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cudaFree(dptr).result() }
}

pub unsafe fn memory_free(device_ptr: *mut c_void) -> Result<(), RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cudaFree(device_ptr).result() }
}

pub unsafe fn memset_d8_async(
    dptr: *mut c_void,
    uc: c_uchar,
    num_bytes: usize,
    stream: sys::cudaStream_t,
) -> Result<(), RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cudaMemsetAsync(dptr, uc.into(), num_bytes, stream).result() }
}

pub unsafe fn memset_d8_sync(
    dptr: *mut c_void,
    uc: c_uchar,
    num_bytes: usize,
) -> Result<(), RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cudaMemset(dptr, uc.into(), num_bytes).result() }
}

pub unsafe fn memcpy_htod_async<T>(
    dst: *mut c_void,
    src: &[T],
    stream: sys::cudaStream_t,
) -> Result<(), RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        let (from, bytes) = (src.as_ptr().cast(), size_of_val(src));
        sys::cudaMemcpyAsync(dst, from, bytes, Kind::cudaMemcpyHostToDevice, stream).result()
    }
}

pub unsafe fn memcpy_htod_sync<T>(dst: *mut c_void, src: &[T]) -> Result<(), RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        sys::cudaMemcpy(dst, src.as_ptr().cast(), size_of_val(src), Kind::cudaMemcpyHostToDevice)
            .result()
    }
}

pub unsafe fn memcpy_dtoh_async<T>(
    dst: &mut [T],
    src: *const c_void,
    stream: sys::cudaStream_t,
) -> Result<(), RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        let (to, bytes) = (dst.as_mut_ptr().cast(), size_of_val(dst));
        sys::cudaMemcpyAsync(to, src, bytes, Kind::cudaMemcpyDeviceToHost, stream).result()
    }
}

pub unsafe fn memcpy_dtoh_sync<T>(dst: &mut [T], src: *const c_void) -> Result<(), RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        sys::cudaMemcpy(
            dst.as_mut_ptr().cast(),
            src,
            size_of_val(dst),
            Kind::cudaMemcpyDeviceToHost,
        )
        .result()
    }
}

pub unsafe fn memcpy_dtod_async(
    dst: *mut c_void,
    src: *const c_void,
    num_bytes: usize,
    stream: sys::cudaStream_t,
) -> Result<(), RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        sys::cudaMemcpyAsync(dst, src, num_bytes, Kind::cudaMemcpyDeviceToDevice, stream).result()
    }
}

pub unsafe fn memcpy_dtod_sync(
    dst: *mut c_void,
    src: *const c_void,
    num_bytes: usize,
) -> Result<(), RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cudaMemcpy(dst, src, num_bytes, Kind::cudaMemcpyDeviceToDevice).result() }
}

pub unsafe fn launch_kernel(
    f: crate::driver::sys::CUfunction,
    grid_dim: (u32, u32, u32),
    block_dim: (u32, u32, u32),
    shared_mem_bytes: usize,
    stream: sys::cudaStream_t,
    kernel_params: &mut [*mut c_void],
) -> Result<(), RuntimeError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        let size = |(x, y, z)| sys::dim3 { x, y, z };
        let (grid, block, params) = (size(grid_dim), size(block_dim), kernel_params.as_mut_ptr());
        sys::cudaLaunchKernel(f as *const c_void, grid, block, params, shared_mem_bytes, stream)
            .result()
    }
}

pub mod event {
    use super::*;

    pub fn create(flags: u32) -> Result<sys::cudaEvent_t, RuntimeError> {
        // SAFETY: the call stores the event.
        unsafe { value(|to| sys::cudaEventCreateWithFlags(to, flags).result()) }
    }

    pub unsafe fn record(
        event: sys::cudaEvent_t,
        stream: sys::cudaStream_t,
    ) -> Result<(), RuntimeError> {
        // SAFETY: the caller keeps to the function's contract.
        unsafe { sys::cudaEventRecord(event, stream).result() }
    }

    pub unsafe fn elapsed(
        start: sys::cudaEvent_t,
        end: sys::cudaEvent_t,
    ) -> Result<f32, RuntimeError> {
        // SAFETY: the caller keeps to the function's contract.
        unsafe { value(|to| sys::cudaEventElapsedTime(to, start, end).result()) }
    }

    pub unsafe fn destroy(event: sys::cudaEvent_t) -> Result<(), RuntimeError> {
        // SAFETY: the caller keeps to the function's contract.
        unsafe { sys::cudaEventDestroy(event).result() }
    }
}

pub mod external_memory;
