//! The promises of the crate, with the machine's cuBLAS on a GPU, and otherwise with the software device's.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the functions here that aren't tests only serve tests"
)]

mod addresses;
mod captures;
mod dense;
mod device;
mod errors;
mod example;
mod faults;
mod level2;
mod level3;
mod lt;
mod number;
mod products;
mod vectors;
