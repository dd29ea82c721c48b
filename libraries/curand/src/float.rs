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

macro_rules! float {
    ($($ty:ty: $uniform:ident $normal:ident $log_normal:ident;)*) => {$(
        impl Float for $ty {
            fn uniform(curand: Curand) -> Result<(Symbol, Uniform<Self>), Error> {
                let symbol = Symbol::$uniform;
                Ok((symbol, curand.require(symbol, curand.raw().$uniform)?))
            }

            fn normal(curand: Curand) -> Result<(Symbol, Normal<Self>), Error> {
                let symbol = Symbol::$normal;
                Ok((symbol, curand.require(symbol, curand.raw().$normal)?))
            }

            fn log_normal(curand: Curand) -> Result<(Symbol, Normal<Self>), Error> {
                let symbol = Symbol::$log_normal;
                Ok((symbol, curand.require(symbol, curand.raw().$log_normal)?))
            }
        }
    )*};
}

float! {
    f32: curandGenerateUniform curandGenerateNormal curandGenerateLogNormal;
    f64: curandGenerateUniformDouble curandGenerateNormalDouble curandGenerateLogNormalDouble;
}
