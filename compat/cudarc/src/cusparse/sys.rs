//! The types and functions of `cusparse.h` under their C names.
#![allow(
    non_camel_case_types,
    non_snake_case,
    clippy::too_many_arguments,
    clippy::useless_conversion,
    unused_imports
)]

use core::ffi::*;

pub use crate::shared::*;

crate::library::types!(cusparse cusparseStatus_t absent CUSPARSE_STATUS_NOT_INITIALIZED other CUSPARSE_STATUS_INTERNAL_ERROR);

// What getters of a description return if there is no cuSPARSE.
crate::library::returned! {
    cusparseMatrixType_t = Self(0),
    cusparseFillMode_t = Self(0),
    cusparseDiagType_t = Self(0),
    cusparseIndexBase_t = Self(0),
}

cuda_libraries_sys::for_each_cusparse_function!(crate::library::functions, cusparse);
