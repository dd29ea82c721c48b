//! cuBLAS.
//!
//! Each function is `unsafe` with the same contract: the pointers are as NVIDIA's documentation of that function
//! requires. Handles are looked up, never dereferenced, and device memory is accessed only by kernels, which check it.
//! The names and the order of parameters are those of the header; the compiler checks them against its list.
#![allow(
    non_snake_case,
    non_upper_case_globals,
    clippy::too_many_arguments,
    clippy::useless_conversion
)]

mod arguments;
mod batched;
pub(crate) mod context;
pub(crate) mod factors;
mod geam;
mod gemm;
mod gemv;
mod grouped;
mod level1;
mod level2;
mod level3;
pub(crate) mod product;
mod rank;
mod reduce;
mod reductions;
mod rotation;
pub(crate) mod settings;
pub(crate) mod solve;
pub(crate) mod sum;
mod transfer;
mod triangular;

use core::ffi::*;

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::for_each_cublas_function;
use cuda_libraries_sys::shared::*;

/// The functions, by their names; those that it lacks are in `Unsupported`.
struct Cublas;

/// The newest release that the table knows, 13.10.0.
pub(crate) const VERSION: u32 = 131_000;

for_each_cublas_function!(stand_in, "cuBLAS" Cublas CublasTable VERSION);
