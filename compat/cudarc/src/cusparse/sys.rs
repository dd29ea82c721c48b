//! The types and functions of `cusparse.h` under their C names.

use core::ffi::*;

pub use crate::shared::*;

crate::library::types!(cusparse cusparseStatus_t absent CUSPARSE_STATUS_NOT_INITIALIZED other CUSPARSE_STATUS_INTERNAL_ERROR);

/// The side of a matrix, in CUDA 11.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum cusparseSideMode_t {
    CUSPARSE_SIDE_LEFT = 0,
    CUSPARSE_SIDE_RIGHT = 1,
}

// What getters of a description return if there is no cuSPARSE.
crate::library::returned! {
    cusparseMatrixType_t = Self(0),
    cusparseFillMode_t = Self(0),
    cusparseDiagType_t = Self(0),
    cusparseIndexBase_t = Self(0),
}

cuda_libraries_sys::for_each_cusparse_function!(crate::library::functions, cusparse);
