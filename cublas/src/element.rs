use core::ffi::c_void;

use cuda_driver::Element;
use cuda_libraries_sys::cublas::cublasComputeType_t;
use cuda_libraries_sys::shared::cudaDataType;

use crate::Math;

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
    #[cfg(feature = "half")]
    impl Sealed for half::f16 {}
    #[cfg(feature = "half")]
    impl Sealed for half::bf16 {}
}

/// An element of matrices: `f32`, `f64`, and with the feature `half` also `f16` and `bf16`, whose products are summed in
/// `f32`.
#[diagnostic::on_unimplemented(
    message = "cuBLAS cannot multiply matrices of `{Self}` here",
    note = "the elements are f32, f64, and with the feature `half` f16 and bf16; others are in the raw bindings"
)]
pub trait Scalar: Element + sealed::Sealed {
    /// The type of the factors of a product: `f64` for `f64`, and `f32` for the others.
    type Factor: Copy + From<f32> + core::fmt::Debug + PartialEq + 'static;

    #[doc(hidden)]
    const DATA: cudaDataType;

    /// Returns the number of the computation in this type.
    #[doc(hidden)]
    fn compute(math: Math) -> cublasComputeType_t;
}

/// Returns a pointer to a factor, in host memory.
pub(crate) fn pointer<F>(factor: &F) -> *const c_void {
    core::ptr::from_ref(factor).cast()
}

impl Scalar for f32 {
    type Factor = f32;
    const DATA: cudaDataType = cudaDataType::CUDA_R_32F;

    fn compute(math: Math) -> cublasComputeType_t {
        match math {
            Math::Default => cublasComputeType_t::CUBLAS_COMPUTE_32F,
            Math::Pedantic => cublasComputeType_t::CUBLAS_COMPUTE_32F_PEDANTIC,
            Math::Tf32 => cublasComputeType_t::CUBLAS_COMPUTE_32F_FAST_TF32,
            Math::Bf16 => cublasComputeType_t::CUBLAS_COMPUTE_32F_FAST_16BF,
        }
    }
}

impl Scalar for f64 {
    type Factor = f64;
    const DATA: cudaDataType = cudaDataType::CUDA_R_64F;

    fn compute(math: Math) -> cublasComputeType_t {
        match math {
            Math::Pedantic => cublasComputeType_t::CUBLAS_COMPUTE_64F_PEDANTIC,
            _ => cublasComputeType_t::CUBLAS_COMPUTE_64F,
        }
    }
}

#[cfg(feature = "half")]
macro_rules! half {
    ($($ty:ident $data:ident)*) => {$(
        impl Scalar for half::$ty {
            type Factor = f32;
            const DATA: cudaDataType = cudaDataType::$data;

            fn compute(math: Math) -> cublasComputeType_t {
                match math {
                    Math::Pedantic => cublasComputeType_t::CUBLAS_COMPUTE_32F_PEDANTIC,
                    _ => cublasComputeType_t::CUBLAS_COMPUTE_32F,
                }
            }
        }
    )*};
}

#[cfg(feature = "half")]
half!(f16 CUDA_R_16F bf16 CUDA_R_16BF);
