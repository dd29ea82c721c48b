//! The library of `cargo xtask`: fetches and caches NVIDIA's headers, libraries and Python packages.
//!
//! The commands are in the binary; `xtask-generate` uses this library to get the header sets, and for the sums of its files.

pub mod cache;
pub mod debian;
pub mod driver;
pub mod git;
pub mod headers;
mod interrupt;
pub mod linking;
mod manifest;
pub mod nvrtc;
pub mod pip;
pub mod python;
pub mod sums;
pub mod version;
pub mod wheel;
pub mod wheels;

pub use cache::Cache;
pub use interrupt::Interrupted;
pub use version::Version;
pub use wheels::Wheels;
