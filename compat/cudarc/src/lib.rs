//! The interface of the crate `cudarc` 0.19, implemented by `cuda-driver`: a program or library that is written for cudarc
//! uses this crate instead by two lines in its `Cargo.toml`:
//!
//! ```toml
//! [patch.crates-io]
//! cudarc = { git = "https://github.com/…" }
//! ```
//!
//! `cargo tree -i cudarc` shows whether it is used: with an older cudarc in `Cargo.lock`, it is after `cargo update -p cudarc`.
//!
//! Names and signatures are cudarc's. What differs:
//!
//! | cudarc | here |
//! |---|---|
//! | one build is for one release of CUDA, chosen by features | one build is for all drivers; the features choose the fields of two structures |
//! | panics without a driver, or NVRTC | calls return `CUDA_ERROR_SHARED_OBJECT_INIT_FAILED` (303), and NVRTC's `NVRTC_ERROR_INTERNAL_ERROR`; the text lists where the library was searched for. Only `culib` panics |
//! | with several streams, each slice has two events, which each launch records | a slice of a stream that is used on another one records an event there; a slice that is used on its own stream costs nothing |
//! | a slice that was allocated before the second stream isn't tracked | all are |
//! | on per-thread default streams, uses by other threads aren't ordered | the same |
//! | copies that don't fit panic | they return `CUDA_ERROR_INVALID_VALUE` (1), as do events of another context |
//! | a code that the enumeration lacks is undefined behavior | `CUDA_ERROR_UNKNOWN` (999) |
//! | a stream with the handle of a dropped one, which the driver gives out again, is taken for it | streams are told apart, and it waits for the other's work |
//! | memory of a capture that failed is freed, and with it what has its address then | nothing is freed; its graph never ran |
//! | `clone_dtoh` on a stream that captures returns a vector that each launch writes to, also when it is gone | it fails (900), and the capture stays valid |
//! | NCCL's collectives and cuFFT's plans believe that the buffers have room | `ncclInvalidArgument` (4) and `CUFFT_INVALID_SIZE` (8) if they haven't |
//! | copies believe `HostSlice::len`, `DeviceSlice::len` and `num_bytes`, asked several times | they ask for `len` once, never for `num_bytes`, and go by the elements that `HostSlice` returns |
//! | copies, and calls of libraries, believe that a type's `SyncOnDrop` ends the use | for another crate's type, they also wait for their work if the host uses the memory, as it does pinned and unified memory, unless a capture records it |
//! | an error when a use begins or ends is recorded for the next call | copies and `memset_zeros` return it, and do nothing if they can't wait for earlier uses; launches do, too, and libraries' calls record it |
//!
//! What these signatures make possible stays possible, because programs rely on them, although no `unsafe` is written:
//!
//! - `DevicePtr`, `DevicePtrMut` and `DeviceSlice` are safe to implement, so an implementation can name any address, more elements
//!   than it has there, and another stream's context; and end a use of a slice on the device before there is work, so that the
//!   slice is freed too early.
//! - `begin_capture` is safe: what the graph uses, such as the vector of a `memcpy_dtoh` that is recorded, has to live until the
//!   graph is dropped, and is used by each launch.
//! - `CudaModule::get_global` is safe, and returns a view to write each time that it is called: the program orders the uses of a
//!   variable, by views and by kernels.
//! - `new_cig` is safe: what the parameters point to has to be an object of the graphics API.
//! - NCCL's `group_start` and `group!` are safe: memory that is dropped before `group_end` is freed after the calls, but what else
//!   is written to it before is what they see.
//! - `memcpy_ftod` and `sync_read` of cuFile take any element type: the file's bytes have to be values of it.
//! - CUPTI's `register_callbacks` and NVTX's `mark_ex`, `range_start_ex` and `range_push_ex` are safe: what they point to has to be
//!   valid.
//! - In `sys`, a result code that a callback gets or a structure has, an algorithm or a math type that cuDNN stores, what
//!   `cuThreadExchangeStreamCaptureMode` and `cuCtxGetCacheConfig` store, and an argument that a callback of CUPTI gets, are enums
//!   of Rust: a value that is newer than this crate, or that a caller made up, is undefined behavior.
//! - `result` and `sys` aren't checked: a capture that is begun by them isn't known to a `CudaStream`.
#![allow(
    clippy::missing_errors_doc,
    clippy::missing_safety_doc,
    missing_docs,
    reason = "cudarc documents its interface"
)]
#![allow(clippy::expect_used, reason = "where cudarc panics")]
#![allow(
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    clippy::too_many_arguments,
    clippy::upper_case_acronyms,
    unused_imports,
    reason = "the modules `sys` have C's names and signatures, and include generated files"
)]
#![recursion_limit = "512"]

#[macro_use]
mod declarations;

#[cfg(feature = "cublas")]
pub mod cublas;
#[cfg(feature = "cublaslt")]
pub mod cublaslt;
#[cfg(feature = "cudnn")]
pub mod cudnn;
#[cfg(feature = "cufft")]
pub mod cufft;
#[cfg(all(feature = "cufile", target_os = "linux"))]
pub mod cufile;
#[cfg(all(feature = "cupti", target_os = "linux"))]
pub mod cupti;
#[cfg(feature = "curand")]
pub mod curand;
#[cfg(feature = "cusolver")]
pub mod cusolver;
#[cfg(feature = "cusolvermg")]
pub mod cusolvermg;
#[cfg(feature = "cusparse")]
pub mod cusparse;
#[cfg(feature = "cutensor")]
pub mod cutensor;
#[cfg(feature = "driver")]
pub mod driver;
mod library;
#[cfg(feature = "nccl")]
pub mod nccl;
#[cfg(feature = "nvrtc")]
pub mod nvrtc;
#[cfg(feature = "nvtx")]
pub mod nvtx;
#[cfg(feature = "runtime")]
pub mod runtime;
mod shared;
pub mod types;

/// Returns the files that a library may have, by its name without `lib`. This crate finds libraries by `cuda-pathfinder` instead.
pub fn get_lib_name_candidates(lib_name: &str) -> Vec<String> {
    use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};

    // NVRTC's files for Windows are `nvrtc64_120_0.dll`, cuRAND's `curand64_10.dll`, cuDNN's `cudnn64_9.dll`.
    let numbers = if cfg!(windows) {
        "64 64_130_0 64_120_0 64_112_0 64_13 64_12 64_11 64_10 64_9"
    } else {
        "13 12 11 10 9 2 1"
    };
    let numbered = numbers.split(' ').map(|number| {
        if cfg!(windows) {
            format!("{lib_name}{number}{DLL_SUFFIX}")
        } else {
            format!("{DLL_PREFIX}{lib_name}{DLL_SUFFIX}.{number}")
        }
    });
    let plain = format!("{DLL_PREFIX}{lib_name}{DLL_SUFFIX}");
    std::iter::once(plain).chain(numbered).collect()
}
