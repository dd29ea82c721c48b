//! The types and functions of `nvrtc.h` under their C names.
#![allow(
    non_camel_case_types,
    non_snake_case,
    clippy::too_many_arguments,
    clippy::useless_conversion
)]

use core::ffi::*;

pub use cuda_libraries_sys::nvrtc::*;

crate::library::codes! {
    nvrtc nvrtcResult {
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
        NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED = 13,
        NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED = 14,
        NVRTC_ERROR_PCH_CREATE = 15,
        NVRTC_ERROR_CANCELLED = 16,
        NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED = 17,
        NVRTC_ERROR_BUSY = 18,
    }
    absent NVRTC_ERROR_INTERNAL_ERROR other NVRTC_ERROR_INTERNAL_ERROR
}

cuda_libraries_sys::for_each_nvrtc_function!(crate::library::functions, nvrtc);
