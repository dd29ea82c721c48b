// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;
use crate::cublas::*;

aliases! {
    "https://docs.nvidia.com/cuda/cublas/index.html"
    cublasLtHandle_t = *mut cublasLtContext; cublasLtMatrixLayout_t = *mut cublasLtMatrixLayoutOpaque_t;
    cublasLtMatmulDesc_t = *mut cublasLtMatmulDescOpaque_t;
    cublasLtMatrixTransformDesc_t = *mut cublasLtMatrixTransformDescOpaque_t;
    cublasLtMatmulPreference_t = *mut cublasLtMatmulPreferenceOpaque_t;
    cublasLtEmulationDesc_t = *mut cublasLtEmulationDescOpaque_t; cublasLtNumericalImplFlags_t = u64;
    cublasLtLoggerCallback_t = Option<unsafe extern "C" fn(logLevel: c_int, functionName: *const c_char, message: *const c_char)>;
}

structs! {
    "https://docs.nvidia.com/cuda/cublas/index.html"
    #[derive(Debug)] pub struct cublasLtMatrixLayoutOpaque_t { pub data: [u64; 14usize] }
    #[derive(Debug)] pub struct cublasLtMatmulAlgo_t { pub data: [u64; 8usize] }
    #[derive(Debug)] pub struct cublasLtMatmulDescOpaque_t { pub data: [u64; 32usize] }
    #[derive(Debug)] pub struct cublasLtMatrixTransformDescOpaque_t { pub data: [u64; 8usize] }
    #[derive(Debug)] pub struct cublasLtMatmulPreferenceOpaque_t { pub data: [u64; 12usize] }
    #[derive(Debug)] pub struct cublasLtEmulationDescOpaque_t { pub data: [u64; 8usize] }
    #[derive(Debug)] pub struct cublasLtMatmulHeuristicResult_t {
        pub algo: cublasLtMatmulAlgo_t, pub workspaceSize: usize, pub state: cublasStatus_t, pub wavesCount: f32,
        pub reserved: [c_int; 4usize],
    }
}

opaque! {
    cublasLtContext,
}
