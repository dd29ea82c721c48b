// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;
use crate::cublas::*;
use crate::cusparse::*;
use crate::cusolver::*;
use crate::nccl::*;

aliases! {
    "https://docs.nvidia.com/cuda/cusolvermp/index.html"
    cusolverMpGrid_t = *mut cusolverMpGrid; cusolverMpMatrixDescriptor_t = *mut cusolverMpMatrixDescriptor;
    cusolverMpHandle_t = *mut cusolverMpHandle;
    cusolverMpNewtonSchulzDescriptor_t = *mut cusolverMpNewtonSchulzDescriptor;
    cusolverMpPolarDescriptor_t = *mut cusolverMpPolarDescriptor;
    cusolverMpGesvdDescriptor_t = *mut cusolverMpGesvdDescriptor;
    cusolverMpLoggerCallback_t = Option<unsafe extern "C" fn(logLevel: c_int, functionName: *const c_char, message: *const c_char)>;
}

opaque! {
    cusolverMpGrid, cusolverMpMatrixDescriptor, cusolverMpHandle, cusolverMpNewtonSchulzDescriptor,
    cusolverMpPolarDescriptor, cusolverMpGesvdDescriptor,
}
