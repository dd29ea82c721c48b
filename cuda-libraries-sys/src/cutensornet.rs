//! cuTensorNet, networks of tensors; there is none for Windows.
//!
//! A number of a release has two digits for each of its last two parts: 21400 is 2.14.0.

pub use crate::generated::cutensornet::constants::*;
pub use crate::generated::cutensornet::enums::*;
pub use crate::generated::cutensornet::functions::*;
pub use crate::generated::cutensornet::types::*;
