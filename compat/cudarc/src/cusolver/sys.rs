//! The types and functions of `cusolver*.h` under their C names.
#![allow(
    non_camel_case_types,
    non_snake_case,
    clippy::too_many_arguments,
    clippy::useless_conversion,
    unused_imports
)]

use core::ffi::*;

pub use crate::shared::*;
pub use cuda_libraries_sys::cublas::{
    cublasDiagType_t, cublasFillMode_t, cublasOperation_t, cublasSideMode_t,
};
pub use cuda_libraries_sys::cusparse::cusparseMatDescr_t;

crate::library::types!(cusolver cusolverStatus_t absent CUSOLVER_STATUS_NOT_INITIALIZED other CUSOLVER_STATUS_INTERNAL_ERROR);

cuda_libraries_sys::for_each_cusolver_function!(crate::library::functions, cusolver);
