//! nvJPEG2000, which decodes and encodes JPEG 2000.
//!
//! A number of a release has two digits for each of its last two parts: 1100 is 0.11.0.

pub use crate::generated::nvjpeg2k::constants::*;
pub use crate::generated::nvjpeg2k::enums::*;
pub use crate::generated::nvjpeg2k::functions::*;
pub use crate::generated::nvjpeg2k::types::*;
