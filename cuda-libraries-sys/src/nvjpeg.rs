//! nvJPEG, which decodes and encodes JPEG.
//!
//! A number of a release has a digit for each of its last two parts: 12310 is 12.3.1.

pub use crate::generated::nvjpeg::constants::*;
pub use crate::generated::nvjpeg::enums::*;
pub use crate::generated::nvjpeg::functions::*;
pub use crate::generated::nvjpeg::types::*;
