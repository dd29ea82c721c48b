//! What `cargo xtask` is made of: fetching NVIDIA's headers, libraries and Python packages, and keeping them.
//!
//! The commands themselves are in the binary; `xtask-generate` uses this library for the header sets it reads.

pub mod cache;
pub mod driver;
pub mod headers;
mod interrupt;
pub mod linking;
mod manifest;
pub mod nvrtc;
pub mod pip;
pub mod python;
pub mod version;
pub mod wheel;
pub mod wheels;

pub use cache::Cache;
pub use version::Version;
pub use wheels::Wheels;
