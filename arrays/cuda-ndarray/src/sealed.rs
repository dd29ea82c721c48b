//! Traits that only types of this crate and of `cuda-driver` implement.

/// The traits that create and copy arrays may gain methods, so only this crate implements them.
pub trait Sealed {}

impl Sealed for cuda_driver::Context {}
impl Sealed for cuda_driver::Scope<'_, '_> {}
impl Sealed for cuda_driver::Stream {}
#[cfg(any(feature = "cufft", feature = "cusolver"))]
impl Sealed for f32 {}
#[cfg(any(feature = "cufft", feature = "cusolver"))]
impl Sealed for f64 {}
