use core::ffi::c_void;
use core::fmt::Debug;

use cuda_driver::Element;
use cuda_libraries_sys::cublas::cublasComputeType_t;
use cuda_libraries_sys::shared::cudaDataType;

use crate::math::Math;

pub(crate) mod sealed {
    pub trait Sealed {}
    pub trait Product<C> {}
    #[cfg(feature = "lt")]
    pub trait LtProduct<B, D> {}
}

/// An element of vectors: `f32`, `f64`, with the feature `complex` their complex numbers, and with the feature `half` `f16`
/// and `bf16`, which are computed with in `f32`.
#[diagnostic::on_unimplemented(
    message = "cuBLAS has no vectors of `{Self}`",
    note = "the elements are f32, f64, with the feature `complex` their complex numbers, and with the feature `half` f16 and \
            bf16; products of matrices also take i8"
)]
pub trait Scalar: Product<Self> + sealed::Sealed {
    /// The type of a norm: `f32` for `f32` and `Complex<f32>`.
    type Real: Element + Debug + PartialEq;

    #[doc(hidden)]
    const REAL: cudaDataType;
    /// In what a norm is computed.
    #[doc(hidden)]
    const NORM: cudaDataType;
}

/// An element for which cuBLAS has all routines: `f32`, `f64`, and with the feature `complex` their complex numbers.
#[diagnostic::on_unimplemented(
    message = "cuBLAS has this routine only for f32, f64 and their complex numbers, not for `{Self}`",
    note = "complex numbers need the feature `complex`; `gemm` and vectors also take f16 and bf16"
)]
pub trait BlasType: Scalar<Factor = Self> + Factor {
    #[doc(hidden)]
    const KIND: Kind;
    /// A real number as one of this type.
    #[doc(hidden)]
    fn from_real(real: Self::Real) -> Self;
    #[doc(hidden)]
    const REAL_ONE: Self::Real;
}

/// An element of matrices whose products are matrices of `C`.
///
/// | `Self` | `C` | factors |
/// |---|---|---|
/// | `f32`, `f64`, `Complex<f32>`, `Complex<f64>` | the same | the same |
/// | `f16`, `bf16` | the same, `f32` | `f32` |
/// | `i8` | `i32` | `i32` |
/// | `i8` | `f32` | `f32` |
///
/// cuBLAS takes `i8` only if the rows of each matrix begin at multiples of 4 elements, and for some pairs of transposed
/// factors it has no kernel (`CUBLAS_STATUS_NOT_SUPPORTED`).
#[diagnostic::on_unimplemented(
    message = "cuBLAS has no products of matrices of `{Self}` that are matrices of `{C}`",
    note = "f16, bf16 (feature `half`), f32, f64 and complex numbers (feature `complex`) have products of their own type, f16 \
            and bf16 also of f32, and i8 of i32 and f32"
)]
pub trait Product<C: Element>: Element + sealed::Product<C> {
    /// The type of the factors `alpha` and `beta`.
    type Factor: Factor;

    #[doc(hidden)]
    const DATA: cudaDataType;
    #[doc(hidden)]
    const PRODUCT: cudaDataType;
    #[doc(hidden)]
    const IS_COMPLEX: bool;

    /// Returns the number of the computation.
    #[doc(hidden)]
    fn compute(math: Math) -> cublasComputeType_t;

    /// Returns a factor as the computation takes it.
    #[doc(hidden)]
    fn factor(factor: Self::Factor, math: Math) -> Host<[u64; 2]> {
        let _ = math;
        Host::of(factor)
    }
}

/// A factor of a routine: `f32`, `f64`, `i32` or a complex number.
pub trait Factor: Element + Debug + PartialEq + sealed::Sealed {
    /// One.
    const ONE: Self;
    /// Zero. As a factor of what a call overwrites, it says that this isn't read.
    const ZERO: Self;
    #[doc(hidden)]
    const FACTOR: cudaDataType;
}

/// Which of BLAS's letters a type has.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    S,
    D,
    C,
    Z,
}

impl Kind {
    pub(crate) const fn is_double(self) -> bool {
        matches!(self, Self::D | Self::Z)
    }
}

/// A number in host memory, aligned as C aligns the largest one.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct Host<T>(pub(crate) T);

impl<T> Host<T> {
    pub(crate) fn pointer(&self) -> *const c_void {
        core::ptr::from_ref(self).cast()
    }

