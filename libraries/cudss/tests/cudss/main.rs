//! The promises of the crate: with the machine's cuDSS on a GPU, and those that are kept before cuDSS is called with a stand-in,
//! everywhere.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the functions here that aren't tests only serve tests"
)]

mod device;
mod errors;
mod factors;
mod solutions;
mod stand_in;
mod systems;
