//! Kernels and libraries that are compiled in build scripts.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod generated;
mod nvcc;
mod promises;
#[cfg(unix)]
mod static_library;
mod structures;
