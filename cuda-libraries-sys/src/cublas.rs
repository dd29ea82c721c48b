//! cuBLAS, dense linear algebra, with cuBLASXt, which works on host memory and several GPUs.
//!
//! A number of a release has two digits for each of its last two parts: 120901 is 12.9.1. Functions whose names end with
//! `_64` take 64-bit sizes; they exist from 12.0.2 on.

pub use crate::generated::cublas::enums::*;
pub use crate::generated::cublas::functions::*;
pub use crate::generated::cublas::types::*;
