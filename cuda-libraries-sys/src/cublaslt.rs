//! cuBLASLt, matrix products with layouts, epilogues and a choice of algorithms.
//!
//! Numbers of releases are those of cuBLAS: 120901 is 12.9.1. The result codes are [`cublas`](crate::cublas)'s.

pub use crate::cublas::cublasStatus_t;
pub use crate::generated::cublaslt::constants::*;
pub use crate::generated::cublaslt::enums::*;
pub use crate::generated::cublaslt::functions::*;
pub use crate::generated::cublaslt::types::*;
