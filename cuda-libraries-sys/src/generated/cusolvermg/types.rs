// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;
use crate::cublas::*;
use crate::cusolver::*;

/// [`cusolverMgHandle_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cusolverMgHandle_t = *mut cusolverMgContext;
/// [`cudaLibMgGrid_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cudaLibMgGrid_t = *mut c_void;
/// [`cudaLibMgMatrixDesc_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
pub type cudaLibMgMatrixDesc_t = *mut c_void;

opaque! {
    cusolverMgContext,
}

zero_default! {

}
