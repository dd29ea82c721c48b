use cuda_libraries_sys::cublas::{cublasAtomicsMode_t, cublasMath_t};

/// The precision of a routine. What an element's type doesn't have is as with [`Default`](Self::Default).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Math {
    /// The elements' own precision; 16-bit elements are summed in `f32`.
    #[doc(alias = "CUBLAS_COMPUTE_32F")]
    #[default]
    Default,
    /// The same without optimizations that change the order of operations.
    #[doc(alias = "CUBLAS_COMPUTE_32F_PEDANTIC")]
    Pedantic,
    /// `f32` and `Complex<f32>` are rounded to TF32, of 10 bits of fraction.
    #[doc(alias = "CUBLAS_COMPUTE_32F_FAST_TF32")]
    Tf32,
    /// `f32` and `Complex<f32>` are rounded to `bf16`, in products.
    #[doc(alias = "CUBLAS_COMPUTE_32F_FAST_16BF")]
    Bf16,
    /// `f32` and `Complex<f32>` are rounded to `f16`, in products.
    #[doc(alias = "CUBLAS_COMPUTE_32F_FAST_16F")]
    F16,
    /// Products of `f16` are summed in `f16`, if they are `f16`.
    #[doc(alias = "CUBLAS_COMPUTE_16F")]
    F16Sum,
    /// `f32` is computed from three `bf16` (cuBLAS 12.9), and `f64` from integers (cuBLAS 13.1), where that is faster.
    #[doc(alias("CUBLAS_COMPUTE_32F_EMULATED_16BFX9", "CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT"))]
    Emulated,
}

impl Math {
    /// Returns the mode of routines other than products, of single or double precision.
    pub(crate) fn mode(self, is_double: bool) -> cublasMath_t {
        match self {
            Self::Pedantic => cublasMath_t::CUBLAS_PEDANTIC_MATH,
            Self::Tf32 => cublasMath_t::CUBLAS_TF32_TENSOR_OP_MATH,
            Self::Emulated if is_double => cublasMath_t::CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH,
            Self::Emulated => cublasMath_t::CUBLAS_FP32_EMULATED_BF16X9_MATH,
            _ => cublasMath_t::CUBLAS_DEFAULT_MATH,
        }
    }
}

/// Whether routines may add with atomic operations, whose order varies: [`symv`](crate::handle::Blas::symv) has such a version, which
/// is faster, and whose last bits may differ between calls.
///
/// Otherwise the same call returns the same bits on the same device with the same release, unless several streams work with
/// one handle at the same time: then cuBLAS may choose another algorithm for want of memory. A
/// [`Workspace`](crate::Workspace) for each stream prevents that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[doc(alias = "cublasAtomicsMode_t")]
pub enum Atomics {
    /// They may not: results are the same each time.
    #[default]
    NotAllowed,
    /// They may.
    Allowed,
}

impl Atomics {
    pub(crate) fn mode(self) -> cublasAtomicsMode_t {
        match self {
            Self::NotAllowed => cublasAtomicsMode_t::CUBLAS_ATOMICS_NOT_ALLOWED,
            Self::Allowed => cublasAtomicsMode_t::CUBLAS_ATOMICS_ALLOWED,
        }
    }
}
