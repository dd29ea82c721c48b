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

/// Defines functions: each calls one of C, whose last arguments, or first ones, may be where it stores the results.
macro_rules! calls {
    ($($functions:tt)*) => {
        crate::library::results! { DriverError; $($functions)* }
    };
}

/// Initializes the driver.
pub fn init() -> Result<(), DriverError> {
    // SAFETY: there is no other flag.
    unsafe { sys::cuInit(0) }.result()
}

pub mod device {
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

    calls! {
        pub fn total_mem(dev: sys::CUdevice) -> usize { value(|to| sys::cuDeviceTotalMem_v2(to, dev)) }
        pub fn get_attribute(dev: sys::CUdevice, attrib: sys::CUdevice_attribute) -> i32 {
            value(|to| sys::cuDeviceGetAttribute(to, attrib, dev))
        }
        pub fn get_default_mem_pool(dev: sys::CUdevice) -> sys::CUmemoryPool {
            value(|to| sys::cuDeviceGetDefaultMemPool(to, dev))
        }
        pub fn get_mem_pool(dev: sys::CUdevice) -> sys::CUmemoryPool {
            value(|to| sys::cuDeviceGetMemPool(to, dev))
        }
        pub fn set_mem_pool(dev: sys::CUdevice, pool: sys::CUmemoryPool) {
            sys::cuDeviceSetMemPool(dev, pool).result()
        }
    }
}

pub mod function {
    use super::*;

    calls! {
        pub fn get_function_attribute(f: sys::CUfunction, attribute: sys::CUfunction_attribute) -> i32 {
            value(|to| sys::cuFuncGetAttribute(to, attribute, f))
        }
        pub fn set_function_attribute(f: sys::CUfunction, attribute: sys::CUfunction_attribute, value: i32) {
            sys::cuFuncSetAttribute(f, attribute, value).result()
        }
        pub fn set_function_cache_config(f: sys::CUfunction, attribute: sys::CUfunc_cache) {
            sys::cuFuncSetCacheConfig(f, attribute).result()
        }
    }
}

pub mod occupancy {
    use super::*;

    calls! {
        pub fn available_dynamic_shared_mem_per_block(f: sys::CUfunction, num_blocks: c_int, block_size: c_int) -> usize {
            value(|to| sys::cuOccupancyAvailableDynamicSMemPerBlock(to, f, num_blocks, block_size))
        }
        pub fn max_active_block_per_multiprocessor(f: sys::CUfunction, block_size: c_int, dynamic_smem_size: usize) -> i32 {
            value(|to| sys::cuOccupancyMaxActiveBlocksPerMultiprocessor(to, f, block_size, dynamic_smem_size))
        }
        pub fn max_active_block_per_multiprocessor_with_flags(
            f: sys::CUfunction, block_size: c_int, dynamic_smem_size: usize, flags: c_uint,
        ) -> i32 {
            value(|to| {
                sys::cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(to, f, block_size, dynamic_smem_size, flags)
            })
        }
        pub fn max_potential_block_size(
            f: sys::CUfunction, block_size_to_dynamic_smem_size: sys::CUoccupancyB2DSize, dynamic_smem_size: usize,
            block_size_limit: c_int,
        ) -> (i32, i32) {
            max_potential_block_size_with_flags(f, block_size_to_dynamic_smem_size, dynamic_smem_size, block_size_limit, 0)
        }
        pub fn max_potential_block_size_with_flags(
            f: sys::CUfunction, block_size_to_dynamic_smem_size: sys::CUoccupancyB2DSize, dynamic_smem_size: usize,
            block_size_limit: c_int, flags: c_uint,
        ) -> (i32, i32) {
            let mut grid = 0;
            let block = value(|to| {
                let (of, bytes) = (block_size_to_dynamic_smem_size, dynamic_smem_size);
                sys::cuOccupancyMaxPotentialBlockSizeWithFlags(&raw mut grid, to, f, of, bytes, block_size_limit, flags)
            })?;
            Ok((grid, block))
        }
    }
}

pub mod primary_ctx {
    use super::*;

    calls! {
        pub fn retain(dev: sys::CUdevice) -> sys::CUcontext { value(|to| sys::cuDevicePrimaryCtxRetain(to, dev)) }
        pub fn release(dev: sys::CUdevice) { sys::cuDevicePrimaryCtxRelease_v2(dev).result() }
    }
}

pub mod ctx {
    use super::*;

    calls! {
        pub fn create_v3(flags: c_uint, dev: sys::CUdevice) -> sys::CUcontext {
            value(|to| sys::cuCtxCreate_v2(to, flags, dev))
        }
        pub fn create_v4(ctx_create_params: *mut sys::CUctxCreateParams, flags: c_uint, dev: sys::CUdevice) -> sys::CUcontext {
            value(|to| sys::cuCtxCreate_v4(to, ctx_create_params, flags, dev))
        }
        pub fn set_current(ctx: sys::CUcontext) { sys::cuCtxSetCurrent(ctx).result() }
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
}

pub mod stream {
    use super::*;

