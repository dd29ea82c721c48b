//! cuFFT, Fourier transforms.

pub mod result;
pub mod safe;
pub mod sys;

mod enums {}

pub use safe::{CudaFft, FftDirection};