    pub(crate) fn pointer_mut(&mut self) -> *mut c_void {
        core::ptr::from_mut(self).cast()
    }
}

impl Host<[u64; 2]> {
    /// Returns the bytes of a number of at most 16.
    pub(crate) fn of<T: Element>(value: T) -> Self {
        const { assert!(size_of::<T>() <= 16) };
        let mut host = Self([0; 2]);
        // SAFETY: there is room for the value, which is plain data.
        unsafe { host.pointer_mut().cast::<T>().write(value) };
        host
    }

    /// Returns the number whose bytes these are.
    pub(crate) fn get<T: Element>(&self) -> T {
        const { assert!(size_of::<T>() <= 16) };
        // SAFETY: there are enough bytes, and any are a value of plain data.
        unsafe { self.pointer().cast::<T>().read() }
    }
}

impl sealed::Sealed for f32 {}

impl Factor for f32 {
    const ONE: Self = 1.0;
    const ZERO: Self = 0.0;
    const FACTOR: cudaDataType = cudaDataType::CUDA_R_32F;
}

impl sealed::Sealed for f64 {}

impl Factor for f64 {
    const ONE: Self = 1.0;
    const ZERO: Self = 0.0;
    const FACTOR: cudaDataType = cudaDataType::CUDA_R_64F;
}

impl sealed::Sealed for i32 {}

impl Factor for i32 {
    const ONE: Self = 1;
    const ZERO: Self = 0;
    const FACTOR: cudaDataType = cudaDataType::CUDA_R_32I;
}

#[cfg(feature = "complex")]
impl sealed::Sealed for num_complex::Complex<f32> {}
#[cfg(feature = "complex")]
impl Factor for num_complex::Complex<f32> {
    const ONE: Self = Self::new(1.0, 0.0);
    const ZERO: Self = Self::new(0.0, 0.0);
    const FACTOR: cudaDataType = cudaDataType::CUDA_C_32F;
}

#[cfg(feature = "complex")]
impl sealed::Sealed for num_complex::Complex<f64> {}
#[cfg(feature = "complex")]
impl Factor for num_complex::Complex<f64> {
    const ONE: Self = Self::new(1.0, 0.0);
    const ZERO: Self = Self::new(0.0, 0.0);
    const FACTOR: cudaDataType = cudaDataType::CUDA_C_64F;
}

impl sealed::Product<f32> for f32 {}

impl Product<f32> for f32 {
    type Factor = f32;
    const DATA: cudaDataType = cudaDataType::CUDA_R_32F;
    const PRODUCT: cudaDataType = cudaDataType::CUDA_R_32F;
    const IS_COMPLEX: bool = false;

    fn compute(math: Math) -> cublasComputeType_t {
        match math {
            Math::Pedantic => cublasComputeType_t::CUBLAS_COMPUTE_32F_PEDANTIC,
            Math::Tf32 => cublasComputeType_t::CUBLAS_COMPUTE_32F_FAST_TF32,
            Math::Bf16 => cublasComputeType_t::CUBLAS_COMPUTE_32F_FAST_16BF,
            Math::F16 => cublasComputeType_t::CUBLAS_COMPUTE_32F_FAST_16F,
            Math::Emulated => cublasComputeType_t::CUBLAS_COMPUTE_32F_EMULATED_16BFX9,
            _ => cublasComputeType_t::CUBLAS_COMPUTE_32F,
        }
    }
}

impl sealed::Product<f64> for f64 {}

impl Product<f64> for f64 {
    type Factor = f64;
    const DATA: cudaDataType = cudaDataType::CUDA_R_64F;
    const PRODUCT: cudaDataType = cudaDataType::CUDA_R_64F;
    const IS_COMPLEX: bool = false;

    fn compute(math: Math) -> cublasComputeType_t {
        match math {
            Math::Pedantic => cublasComputeType_t::CUBLAS_COMPUTE_64F_PEDANTIC,
            Math::Emulated => cublasComputeType_t::CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT,
            _ => cublasComputeType_t::CUBLAS_COMPUTE_64F,
        }
    }
}

impl sealed::Product<i32> for i8 {}

impl Product<i32> for i8 {
    type Factor = i32;
    const DATA: cudaDataType = cudaDataType::CUDA_R_8I;
    const PRODUCT: cudaDataType = cudaDataType::CUDA_R_32I;
    const IS_COMPLEX: bool = false;