    /// Whether a stream synchronizes with the default stream.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum StreamKind {
        /// It does.
        Default,
        /// It doesn't.
        NonBlocking,
    }

    impl StreamKind {
        fn flags(self) -> c_uint {
            match self {
                Self::Default => 0,
                Self::NonBlocking => 1,
            }
        }
    }

    pub fn null() -> sys::CUstream {
        ptr::null_mut()
    }

    pub fn create(kind: StreamKind) -> Result<sys::CUstream, DriverError> {
        // SAFETY: the call stores the stream.
        unsafe { value(|to| sys::cuStreamCreate(to, kind.flags())) }
    }

    pub fn create_with_priority(
        kind: StreamKind,
        priority: i32,
    ) -> Result<sys::CUstream, DriverError> {
        // SAFETY: the call stores the stream.
        unsafe { value(|to| sys::cuStreamCreateWithPriority(to, kind.flags(), priority)) }
    }

    pub fn get_priority_range() -> Result<(i32, i32), DriverError> {
        let mut least = 0;
        // SAFETY: the call stores both.
        let greatest = unsafe { value(|to| sys::cuCtxGetStreamPriorityRange(&raw mut least, to)) }?;
        Ok((least, greatest))
    }

    calls! {
        pub fn synchronize(stream: sys::CUstream) { sys::cuStreamSynchronize(stream).result() }
        pub fn destroy(stream: sys::CUstream) { sys::cuStreamDestroy_v2(stream).result() }
        pub fn wait_event(stream: sys::CUstream, event: sys::CUevent, flags: sys::CUevent_wait_flags) {
            sys::cuStreamWaitEvent(stream, event, flags as u32).result()
        }
        pub fn attach_mem_async(
            stream: sys::CUstream, dptr: sys::CUdeviceptr, num_bytes: usize, flags: sys::CUmemAttach_flags,
        ) {
            sys::cuStreamAttachMemAsync(stream, dptr, num_bytes, flags as u32).result()
        }
        pub fn launch_host_function(
            stream: sys::CUstream, func: unsafe extern "C" fn(*mut c_void), arg: *mut c_void,
        ) {
            sys::cuLaunchHostFunc(stream, Some(func), arg).result()
        }
        pub fn begin_capture(stream: sys::CUstream, mode: sys::CUstreamCaptureMode) {
            sys::cuStreamBeginCapture_v2(stream, mode).result()
        }
        pub fn end_capture(stream: sys::CUstream) -> sys::CUgraph { value(|to| sys::cuStreamEndCapture(stream, to)) }
        pub fn is_capturing(stream: sys::CUstream) -> sys::CUstreamCaptureStatus {
            value(|to: *mut u32| sys::cuStreamIsCapturing(stream, to.cast())).and_then(|status| {
                let known = sys::CUstreamCaptureStatus::of(status.into());
                known.ok_or(DriverError(sys::CUresult::CUDA_ERROR_UNKNOWN))
            })
        }
    }
}

