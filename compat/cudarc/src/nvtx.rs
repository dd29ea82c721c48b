//! NVTX, ranges and marks for profilers.

pub mod result;
pub mod safe;
pub mod sys;

pub use safe::*;