    fn compute(math: Math) -> cublasComputeType_t {
        match math {
            Math::Pedantic => cublasComputeType_t::CUBLAS_COMPUTE_32I,

            _ => cublasComputeType_t::CUBLAS_COMPUTE_32I,
        }
    }
}

impl sealed::Product<f32> for i8 {}

impl Product<f32> for i8 {
    type Factor = f32;
    const DATA: cudaDataType = cudaDataType::CUDA_R_8I;
    const PRODUCT: cudaDataType = cudaDataType::CUDA_R_32F;
    const IS_COMPLEX: bool = false;

    fn compute(math: Math) -> cublasComputeType_t {
        match math {
            Math::Pedantic => cublasComputeType_t::CUBLAS_COMPUTE_32F_PEDANTIC,

            _ => cublasComputeType_t::CUBLAS_COMPUTE_32F,
        }
    }
}

#[cfg(feature = "complex")]
impl sealed::Product<num_complex::Complex<f32>> for num_complex::Complex<f32> {}
#[cfg(feature = "complex")]
impl Product<num_complex::Complex<f32>> for num_complex::Complex<f32> {
    type Factor = Self;
    const DATA: cudaDataType = cudaDataType::CUDA_C_32F;
    const PRODUCT: cudaDataType = cudaDataType::CUDA_C_32F;
    const IS_COMPLEX: bool = true;

    fn compute(math: Math) -> cublasComputeType_t {
        match math {
            Math::Pedantic => cublasComputeType_t::CUBLAS_COMPUTE_32F_PEDANTIC,
            Math::Tf32 => cublasComputeType_t::CUBLAS_COMPUTE_32F_FAST_TF32,
            Math::Bf16 => cublasComputeType_t::CUBLAS_COMPUTE_32F_FAST_16BF,
            Math::F16 => cublasComputeType_t::CUBLAS_COMPUTE_32F_FAST_16F,
            Math::Emulated => cublasComputeType_t::CUBLAS_COMPUTE_32F_EMULATED_16BFX9,
            _ => cublasComputeType_t::CUBLAS_COMPUTE_32F,
        }
    }
}

#[cfg(feature = "complex")]
impl sealed::Product<num_complex::Complex<f64>> for num_complex::Complex<f64> {}
#[cfg(feature = "complex")]
impl Product<num_complex::Complex<f64>> for num_complex::Complex<f64> {
    type Factor = Self;
    const DATA: cudaDataType = cudaDataType::CUDA_C_64F;
    const PRODUCT: cudaDataType = cudaDataType::CUDA_C_64F;
    const IS_COMPLEX: bool = true;

    fn compute(math: Math) -> cublasComputeType_t {
        match math {
            Math::Pedantic => cublasComputeType_t::CUBLAS_COMPUTE_64F_PEDANTIC,
            Math::Emulated => cublasComputeType_t::CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT,
            _ => cublasComputeType_t::CUBLAS_COMPUTE_64F,
        }
    }
}

#[cfg(feature = "half")]
impl sealed::Product<half::f16> for half::f16 {}
#[cfg(feature = "half")]
impl Product<half::f16> for half::f16 {
    type Factor = f32;
    const DATA: cudaDataType = cudaDataType::CUDA_R_16F;
    const PRODUCT: cudaDataType = cudaDataType::CUDA_R_16F;
    const IS_COMPLEX: bool = false;

    fn compute(math: Math) -> cublasComputeType_t {
        match math {
            Math::Pedantic => cublasComputeType_t::CUBLAS_COMPUTE_32F_PEDANTIC,
            Math::F16Sum => cublasComputeType_t::CUBLAS_COMPUTE_16F,
            _ => cublasComputeType_t::CUBLAS_COMPUTE_32F,
        }
    }

    fn factor(factor: Self::Factor, math: Math) -> Host<[u64; 2]> {
        match math {
            Math::F16Sum => Host::of(<half::f16>::from_f32(factor)),
            _ => Host::of(factor),
        }
    }
}

#[cfg(feature = "half")]
impl sealed::Product<f32> for half::f16 {}
#[cfg(feature = "half")]
impl Product<f32> for half::f16 {
    type Factor = f32;
    const DATA: cudaDataType = cudaDataType::CUDA_R_16F;
    const PRODUCT: cudaDataType = cudaDataType::CUDA_R_32F;
    const IS_COMPLEX: bool = false;

