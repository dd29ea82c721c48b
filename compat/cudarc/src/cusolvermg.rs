//! cuSOLVERMg, dense solvers on several GPUs.

pub mod result;
pub mod safe;
pub mod sys;

mod enums {}

pub use safe::*;
