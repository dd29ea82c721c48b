//! cuFFT, Fourier transforms, with cuFFTXt, which works on several GPUs and with other types of numbers.
//!
//! A number of a release has three digits after the first part: 11402 would be 11.4.2. FFTW's names, which are another
//! library's, aren't here.

pub use crate::generated::cufft::constants::*;
pub use crate::generated::cufft::enums::*;
pub use crate::generated::cufft::functions::*;
pub use crate::generated::cufft::types::*;
