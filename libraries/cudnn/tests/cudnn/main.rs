//! The promises of the crate, with the machine's cuDNN on a GPU, and otherwise with the software device's.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::too_many_arguments,
    reason = "the functions here that aren't tests only serve tests"
)]

mod activations;
mod arithmetic;
mod attention;
mod captures;
mod convolutions;
mod device;
mod errors;
mod example;
mod faults;
mod normalizations;
mod norms;
mod number;
mod pooling;
mod reference;
mod softmax;
