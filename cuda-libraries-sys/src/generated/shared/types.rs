// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;

aliases! {
    "https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html"
    cudaStream_t = *mut CUstream_st; cudaEvent_t = *mut CUevent_st; cudaGraph_t = *mut CUgraph_st;
    cuComplex = cuFloatComplex;
}

structs! {
    "https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html"
    #[repr(align(8))] #[derive(Debug)] pub struct cuFloatComplex { pub x: f32, pub y: f32 }
    #[repr(align(16))] #[derive(Debug)] pub struct cuDoubleComplex { pub x: f64, pub y: f64 }
    #[derive(Debug)] pub struct __half { pub x: c_ushort }
    #[derive(Debug)] pub struct __nv_bfloat16 { pub x: c_ushort }
}

opaque! {
    CUstream_st, CUevent_st, CUgraph_st, FILE,
}
