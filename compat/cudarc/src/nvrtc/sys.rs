//! The types and functions of `nvrtc.h` under their C names.
#![allow(
    non_camel_case_types,
    non_snake_case,
    clippy::too_many_arguments,
    clippy::useless_conversion,
    unused_imports
)]

use core::ffi::*;

crate::library::types!(nvrtc nvrtcResult absent NVRTC_ERROR_INTERNAL_ERROR other NVRTC_ERROR_INTERNAL_ERROR);

cuda_libraries_sys::for_each_nvrtc_function!(crate::library::functions, nvrtc);
