// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use super::types::*;

/// Calls the macro `$then` with every function of nvJitLink, in the order of the table, after the tokens of `$first`.
///
/// Each is `name: since until "exported name", (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_nvjitlink_function {
    ($then:path $(, $($first:tt)*)?) => {
        $then! {
            $($($first)*)?
            nvJitLinkCreate: 0 0 "", (handle: *mut nvJitLinkHandle, numOptions: u32, options: *mut *const c_char) -> nvJitLinkResult;
            nvJitLinkDestroy: 0 0 "", (handle: *mut nvJitLinkHandle) -> nvJitLinkResult;
            nvJitLinkAddData: 0 0 "", (handle: nvJitLinkHandle, inputType: nvJitLinkInputType, data: *const c_void, size: usize, name: *const c_char) -> nvJitLinkResult;
            nvJitLinkAddFile: 0 0 "", (handle: nvJitLinkHandle, inputType: nvJitLinkInputType, fileName: *const c_char) -> nvJitLinkResult;
            nvJitLinkComplete: 0 0 "", (handle: nvJitLinkHandle) -> nvJitLinkResult;
            nvJitLinkGetLinkedCubinSize: 0 0 "", (handle: nvJitLinkHandle, size: *mut usize) -> nvJitLinkResult;
            nvJitLinkGetLinkedCubin: 0 0 "", (handle: nvJitLinkHandle, cubin: *mut c_void) -> nvJitLinkResult;
            nvJitLinkGetLinkedPtxSize: 0 0 "", (handle: nvJitLinkHandle, size: *mut usize) -> nvJitLinkResult;
            nvJitLinkGetLinkedPtx: 0 0 "", (handle: nvJitLinkHandle, ptx: *mut c_char) -> nvJitLinkResult;
            nvJitLinkGetLinkedLTOIRSize: 13020 0 "", (handle: nvJitLinkHandle, size: *mut usize) -> nvJitLinkResult;
            nvJitLinkGetLinkedLTOIR: 13020 0 "", (handle: nvJitLinkHandle, ltoir: *mut c_void) -> nvJitLinkResult;
            nvJitLinkGetErrorLogSize: 0 0 "", (handle: nvJitLinkHandle, size: *mut usize) -> nvJitLinkResult;
            nvJitLinkGetErrorLog: 0 0 "", (handle: nvJitLinkHandle, log: *mut c_char) -> nvJitLinkResult;
            nvJitLinkGetInfoLogSize: 0 0 "", (handle: nvJitLinkHandle, size: *mut usize) -> nvJitLinkResult;
            nvJitLinkGetInfoLog: 0 0 "", (handle: nvJitLinkHandle, log: *mut c_char) -> nvJitLinkResult;
            nvJitLinkVersion: 12030 0 "", (major: *mut c_uint, minor: *mut c_uint) -> nvJitLinkResult;
        }
    };
}

for_each_nvjitlink_function! {
    library,
    "nvJitLink" NVJITLINK NvJitLinkTable nvJitLinkResult NVJITLINK_SUCCESS "https://docs.nvidia.com/cuda/nvjitlink/index.html"
    required ["nvJitLinkCreate", "nvJitLinkAddData", "nvJitLinkComplete"] numbered [(12, 2), (12, 1), (12, 0)] version pair (nvJitLinkVersion)
}
