//! cuFFT, Fourier transforms.

pub mod result;
pub mod safe;
pub mod sys;

pub use safe::{CudaFft, FftDirection};
