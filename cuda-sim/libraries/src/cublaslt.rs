//! cuBLASLt.
//!
//! Each function is `unsafe` with the same contract: the pointers are as NVIDIA's documentation of that function
//! requires. Descriptions are the program's memory, as in cuBLASLt, so a pointer to one is null or valid.
#![allow(non_snake_case, clippy::too_many_arguments, clippy::useless_conversion)]

mod algorithm;
mod attribute;
mod description;
mod epilogue;
mod matmul;
mod plan;
mod settings;
mod transform;

use core::ffi::*;

use cuda_libraries_sys::cublas::cublasComputeType_t;
use cuda_libraries_sys::cublaslt::*;
use cuda_libraries_sys::for_each_cublaslt_function;
use cuda_libraries_sys::shared::*;

/// The functions, by their names; those that it lacks are in `Unsupported`.
struct CublasLt;

/// As cuBLAS's.
const VERSION: u32 = crate::cublas::VERSION;

for_each_cublaslt_function!(stand_in, "cuBLASLt" CublasLt CublasLtTable VERSION);
