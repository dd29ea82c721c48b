//! cuFFTMp, transforms of many processes; there is none for Windows. Its result codes are cuFFT's.
//!
//! It has the functions of cuFFT, too: its plans are none of `libcufft`. A number of a release has a digit for each of its last two
//! parts: 12130 is 12.1.3.

pub use crate::cufft::cufftResult;
pub use crate::generated::cufftmp::enums::*;
pub use crate::generated::cufftmp::functions::*;
pub use crate::generated::cufftmp::types::*;
