//! cuRAND's host interface: random numbers into memory of the device or the host.
//!
//! A number of a release has three digits after the first part: 10310 is 10.3.10.

pub use crate::generated::curand::constants::*;
pub use crate::generated::curand::enums::*;
pub use crate::generated::curand::functions::*;
pub use crate::generated::curand::types::*;
