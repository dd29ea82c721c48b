// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;
use crate::cublas::*;
use crate::nccl::*;

aliases! {
    "https://docs.nvidia.com/cuda/cublasmp/index.html"
    cublasMpHandle_t = *mut cublasMpHandle; cublasMpGrid_t = *mut cublasMpGrid;
    cublasMpMatrixDescriptor_t = *mut cublasMpMatrixDescriptor;
    cublasMpMatmulDescriptor_t = *mut cublasMpMatmulDescriptor;
    cublasMpLoggerCallback_t = Option<unsafe extern "C" fn(logLevel: c_int, functionName: *const c_char, message: *const c_char)>;
}

opaque! {
    cublasMpHandle, cublasMpGrid, cublasMpMatrixDescriptor, cublasMpMatmulDescriptor,
}
