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
pub mod shared {
    pub mod enums;
    pub mod types;
}
