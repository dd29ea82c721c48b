//! cuFile, copies between files and memory of the device.

pub mod result;
pub mod safe;
pub mod sys;

mod enums {}

pub use safe::*;
