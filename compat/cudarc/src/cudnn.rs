//! Neural networks by cuDNN.

pub mod result;
pub mod safe;
pub mod sys;

pub use safe::*;
