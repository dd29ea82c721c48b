//! nvCOMP, which compresses and decompresses: the batched interface in C.
//!
//! A number of a release has a digit for each of its last two parts: 6000 is 6.0.0, which exchanged the values of two types of
//! data. Default options and limits are constants of the headers alone.

pub use crate::generated::nvcomp::enums::*;
pub use crate::generated::nvcomp::functions::*;
pub use crate::generated::nvcomp::types::*;
