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

/// Defines functions of one call, whose first arguments may be where it stores the results.
macro_rules! calls {
    ($($functions:tt)*) => {
        crate::library::results! { RuntimeError; $($functions)* }
    };
}

/// Defines functions that are safe, since they only store a value.
macro_rules! values {
    ($(pub fn $name:ident($($parameter:ident: $ty:ty),*) -> $output:ty $body:block)*) => {$(
        pub fn $name($($parameter: $ty),*) -> Result<$output, RuntimeError> {
            // SAFETY: the call stores the value.
            unsafe { $body }
        }
    )*};
}

pub mod version {
    use super::*;

    values! {
        pub fn get() -> i32 { value(|to| sys::cudaRuntimeGetVersion(to).result()) }
        pub fn get_runtime_version() -> i32 { value(|to| sys::cudaRuntimeGetVersion(to).result()) }
        pub fn get_driver_version() -> i32 { value(|to| sys::cudaDriverGetVersion(to).result()) }
    }
}

pub mod device {
    use super::*;

    values! {
        pub fn get() -> i32 { value(|to| sys::cudaGetDevice(to).result()) }
        pub fn get_device_prop(ordinal: c_int) -> sys::cudaDeviceProp {
            value(|to| sys::cudaGetDeviceProperties(to, ordinal).result())
        }
        pub fn get_count() -> c_int { value(|to| sys::cudaGetDeviceCount(to).result()) }
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

    calls! {
        pub fn free(device_ptr: *mut c_void) { sys::cudaFree(device_ptr).result() }
        pub fn get_attribute(ordinal: c_int, attr: sys::cudaDeviceAttr) -> i32 {
            value(|to| sys::cudaDeviceGetAttribute(to, attr, ordinal).result())
        }
        pub fn reset() { sys::cudaDeviceReset().result() }
    }
}

pub mod function {
    use super::*;

    calls! {
        pub fn set_function_attribute(func: *const c_void, attribute: sys::cudaFuncAttribute, value: i32) {
            sys::cudaFuncSetAttribute(func, attribute, value).result()
        }
        pub fn get_function_attributes(func: *const c_void) -> sys::cudaFuncAttributes {
            value(|to| sys::cudaFuncGetAttributes(to, func).result())
        }
        pub fn get_function_by_symbol(symbol_ptr: *const c_void) -> sys::cudaFunction_t {
            value(|to| sys::cudaGetFuncBySymbol(to, symbol_ptr).result())
        }
        pub fn set_function_cache_config(func: *const c_void, attribute: sys::cudaFuncCache) {
            sys::cudaFuncSetCacheConfig(func, attribute).result()
        }
    }
}

pub mod occupancy {
    use super::*;
    use crate::driver::{DriverError, result::occupancy, sys as driver_sys};

    calls! {
        pub fn available_dynamic_shared_mem_per_block(f: *const c_void, num_blocks: c_int, block_size: c_int) -> usize {
            value(|to| sys::cudaOccupancyAvailableDynamicSMemPerBlock(to, f, num_blocks, block_size).result())
        }
        pub fn max_active_block_per_multiprocessor(
            f: *const c_void, block_size: c_int, dynamic_smem_size: usize,
        ) -> i32 {
            value(|to| {
                sys::cudaOccupancyMaxActiveBlocksPerMultiprocessor(to, f, block_size, dynamic_smem_size).result()
            })
        }
        pub fn max_active_block_per_multiprocessor_with_flags(
            f: *const c_void, block_size: c_int, dynamic_smem_size: usize, flags: c_uint,
        ) -> i32 {
            value(|to| {
                sys::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(to, f, block_size, dynamic_smem_size, flags)
                    .result()
            })
        }
    }

    pub unsafe fn max_potential_block_size(
        f: sys::cudaFunction_t,
        block_size_to_dynamic_smem_size: driver_sys::CUoccupancyB2DSize,
        dynamic_smem_size: usize,
        block_size_limit: c_int,
    ) -> Result<(i32, i32), DriverError> {
        let (f, size) = (f.cast(), block_size_to_dynamic_smem_size);
        // SAFETY: the caller guarantees that the function is alive.
        unsafe { occupancy::max_potential_block_size(f, size, dynamic_smem_size, block_size_limit) }
    }

    pub unsafe fn max_potential_block_size_with_flags(
        f: sys::cudaFunction_t,
        block_size_to_dynamic_smem_size: driver_sys::CUoccupancyB2DSize,
        dynamic_smem_size: usize,
        block_size_limit: c_int,
        flags: c_uint,
    ) -> Result<(i32, i32), DriverError> {
        use occupancy::max_potential_block_size_with_flags as with_flags;
        let (f, size) = (f.cast(), block_size_to_dynamic_smem_size);
        // SAFETY: as above.
        unsafe { with_flags(f, size, dynamic_smem_size, block_size_limit, flags) }
    }
}

pub mod stream {
    use super::*;

    #[derive(Debug, Clone, Copy)]
    pub enum StreamKind {
        /// It waits for the legacy default stream, and that one for it.
        Default,
        NonBlocking,
    }

    pub fn create(kind: StreamKind) -> Result<sys::cudaStream_t, RuntimeError> {
        let flags = match kind {
            StreamKind::Default => sys::cudaStreamDefault,
            StreamKind::NonBlocking => sys::cudaStreamNonBlocking,
        };
        // SAFETY: the call stores the stream.
        unsafe { value(|to| sys::cudaStreamCreateWithFlags(to, flags).result()) }
    }

