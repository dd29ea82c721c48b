//! The promises of the stand-ins.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cublas;
