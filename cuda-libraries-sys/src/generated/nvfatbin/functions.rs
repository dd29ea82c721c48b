// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use super::types::*;

/// Calls the macro `$then` with every function of nvFatbin, in the order of the table, after the tokens of `$first`.
///
/// Each is `name: since until "exported name", (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_nvfatbin_function {
    ($then:path $(, $($first:tt)*)?) => {
        $then! {
            $($($first)*)?
            nvFatbinGetErrorString: 0 0 "", (result: nvFatbinResult) -> *const c_char;
            nvFatbinCreate: 0 0 "", (handle_indirect: *mut nvFatbinHandle, options: *mut *const c_char, optionsCount: usize) -> nvFatbinResult;
            nvFatbinDestroy: 0 0 "", (handle_indirect: *mut nvFatbinHandle) -> nvFatbinResult;
            nvFatbinAddPTX: 0 0 "", (handle: nvFatbinHandle, code: *const c_char, size: usize, arch: *const c_char, identifier: *const c_char, optionsCmdLine: *const c_char) -> nvFatbinResult;
            nvFatbinAddCubin: 0 0 "", (handle: nvFatbinHandle, code: *const c_void, size: usize, arch: *const c_char, identifier: *const c_char) -> nvFatbinResult;
            nvFatbinAddLTOIR: 0 0 "", (handle: nvFatbinHandle, code: *const c_void, size: usize, arch: *const c_char, identifier: *const c_char, optionsCmdLine: *const c_char) -> nvFatbinResult;
            nvFatbinAddIndex: 12050 0 "", (handle: nvFatbinHandle, code: *const c_void, size: usize, identifier: *const c_char) -> nvFatbinResult;
            nvFatbinAddReloc: 12050 0 "", (handle: nvFatbinHandle, code: *const c_void, size: usize) -> nvFatbinResult;
            nvFatbinAddTileIR: 13010 0 "", (handle: nvFatbinHandle, code: *const c_void, size: usize, identifier: *const c_char, optionsCmdLine: *const c_char) -> nvFatbinResult;
            nvFatbinSize: 0 0 "", (handle: nvFatbinHandle, size: *mut usize) -> nvFatbinResult;
            nvFatbinGet: 0 0 "", (handle: nvFatbinHandle, buffer: *mut c_void) -> nvFatbinResult;
            nvFatbinVersion: 0 0 "", (major: *mut c_uint, minor: *mut c_uint) -> nvFatbinResult;
        }
    };
}

for_each_nvfatbin_function! {
    library,
    "nvFatbin" NVFATBIN NvFatbinTable nvFatbinResult NVFATBIN_SUCCESS "https://docs.nvidia.com/cuda/nvfatbin/index.html"
    required ["nvFatbinVersion", "nvFatbinCreate", "nvFatbinGet"] numbered [] version pair (nvFatbinVersion)
}
