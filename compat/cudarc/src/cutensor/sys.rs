//! The types and functions of `cutensor.h` under their C names.

use core::ffi::*;

pub use crate::shared::*;

crate::library::types!(cutensor cutensorStatus_t
    absent CUTENSOR_STATUS_NOT_INITIALIZED other CUTENSOR_STATUS_INTERNAL_ERROR);

cuda_libraries_sys::for_each_cutensor_function!(crate::library::functions, cutensor);
