//! A software CUDA device: the driver API on the CPU, by executing PTX.

pub mod engine;
mod memory;
