//! The unit tests of modules that need little of the crate: all of it, compiled with its tests, would be a second one. Others see
//! what the driver is passed.

#![allow(dead_code, reason = "only the modules' tests are used")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that can't go on fails"
)]

#[path = "../../src/exclusive.rs"]
mod exclusive;
#[path = "../../src/flags.rs"]
mod flags;
#[path = "../../src/memory/float8.rs"]
mod float8;
#[path = "../../src/stream/gate.rs"]
mod gate;
#[path = "../../src/memory/large_pages.rs"]
mod large_pages;
#[path = "../../src/diagnostics/log_entry.rs"]
mod log_entry;
#[path = "../../src/error/note.rs"]
mod note;

// What the modules import has the names that it has in the crate.
mod diagnostics {
    pub(crate) use cuda_driver::diagnostics::LogLevel;
}
mod error {
    pub(crate) use crate::note::split_log_entry;
}

mod callbacks;
mod driver;
mod passed;
