//! cuSOLVERMp, systems and eigenvalues of many processes, which NCCL connects; there is none for Windows. Its result codes are
//! cuSOLVER's.
//!
//! Its version needs a handle: that of a table is 0.

pub use crate::cusolver::cusolverStatus_t;
pub use crate::generated::cusolvermp::constants::*;
pub use crate::generated::cusolvermp::enums::*;
pub use crate::generated::cusolvermp::functions::*;
pub use crate::generated::cusolvermp::types::*;
