// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

/// [`cublasHandle_t`](https://docs.nvidia.com/cuda/cublas/index.html)
pub type cublasHandle_t = *mut cublasContext;
/// [`cublasLogCallback`](https://docs.nvidia.com/cuda/cublas/index.html)
pub type cublasLogCallback = Option<unsafe extern "C" fn(msg: *const c_char)>;
/// [`cublasXtHandle_t`](https://docs.nvidia.com/cuda/cublas/index.html)
pub type cublasXtHandle_t = *mut cublasXtContext;

opaque! {
    cublasContext, cublasXtContext,
}

zero_default! {

}
