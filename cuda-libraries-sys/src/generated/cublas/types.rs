// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

aliases! {
    "https://docs.nvidia.com/cuda/cublas/index.html"
    cublasHandle_t = *mut cublasContext; cublasLogCallback = Option<unsafe extern "C" fn(msg: *const c_char)>;
    cublasXtHandle_t = *mut cublasXtContext;
}

opaque! {
    cublasContext, cublasXtContext,
}
