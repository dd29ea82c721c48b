// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;
use crate::cublas::*;

/// [`cublasLtHandle_t`](https://docs.nvidia.com/cuda/cublas/index.html)
pub type cublasLtHandle_t = *mut cublasLtContext;
/// [`cublasLtMatrixLayoutOpaque_t`](https://docs.nvidia.com/cuda/cublas/index.html)
#[repr(C)] #[derive(Debug, Copy, Clone)]
pub struct cublasLtMatrixLayoutOpaque_t {
    pub data: [u64; 14usize],
}
/// [`cublasLtMatrixLayout_t`](https://docs.nvidia.com/cuda/cublas/index.html)
pub type cublasLtMatrixLayout_t = *mut cublasLtMatrixLayoutOpaque_t;
/// [`cublasLtMatmulAlgo_t`](https://docs.nvidia.com/cuda/cublas/index.html)
#[repr(C)] #[derive(Debug, Copy, Clone)]
pub struct cublasLtMatmulAlgo_t {
    pub data: [u64; 8usize],
}
/// [`cublasLtMatmulDescOpaque_t`](https://docs.nvidia.com/cuda/cublas/index.html)
#[repr(C)] #[derive(Debug, Copy, Clone)]
pub struct cublasLtMatmulDescOpaque_t {
    pub data: [u64; 32usize],
}
/// [`cublasLtMatmulDesc_t`](https://docs.nvidia.com/cuda/cublas/index.html)
pub type cublasLtMatmulDesc_t = *mut cublasLtMatmulDescOpaque_t;
/// [`cublasLtMatrixTransformDescOpaque_t`](https://docs.nvidia.com/cuda/cublas/index.html)
#[repr(C)] #[derive(Debug, Copy, Clone)]
pub struct cublasLtMatrixTransformDescOpaque_t {
    pub data: [u64; 8usize],
}
/// [`cublasLtMatrixTransformDesc_t`](https://docs.nvidia.com/cuda/cublas/index.html)
pub type cublasLtMatrixTransformDesc_t = *mut cublasLtMatrixTransformDescOpaque_t;
/// [`cublasLtMatmulPreferenceOpaque_t`](https://docs.nvidia.com/cuda/cublas/index.html)
#[repr(C)] #[derive(Debug, Copy, Clone)]
pub struct cublasLtMatmulPreferenceOpaque_t {
    pub data: [u64; 12usize],
}
/// [`cublasLtMatmulPreference_t`](https://docs.nvidia.com/cuda/cublas/index.html)
pub type cublasLtMatmulPreference_t = *mut cublasLtMatmulPreferenceOpaque_t;
/// [`cublasLtEmulationDescOpaque_t`](https://docs.nvidia.com/cuda/cublas/index.html)
#[repr(C)] #[derive(Debug, Copy, Clone)]
pub struct cublasLtEmulationDescOpaque_t {
    pub data: [u64; 8usize],
}
/// [`cublasLtEmulationDesc_t`](https://docs.nvidia.com/cuda/cublas/index.html)
pub type cublasLtEmulationDesc_t = *mut cublasLtEmulationDescOpaque_t;
/// [`cublasLtNumericalImplFlags_t`](https://docs.nvidia.com/cuda/cublas/index.html)
pub type cublasLtNumericalImplFlags_t = u64;
/// [`cublasLtMatmulHeuristicResult_t`](https://docs.nvidia.com/cuda/cublas/index.html)
#[repr(C)] #[derive(Debug, Copy, Clone)]
pub struct cublasLtMatmulHeuristicResult_t {
    pub algo: cublasLtMatmulAlgo_t,
    pub workspaceSize: usize,
    pub state: cublasStatus_t,
    pub wavesCount: f32,
    pub reserved: [c_int; 4usize],
}
/// [`cublasLtLoggerCallback_t`](https://docs.nvidia.com/cuda/cublas/index.html)
pub type cublasLtLoggerCallback_t = Option<unsafe extern "C" fn(logLevel: c_int, functionName: *const c_char, message: *const c_char)>;

opaque! {
    cublasLtContext,
}

zero_default! {
    cublasLtMatrixLayoutOpaque_t, cublasLtMatmulAlgo_t, cublasLtMatmulDescOpaque_t,
    cublasLtMatrixTransformDescOpaque_t, cublasLtMatmulPreferenceOpaque_t, cublasLtEmulationDescOpaque_t,
    cublasLtMatmulHeuristicResult_t,
}
