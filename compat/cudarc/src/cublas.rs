//! Products of matrices and vectors by cuBLAS.

pub mod result;
pub mod safe;
pub mod sys;

mod enums {}

pub use safe::*;
