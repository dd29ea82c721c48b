//! The promises of the crate, with the machine's cuBLAS on a GPU, and otherwise with a stand-in on the software device.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the functions here that aren't tests only serve tests"
)]

mod errors;
mod products;
mod stand_in;
