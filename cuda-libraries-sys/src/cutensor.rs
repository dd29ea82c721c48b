//! cuTENSOR 2, contractions, reductions and elementwise operations of tensors.
//!
//! A number of a release has two digits for each of its last two parts: 20801 is 2.8.1.

pub use crate::generated::cutensor::constants::*;
pub use crate::generated::cutensor::enums::*;
pub use crate::generated::cutensor::functions::*;
pub use crate::generated::cutensor::types::*;
