// Written by `cargo xtask generate --wheels nvvm`. Do not edit.

pub struct nvvmResult(pub ::core::ffi::c_uint);
impl nvvmResult {
    pub const NVVM_SUCCESS: nvvmResult = nvvmResult(0);
    pub const NVVM_ERROR_OUT_OF_MEMORY: nvvmResult = nvvmResult(1);
    pub const NVVM_ERROR_PROGRAM_CREATION_FAILURE: nvvmResult = nvvmResult(2);
    pub const NVVM_ERROR_IR_VERSION_MISMATCH: nvvmResult = nvvmResult(3);
    pub const NVVM_ERROR_INVALID_INPUT: nvvmResult = nvvmResult(4);
    pub const NVVM_ERROR_INVALID_PROGRAM: nvvmResult = nvvmResult(5);
    pub const NVVM_ERROR_INVALID_IR: nvvmResult = nvvmResult(6);
    pub const NVVM_ERROR_INVALID_OPTION: nvvmResult = nvvmResult(7);
    pub const NVVM_ERROR_NO_MODULE_IN_PROGRAM: nvvmResult = nvvmResult(8);
    pub const NVVM_ERROR_COMPILATION: nvvmResult = nvvmResult(9);
    pub const NVVM_ERROR_CANCELLED: nvvmResult = nvvmResult(10);
}
#[repr(C)]
#[derive(Debug)]
pub struct _nvvmProgram {
    _unused: [u8; 0],
}
pub type nvvmProgram = *mut _nvvmProgram;
unsafe extern "C" {
    pub fn nvvmGetErrorString(result: nvvmResult) -> *const ::core::ffi::c_char;
    pub fn nvvmVersion(
        major: *mut ::core::ffi::c_int,
        minor: *mut ::core::ffi::c_int,
    ) -> nvvmResult;
    pub fn nvvmIRVersion(
        majorIR: *mut ::core::ffi::c_int,
        minorIR: *mut ::core::ffi::c_int,
        majorDbg: *mut ::core::ffi::c_int,
        minorDbg: *mut ::core::ffi::c_int,
    ) -> nvvmResult;
    pub fn nvvmLLVMVersion(
        arch: *const ::core::ffi::c_char,
        major: *mut ::core::ffi::c_int,
    ) -> nvvmResult;
    pub fn nvvmCreateProgram(prog: *mut nvvmProgram) -> nvvmResult;
    pub fn nvvmDestroyProgram(prog: *mut nvvmProgram) -> nvvmResult;
    pub fn nvvmAddModuleToProgram(
        prog: nvvmProgram,
        buffer: *const ::core::ffi::c_char,
        size: usize,
        name: *const ::core::ffi::c_char,
    ) -> nvvmResult;
    pub fn nvvmLazyAddModuleToProgram(
        prog: nvvmProgram,
        buffer: *const ::core::ffi::c_char,
        size: usize,
        name: *const ::core::ffi::c_char,
    ) -> nvvmResult;
    pub fn nvvmCompileProgram(
        prog: nvvmProgram,
        numOptions: ::core::ffi::c_int,
        options: *mut *const ::core::ffi::c_char,
    ) -> nvvmResult;
    pub fn nvvmVerifyProgram(
        prog: nvvmProgram,
        numOptions: ::core::ffi::c_int,
        options: *mut *const ::core::ffi::c_char,
    ) -> nvvmResult;
    pub fn nvvmGetCompiledResultSize(
        prog: nvvmProgram,
        bufferSizeRet: *mut usize,
    ) -> nvvmResult;
    pub fn nvvmGetCompiledResult(
        prog: nvvmProgram,
        buffer: *mut ::core::ffi::c_char,
    ) -> nvvmResult;
    pub fn nvvmGetProgramLogSize(
        prog: nvvmProgram,
        bufferSizeRet: *mut usize,
    ) -> nvvmResult;
    pub fn nvvmGetProgramLog(
        prog: nvvmProgram,
        buffer: *mut ::core::ffi::c_char,
    ) -> nvvmResult;
}
