//! A driver whose functions do nothing, to measure the cost of calling them.

use core::cell::Cell;
use core::ffi::{CStr, c_char, c_int, c_uint, c_ulonglong, c_void};
use core::ptr;
use std::sync::OnceLock;

use cuda_driver::sys::{
    CUDA_KERNEL_NODE_PARAMS, CUcontext, CUdevice, CUdeviceptr, CUevent, CUfunction, CUgraph,
    CUgraphExec, CUgraphNode, CUjit_option, CUmodule, CUresult, CUstream, CUstreamCaptureMode,
    DriverTable,
};

/// Returns the table of the stub.
///
/// A driver with it is sound as long as its handles are only passed to it, and nothing is copied from it.
#[must_use]
pub fn table() -> &'static DriverTable {
    static TABLE: OnceLock<DriverTable> = OnceLock::new();
    TABLE.get_or_init(|| {
        // SAFETY: the table is empty; the functions below are stored in slots of their types.
        let mut table = unsafe { DriverTable::from_fn(13000, |_| ptr::null()) };
        table.cuInit = Some(init);
        table.cuDeviceGet = Some(device_get);
        table.cuDeviceGetName = Some(device_get_name);
        table.cuDevicePrimaryCtxRetain = Some(primary_retain);
        table.cuDevicePrimaryCtxRelease_v2 = Some(primary_release);
        table.cuCtxGetCurrent = Some(get_current);
        table.cuCtxPushCurrent_v2 = Some(push_current);
        table.cuCtxPopCurrent_v2 = Some(pop_current);
        table.cuCtxSynchronize_v2 = Some(synchronize);
        table.cuModuleLoadDataEx = Some(module_load);
        table.cuModuleGetFunction = Some(module_get_function);
        table.cuModuleUnload = Some(module_unload);
        table.cuStreamCreate = Some(stream_create);
        table.cuStreamDestroy_v2 = Some(stream_call);
        table.cuStreamQuery = Some(stream_call);
        table.cuStreamSynchronize = Some(stream_call);
        table.cuEventCreate = Some(event_create);
        table.cuEventDestroy_v2 = Some(event_destroy);
        table.cuEventRecord = Some(event_record);
        table.cuMemAllocAsync = Some(mem_alloc);
        table.cuMemFreeAsync = Some(mem_free);
        table.cuMemcpyHtoDAsync_v2 = Some(copy_to_device);
        table.cuMemcpyDtoDAsync_v2 = Some(copy_on_device);
        table.cuLaunchKernel = Some(launch_kernel);
        table.cuGraphCreate = Some(graph_create);
        table.cuGraphAddKernelNode_v2 = Some(graph_add_kernel);
        table.cuGraphInstantiateWithFlags = Some(graph_instantiate);
        table.cuGraphLaunch = Some(graph_launch);
        table.cuGraphDestroy = Some(graph_destroy);
        table.cuGraphExecDestroy = Some(exec_destroy);
        table.cuThreadExchangeStreamCaptureMode = Some(exchange_mode);
        table
    })
}

const OK: CUresult = CUresult::CUDA_SUCCESS;

/// The handle of all objects: neither null nor a default stream.
const HANDLE: usize = 0x1000;

thread_local! {
    /// The current context: at most one, because nothing pushes two.
    static CURRENT: Cell<*mut c_void> = const { Cell::new(ptr::null_mut()) };
}

/// Stores a handle.
///
/// # Safety
/// `to` is writable.
unsafe fn answer<T>(to: *mut *mut T) -> CUresult {
    // SAFETY: the caller guarantees that the pointer is writable.
    unsafe { to.write(ptr::without_provenance_mut(HANDLE)) };
    OK
}

unsafe extern "C" fn init(_: c_uint) -> CUresult {
    OK
}

unsafe extern "C" fn device_get(device: *mut CUdevice, _: c_int) -> CUresult {
    // SAFETY: the caller guarantees that the pointer is writable.
    unsafe { device.write(0) };
    OK
}

unsafe extern "C" fn device_get_name(name: *mut c_char, len: c_int, _: CUdevice) -> CUresult {
    const NAME: &CStr = c"stub";
    let len = (NAME.count_bytes() + 1).min(usize::try_from(len).unwrap_or(0));
    // SAFETY: the caller guarantees a buffer of that length.
    unsafe { name.copy_from_nonoverlapping(NAME.as_ptr(), len) };
    OK
}

unsafe extern "C" fn primary_retain(context: *mut CUcontext, _: CUdevice) -> CUresult {
    // SAFETY: the caller guarantees that the pointer is writable.
    unsafe { answer(context) }
}

