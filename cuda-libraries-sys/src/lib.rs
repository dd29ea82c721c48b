//! Raw bindings to CUDA's libraries: a module for each, with its C types and a run-time loaded table of its functions.
//!
//! Building needs no CUDA toolkit: the types come from NVIDIA's headers through bindgen and are committed, and the
//! functions are looked up at run time in the installed library. One binary works with the releases for CUDA 11, 12 and
//! 13, and a function that the loaded one lacks is `None` in its table, never a link error or a panic.
//!
//! | module and feature | library | functions | layouts | releases whose headers were read | systems |
//! |---|---|---|---|---|---|
//! | `cublas` | cuBLAS with cuBLASXt, without the interface of CUDA 3, `cublas.h` | 590 of 590 | 17 | 11.11.3 to 13.10.0 | Linux, Windows |
//! | `cublaslt` | cuBLASLt | 53 of 53 | 36 | 11.11.3 to 13.10.0 | Linux, Windows |
//! | `cublasmp` | cuBLASMp | 71 of 75 | 13 | 0.5.1 to 0.10.0 | Linux |
//! | `cudart` | the CUDA runtime | 338 of 395 | 228 | 11.7 to 13.5 | Linux, Windows |
//! | `cudensitymat` | cuDensityMat | 110 of 111 | 67 | 0.2.0 to 0.7.0 | Linux |
//! | `cudla` | cuDLA | 16 of 16 | 21 | 13.2 to 13.5 | Linux on aarch64 |
//! | `cudnn` | cuDNN | 239 of 239 | 102 | 9.0.0 to 9.28.1 | Linux, Windows |
//! | `cudss` | cuDSS | 44 of 56 | 30 | 0.7.1 to 1.0.0 | Linux, Windows |
//! | `cufft` | cuFFT with cuFFTXt | 56 of 58 | 35 | 10.9.0 to 12.5.0 | Linux, Windows |
//! | `cufftmp` | cuFFTMp | 64 of 65 | 2 | 11.4.0 to 12.1.3 | Linux |
//! | `cufile` | cuFile | 50 of 53 | 34 | 1.11 to 1.20 | Linux |
//! | `cupti` | CUPTI: activities, callbacks, events and metrics, the profiler's host, target and range interfaces | 203 of 209 | 393 | 11.8 to 13.5 | Linux |
//! | `curand` | cuRAND | 27 of 27 | 18 | 10.3.0 to 10.4.5 | Linux, Windows |
//! | `cusolver` | cuSOLVER: dense, sparse and refactorization | 595 of 609 | 35 | 11.4.1 to 12.4.1 | Linux, Windows |
//! | `cusolvermg` | cuSOLVERMg | 19 of 19 | 4 | 11.4.1 to 12.4.1 | Linux, Windows |
//! | `cusolvermp` | cuSOLVERMp | 73 of 73 | 12 | 0.7.2 to 0.9.1 | Linux |
//! | `cusparse` | cuSPARSE | 428 of 514 | 55 | 11.7.5 to 12.9.4 | Linux, Windows |
//! | `cusparselt` | cuSPARSELt | 31 of 85 | 14 | 0.6.2 to 0.10.0 | Linux, Windows |
//! | `custatevec` | cuStateVec | 123 of 123 | 46 | 1.3.0 to 1.15.0 | Linux |
//! | `cutensor` | cuTENSOR | 45 of 46 | 18 | 2.0.0 to 2.8.1 | Linux, Windows |
//! | `cutensormg` | cuTENSORMg | 19 of 19 | 11 | 2.0.0 to 2.8.1 | Linux, Windows |
//! | `cutensornet` | cuTensorNet | 158 of 159 | 69 | 2.4.0 to 2.14.0 | Linux |
//! | `nccl` | NCCL | 73 of 73 | 19 | 2.18.3 to 2.32.3 | Linux |
//! | `nvcomp` | nvCOMP: the batched interface in C | 95 of 128 | 37 | 5.1.0 to 6.0.0 | Linux, Windows |
//! | `nvfatbin` | nvFatbin | 12 of 12 | 2 | 12.4 to 13.5 | Linux, Windows |
//! | `nvjitlink` | nvJitLink | 16 of 16 | 3 | 12.0 to 13.5 | Linux, Windows |
//! | `nvjpeg` | nvJPEG | 81 of 82 | 31 | 12.0.0 to 13.3.2 | Linux, Windows |
//! | `nvjpeg2k` | nvJPEG2000 | 43 of 44 | 33 | 0.8.0 to 0.11.0 | Linux, Windows |
//! | `nvml` | NVML | 436 of 441 | 335 | 11.8 to 13.5 | Linux, Windows |
//! | `nvrtc` | NVRTC | 29 of 31 | 3 | 11.7 to 13.5 | Linux, Windows |
//! | `nvtiff` | nvTIFF | 47 of 70 | 31 | 0.6.0 to 0.8.0 | Linux, Windows |
//! | `nvvm` | libNVVM | 14 of 14 | 2 | 11.8 to 13.5 | Linux, Windows |
//!
//! Functions are those that the newest release has, of all of the table; layouts are the types that a C++ compiler compares with the
//! newest headers.
//!
//! In each module:
//! - `load` fills a table from the library that [`cuda_pathfinder`] finds, `load_with` from a particular one, and `from_fn`
//!   of the table from anything else. Releases for several major versions of CUDA may live in one process; none is ever
//!   unloaded. Of one major version, the system loads only one, because they depend on each other by file names.
//! - `Symbol` names a function, and `FUNCTIONS` has, for each, the first release that is known to have it, as a number of
//!   its library: 120901 is cuBLAS 12.9.1.
//! - `for_each_cublas_function!` and its like, at the crate's root, call a macro with every function and its signature.
//! - C enumerations are open newtypes: a library may return a value that is newer than this crate.
//! - The result codes have texts, which are displayed without calling the library.
//!
//! Names are the exported ones: `cublasSgemm_v2`, which `cublas_v2.h` calls `cublasSgemm`. What has one binary interface
//! in all releases is one item. Where a release changed the interface behind a name, the older one is an item of its own,
//! whose name ends with the last release that has it, and a table only has the one that its library exports.
//!
//! ```no_run
//! # #[cfg(feature = "cublas")] {
//! use cuda_libraries_sys::cublas::{cublasStatus_t, load};
//!
//! let table = load()?;
//! let create = table.cublasCreate_v2.ok_or("this cuBLAS has no cublasCreate_v2")?;
//! let mut handle = std::ptr::null_mut();
//! // SAFETY: the pointer is to a live handle, and a context is current.
//! let status = unsafe { create(&raw mut handle) };
//! assert_eq!(status, cublasStatus_t::CUBLAS_STATUS_SUCCESS, "{status}");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Streams and events are the driver's: a `CUstream` is a [`cudaStream_t`](shared::cudaStream_t) after a cast.
//!
//! # Features
//! None is on by default.
//! - `cublas`: the module of that name.
//! - `cublaslt`: the module of that name, and `cublas`.
//! - `cublasmp`: the module of that name, `cublas` and `nccl`.
//! - `cudart`: the module of that name.
//! - `cudensitymat`: the module of that name.
//! - `cudla`: the module of that name.
//! - `cudnn`: the module of that name.
//! - `cudss`: the module of that name.
//! - `cufft`: the module of that name.
//! - `cufftmp`: the module of that name, and `cufft`.
//! - `cufile`: the module of that name.
//! - `cupti`: the module of that name.
//! - `curand`: the module of that name.
//! - `cusolver`: the module of that name, `cublas` and `cusparse`.
//! - `cusolvermg`: the module of that name, and `cusolver`.
//! - `cusolvermp`: the module of that name, `cusolver` and `nccl`.
//! - `cusparse`: the module of that name.
//! - `cusparselt`: the module of that name, and `cusparse`.
//! - `custatevec`: the module of that name.
//! - `cutensor`: the module of that name.
//! - `cutensormg`: the module of that name, and `cutensor`.
//! - `cutensornet`: the module of that name.
//! - `nccl`: the module of that name.
//! - `nvcomp`: the module of that name.
//! - `nvfatbin`: the module of that name.
//! - `nvjitlink`: the module of that name.
//! - `nvjpeg`: the module of that name.
//! - `nvjpeg2k`: the module of that name.
//! - `nvml`: the module of that name.
//! - `nvrtc`: the module of that name.
//! - `nvtiff`: the module of that name.
//! - `nvvm`: the module of that name.
//! - `functions`: in each module, every function by its exported name, for code ported from C.
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]
// Without any library, nothing uses what they share.
#![cfg_attr(
    not(any(
        feature = "cublas",
        feature = "cudart",
        feature = "cudensitymat",
        feature = "cudla",
        feature = "cudnn",
        feature = "cudss",
        feature = "cufft",
        feature = "cufile",
        feature = "cupti",
        feature = "curand",
        feature = "cusparse",
        feature = "custatevec",
        feature = "cutensor",
        feature = "cutensornet",
        feature = "nccl",
        feature = "nvcomp",
        feature = "nvfatbin",
        feature = "nvjitlink",
        feature = "nvjpeg",
        feature = "nvjpeg2k",
        feature = "nvml",
        feature = "nvrtc",
        feature = "nvtiff",
        feature = "nvvm",
    )),
    allow(dead_code, unused_macros)
)]

