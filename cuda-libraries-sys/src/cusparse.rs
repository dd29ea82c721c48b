//! cuSPARSE, sparse linear algebra.
//!
//! A number of a release has three digits after the first part: 12510 is 12.5.10. CUDA 12 removed 93 functions of before, which are
//! `None` in a newer table.

pub use crate::generated::cusparse::constants::*;
pub use crate::generated::cusparse::enums::*;
pub use crate::generated::cusparse::functions::*;
pub use crate::generated::cusparse::types::*;
