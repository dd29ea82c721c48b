//! The types and functions of `cusparse.h` under their C names.
#![allow(
    non_camel_case_types,
    non_snake_case,
    clippy::too_many_arguments,
    clippy::useless_conversion
)]

use core::ffi::*;

pub use crate::shared::*;
pub use cuda_libraries_sys::cusparse::*;

crate::library::codes! {
    cusparse cusparseStatus_t {
        CUSPARSE_STATUS_SUCCESS = 0,
        CUSPARSE_STATUS_NOT_INITIALIZED = 1,
        CUSPARSE_STATUS_ALLOC_FAILED = 2,
        CUSPARSE_STATUS_INVALID_VALUE = 3,
        CUSPARSE_STATUS_ARCH_MISMATCH = 4,
        CUSPARSE_STATUS_MAPPING_ERROR = 5,
        CUSPARSE_STATUS_EXECUTION_FAILED = 6,
        CUSPARSE_STATUS_INTERNAL_ERROR = 7,
        CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
        CUSPARSE_STATUS_ZERO_PIVOT = 9,
        CUSPARSE_STATUS_NOT_SUPPORTED = 10,
        CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11,
    }
    absent CUSPARSE_STATUS_NOT_INITIALIZED other CUSPARSE_STATUS_INTERNAL_ERROR
}

/// What getters of a description return if there is no cuSPARSE.
macro_rules! absent {
    ($($name:ident),*) => {$(
        impl crate::library::Absent for $name {
            const ABSENT: Self = Self(0);
        }
    )*};
}

absent!(cusparseMatrixType_t, cusparseFillMode_t, cusparseDiagType_t, cusparseIndexBase_t);

cuda_libraries_sys::for_each_cusparse_function!(crate::library::functions, cusparse);
