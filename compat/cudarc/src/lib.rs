//! The interface of the crate `cudarc` 0.19, implemented by `cuda-driver`: a program or library that is written for cudarc
//! uses this crate instead by two lines in its `Cargo.toml`:
//!
//! ```toml
//! [patch.crates-io]
//! cudarc = { git = "https://github.com/…" }
//! ```
//!
//! Names and signatures are cudarc's. What differs:
//!
//! | cudarc | here |
//! |---|---|
//! | one build is for one release of CUDA, chosen by features | one build is for all drivers; the features are accepted and mean nothing |
//! | panics without a driver, or NVRTC | calls return `CUDA_ERROR_SHARED_OBJECT_INIT_FAILED` (303), and NVRTC's `NVRTC_ERROR_INTERNAL_ERROR`; the text lists where the library was searched for |
//! | with several streams, each slice has two events, which each launch records | a slice of a stream that is used on another one records an event there; a slice that is used on its own stream costs nothing |
//! | a slice that was allocated before the second stream isn't tracked | all are |
//! | on per-thread default streams, uses by other threads aren't ordered | the same |
//! | copies that don't fit panic | they return `CUDA_ERROR_INVALID_VALUE` (1), as do events of another context |
//! | `elapsed_ms` of events in the wrong order is negative | it is an error |
//! | a code that the enumeration lacks is undefined behavior | `CUDA_ERROR_UNKNOWN` (999) |
#![allow(
    clippy::missing_errors_doc,
    clippy::missing_safety_doc,
    missing_docs,
    reason = "cudarc documents its interface"
)]
#![allow(clippy::expect_used, reason = "where cudarc panics")]

#[cfg(feature = "cublas")]
pub mod cublas;
#[cfg(feature = "cublaslt")]
pub mod cublaslt;
#[cfg(feature = "cudnn")]
pub mod cudnn;
#[cfg(feature = "curand")]
pub mod curand;
#[cfg(feature = "driver")]
pub mod driver;
#[cfg(any(
    feature = "cublas",
    feature = "cudnn",
    feature = "curand",
    feature = "nccl"
))]
mod library;
#[cfg(feature = "nccl")]
pub mod nccl;
#[cfg(feature = "nvrtc")]
pub mod nvrtc;
