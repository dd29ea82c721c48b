//! The types and functions of `nvrtc.h` under their C names.
#![allow(non_camel_case_types, non_snake_case)]

use core::ffi::{c_char, c_int};

pub use nvrtc_sys::nvrtcProgram;

macro_rules! results {
    ($($name:ident = $value:literal,)*) => {
        /// The result of a call.
        #[repr(u32)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum nvrtcResult {
            $($name = $value,)*
        }

        impl From<nvrtc_sys::nvrtcResult> for nvrtcResult {
            fn from(code: nvrtc_sys::nvrtcResult) -> Self {
                match code.0 {
                    $($value => Self::$name,)*
                    _ => Self::NVRTC_ERROR_INTERNAL_ERROR,
                }
            }
        }
    };
}

results! {
    NVRTC_SUCCESS = 0,
    NVRTC_ERROR_OUT_OF_MEMORY = 1,
    NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
    NVRTC_ERROR_INVALID_INPUT = 3,
    NVRTC_ERROR_INVALID_PROGRAM = 4,
    NVRTC_ERROR_INVALID_OPTION = 5,
    NVRTC_ERROR_COMPILATION = 6,
    NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
    NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
    NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
    NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
    NVRTC_ERROR_INTERNAL_ERROR = 11,
    NVRTC_ERROR_TIME_FILE_WRITE_FAILED = 12,
}

macro_rules! functions {
    ($($name:ident($($parameter:ident: $ty:ty),* $(,)?);)*) => {$(
        pub unsafe fn $name($($parameter: $ty),*) -> nvrtcResult {
            let Ok(table) = nvrtc_sys::load() else {
                return nvrtcResult::NVRTC_ERROR_INTERNAL_ERROR;
            };
            match table.$name {
                // SAFETY: the caller keeps to the function's contract.
                Some(function) => unsafe { function($($parameter),*) }.into(),
                None => nvrtcResult::NVRTC_ERROR_INTERNAL_ERROR,
            }
        }
    )*};
}

functions! {
    nvrtcVersion(major: *mut c_int, minor: *mut c_int);
    nvrtcGetNumSupportedArchs(numArchs: *mut c_int);
    nvrtcGetSupportedArchs(supportedArchs: *mut c_int);
    nvrtcCreateProgram(
        prog: *mut nvrtcProgram, src: *const c_char, name: *const c_char, numHeaders: c_int,
        headers: *const *const c_char, includeNames: *const *const c_char,
    );
    nvrtcDestroyProgram(prog: *mut nvrtcProgram);
    nvrtcCompileProgram(prog: nvrtcProgram, numOptions: c_int, options: *const *const c_char);
    nvrtcGetPTXSize(prog: nvrtcProgram, ptxSizeRet: *mut usize);
    nvrtcGetPTX(prog: nvrtcProgram, ptx: *mut c_char);
    nvrtcGetCUBINSize(prog: nvrtcProgram, cubinSizeRet: *mut usize);
    nvrtcGetCUBIN(prog: nvrtcProgram, cubin: *mut c_char);
    nvrtcGetLTOIRSize(prog: nvrtcProgram, LTOIRSizeRet: *mut usize);
    nvrtcGetLTOIR(prog: nvrtcProgram, LTOIR: *mut c_char);
    nvrtcGetProgramLogSize(prog: nvrtcProgram, logSizeRet: *mut usize);
    nvrtcGetProgramLog(prog: nvrtcProgram, log: *mut c_char);
    nvrtcAddNameExpression(prog: nvrtcProgram, name_expression: *const c_char);
    nvrtcGetLoweredName(prog: nvrtcProgram, name_expression: *const c_char, lowered_name: *mut *const c_char);
}

/// Returns `true` if NVRTC can be loaded.
pub unsafe fn is_culib_present() -> bool {
    nvrtc_sys::load().is_ok()
}
