//! The types and functions of `cusolver*.h` under their C names.
#![allow(
    non_camel_case_types,
    non_snake_case,
    clippy::too_many_arguments,
    clippy::useless_conversion
)]

use core::ffi::*;

pub use crate::shared::*;
pub use cuda_libraries_sys::cublas::{
    cublasDiagType_t, cublasFillMode_t, cublasOperation_t, cublasSideMode_t,
};
pub use cuda_libraries_sys::cusolver::*;
pub use cuda_libraries_sys::cusparse::cusparseMatDescr_t;

crate::library::codes! {
    cusolver cusolverStatus_t {
        CUSOLVER_STATUS_SUCCESS = 0,
        CUSOLVER_STATUS_NOT_INITIALIZED = 1,
        CUSOLVER_STATUS_ALLOC_FAILED = 2,
        CUSOLVER_STATUS_INVALID_VALUE = 3,
        CUSOLVER_STATUS_ARCH_MISMATCH = 4,
        CUSOLVER_STATUS_MAPPING_ERROR = 5,
        CUSOLVER_STATUS_EXECUTION_FAILED = 6,
        CUSOLVER_STATUS_INTERNAL_ERROR = 7,
        CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
        CUSOLVER_STATUS_NOT_SUPPORTED = 9,
        CUSOLVER_STATUS_ZERO_PIVOT = 10,
        CUSOLVER_STATUS_INVALID_LICENSE = 11,
        CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED = 12,
        CUSOLVER_STATUS_IRS_PARAMS_INVALID = 13,
        CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC = 14,
        CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE = 15,
        CUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER = 16,
        CUSOLVER_STATUS_IRS_INTERNAL_ERROR = 20,
        CUSOLVER_STATUS_IRS_NOT_SUPPORTED = 21,
        CUSOLVER_STATUS_IRS_OUT_OF_RANGE = 22,
        CUSOLVER_STATUS_IRS_NRHS_NOT_SUPPORTED_FOR_REFINE_GMRES = 23,
        CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED = 25,
        CUSOLVER_STATUS_IRS_INFOS_NOT_DESTROYED = 26,
        CUSOLVER_STATUS_IRS_MATRIX_SINGULAR = 30,
        CUSOLVER_STATUS_INVALID_WORKSPACE = 31,
    }
    absent CUSOLVER_STATUS_NOT_INITIALIZED other CUSOLVER_STATUS_INTERNAL_ERROR
}

cuda_libraries_sys::for_each_cusolver_function!(crate::library::functions, cusolver);
