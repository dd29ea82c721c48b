use cuda_driver::Element;
use cuda_driver::memory::{F8E4M3, F8E5M2};
use cuda_libraries_sys::cublas::cublasComputeType_t;
use cuda_libraries_sys::shared::cudaDataType;
use half::{bf16, f16};

use crate::element::{Factor, Product, sealed};
use crate::math::Math;

/// An element of matrices whose products with matrices of `B` are matrices of `D`.
///
/// | `Self`, `B` | `D` | added | bias |
/// |---|---|---|---|
/// | as [`Product`] has them | | as `D` | as `D` |
/// | `F8E4M3`, `F8E4M3`; or one of them `F8E5M2` | `f16`, `bf16` | as `D` | as `D` |
/// | | `f32` | `f32` | `bf16` |
/// | | `F8E4M3`; with `F8E5M2` also that | `bf16` | `bf16` |
#[diagnostic::on_unimplemented(
    message = "cuBLASLt has no products of matrices of `{Self}` and `{B}` that are matrices of `{D}`",
    note = "8-bit floats have products of f16, bf16, f32 and 8-bit floats, but not two of F8E5M2; others are as for `gemm`"
)]
pub trait LtProduct<B: Element, D: Element>: Element + sealed::LtProduct<B, D> {
    /// The type of `alpha` and `beta`.
    type Factor: Factor;
    /// The elements of what is added.
    type Addend: Element;
    /// The elements of a bias.
    type Bias: Element;

    #[doc(hidden)]
    const TYPES: Types;

    #[doc(hidden)]
    fn compute(math: Math) -> cublasComputeType_t;
}

/// The types of a product, by cuBLAS's numbers.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Types {
    pub(crate) a: cudaDataType,
    pub(crate) b: cudaDataType,
    pub(crate) added: cudaDataType,
    pub(crate) d: cudaDataType,
    pub(crate) bias: cudaDataType,
    pub(crate) factor: cudaDataType,
    pub(crate) is_complex: bool,
    /// Whether there are 8-bit floats, for which there are scales.
    pub(crate) is_scaled: bool,
}

macro_rules! products {
    ($($(#[$attribute:meta])* $ty:ty => $d:ty;)*) => {$(
        $(#[$attribute])*
        impl sealed::LtProduct<$ty, $d> for $ty {}
        $(#[$attribute])*
        impl LtProduct<$ty, $d> for $ty {
            type Factor = <$ty as Product<$d>>::Factor;
            type Addend = $d;
            type Bias = $d;

            const TYPES: Types = Types {
                a: <$ty as Product<$d>>::DATA,
                b: <$ty as Product<$d>>::DATA,
                added: <$ty as Product<$d>>::PRODUCT,
                d: <$ty as Product<$d>>::PRODUCT,
                bias: <$ty as Product<$d>>::PRODUCT,
                factor: <<$ty as Product<$d>>::Factor as Factor>::FACTOR,
                is_complex: <$ty as Product<$d>>::IS_COMPLEX,
                is_scaled: false,
            };

            fn compute(math: Math) -> cublasComputeType_t {
                match math {
                    // Its factors would be of 16 bits.
                    Math::F16Sum => <$ty as Product<$d>>::compute(Math::Default),
                    math => <$ty as Product<$d>>::compute(math),
                }
            }
        }
    )*};
}

products! {
    f32 => f32;
    f64 => f64;
    f16 => f16;
    f16 => f32;
    bf16 => bf16;
    bf16 => f32;
    i8 => i32;
    #[cfg(feature = "complex")]
    num_complex::Complex<f32> => num_complex::Complex<f32>;
    #[cfg(feature = "complex")]
    num_complex::Complex<f64> => num_complex::Complex<f64>;
}

macro_rules! products_of_8_bits {
    ($($a:ident $a_data:ident $b:ident $b_data:ident { $($d:ident $d_data:ident $added:ident $added_data:ident
        $bias:ident $bias_data:ident;)* })*) => {$($(
        impl sealed::LtProduct<$b, $d> for $a {}
        impl LtProduct<$b, $d> for $a {
            type Factor = f32;
            type Addend = $added;
            type Bias = $bias;

            const TYPES: Types = Types {
                a: cudaDataType::$a_data,
                b: cudaDataType::$b_data,
                added: cudaDataType::$added_data,
                d: cudaDataType::$d_data,
                bias: cudaDataType::$bias_data,
                factor: cudaDataType::CUDA_R_32F,
                is_complex: false,
                is_scaled: true,
            };

            fn compute(_: Math) -> cublasComputeType_t {
                cublasComputeType_t::CUBLAS_COMPUTE_32F
            }
        }
    )*)*};
}

products_of_8_bits! {
    F8E4M3 CUDA_R_8F_E4M3 F8E4M3 CUDA_R_8F_E4M3 {
        f16 CUDA_R_16F f16 CUDA_R_16F f16 CUDA_R_16F;
        bf16 CUDA_R_16BF bf16 CUDA_R_16BF bf16 CUDA_R_16BF;
        f32 CUDA_R_32F f32 CUDA_R_32F bf16 CUDA_R_16BF;
        F8E4M3 CUDA_R_8F_E4M3 bf16 CUDA_R_16BF bf16 CUDA_R_16BF;
    }
    F8E4M3 CUDA_R_8F_E4M3 F8E5M2 CUDA_R_8F_E5M2 {
        f16 CUDA_R_16F f16 CUDA_R_16F f16 CUDA_R_16F;
        bf16 CUDA_R_16BF bf16 CUDA_R_16BF bf16 CUDA_R_16BF;
        f32 CUDA_R_32F f32 CUDA_R_32F bf16 CUDA_R_16BF;
        F8E4M3 CUDA_R_8F_E4M3 bf16 CUDA_R_16BF bf16 CUDA_R_16BF;
        F8E5M2 CUDA_R_8F_E5M2 bf16 CUDA_R_16BF bf16 CUDA_R_16BF;
    }
    F8E5M2 CUDA_R_8F_E5M2 F8E4M3 CUDA_R_8F_E4M3 {
        f16 CUDA_R_16F f16 CUDA_R_16F f16 CUDA_R_16F;
        bf16 CUDA_R_16BF bf16 CUDA_R_16BF bf16 CUDA_R_16BF;
        f32 CUDA_R_32F f32 CUDA_R_32F bf16 CUDA_R_16BF;
        F8E4M3 CUDA_R_8F_E4M3 bf16 CUDA_R_16BF bf16 CUDA_R_16BF;
        F8E5M2 CUDA_R_8F_E5M2 bf16 CUDA_R_16BF bf16 CUDA_R_16BF;
    }
}
