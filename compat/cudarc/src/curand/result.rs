//! Unsafe calls that return a `Result`.

use super::sys;
use crate::library::value;

crate::library::error!(CurandError of curand curandStatus_t, CURAND_STATUS_SUCCESS);

pub fn create_generator() -> Result<sys::curandGenerator_t, CurandError> {
    create_generator_kind(sys::curandRngType_t::CURAND_RNG_PSEUDO_DEFAULT)
}

pub fn create_generator_kind(
    kind: sys::curandRngType_t,
) -> Result<sys::curandGenerator_t, CurandError> {
    // SAFETY: the call stores a generator.
    unsafe { value(|generator| sys::curandCreateGenerator(generator, kind).result()) }
}

crate::library::calls! {
    -> Result<(), CurandError>;
    set_seed curandSetPseudoRandomGeneratorSeed(generator: sys::curandGenerator_t, seed: u64);
    set_offset curandSetGeneratorOffset(generator: sys::curandGenerator_t, offset: u64);
    set_stream curandSetStream(generator: sys::curandGenerator_t, stream: sys::cudaStream_t);
    destroy_generator curandDestroyGenerator(generator: sys::curandGenerator_t);
}

/// A function that fills memory.
macro_rules! function {
    ($function:ident $c:ident $ty:ty, ($($parameter:ident: $parameter_ty:ty),*)) => {
        pub unsafe fn $function(
            r#gen: sys::curandGenerator_t,
            out: *mut $ty,
            num: usize,
            $($parameter: $parameter_ty),*
        ) -> Result<(), CurandError> {
            // SAFETY: the caller guarantees that the generator is alive, and the length.
            unsafe { sys::$c(r#gen, out, num $(, $parameter)*) }.result()
        }
    };
}

/// The trait that chooses it by the type of elements.
macro_rules! implement {
    ([] $($rest:tt)*) => {};
    ([$trait:ident] $function:ident $ty:ty, ($($parameter:ident: $parameter_ty:ty),*)) => {
        impl $trait<$ty> for sys::curandGenerator_t {
            unsafe fn fill(
                self,
                out: *mut $ty,
                num: usize,
                $($parameter: $parameter_ty),*
            ) -> Result<(), CurandError> {
                // SAFETY: the caller guarantees that the generator is alive, and the length.
                unsafe { generate::$function(self, out, num $(, $parameter)*) }
            }
        }
    };
}

macro_rules! fills {
    ($($function:ident $c:ident $trait:tt $ty:ty, $parameters:tt;)*) => {
        pub mod generate {
            use super::{CurandError, sys};

            $(function!($function $c $ty, $parameters);)*
        }

        $(implement!($trait $function $ty, $parameters);)*
    };
}

pub trait UniformFill<T> {
    unsafe fn fill(self, out: *mut T, num: usize) -> Result<(), CurandError>;
}

pub trait NormalFill<T> {
    unsafe fn fill(self, o: *mut T, n: usize, m: T, s: T) -> Result<(), CurandError>;
}

pub trait LogNormalFill<T> {
    unsafe fn fill(self, o: *mut T, n: usize, m: T, s: T) -> Result<(), CurandError>;
}

fills! {
    uniform_f32 curandGenerateUniform [UniformFill] f32, ();
    uniform_f64 curandGenerateUniformDouble [UniformFill] f64, ();
    uniform_u32 curandGenerate [UniformFill] u32, ();
    uniform_u64 curandGenerateLongLong [UniformFill] u64, ();
    normal_f32 curandGenerateNormal [NormalFill] f32, (mean: f32, std: f32);
    normal_f64 curandGenerateNormalDouble [NormalFill] f64, (mean: f64, std: f64);
    log_normal_f32 curandGenerateLogNormal [LogNormalFill] f32, (mean: f32, std: f32);
    log_normal_f64 curandGenerateLogNormalDouble [LogNormalFill] f64, (mean: f64, std: f64);
    poisson_u32 curandGeneratePoisson [] u32, (lambda: f64);
}