#[macro_use]
mod result;
#[macro_use]
mod table;
#[cfg(feature = "functions")]
mod absent;
mod error;
mod function;
#[rustfmt::skip]
mod generated;
mod load;
mod loaded;
pub mod shared;

#[cfg(feature = "cublas")]
pub mod cublas;
#[cfg(feature = "cublaslt")]
pub mod cublaslt;
#[cfg(feature = "cublasmp")]
pub mod cublasmp;
#[cfg(feature = "cudart")]
pub mod cudart;
#[cfg(feature = "cudensitymat")]
pub mod cudensitymat;
#[cfg(feature = "cudla")]
pub mod cudla;
#[cfg(feature = "cudnn")]
pub mod cudnn;
#[cfg(feature = "cudss")]
pub mod cudss;
#[cfg(feature = "cufft")]
pub mod cufft;
#[cfg(feature = "cufftmp")]
pub mod cufftmp;
#[cfg(feature = "cufile")]
pub mod cufile;
#[cfg(feature = "cupti")]
pub mod cupti;
#[cfg(feature = "curand")]
pub mod curand;
#[cfg(feature = "cusolver")]
pub mod cusolver;
#[cfg(feature = "cusolvermg")]
pub mod cusolvermg;
#[cfg(feature = "cusolvermp")]
pub mod cusolvermp;
#[cfg(feature = "cusparse")]
pub mod cusparse;
#[cfg(feature = "cusparselt")]
pub mod cusparselt;
#[cfg(feature = "custatevec")]
pub mod custatevec;
#[cfg(feature = "cutensor")]
pub mod cutensor;
#[cfg(feature = "cutensormg")]
pub mod cutensormg;
#[cfg(feature = "cutensornet")]
pub mod cutensornet;
#[cfg(feature = "nccl")]
pub mod nccl;
#[cfg(feature = "nvcomp")]
pub mod nvcomp;
#[cfg(feature = "nvfatbin")]
pub mod nvfatbin;
#[cfg(feature = "nvjitlink")]
pub mod nvjitlink;
#[cfg(feature = "nvjpeg")]
pub mod nvjpeg;
#[cfg(feature = "nvjpeg2k")]
pub mod nvjpeg2k;
#[cfg(feature = "nvml")]
pub mod nvml;
#[cfg(feature = "nvrtc")]
pub mod nvrtc;
#[cfg(feature = "nvtiff")]
pub mod nvtiff;
#[cfg(feature = "nvvm")]
pub mod nvvm;

pub use error::LoadError;
pub use function::Function;
