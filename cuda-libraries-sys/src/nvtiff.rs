//! nvTIFF, which decodes TIFF, and nvCOMP, nvJPEG and nvJPEG2000 for it.
//!
//! A number of a release has two digits for each of its last two parts: 800 is 0.8.0.

pub use crate::generated::nvtiff::constants::*;
pub use crate::generated::nvtiff::enums::*;
pub use crate::generated::nvtiff::functions::*;
pub use crate::generated::nvtiff::types::*;
