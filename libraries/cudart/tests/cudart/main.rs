//! The archive, and the libraries that it becomes.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

// Links the library.
use cuda_runtime as _;

mod error_texts;
#[cfg(unix)]
mod programs;
#[cfg(target_os = "linux")]
mod random;
mod symbols;