calls! {
    pub fn malloc_async(stream: sys::CUstream, num_bytes: usize) -> sys::CUdeviceptr {
        value(|to| sys::cuMemAllocAsync(to, num_bytes, stream))
    }
    pub fn malloc_sync(num_bytes: usize) -> sys::CUdeviceptr { value(|to| sys::cuMemAlloc_v2(to, num_bytes)) }
    pub fn malloc_managed(num_bytes: usize, flags: sys::CUmemAttach_flags) -> sys::CUdeviceptr {
        value(|to| sys::cuMemAllocManaged(to, num_bytes, flags as u32))
    }
    pub fn malloc_host(num_bytes: usize, flags: c_uint) -> *mut c_void {
        value(|to| sys::cuMemHostAlloc(to, num_bytes, flags))
    }
    pub fn free_host(host_ptr: *mut c_void) { sys::cuMemFreeHost(host_ptr).result() }
    pub fn mem_advise(dptr: sys::CUdeviceptr, num_bytes: usize, advice: sys::CUmem_advise, location: sys::CUmemLocation) {
        sys::cuMemAdvise_v2(dptr, num_bytes, advice, location).result()
    }
    pub fn mem_prefetch_async(
        dptr: sys::CUdeviceptr, num_bytes: usize, location: sys::CUmemLocation, stream: sys::CUstream,
    ) {
        sys::cuMemPrefetchAsync_v2(dptr, num_bytes, location, 0, stream).result()
    }
    pub fn free_async(dptr: sys::CUdeviceptr, stream: sys::CUstream) { sys::cuMemFreeAsync(dptr, stream).result() }
    pub fn free_sync(dptr: sys::CUdeviceptr) { sys::cuMemFree_v2(dptr).result() }
    pub fn memory_free(device_ptr: sys::CUdeviceptr) { sys::cuMemFree_v2(device_ptr).result() }
    pub fn memset_d8_async(dptr: sys::CUdeviceptr, uc: c_uchar, num_bytes: usize, stream: sys::CUstream) {
        sys::cuMemsetD8Async(dptr, uc, num_bytes, stream).result()
    }
    pub fn memset_d8_sync(dptr: sys::CUdeviceptr, uc: c_uchar, num_bytes: usize) {
        sys::cuMemsetD8_v2(dptr, uc, num_bytes).result()
    }
    pub fn memcpy_htod_async<T>(dst: sys::CUdeviceptr, src: &[T], stream: sys::CUstream) {
        sys::cuMemcpyHtoDAsync_v2(dst, src.as_ptr().cast(), size_of_val(src), stream).result()
    }
    pub fn memcpy_htod_sync<T>(dst: sys::CUdeviceptr, src: &[T]) {
        sys::cuMemcpyHtoD_v2(dst, src.as_ptr().cast(), size_of_val(src)).result()
    }
    pub fn memcpy_dtoh_async<T>(dst: &mut [T], src: sys::CUdeviceptr, stream: sys::CUstream) {
        sys::cuMemcpyDtoHAsync_v2(dst.as_mut_ptr().cast(), src, size_of_val(dst), stream).result()
    }
    pub fn memcpy_dtoh_sync<T>(dst: &mut [T], src: sys::CUdeviceptr) {
        sys::cuMemcpyDtoH_v2(dst.as_mut_ptr().cast(), src, size_of_val(dst)).result()
    }
    pub fn memcpy_dtod_async(dst: sys::CUdeviceptr, src: sys::CUdeviceptr, num_bytes: usize, stream: sys::CUstream) {
        sys::cuMemcpyDtoDAsync_v2(dst, src, num_bytes, stream).result()
    }
    pub fn memcpy_dtod_sync(dst: sys::CUdeviceptr, src: sys::CUdeviceptr, num_bytes: usize) {
        sys::cuMemcpyDtoD_v2(dst, src, num_bytes).result()
    }
    pub fn memcpy_peer_async(
        dst_ctx: sys::CUcontext, dst: sys::CUdeviceptr, src_ctx: sys::CUcontext, src: sys::CUdeviceptr, num_bytes: usize,
        stream: sys::CUstream,
    ) {
        sys::cuMemcpyPeerAsync(dst, dst_ctx, src, src_ctx, num_bytes, stream).result()
    }
    pub fn launch_kernel(
        f: sys::CUfunction, grid_dim: (c_uint, c_uint, c_uint), block_dim: (c_uint, c_uint, c_uint),
        shared_mem_bytes: c_uint, stream: sys::CUstream, kernel_params: &mut [*mut c_void],
    ) {
        sys::cuLaunchKernel(
            f, grid_dim.0, grid_dim.1, grid_dim.2, block_dim.0, block_dim.1, block_dim.2, shared_mem_bytes, stream,
            kernel_params.as_mut_ptr(), ptr::null_mut(),
        ).result()
    }
    pub fn launch_cooperative_kernel(
        f: sys::CUfunction, grid_dim: (c_uint, c_uint, c_uint), block_dim: (c_uint, c_uint, c_uint),
        shared_mem_bytes: c_uint, stream: sys::CUstream, kernel_params: &mut [*mut c_void],
    ) {
        sys::cuLaunchCooperativeKernel(
            f, grid_dim.0, grid_dim.1, grid_dim.2, block_dim.0, block_dim.1, block_dim.2, shared_mem_bytes, stream,
            kernel_params.as_mut_ptr(),
        ).result()
    }
}

pub fn mem_get_info() -> Result<(usize, usize), DriverError> {
    let mut free = 0;
    // SAFETY: the call stores both.
    let total = unsafe { value(|to| sys::cuMemGetInfo_v2(&raw mut free, to)) }?;
    Ok((free, total))
}

pub mod module {
    use super::*;

    pub fn load(fname: CString) -> Result<sys::CUmodule, DriverError> {
        // SAFETY: the call stores the module.
        unsafe { value(|to| sys::cuModuleLoad(to, fname.as_ptr())) }
    }

