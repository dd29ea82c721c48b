//! The types and functions of `nccl.h` under their C names.
#![allow(
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    clippy::too_many_arguments,
    clippy::useless_conversion
)]

use core::ffi::*;

pub use cuda_libraries_sys::nccl::*;

crate::library::codes! {
    nccl ncclResult_t {
        ncclSuccess = 0,
        ncclUnhandledCudaError = 1,
        ncclSystemError = 2,
        ncclInternalError = 3,
        ncclInvalidArgument = 4,
        ncclInvalidUsage = 5,
        ncclRemoteError = 6,
        ncclInProgress = 7,
        ncclNumResults = 8,
    }
    absent ncclSystemError other ncclInternalError
}

cuda_libraries_sys::for_each_nccl_function!(crate::library::functions, nccl);
