//! The numbers that are transformed, and what they are transformed to.

use bytemuck::Pod;
use cuda_driver::Element;
use cuda_libraries_sys::shared::cudaDataType;
use num_complex::Complex;

mod sealed {
    pub trait Real {}
    pub trait Transform<B> {}
}

/// A real number of transforms: `f32`, `f64`, and with the feature `half` `f16` and `bf16`. Its complex numbers are
/// [`Complex<Self>`](Complex).
#[diagnostic::on_unimplemented(
    message = "cuFFT doesn't transform `{Self}`",
    note = "it transforms f32, f64, with the feature `half` f16 and bf16, and their complex numbers"
)]
pub trait Real: Pod + core::fmt::Debug + Send + Sync + sealed::Real {
    #[doc(hidden)]
    const REAL: cudaDataType;
    #[doc(hidden)]
    const COMPLEX: cudaDataType;
}

impl sealed::Real for f32 {}

impl Real for f32 {
    const REAL: cudaDataType = cudaDataType::CUDA_R_32F;
    const COMPLEX: cudaDataType = cudaDataType::CUDA_C_32F;
}

impl sealed::Real for f64 {}

impl Real for f64 {
    const REAL: cudaDataType = cudaDataType::CUDA_R_64F;
    const COMPLEX: cudaDataType = cudaDataType::CUDA_C_64F;
}

#[cfg(feature = "half")]
impl sealed::Real for half::f16 {}
#[cfg(feature = "half")]
impl Real for half::f16 {
    const REAL: cudaDataType = cudaDataType::CUDA_R_16F;
    const COMPLEX: cudaDataType = cudaDataType::CUDA_C_16F;
}

#[cfg(feature = "half")]
impl sealed::Real for half::bf16 {}
#[cfg(feature = "half")]
impl Real for half::bf16 {
    const REAL: cudaDataType = cudaDataType::CUDA_R_16BF;
    const COMPLEX: cudaDataType = cudaDataType::CUDA_C_16BF;
}

/// What is transformed to what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "cufftType")]
#[non_exhaustive]
pub enum Kind {
    /// Complex numbers to complex numbers, in both directions.
    #[doc(alias("CUFFT_C2C", "CUFFT_Z2Z"))]
    Complex,
    /// Real numbers to one half of their frequencies, of which the others are the conjugates.
    #[doc(alias("CUFFT_R2C", "CUFFT_D2Z"))]
    FromReal,
    /// One half of the frequencies of real numbers to these.
    #[doc(alias("CUFFT_C2R", "CUFFT_Z2D"))]
    ToReal,
}

/// The types of a transform.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Types {
    pub kind: Kind,
    pub input: cudaDataType,
    pub output: cudaDataType,
    pub computation: cudaDataType,
    /// The sizes of elements, in bytes.
    pub sizes: [usize; 2],
}

impl Types {
    const fn new<T: Real, A, B>(kind: Kind) -> Self {
        let (input, output) = match kind {
            Kind::Complex => (T::COMPLEX, T::COMPLEX),
            Kind::FromReal => (T::REAL, T::COMPLEX),
            Kind::ToReal => (T::COMPLEX, T::REAL),
        };
        let sizes = [size_of::<A>(), size_of::<B>()];
        Self { kind, input, output, computation: T::COMPLEX, sizes }
    }

    /// Whether the numbers have 16 bits, for which cuFFT has less.
    pub(crate) fn is_half(&self) -> bool {
        self.sizes[0].min(self.sizes[1] / 2) < 4 && self.sizes[0].max(self.sizes[1]) == 4
    }
}

/// Elements that are transformed to elements of `B`: complex numbers to complex numbers, or real ones to complex ones, or back.
#[diagnostic::on_unimplemented(
    message = "cuFFT doesn't transform `{Self}` to `{B}`",
    note = "it transforms T to Complex<T>, Complex<T> to T, and Complex<T> to Complex<T>, for f32, f64, and with the feature \
            `half` f16 and bf16"
)]
pub trait Transform<B: Element>: Element + sealed::Transform<B> {
    #[doc(hidden)]
    const TYPES: Types;
}

impl<T: Real> sealed::Transform<Complex<T>> for Complex<T> {}
impl<T: Real> Transform<Complex<T>> for Complex<T> {
    const TYPES: Types = Types::new::<T, Self, Self>(Kind::Complex);
}

impl<T: Real> sealed::Transform<Complex<T>> for T {}
impl<T: Real> Transform<Complex<T>> for T {
    const TYPES: Types = Types::new::<T, Self, Complex<T>>(Kind::FromReal);
}

impl<T: Real> sealed::Transform<T> for Complex<T> {}
impl<T: Real> Transform<T> for Complex<T> {
    const TYPES: Types = Types::new::<T, Self, T>(Kind::ToReal);
}
