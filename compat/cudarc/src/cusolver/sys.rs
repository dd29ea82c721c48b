//! The types and functions of `cusolver*.h` under their C names.

use core::ffi::*;

pub use crate::shared::*;
pub use cuda_libraries_sys::cublas::{
    cublasDiagType_t, cublasFillMode_t, cublasOperation_t, cublasSideMode_t,
};
pub use cuda_libraries_sys::cusparse::{cusparseMatDescr, cusparseMatDescr_t};

pub type cudaLibMgGrid_t = *mut c_void;
pub type cudaLibMgMatrixDesc_t = *mut c_void;

crate::library::types!(cusolver cusolverStatus_t absent CUSOLVER_STATUS_NOT_INITIALIZED other CUSOLVER_STATUS_INTERNAL_ERROR);

cuda_libraries_sys::for_each_cusolver_function!(crate::library::functions, cusolver);
