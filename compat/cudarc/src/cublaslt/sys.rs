//! The types and functions of `cublasLt.h` under their C names.
#![allow(
    non_camel_case_types,
    non_snake_case,
    clippy::too_many_arguments,
    clippy::useless_conversion,
    unused_imports
)]

use core::ffi::*;

pub use crate::cublas::sys::cublasStatus_t;
pub use crate::shared::*;
pub use cuda_libraries_sys::cublas::{cublasComputeType_t, cublasOperation_t};

crate::library::types!(cublaslt);

cuda_libraries_sys::for_each_cublaslt_function!(crate::library::functions, cublaslt);
