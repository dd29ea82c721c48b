//! The types and functions of `cufft.h` under their C names.

use core::ffi::*;

pub use crate::shared::*;

crate::library::types!(cufft cufftResult absent CUFFT_SETUP_FAILED other CUFFT_INTERNAL_ERROR);

pub use self::{
    cufftCompatibility as cufftCompatibility_t, cufftProperty as cufftProperty_t,
    cufftResult as cufftResult_t, cufftType as cufftType_t,
};

cuda_libraries_sys::for_each_cufft_function!(crate::library::functions, cufft);
