//! Memory and streams of other CUDA crates, used by `cuda-driver` in the same process without a copy, and the other way
//! round. Each module is an adaptor to copy into a program; `docs/side-by-side.md` explains them.
//!
//! All of them share the driver's primary context of a device, and order streams by events: the host never waits.

#[cfg(feature = "candle")]
pub mod candle;
#[cfg(feature = "cuda-core")]
pub mod cuda_core;
pub mod cudarc;
#[cfg(feature = "tch")]
pub mod tch;
