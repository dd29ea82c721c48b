// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use super::types::*;

/// Calls the macro `$then` with every function of NVRTC, in the order of the table, after the tokens of `$first`.
///
/// Each is `name: since until "exported name", (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_nvrtc_function {
    ($then:path $(, $($first:tt)*)?) => {
        $then! {
            $($($first)*)?
            nvrtcGetErrorString: 0 0 "", (result: nvrtcResult) -> *const c_char;
            nvrtcVersion: 0 0 "", (major: *mut c_int, minor: *mut c_int) -> nvrtcResult;
            nvrtcGetNumSupportedArchs: 0 0 "", (numArchs: *mut c_int) -> nvrtcResult;
            nvrtcGetSupportedArchs: 0 0 "", (supportedArchs: *mut c_int) -> nvrtcResult;
            nvrtcCreateProgram: 0 0 "", (prog: *mut nvrtcProgram, src: *const c_char, name: *const c_char, numHeaders: c_int, headers: *const *const c_char, includeNames: *const *const c_char) -> nvrtcResult;
            nvrtcDestroyProgram: 0 0 "", (prog: *mut nvrtcProgram) -> nvrtcResult;
            nvrtcCompileProgram: 0 0 "", (prog: nvrtcProgram, numOptions: c_int, options: *const *const c_char) -> nvrtcResult;
            nvrtcGetPTXSize: 0 0 "", (prog: nvrtcProgram, ptxSizeRet: *mut usize) -> nvrtcResult;
            nvrtcGetPTX: 0 0 "", (prog: nvrtcProgram, ptx: *mut c_char) -> nvrtcResult;
            nvrtcGetCUBINSize: 0 0 "", (prog: nvrtcProgram, cubinSizeRet: *mut usize) -> nvrtcResult;
            nvrtcGetCUBIN: 0 0 "", (prog: nvrtcProgram, cubin: *mut c_char) -> nvrtcResult;
            nvrtcGetLTOIRSize: 12000 0 "", (prog: nvrtcProgram, LTOIRSizeRet: *mut usize) -> nvrtcResult;
            nvrtcGetLTOIR: 12000 0 "", (prog: nvrtcProgram, LTOIR: *mut c_char) -> nvrtcResult;
            nvrtcGetOptiXIRSize: 12000 0 "", (prog: nvrtcProgram, optixirSizeRet: *mut usize) -> nvrtcResult;
            nvrtcGetOptiXIR: 12000 0 "", (prog: nvrtcProgram, optixir: *mut c_char) -> nvrtcResult;
            nvrtcGetProgramLogSize: 0 0 "", (prog: nvrtcProgram, logSizeRet: *mut usize) -> nvrtcResult;
            nvrtcGetProgramLog: 0 0 "", (prog: nvrtcProgram, log: *mut c_char) -> nvrtcResult;
            nvrtcAddNameExpression: 0 0 "", (prog: nvrtcProgram, name_expression: *const c_char) -> nvrtcResult;
            nvrtcGetLoweredName: 0 0 "", (prog: nvrtcProgram, name_expression: *const c_char, lowered_name: *mut *const c_char) -> nvrtcResult;
            nvrtcGetPCHHeapSize: 12080 0 "", (ret: *mut usize) -> nvrtcResult;
            nvrtcSetPCHHeapSize: 12080 0 "", (size: usize) -> nvrtcResult;
            nvrtcGetPCHCreateStatus: 12080 0 "", (prog: nvrtcProgram) -> nvrtcResult;
            nvrtcGetPCHHeapSizeRequired: 12080 0 "", (prog: nvrtcProgram, size: *mut usize) -> nvrtcResult;
            nvrtcSetFlowCallback: 12080 0 "", (prog: nvrtcProgram, callback: Option<unsafe extern "C" fn(arg1: *mut c_void, arg2: *mut c_void) -> c_int>, payload: *mut c_void) -> nvrtcResult;
            nvrtcGetTileIRSize: 13020 0 "", (prog: nvrtcProgram, TileIRSizeRet: *mut usize) -> nvrtcResult;
            nvrtcGetTileIR: 13020 0 "", (prog: nvrtcProgram, TileIR: *mut c_char) -> nvrtcResult;
            nvrtcInstallBundledHeaders: 13030 0 "", (installPath: *const c_char, flags: c_uint, errorLog: *mut *const c_char) -> nvrtcResult;
            nvrtcGetBundledHeadersInfo: 13030 0 "", (info: *mut nvrtcBundledHeadersInfo, errorLog: *mut *const c_char) -> nvrtcResult;
            nvrtcRemoveBundledHeaders: 13030 0 "", (installPath: *const c_char, errorLog: *mut *const c_char) -> nvrtcResult;
            nvrtcGetNVVMSize: 0 13000 "", (prog: nvrtcProgram, nvvmSizeRet: *mut usize) -> nvrtcResult;
            nvrtcGetNVVM: 0 13000 "", (prog: nvrtcProgram, nvvm: *mut c_char) -> nvrtcResult;
        }
    };
}

for_each_nvrtc_function! {
    library,
    "NVRTC" NVRTC NvrtcTable nvrtcResult NVRTC_SUCCESS "https://docs.nvidia.com/cuda/nvrtc/index.html"
    required ["nvrtcVersion", "nvrtcCreateProgram", "nvrtcCompileProgram"] numbered [] version pair (nvrtcVersion)
}
