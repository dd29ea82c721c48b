//! The promises of the table, and of loading it: from real NVRTCs and from files that are none.
//!
//! `CUDA_NVRTC` names the NVRTC to test with, as it does everywhere; `CUDA_NVRTC_SETS` may name
//! several (a list like `PATH`'s) to be loaded into one process.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "the functions here that aren't tests only serve tests")]

mod load;
mod not_nvrtc;
mod real;
mod result;
mod table;
