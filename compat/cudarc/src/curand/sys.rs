//! The types and functions of `curand.h` under their C names.

use core::ffi::*;

pub use crate::shared::*;

crate::library::types!(curand curandStatus_t absent CURAND_STATUS_NOT_INITIALIZED other CURAND_STATUS_INTERNAL_ERROR);

pub use self::{
    curandDirectionVectorSet_t as curandDirectionVectorSet, curandMethod_t as curandMethod,
    curandOrdering_t as curandOrdering, curandRngType_t as curandRngType,
    curandStatus_t as curandStatus,
};

cuda_libraries_sys::for_each_curand_function!(crate::library::functions, curand);
