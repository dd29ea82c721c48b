//! The types and functions of `cufft.h` under their C names.
#![allow(
    non_camel_case_types,
    non_snake_case,
    clippy::too_many_arguments,
    clippy::useless_conversion,
    unused_imports
)]

use core::ffi::*;

pub use crate::shared::*;

crate::library::types!(cufft cufftResult absent CUFFT_SETUP_FAILED other CUFFT_INTERNAL_ERROR);

pub use self::{
    cufftCompatibility as cufftCompatibility_t, cufftProperty as cufftProperty_t,
    cufftResult as cufftResult_t, cufftType as cufftType_t,
};

cuda_libraries_sys::for_each_cufft_function!(crate::library::functions, cufft);
