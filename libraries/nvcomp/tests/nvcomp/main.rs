//! The promises of the crate: with the machine's nvCOMP on a GPU, otherwise skipped, but for those of errors, which have a table of
//! their own.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the functions here that aren't tests only serve tests"
)]

mod checks;
mod device;
mod errors;
mod formats;
mod round_trips;
