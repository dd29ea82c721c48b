//! What `cargo xtask generate` writes; nothing here is edited by hand but this list.
#![allow(missing_docs)]
// The generator writes the same imports into every module's files.
#![allow(unused_imports)]
// As C has them.
#![allow(clippy::too_many_arguments)]

// Some libraries have no structs or constants.
#[allow(unused_macros)]
#[macro_use]
mod macros;
#[cfg(feature = "cublas")]
pub mod cublas;
#[cfg(feature = "cublaslt")]
pub mod cublaslt;
#[cfg(feature = "cudart")]
pub mod cudart;
#[cfg(feature = "cudnn")]
pub mod cudnn;
#[cfg(feature = "cufft")]
pub mod cufft;
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
#[cfg(feature = "cusparse")]
pub mod cusparse;
#[cfg(feature = "cutensor")]
pub mod cutensor;
#[cfg(feature = "nccl")]
pub mod nccl;
#[cfg(feature = "nvfatbin")]
pub mod nvfatbin;
#[cfg(feature = "nvjitlink")]
pub mod nvjitlink;
#[cfg(feature = "nvml")]
pub mod nvml;
#[cfg(feature = "nvrtc")]
pub mod nvrtc;
#[cfg(feature = "nvvm")]
pub mod nvvm;
pub mod shared {
    pub mod enums;
    pub mod types;
}
