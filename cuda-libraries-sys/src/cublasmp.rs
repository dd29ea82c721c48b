//! cuBLASMp, linear algebra of many processes, which NCCL connects; there is none for Windows.
//!
//! A number of a release has two digits for each of its last two parts: 1000 is 0.10.0.

pub use crate::generated::cublasmp::constants::*;
pub use crate::generated::cublasmp::enums::*;
pub use crate::generated::cublasmp::functions::*;
pub use crate::generated::cublasmp::types::*;
