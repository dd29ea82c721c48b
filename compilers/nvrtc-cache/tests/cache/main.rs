//! What the cache returns is what NVRTC returns, or would.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[macro_use]
#[cfg(unix)]
mod bench;
#[cfg(unix)]
mod attacks;
mod promises;
#[cfg(target_os = "linux")]
mod replaced;
#[cfg(unix)]
mod scenarios;
#[cfg(unix)]
mod tricks;
