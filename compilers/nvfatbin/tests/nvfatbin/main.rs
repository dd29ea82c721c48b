//! The promises of packing: with real nvFatbins of several versions, and with one that fails on demand.
//!
//! `CUDA_NVFATBIN_SETS` names several nvFatbins, a list like `PATH`'s, and `CUDA_NVJITLINK` the nvJitLink that
//! makes cubins; `cargo xtask test` sets both. Where there is none, the tests that need one say so and add a
//! line to the file that `CUDA_TEST_SKIPS` names.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the functions here that aren't tests only serve tests"
)]

mod errors;
mod failing;
#[cfg(target_os = "linux")]
mod linked;
mod real;
mod versions;
