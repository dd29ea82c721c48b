//! The promises of the table, and of loading it: from real NCCLs and from files that are none.
//!
//! `CUDA_NCCL_SETS` names the NCCLs to test with, a list like `PATH`'s, the oldest first. What is
//! the same in every `-sys` crate comes from one template, and is tested more closely in `nvrtc-sys`.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    reason = "the functions here that aren't tests only serve tests"
)]

mod layout;
mod load;
mod not_nccl;
mod real;
mod table;
