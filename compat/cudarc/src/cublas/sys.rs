//! The types and functions of `cublas_v2.h` under their C names.
#![allow(
    non_camel_case_types,
    non_snake_case,
    clippy::too_many_arguments,
    clippy::useless_conversion
)]

use core::ffi::*;

pub use crate::shared::*;
pub use cuda_libraries_sys::cublas::*;

pub use cudaDataType as cublasDataType_t;

crate::library::codes! {
    cublas cublasStatus_t {
        CUBLAS_STATUS_SUCCESS = 0,
        CUBLAS_STATUS_NOT_INITIALIZED = 1,
        CUBLAS_STATUS_ALLOC_FAILED = 3,
        CUBLAS_STATUS_INVALID_VALUE = 7,
        CUBLAS_STATUS_ARCH_MISMATCH = 8,
        CUBLAS_STATUS_MAPPING_ERROR = 11,
        CUBLAS_STATUS_EXECUTION_FAILED = 13,
        CUBLAS_STATUS_INTERNAL_ERROR = 14,
        CUBLAS_STATUS_NOT_SUPPORTED = 15,
        CUBLAS_STATUS_LICENSE_ERROR = 16,
    }
    absent CUBLAS_STATUS_NOT_SUPPORTED other CUBLAS_STATUS_INTERNAL_ERROR
}

cuda_libraries_sys::for_each_cublas_function!(crate::library::functions, cublas);
