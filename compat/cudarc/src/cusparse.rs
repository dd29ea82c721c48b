//! cuSPARSE, sparse matrices.

pub mod result;
pub mod sys;

mod enums {}
