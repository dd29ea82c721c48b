// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use super::types::*;

/// Calls the macro `$then` with every function of libNVVM, in the order of the table, after the tokens of `$first`.
///
/// Each is `name: since until "exported name", (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_nvvm_function {
    ($then:path $(, $($first:tt)*)?) => {
        $then! {
            $($($first)*)?
            nvvmGetErrorString: 0 0 "", (result: nvvmResult) -> *const c_char;
            nvvmVersion: 0 0 "", (major: *mut c_int, minor: *mut c_int) -> nvvmResult;
            nvvmIRVersion: 0 0 "", (majorIR: *mut c_int, minorIR: *mut c_int, majorDbg: *mut c_int, minorDbg: *mut c_int) -> nvvmResult;
            nvvmLLVMVersion: 13050 0 "", (arch: *const c_char, major: *mut c_int) -> nvvmResult;
            nvvmCreateProgram: 0 0 "", (prog: *mut nvvmProgram) -> nvvmResult;
            nvvmDestroyProgram: 0 0 "", (prog: *mut nvvmProgram) -> nvvmResult;
            nvvmAddModuleToProgram: 0 0 "", (prog: nvvmProgram, buffer: *const c_char, size: usize, name: *const c_char) -> nvvmResult;
            nvvmLazyAddModuleToProgram: 0 0 "", (prog: nvvmProgram, buffer: *const c_char, size: usize, name: *const c_char) -> nvvmResult;
            nvvmCompileProgram: 0 0 "", (prog: nvvmProgram, numOptions: c_int, options: *mut *const c_char) -> nvvmResult;
            nvvmVerifyProgram: 0 0 "", (prog: nvvmProgram, numOptions: c_int, options: *mut *const c_char) -> nvvmResult;
            nvvmGetCompiledResultSize: 0 0 "", (prog: nvvmProgram, bufferSizeRet: *mut usize) -> nvvmResult;
            nvvmGetCompiledResult: 0 0 "", (prog: nvvmProgram, buffer: *mut c_char) -> nvvmResult;
            nvvmGetProgramLogSize: 0 0 "", (prog: nvvmProgram, bufferSizeRet: *mut usize) -> nvvmResult;
            nvvmGetProgramLog: 0 0 "", (prog: nvvmProgram, buffer: *mut c_char) -> nvvmResult;
        }
    };
}

for_each_nvvm_function! {
    library,
    "libNVVM" NVVM NvvmTable nvvmResult NVVM_SUCCESS "https://docs.nvidia.com/cuda/libnvvm-api/index.html"
    required ["nvvmCreateProgram", "nvvmVersion"] numbered [] version pair (nvvmVersion)
}
