//! The promises of linking: with real nvJitLinks of several versions, and with one that fails on demand.
//!
//! `CUDA_NVJITLINK` names the newest nvJitLink and `CUDA_NVJITLINK_SETS` several, a list like `PATH`'s;
//! `cargo xtask test` sets both. Where there is none, the tests that need one say so and add a line to the
//! file that `CUDA_TEST_SKIPS` names.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the functions here that aren't tests only serve tests"
)]

mod errors;
mod failing;
mod fake;
mod lto;
#[path = "../../../../src/options.rs"]
mod options;
mod real;
mod versions;
