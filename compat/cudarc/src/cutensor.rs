//! cuTENSOR, contractions and reductions of tensors.

pub mod result;
pub mod sys;

mod enums {}
