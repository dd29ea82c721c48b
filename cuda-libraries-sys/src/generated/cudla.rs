// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

pub mod constants;
pub mod enums;
pub mod functions;
mod results;
pub mod types;
