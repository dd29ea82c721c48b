//! What the workspace's examples, tests and benchmarks share; and its documents, whose samples are compiled.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

pub mod built;
pub mod cases;
#[cfg(feature = "faults")]
pub mod faults;
pub mod measured;
mod skip;
pub mod stub;

pub use skip::skip;
