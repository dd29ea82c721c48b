//! The types and functions of `cublas_v2.h` under their C names.

use core::ffi::*;

pub use crate::shared::*;

pub use cudaDataType as cublasDataType_t;

crate::library::types!(cublas cublasStatus_t absent CUBLAS_STATUS_NOT_SUPPORTED other CUBLAS_STATUS_INTERNAL_ERROR);

cuda_libraries_sys::for_each_cublas_function!(crate::library::functions, cublas);
