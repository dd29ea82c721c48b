//! The types and functions of `cusolverMg.h` under their C names.

use core::ffi::*;

pub use crate::cublas::sys::{cublasFillMode_t, cublasOperation_t, cublasSideMode_t};
pub use crate::shared::*;

/// cuSOLVER's codes, which have another error here.
mod codes {
    crate::library::types!(@only cusolver cusolverStatus_t
        absent CUSOLVER_STATUS_NOT_INITIALIZED other CUSOLVER_STATUS_INTERNAL_ERROR);
}

pub use codes::{cusolverEigMode_t, cusolverStatus_t};

crate::library::types!(cusolvermg);

cuda_libraries_sys::for_each_cusolvermg_function!(crate::library::functions, cusolvermg);