    calls! {
        pub fn load_data(image: *const c_void) -> sys::CUmodule { value(|to| sys::cuModuleLoadData(to, image)) }
        pub fn get_function(module: sys::CUmodule, name: CString) -> sys::CUfunction {
            value(|to| sys::cuModuleGetFunction(to, module, name.as_ptr()))
        }
        pub fn get_global(module: sys::CUmodule, name: CString) -> (sys::CUdeviceptr, usize) {
            let mut address = 0;
            let bytes = value(|to| sys::cuModuleGetGlobal_v2(&raw mut address, to, module, name.as_ptr()))?;
            Ok((address, bytes))
        }
        pub fn unload(module: sys::CUmodule) { sys::cuModuleUnload(module).result() }
    }
}

pub mod event {
    use super::*;

    pub fn create(flags: sys::CUevent_flags) -> Result<sys::CUevent, DriverError> {
        // SAFETY: the call stores the event.
        unsafe { value(|to| sys::cuEventCreate(to, flags as u32)) }
    }

    calls! {
        pub fn record(event: sys::CUevent, stream: sys::CUstream) { sys::cuEventRecord(event, stream).result() }
        pub fn elapsed(start: sys::CUevent, end: sys::CUevent) -> f32 {
            value(|to| sys::cuEventElapsedTime(to, start, end))
        }
        pub fn query(event: sys::CUevent) { sys::cuEventQuery(event).result() }
        pub fn synchronize(event: sys::CUevent) { sys::cuEventSynchronize(event).result() }
        pub fn destroy(event: sys::CUevent) { sys::cuEventDestroy_v2(event).result() }
    }
}

pub mod graph {
    use super::*;

    calls! {
        pub fn instantiate(graph: sys::CUgraph, flags: sys::CUgraphInstantiate_flags) -> sys::CUgraphExec {
            value(|to| sys::cuGraphInstantiateWithFlags(to, graph, flags.0.into()))
        }
        pub fn exec_destroy(graph_exec: sys::CUgraphExec) { sys::cuGraphExecDestroy(graph_exec).result() }
        pub fn destroy(graph: sys::CUgraph) { sys::cuGraphDestroy(graph).result() }
        pub fn launch(graph_exec: sys::CUgraphExec, stream: sys::CUstream) { sys::cuGraphLaunch(graph_exec, stream).result() }
        pub fn upload(graph_exec: sys::CUgraphExec, stream: sys::CUstream) { sys::cuGraphUpload(graph_exec, stream).result() }
    }
}

pub mod mem_pool {
    use super::*;

    calls! {
        pub fn create(pool_props: *const sys::CUmemPoolProps) -> sys::CUmemoryPool {
            value(|to| sys::cuMemPoolCreate(to, pool_props))
        }
        pub fn destroy(pool: sys::CUmemoryPool) { sys::cuMemPoolDestroy(pool).result() }
        pub fn trim_to(pool: sys::CUmemoryPool, min_bytes_to_keep: usize) {
            sys::cuMemPoolTrimTo(pool, min_bytes_to_keep).result()
        }
        pub fn get_attribute(pool: sys::CUmemoryPool, attr: sys::CUmemPool_attribute, value: *mut c_void) {
            sys::cuMemPoolGetAttribute(pool, attr, value).result()
        }
        pub fn set_attribute(pool: sys::CUmemoryPool, attr: sys::CUmemPool_attribute, value: *mut c_void) {
            sys::cuMemPoolSetAttribute(pool, attr, value).result()
        }
        pub fn alloc_async(pool: sys::CUmemoryPool, num_bytes: usize, stream: sys::CUstream) -> sys::CUdeviceptr {
            value(|to| sys::cuMemAllocFromPoolAsync(to, num_bytes, pool, stream))
        }
    }
}

#[cfg(unix)]
pub mod external_memory {
    use super::*;

    calls! {
        pub fn import_external_memory_opaque_fd(fd: std::os::fd::RawFd, size: u64) -> sys::CUexternalMemory {
            // Zero is no kind of a handle.
            let type_ = sys::CUexternalMemoryHandleType::CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD.into();
            let mut memory =
                cuda_driver_sys::CUDA_EXTERNAL_MEMORY_HANDLE_DESC { type_, size, ..Default::default() };
            memory.handle.fd = fd;
            value(|to| sys::cuImportExternalMemory(to, (&raw const memory).cast()))
        }
        pub fn destroy_external_memory(external_memory: sys::CUexternalMemory) {
            sys::cuDestroyExternalMemory(external_memory).result()
        }
        pub fn get_mapped_buffer(external_memory: sys::CUexternalMemory, offset: u64, size: u64) -> sys::CUdeviceptr {
            let mut buffer: sys::CUDA_EXTERNAL_MEMORY_BUFFER_DESC = core::mem::zeroed();
            (buffer.offset, buffer.size) = (offset, size);
            value(|to| sys::cuExternalMemoryGetMappedBuffer(to, external_memory, &raw const buffer))
        }
    }
}
