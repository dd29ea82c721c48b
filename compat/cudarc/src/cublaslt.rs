//! Products of matrices with what follows them, by cuBLASLt.

pub mod result;
pub mod safe;
pub mod sys;

mod enums {}

pub use safe::*;
