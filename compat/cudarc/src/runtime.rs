//! CUDA's runtime, as a shared library.

pub mod result;
pub mod sys;

mod enums {}