    fn compute(math: Math) -> cublasComputeType_t {
        match math {
            Math::Pedantic => cublasComputeType_t::CUBLAS_COMPUTE_32F_PEDANTIC,

            _ => cublasComputeType_t::CUBLAS_COMPUTE_32F,
        }
    }
}

#[cfg(feature = "half")]
impl sealed::Product<half::bf16> for half::bf16 {}
#[cfg(feature = "half")]
impl Product<half::bf16> for half::bf16 {
    type Factor = f32;
    const DATA: cudaDataType = cudaDataType::CUDA_R_16BF;
    const PRODUCT: cudaDataType = cudaDataType::CUDA_R_16BF;
    const IS_COMPLEX: bool = false;

    fn compute(math: Math) -> cublasComputeType_t {
        match math {
            Math::Pedantic => cublasComputeType_t::CUBLAS_COMPUTE_32F_PEDANTIC,

            _ => cublasComputeType_t::CUBLAS_COMPUTE_32F,
        }
    }
}

#[cfg(feature = "half")]
impl sealed::Product<f32> for half::bf16 {}
#[cfg(feature = "half")]
impl Product<f32> for half::bf16 {
    type Factor = f32;
    const DATA: cudaDataType = cudaDataType::CUDA_R_16BF;
    const PRODUCT: cudaDataType = cudaDataType::CUDA_R_32F;
    const IS_COMPLEX: bool = false;

    fn compute(math: Math) -> cublasComputeType_t {
        match math {
            Math::Pedantic => cublasComputeType_t::CUBLAS_COMPUTE_32F_PEDANTIC,

            _ => cublasComputeType_t::CUBLAS_COMPUTE_32F,
        }
    }
}

impl Scalar for f32 {
    type Real = f32;
    const REAL: cudaDataType = cudaDataType::CUDA_R_32F;
    const NORM: cudaDataType = cudaDataType::CUDA_R_32F;
}

impl Scalar for f64 {
    type Real = f64;
    const REAL: cudaDataType = cudaDataType::CUDA_R_64F;
    const NORM: cudaDataType = cudaDataType::CUDA_R_64F;
}

#[cfg(feature = "complex")]
impl Scalar for num_complex::Complex<f32> {
    type Real = f32;
    const REAL: cudaDataType = cudaDataType::CUDA_R_32F;
    const NORM: cudaDataType = cudaDataType::CUDA_R_32F;
}

#[cfg(feature = "complex")]
impl Scalar for num_complex::Complex<f64> {
    type Real = f64;
    const REAL: cudaDataType = cudaDataType::CUDA_R_64F;
    const NORM: cudaDataType = cudaDataType::CUDA_R_64F;
}

#[cfg(feature = "half")]
impl Scalar for half::f16 {
    type Real = Self;
    const REAL: cudaDataType = cudaDataType::CUDA_R_16F;
    const NORM: cudaDataType = cudaDataType::CUDA_R_32F;
}

#[cfg(feature = "half")]
impl Scalar for half::bf16 {
    type Real = Self;
    const REAL: cudaDataType = cudaDataType::CUDA_R_16BF;
    const NORM: cudaDataType = cudaDataType::CUDA_R_32F;
}

#[cfg(feature = "half")]
impl sealed::Sealed for half::f16 {}
#[cfg(feature = "half")]
impl sealed::Sealed for half::bf16 {}

impl BlasType for f32 {
    const KIND: Kind = Kind::S;
    const REAL_ONE: Self::Real = 1.0;

    fn from_real(real: Self::Real) -> Self {
        real
    }
}

impl BlasType for f64 {
    const KIND: Kind = Kind::D;
    const REAL_ONE: Self::Real = 1.0;

    fn from_real(real: Self::Real) -> Self {
        real
    }
}

#[cfg(feature = "complex")]
impl BlasType for num_complex::Complex<f32> {
    const KIND: Kind = Kind::C;
    const REAL_ONE: Self::Real = 1.0;

    fn from_real(real: Self::Real) -> Self {
        Self::from(real)
    }
}

#[cfg(feature = "complex")]
impl BlasType for num_complex::Complex<f64> {
    const KIND: Kind = Kind::Z;
    const REAL_ONE: Self::Real = 1.0;

    fn from_real(real: Self::Real) -> Self {
        Self::from(real)
    }
}
