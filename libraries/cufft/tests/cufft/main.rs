//! The promises of the crate, with the machine's cuFFT on a GPU, and otherwise with the software device's.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the functions here that aren't tests only serve tests"
)]

#[path = "../../../../tests/driver/allocations.rs"]
mod allocations;
mod callbacks;
mod calls;
mod captures;
mod device;
mod errors;
mod transforms;

#[global_allocator]
static ALLOCATOR: allocations::CountingResource = allocations::CountingResource;