unsafe extern "C" fn primary_release(_: CUdevice) -> CUresult {
    OK
}

unsafe extern "C" fn get_current(context: *mut CUcontext) -> CUresult {
    // SAFETY: the caller guarantees that the pointer is writable.
    unsafe { context.write(CURRENT.get().cast()) };
    OK
}

unsafe extern "C" fn push_current(context: CUcontext) -> CUresult {
    CURRENT.set(context.cast());
    OK
}

unsafe extern "C" fn pop_current(context: *mut CUcontext) -> CUresult {
    // SAFETY: the caller guarantees that the pointer is writable.
    unsafe { context.write(CURRENT.get().cast()) };
    CURRENT.set(ptr::null_mut());
    OK
}

unsafe extern "C" fn synchronize(_: CUcontext) -> CUresult {
    OK
}

unsafe extern "C" fn module_load(
    module: *mut CUmodule,
    _: *const c_void,
    _: c_uint,
    _: *mut CUjit_option,
    _: *mut *mut c_void,
) -> CUresult {
    // SAFETY: the caller guarantees that the pointer is writable.
    unsafe { answer(module) }
}

unsafe extern "C" fn module_get_function(
    function: *mut CUfunction,
    _: CUmodule,
    _: *const c_char,
) -> CUresult {
    // SAFETY: the caller guarantees that the pointer is writable.
    unsafe { answer(function) }
}

unsafe extern "C" fn module_unload(_: CUmodule) -> CUresult {
    OK
}

unsafe extern "C" fn stream_create(stream: *mut CUstream, _: c_uint) -> CUresult {
    // SAFETY: the caller guarantees that the pointer is writable.
    unsafe { answer(stream) }
}

unsafe extern "C" fn stream_call(_: CUstream) -> CUresult {
    OK
}

unsafe extern "C" fn event_create(event: *mut CUevent, _: c_uint) -> CUresult {
    // SAFETY: the caller guarantees that the pointer is writable.
    unsafe { answer(event) }
}

unsafe extern "C" fn event_destroy(_: CUevent) -> CUresult {
    OK
}

unsafe extern "C" fn event_record(_: CUevent, _: CUstream) -> CUresult {
    OK
}

unsafe extern "C" fn graph_create(graph: *mut CUgraph, _: c_uint) -> CUresult {
    // SAFETY: the caller guarantees that the pointer is writable.
    unsafe { answer(graph) }
}

unsafe extern "C" fn graph_add_kernel(
    node: *mut CUgraphNode,
    _: CUgraph,
    _: *const CUgraphNode,
    _: usize,
    _: *const CUDA_KERNEL_NODE_PARAMS,
) -> CUresult {
    // SAFETY: the caller guarantees that the pointer is writable.
    unsafe { answer(node) }
}

unsafe extern "C" fn graph_instantiate(
    exec: *mut CUgraphExec,
    _: CUgraph,
    _: c_ulonglong,
) -> CUresult {
    // SAFETY: the caller guarantees that the pointer is writable.
    unsafe { answer(exec) }
}

unsafe extern "C" fn graph_launch(_: CUgraphExec, _: CUstream) -> CUresult {
    OK
}

unsafe extern "C" fn graph_destroy(_: CUgraph) -> CUresult {
    OK
}

unsafe extern "C" fn exec_destroy(_: CUgraphExec) -> CUresult {
    OK
}

unsafe extern "C" fn exchange_mode(_: *mut CUstreamCaptureMode) -> CUresult {
    OK
}

unsafe extern "C" fn mem_alloc(pointer: *mut CUdeviceptr, _: usize, _: CUstream) -> CUresult {
    // SAFETY: the caller guarantees that the pointer is writable.
    unsafe { pointer.write(HANDLE as CUdeviceptr) };
    OK
}

unsafe extern "C" fn mem_free(_: CUdeviceptr, _: CUstream) -> CUresult {
    OK
}

unsafe extern "C" fn copy_to_device(
    _: CUdeviceptr,
    _: *const c_void,
    _: usize,
    _: CUstream,
) -> CUresult {
    OK
}

unsafe extern "C" fn copy_on_device(
    _: CUdeviceptr,
    _: CUdeviceptr,
    _: usize,
    _: CUstream,
) -> CUresult {
    OK
}

unsafe extern "C" fn launch_kernel(
    _: CUfunction,
    _: c_uint,
    _: c_uint,
    _: c_uint,
    _: c_uint,
    _: c_uint,
    _: c_uint,
    _: c_uint,
    _: CUstream,
    _: *mut *mut c_void,
    _: *mut *mut c_void,
) -> CUresult {
    OK
}
