// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cublasContext {
    _unused: [u8; 0],
}
/// [`cublasHandle_t`](https://docs.nvidia.com/cuda/cublas/index.html)
pub type cublasHandle_t = *mut cublasContext;
/// [`cublasLogCallback`](https://docs.nvidia.com/cuda/cublas/index.html)
pub type cublasLogCallback = Option<
    unsafe extern "C" fn(msg: *const c_char),
>;
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct cublasXtContext {
    _unused: [u8; 0],
}
/// [`cublasXtHandle_t`](https://docs.nvidia.com/cuda/cublas/index.html)
pub type cublasXtHandle_t = *mut cublasXtContext;

zero_default! {
}
