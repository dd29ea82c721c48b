//! The types and functions of `nccl.h` under their C names.

use core::ffi::*;

pub use cuda_libraries_sys::shared::{CUstream_st, cudaStream_t};

// A program gets the newest configuration by each tag, and NCCL reads as much of it as it knows.
pub use self::{
    ncclConfig_t as ncclConfig_v21700, ncclConfig_t as ncclConfig_v22700,
    ncclConfig_t as ncclConfig_v22800, ncclSimInfo_t as ncclSimInfo_v22200,
};

crate::library::types!(nccl ncclResult_t absent ncclSystemError other ncclInternalError);

cuda_libraries_sys::for_each_nccl_function!(crate::library::functions, nccl);
