use cuda_driver::Element;
use cuda_libraries_sys::curand::{Symbol, curandGenerator_t, curandStatus_t};

use crate::error::Error;
use crate::library::Curand;

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// Writes so many elements.
#[doc(hidden)]
pub type Uniform<T> = unsafe extern "C" fn(curandGenerator_t, *mut T, usize) -> curandStatus_t;
/// The same with a mean and a standard deviation.
#[doc(hidden)]
pub type Normal<T> = unsafe extern "C" fn(curandGenerator_t, *mut T, usize, T, T) -> curandStatus_t;

/// A floating-point number that cuRAND generates: `f32` or `f64`.
#[diagnostic::on_unimplemented(
    message = "cuRAND has no distributions of `{Self}`",
    note = "there are distributions of f32 and f64, and `bits` and `poisson`, of integers"
)]
pub trait Float: Element + core::fmt::Debug + sealed::Sealed {
    #[doc(hidden)]
    fn uniform(curand: Curand) -> Result<(Symbol, Uniform<Self>), Error>;
    #[doc(hidden)]
    fn normal(curand: Curand) -> Result<(Symbol, Normal<Self>), Error>;
    #[doc(hidden)]
    fn log_normal(curand: Curand) -> Result<(Symbol, Normal<Self>), Error>;
}

impl Float for f32 {
    fn uniform(curand: Curand) -> Result<(Symbol, Uniform<Self>), Error> {
        let symbol = Symbol::curandGenerateUniform;
        Ok((symbol, curand.require(symbol, curand.raw().curandGenerateUniform)?))
    }

    fn normal(curand: Curand) -> Result<(Symbol, Normal<Self>), Error> {
        let symbol = Symbol::curandGenerateNormal;
        Ok((symbol, curand.require(symbol, curand.raw().curandGenerateNormal)?))
    }

    fn log_normal(curand: Curand) -> Result<(Symbol, Normal<Self>), Error> {
        let symbol = Symbol::curandGenerateLogNormal;
        Ok((symbol, curand.require(symbol, curand.raw().curandGenerateLogNormal)?))
    }
}

impl Float for f64 {
    fn uniform(curand: Curand) -> Result<(Symbol, Uniform<Self>), Error> {
        let symbol = Symbol::curandGenerateUniformDouble;
        Ok((symbol, curand.require(symbol, curand.raw().curandGenerateUniformDouble)?))
    }

    fn normal(curand: Curand) -> Result<(Symbol, Normal<Self>), Error> {
        let symbol = Symbol::curandGenerateNormalDouble;
        Ok((symbol, curand.require(symbol, curand.raw().curandGenerateNormalDouble)?))
    }

    fn log_normal(curand: Curand) -> Result<(Symbol, Normal<Self>), Error> {
        let symbol = Symbol::curandGenerateLogNormalDouble;
        Ok((symbol, curand.require(symbol, curand.raw().curandGenerateLogNormalDouble)?))
    }
}
