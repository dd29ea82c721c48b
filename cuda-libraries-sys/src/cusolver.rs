//! cuSOLVER: dense solvers, sparse ones, and refactorization.
//!
//! A number of a release has three digits after the first part: 11705 is 11.7.5.

pub use crate::generated::cusolver::enums::*;
pub use crate::generated::cusolver::functions::*;
pub use crate::generated::cusolver::types::*;
