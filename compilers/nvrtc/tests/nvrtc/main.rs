//! Tests with a real NVRTC, and with a fake one that fails on demand.
//!
//! `CUDA_NVRTC` names the NVRTC to test with, as for any program. If there is none, the tests that need one are
//! skipped, with a note in the output and in the file that `CUDA_TEST_SKIPS` names.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the functions here that aren't tests only serve tests"
)]

mod compile;
mod complete;
mod cuda_headers;
mod errors;
mod failing;
mod fake;
mod flow;
mod headers;
mod names;
mod objects;
mod options;
mod outputs;
mod real;
mod targets;
mod threads;
mod typed_options;
