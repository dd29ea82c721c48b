//! The promises of the crate, with the machine's NVML on a GPU, and otherwise with the software device's.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the functions here that aren't tests only serve tests"
)]

mod device;
mod devices;
mod errors;
mod mig;
