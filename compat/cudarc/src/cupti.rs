//! CUPTI, what a program's calls and the GPU do.

pub mod result;
pub mod sys;

mod enums {}
