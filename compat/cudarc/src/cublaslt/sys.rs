//! The types and functions of `cublasLt.h` under their C names.

use core::ffi::*;

pub use crate::shared::*;
pub use codes::{cublasComputeType_t, cublasOperation_t, cublasStatus_t};

/// cuBLAS's codes, which have another error here.
mod codes {
    crate::library::types!(@only cublas cublasStatus_t
        absent CUBLAS_STATUS_NOT_SUPPORTED other CUBLAS_STATUS_INTERNAL_ERROR);
}

crate::library::types!(cublaslt);

cuda_libraries_sys::for_each_cublaslt_function!(crate::library::functions, cublaslt);
