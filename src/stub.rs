//! A driver whose functions do nothing, to measure the cost of calling them.

use core::cell::Cell;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr;
use std::sync::OnceLock;

use cuda_driver::sys::{CUcontext, CUdevice, CUdeviceptr, CUresult, CUstream, DriverTable};

/// Returns the table of the stub.
///
/// A driver with it is sound as long as its handles are only passed to it, and nothing is copied from it.
#[must_use]
pub fn table() -> &'static DriverTable {
    static TABLE: OnceLock<DriverTable> = OnceLock::new();
    TABLE.get_or_init(|| {
        // SAFETY: the table is empty; the functions below are stored in slots of their types.
        let mut table = unsafe { DriverTable::from_fn(13000, |_| ptr::null()) };
        table.cuInit = Some(nothing_of_1);
        table.cuDeviceGet = Some(device_get);
        table.cuDeviceGetName = Some(device_get_name);
        table.cuDevicePrimaryCtxRetain = Some(handle_of_2);
        table.cuDevicePrimaryCtxRelease_v2 = Some(nothing_of_1);
        table.cuCtxGetCurrent = Some(get_current);
        table.cuCtxPushCurrent_v2 = Some(push_current);
        table.cuCtxPopCurrent_v2 = Some(pop_current);
        table.cuCtxSynchronize_v2 = Some(nothing_of_1);
        table.cuModuleLoadDataEx = Some(handle_of_5);
        table.cuModuleGetFunction = Some(handle_of_3);
        table.cuModuleUnload = Some(nothing_of_1);
        table.cuStreamCreate = Some(handle_of_2);
        table.cuStreamDestroy_v2 = Some(nothing_of_1);
        table.cuStreamQuery = Some(nothing_of_1);
        table.cuStreamSynchronize = Some(nothing_of_1);
        table.cuEventCreate = Some(handle_of_2);
        table.cuEventDestroy_v2 = Some(nothing_of_1);
        table.cuEventQuery = Some(nothing_of_1);
        table.cuEventRecord = Some(nothing_of_2);
        table.cuMemAllocAsync = Some(mem_alloc);
        table.cuMemFreeAsync = Some(nothing_of_2);
        table.cuMemcpyHtoDAsync_v2 = Some(nothing_of_4);
        table.cuMemcpyDtoDAsync_v2 = Some(nothing_of_4);
        table.cuLaunchKernel = Some(nothing_of_11);
        table.cuGraphCreate = Some(handle_of_2);
        table.cuGraphAddKernelNode_v2 = Some(handle_of_5);
        table.cuGraphInstantiateWithFlags = Some(handle_of_3);
        table.cuGraphLaunch = Some(nothing_of_2);
        table.cuGraphDestroy = Some(nothing_of_1);
        table.cuGraphExecDestroy = Some(nothing_of_1);
        table.cuThreadExchangeStreamCaptureMode = Some(nothing_of_1);
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

unsafe extern "C" fn nothing_of_1<A>(_: A) -> CUresult {
    OK
}

unsafe extern "C" fn nothing_of_2<A, B>(_: A, _: B) -> CUresult {
    OK
}

unsafe extern "C" fn nothing_of_4<A, B, C, D>(_: A, _: B, _: C, _: D) -> CUresult {
    OK
}

unsafe extern "C" fn nothing_of_11<A, B, C, D, E, F, G, H, I, J, K>(
    _: A,
    _: B,
    _: C,
    _: D,
    _: E,
    _: F,
    _: G,
    _: H,
    _: I,
    _: J,
    _: K,
) -> CUresult {
    OK
}

unsafe extern "C" fn handle_of_2<T, A>(to: *mut *mut T, _: A) -> CUresult {
    // SAFETY: the caller guarantees that the pointer is writable.
    unsafe { to.write(ptr::without_provenance_mut(HANDLE)) };
    OK
}

unsafe extern "C" fn handle_of_3<T, A, B>(to: *mut *mut T, _: A, _: B) -> CUresult {
    // SAFETY: the caller guarantees that the pointer is writable.
    unsafe { to.write(ptr::without_provenance_mut(HANDLE)) };
    OK
}

unsafe extern "C" fn handle_of_5<T, A, B, C, D>(
    to: *mut *mut T,
    _: A,
    _: B,
    _: C,
    _: D,
) -> CUresult {
    // SAFETY: the caller guarantees that the pointer is writable.
    unsafe { to.write(ptr::without_provenance_mut(HANDLE)) };
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

unsafe extern "C" fn mem_alloc(pointer: *mut CUdeviceptr, _: usize, _: CUstream) -> CUresult {
    // SAFETY: the caller guarantees that the pointer is writable.
    unsafe { pointer.write(HANDLE as CUdeviceptr) };
    OK
}
