//! NVIDIA's math libraries for the software device of [`cuda_sim`]: the same functions, which compute on the CPU.
//!
//! Each module has the table of a library, for the crate that wraps it: [`cublas::table`] is a
//! [`CublasTable`](cuda_libraries_sys::cublas::CublasTable). The command `cuda-sim` of the workspace has
//! the same functions in the file of the device, under the file names of the libraries.
//!
//! What a function computes is a kernel of the device, a [native one](cuda_sim::native_kernel). So it is ordered by its
//! stream, is captured into graphs, and accesses memory as any kernel does: a matrix that was freed is a fault (700),
//! whose report names the kernel.
//!
//! # Features and limits
//! - Sums of products have the precision of the type that cuBLAS computes in, and are rounded once to the result's:
//!   exact where that is, such as for integers. Otherwise the last bits differ from a GPU's, as they do between GPUs.
//! - What a library has and this one lacks returns its `NOT_SUPPORTED`, and prints a line to standard error the first
//!   time: `unsupported` of each module lists these functions.
//! - cuDNN has an algorithm under every name, all with the same result, and one engine for each operation graph.
//! - cuRAND's numbers are those of NVIDIA's, bit for bit, except for the last bits of normally distributed ones.
//! - cuFFT refuses what an H200's refuses, and takes what it takes; the last bits differ.
//! - cuSOLVER has the factorizations, solutions and eigenvalues that `cuda-cusolver` calls.
//! - cuSPARSE has the products, solutions and conversions that `cuda-cusparse` calls.
//! - CUPTI has the activities of `cuda-profiler`.
//! - Calls with a host pointer for the result wait for their stream, as the libraries do.
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
#![warn(missing_docs)]
#![deny(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "on a closed pipe or a full disk it panics"
)]
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

#[macro_use]
mod stand_in;
mod bytes;
mod c_strings;
mod dense;
mod device;
mod dispatch;
mod element;
mod factor;
mod float8;
mod matrix;
mod memory;
mod multiply;
mod operation;
mod quotient;
mod range;

pub mod cublas;
pub mod cublaslt;
pub mod cudnn;
pub mod cufft;
pub mod cupti;
pub mod curand;
pub mod cusolver;
pub mod cusparse;
pub mod nvml;