    calls! {
        pub fn synchronize(stream: sys::cudaStream_t) { sys::cudaStreamSynchronize(stream).result() }
        pub fn destroy(stream: sys::cudaStream_t) { sys::cudaStreamDestroy(stream).result() }
        pub fn wait_event(stream: sys::cudaStream_t, event: sys::cudaEvent_t, flags: u32) {
            sys::cudaStreamWaitEvent(stream, event, flags).result()
        }
    }
}

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

calls! {
    pub fn malloc_async(stream: sys::cudaStream_t, num_bytes: usize) -> *mut c_void {
        value(|to| sys::cudaMallocAsync(to, num_bytes, stream).result())
    }
    pub fn malloc_sync(num_bytes: usize) -> *mut c_void { value(|to| sys::cudaMalloc(to, num_bytes).result()) }
    pub fn free_async(dptr: *mut c_void, stream: sys::cudaStream_t) { sys::cudaFreeAsync(dptr, stream).result() }
    pub fn free_sync(dptr: *mut c_void) { sys::cudaFree(dptr).result() }
    pub fn memory_free(device_ptr: *mut c_void) { sys::cudaFree(device_ptr).result() }
    pub fn memset_d8_async(dptr: *mut c_void, uc: c_uchar, num_bytes: usize, stream: sys::cudaStream_t) {
        sys::cudaMemsetAsync(dptr, uc.into(), num_bytes, stream).result()
    }
    pub fn memset_d8_sync(dptr: *mut c_void, uc: c_uchar, num_bytes: usize) {
        sys::cudaMemset(dptr, uc.into(), num_bytes).result()
    }
    pub fn memcpy_htod_async<T>(dst: *mut c_void, src: &[T], stream: sys::cudaStream_t) {
        let (from, bytes) = (src.as_ptr().cast(), size_of_val(src));
        sys::cudaMemcpyAsync(dst, from, bytes, Kind::cudaMemcpyHostToDevice, stream).result()
    }
    pub fn memcpy_htod_sync<T>(dst: *mut c_void, src: &[T]) {
        sys::cudaMemcpy(dst, src.as_ptr().cast(), size_of_val(src), Kind::cudaMemcpyHostToDevice).result()
    }
    pub fn memcpy_dtoh_async<T>(dst: &mut [T], src: *const c_void, stream: sys::cudaStream_t) {
        let (to, bytes) = (dst.as_mut_ptr().cast(), size_of_val(dst));
        sys::cudaMemcpyAsync(to, src, bytes, Kind::cudaMemcpyDeviceToHost, stream).result()
    }
    pub fn memcpy_dtoh_sync<T>(dst: &mut [T], src: *const c_void) {
        sys::cudaMemcpy(dst.as_mut_ptr().cast(), src, size_of_val(dst), Kind::cudaMemcpyDeviceToHost).result()
    }
    pub fn memcpy_dtod_async(dst: *mut c_void, src: *const c_void, num_bytes: usize, stream: sys::cudaStream_t) {
        sys::cudaMemcpyAsync(dst, src, num_bytes, Kind::cudaMemcpyDeviceToDevice, stream).result()
    }
    pub fn memcpy_dtod_sync(dst: *mut c_void, src: *const c_void, num_bytes: usize) {
        sys::cudaMemcpy(dst, src, num_bytes, Kind::cudaMemcpyDeviceToDevice).result()
    }
    pub fn launch_kernel(
        f: crate::driver::sys::CUfunction, grid_dim: (u32, u32, u32), block_dim: (u32, u32, u32),
        shared_mem_bytes: usize, stream: sys::cudaStream_t, kernel_params: &mut [*mut c_void],
    ) {
        let size = |(x, y, z)| sys::dim3 { x, y, z };
        let (grid, block, params) = (size(grid_dim), size(block_dim), kernel_params.as_mut_ptr());
        sys::cudaLaunchKernel(f as *const c_void, grid, block, params, shared_mem_bytes, stream).result()
    }
}

pub mod event {
    use super::*;

    pub fn create(flags: u32) -> Result<sys::cudaEvent_t, RuntimeError> {
        // SAFETY: the call stores the event.
        unsafe { value(|to| sys::cudaEventCreateWithFlags(to, flags).result()) }
    }

    calls! {
        pub fn record(event: sys::cudaEvent_t, stream: sys::cudaStream_t) { sys::cudaEventRecord(event, stream).result() }
        pub fn elapsed(start: sys::cudaEvent_t, end: sys::cudaEvent_t) -> f32 {
            value(|to| sys::cudaEventElapsedTime(to, start, end).result())
        }
        pub fn destroy(event: sys::cudaEvent_t) { sys::cudaEventDestroy(event).result() }
    }
}

pub mod external_memory {
    use super::*;

    #[cfg(unix)]
    calls! {
        pub fn import_external_memory_opaque_fd(fd: std::os::fd::RawFd, size: u64) -> sys::cudaExternalMemory_t {
            // Zero is no kind of a handle.
            let type_ = sys::cudaExternalMemoryHandleType::cudaExternalMemoryHandleTypeOpaqueFd.into();
            let mut memory = cuda_libraries_sys::cudart::cudaExternalMemoryHandleDesc {
                type_,
                size,
                ..Default::default()
            };
            memory.handle.fd = fd;
            value(|to| sys::cudaImportExternalMemory(to, (&raw const memory).cast()).result())
        }
    }

    calls! {
        pub fn destroy_external_memory(external_memory: sys::cudaExternalMemory_t) {
            sys::cudaDestroyExternalMemory(external_memory).result()
        }
        pub fn get_mapped_buffer(
            external_memory: sys::cudaExternalMemory_t, offset: u64, size: u64,
        ) -> *mut c_void {
            let buffer = sys::cudaExternalMemoryBufferDesc { offset, size, ..core::mem::zeroed() };
            value(|to| {
                sys::cudaExternalMemoryGetMappedBuffer(to, external_memory, &raw const buffer).result()
            })
        }
    }
}
