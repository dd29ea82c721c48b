//! cuSOLVERMg, dense solvers on several GPUs.
//!
//! The library doesn't report its version, so that a table's is 0. Functions have the numbers of cuSOLVER's releases, and the
//! result codes are [`cusolver`](crate::cusolver)'s.

pub use crate::cusolver::cusolverStatus_t;
pub use crate::generated::cusolvermg::enums::*;
pub use crate::generated::cusolvermg::functions::*;
pub use crate::generated::cusolvermg::types::*;
