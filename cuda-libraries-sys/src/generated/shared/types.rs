// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;

/// [`cudaStream_t`](https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html)
pub type cudaStream_t = *mut CUstream_st;
/// [`cudaEvent_t`](https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html)
pub type cudaEvent_t = *mut CUevent_st;
/// [`cudaGraph_t`](https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html)
pub type cudaGraph_t = *mut CUgraph_st;
/// [`cuFloatComplex`](https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html)
#[repr(C)]
#[repr(align(8))] #[derive(Debug, Copy, Clone)]
pub struct cuFloatComplex {
    pub x: f32,
    pub y: f32,
}
/// [`cuDoubleComplex`](https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html)
#[repr(C)]
#[repr(align(16))] #[derive(Debug, Copy, Clone)]
pub struct cuDoubleComplex {
    pub x: f64,
    pub y: f64,
}
/// [`cuComplex`](https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html)
pub type cuComplex = cuFloatComplex;
/// [`__half`](https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html)
#[repr(C)] #[derive(Debug, Copy, Clone)]
pub struct __half {
    pub x: c_ushort,
}
/// [`__nv_bfloat16`](https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html)
#[repr(C)] #[derive(Debug, Copy, Clone)]
pub struct __nv_bfloat16 {
    pub x: c_ushort,
}

opaque! {
    CUstream_st, CUevent_st, CUgraph_st, FILE,
}

zero_default! {
    cuFloatComplex, cuDoubleComplex, __half, __nv_bfloat16,
}
