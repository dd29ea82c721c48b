use core::ffi::{c_uint, c_void};

use cuda_driver::sys::{
    CUcontext, CUdeviceptr, CUevent, CUfunction, CUgraphExec, CUresult, CUstream, DriverTable,
};

type Launch = unsafe extern "C" fn(
    CUfunction,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    CUstream,
    *mut *mut c_void,
    *mut *mut c_void,
) -> CUresult;

/// The functions and handles that the C twin and the raw Rust version use; it owns nothing.
///
/// It matches `struct work` of `benches/launch/twin.c`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Work {
    pub launch: Launch,
    pub copy_to_device:
        unsafe extern "C" fn(CUdeviceptr, *const c_void, usize, CUstream) -> CUresult,
    pub copy_on_device: unsafe extern "C" fn(CUdeviceptr, CUdeviceptr, usize, CUstream) -> CUresult,
    pub record: unsafe extern "C" fn(CUevent, CUstream) -> CUresult,
    pub query: unsafe extern "C" fn(CUstream) -> CUresult,
    pub launch_graph: unsafe extern "C" fn(CUgraphExec, CUstream) -> CUresult,
    pub synchronize: unsafe extern "C" fn(CUstream) -> CUresult,
    pub alloc: unsafe extern "C" fn(*mut CUdeviceptr, usize, CUstream) -> CUresult,
    pub free: unsafe extern "C" fn(CUdeviceptr, CUstream) -> CUresult,
    pub current: unsafe extern "C" fn(*mut CUcontext) -> CUresult,
    pub push: unsafe extern "C" fn(CUcontext) -> CUresult,
    pub pop: unsafe extern "C" fn(*mut CUcontext) -> CUresult,
    pub handles: Handles,
}

/// The handles for the calls; the creator of the `Work` keeps them alive.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Handles {
    pub context: CUcontext,
    pub stream: CUstream,
    pub event: CUevent,
    pub kernel_0: CUfunction,
    pub kernel_5: CUfunction,
    pub kernel_16: CUfunction,
    pub kernel_256: CUfunction,
    pub graph: CUgraphExec,
    pub x: CUdeviceptr,
    pub y: CUdeviceptr,
    pub z: CUdeviceptr,
    /// Four bytes of host memory.
    pub host: *const c_void,
}

impl Work {
    /// Returns the functions of `table`; `None` if it lacks one, as with drivers before 11.2.
    pub fn new(table: &DriverTable, handles: Handles) -> Option<Self> {
        Some(Self {
            launch: table.cuLaunchKernel?,
            copy_to_device: table.cuMemcpyHtoDAsync_v2?,
            copy_on_device: table.cuMemcpyDtoDAsync_v2?,
            record: table.cuEventRecord?,
            query: table.cuStreamQuery?,
            launch_graph: table.cuGraphLaunch?,
            synchronize: table.cuStreamSynchronize?,
            alloc: table.cuMemAllocAsync?,
            free: table.cuMemFreeAsync?,
            current: table.cuCtxGetCurrent?,
            push: table.cuCtxPushCurrent_v2?,
            pop: table.cuCtxPopCurrent_v2?,
            handles,
        })
    }
}
