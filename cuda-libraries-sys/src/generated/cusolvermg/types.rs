// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;
use crate::cublas::*;
use crate::cusolver::*;

aliases! {
    "https://docs.nvidia.com/cuda/cusolver/index.html"
    cusolverMgHandle_t = *mut cusolverMgContext; cudaLibMgGrid_t = *mut c_void; cudaLibMgMatrixDesc_t = *mut c_void;
}

opaque! {
    cusolverMgContext,
}
