//! The types and functions of `cufft.h` under their C names.
#![allow(
    non_camel_case_types,
    non_snake_case,
    clippy::too_many_arguments,
    clippy::useless_conversion
)]

use core::ffi::*;

pub use crate::shared::*;
pub use cuda_libraries_sys::cufft::*;

crate::library::codes! {
    cufft cufftResult {
        CUFFT_SUCCESS = 0,
        CUFFT_INVALID_PLAN = 1,
        CUFFT_ALLOC_FAILED = 2,
        CUFFT_INVALID_TYPE = 3,
        CUFFT_INVALID_VALUE = 4,
        CUFFT_INTERNAL_ERROR = 5,
        CUFFT_EXEC_FAILED = 6,
        CUFFT_SETUP_FAILED = 7,
        CUFFT_INVALID_SIZE = 8,
        CUFFT_UNALIGNED_DATA = 9,
        CUFFT_INVALID_DEVICE = 11,
        CUFFT_NO_WORKSPACE = 13,
        CUFFT_NOT_IMPLEMENTED = 14,
        CUFFT_NOT_SUPPORTED = 16,
        CUFFT_MISSING_DEPENDENCY = 17,
        CUFFT_NVRTC_FAILURE = 18,
        CUFFT_NVJITLINK_FAILURE = 19,
        CUFFT_NVSHMEM_FAILURE = 20,
        CUFFT_INCOMPLETE_PARAMETER_LIST = 10,
        CUFFT_PARSE_ERROR = 12,
        CUFFT_LICENSE_ERROR = 15,
    }
    absent CUFFT_SETUP_FAILED other CUFFT_INTERNAL_ERROR
}

pub use self::{
    cufftCompatibility as cufftCompatibility_t, cufftProperty as cufftProperty_t,
    cufftResult as cufftResult_t, cufftType as cufftType_t,
};

cuda_libraries_sys::for_each_cufft_function!(crate::library::functions, cufft);
