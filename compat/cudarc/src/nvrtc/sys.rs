//! The types and functions of `nvrtc.h` under their C names.

use core::ffi::*;

crate::library::types!(nvrtc nvrtcResult absent NVRTC_ERROR_INTERNAL_ERROR other NVRTC_ERROR_INTERNAL_ERROR);

cuda_libraries_sys::for_each_nvrtc_function!(crate::library::functions, nvrtc);
