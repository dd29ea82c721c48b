//! What programs that are written for cudarc do. It is one program, because each would be linked with everything.
#![allow(clippy::unwrap_used, reason = "a failure fails the test")]

mod chosen;
#[cfg(all(feature = "cudnn", feature = "f16"))]
mod cudnn;
#[cfg(feature = "cufft")]
mod cufft;
#[cfg(feature = "cusolver")]
mod cusolver;
mod driver;
mod failing;
mod foreign;
mod holding;
mod missing;
mod names;
#[cfg(feature = "nccl")]
mod nccl;
#[cfg(all(feature = "nvtx", target_os = "linux"))]
mod nvtx;
#[cfg(feature = "cupti")]
mod params;
mod pinned;
mod real;
#[cfg(feature = "runtime")]
mod runtime;
mod uses;
