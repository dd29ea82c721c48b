//! Random numbers by cuRAND.

pub mod result;
pub mod safe;
pub mod sys;

pub use safe::*;
