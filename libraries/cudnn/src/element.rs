//! The types of elements.

use core::ffi::c_void;

use cuda_driver::Element;
use cuda_libraries_sys::cudnn::cudnnDataType_t;
use half::{bf16, f16};

pub(crate) mod sealed {
    pub trait Sealed {}
}

/// A type of cuDNN's elements: [documentation](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-graph-library.html#cudnndatatype-t).
#[doc(alias = "cudnnDataType_t")]
#[diagnostic::on_unimplemented(
    message = "cuDNN has no elements of `{Self}`",
    note = "elements are f32, f64, f16, bf16, i8, u8, i32 and i64"
)]
pub trait DataType: Element + core::fmt::Debug + sealed::Sealed {
    #[doc(hidden)]
    const DATA: cudnnDataType_t;
    #[doc(hidden)]
    const NAME: &'static str;
}

impl sealed::Sealed for f32 {}
impl DataType for f32 {
    const DATA: cudnnDataType_t = cudnnDataType_t::CUDNN_DATA_FLOAT;
    const NAME: &'static str = "f32";
}

impl sealed::Sealed for f64 {}
impl DataType for f64 {
    const DATA: cudnnDataType_t = cudnnDataType_t::CUDNN_DATA_DOUBLE;
    const NAME: &'static str = "f64";
}

impl sealed::Sealed for f16 {}
impl DataType for f16 {
    const DATA: cudnnDataType_t = cudnnDataType_t::CUDNN_DATA_HALF;
    const NAME: &'static str = "f16";
}

impl sealed::Sealed for bf16 {}
impl DataType for bf16 {
    const DATA: cudnnDataType_t = cudnnDataType_t::CUDNN_DATA_BFLOAT16;
    const NAME: &'static str = "bf16";
}

impl sealed::Sealed for i8 {}
impl DataType for i8 {
    const DATA: cudnnDataType_t = cudnnDataType_t::CUDNN_DATA_INT8;
    const NAME: &'static str = "i8";
}

impl sealed::Sealed for u8 {}
impl DataType for u8 {
    const DATA: cudnnDataType_t = cudnnDataType_t::CUDNN_DATA_UINT8;
    const NAME: &'static str = "u8";
}

impl sealed::Sealed for i32 {}
impl DataType for i32 {
    const DATA: cudnnDataType_t = cudnnDataType_t::CUDNN_DATA_INT32;
    const NAME: &'static str = "i32";
}

impl sealed::Sealed for i64 {}
impl DataType for i64 {
    const DATA: cudnnDataType_t = cudnnDataType_t::CUDNN_DATA_INT64;
    const NAME: &'static str = "i64";
}

/// A floating-point number: `f32`, `f64`, `f16` or `bf16`.
#[diagnostic::on_unimplemented(
    message = "cuDNN doesn't do this with `{Self}`",
    note = "floating-point numbers are f32, f64, f16 and bf16"
)]
pub trait Float: DataType + sealed::Sealed {
    /// What sums, and the parameters of normalizations, are: `f64` for `f64`, and otherwise `f32`.
    type Wide: Float;
    #[doc(hidden)]
    const IS_DOUBLE: bool;
}

impl Float for f32 {
    type Wide = Self;
    const IS_DOUBLE: bool = false;
}

impl Float for f64 {
    type Wide = Self;
    const IS_DOUBLE: bool = true;
}

impl Float for f16 {
    type Wide = f32;
    const IS_DOUBLE: bool = false;
}

impl Float for bf16 {
    type Wide = f32;
    const IS_DOUBLE: bool = false;
}

/// An element of which cuDNN computes convolutions whose result is of `Y`.
///
/// | elements | result | sums |
/// |---|---|---|
/// | `f32`, `f64` | the same | the same |
/// | `f16`, `bf16` | the same | `f32` |
/// | `i8`, channels last, a multiple of 4 of them | `i8` or `f32` | `i32` |
#[diagnostic::on_unimplemented(
    message = "cuDNN has no convolutions of `{Self}` to `{Y}`",
    note = "there are those of f32, f64, f16 and bf16 to the same, and of i8 to i8 and to f32"
)]
pub trait ConvolutionElement<Y = Self>: DataType + sealed::Sealed {
    #[doc(hidden)]
    const COMPUTE: cudnnDataType_t;
    /// What a bias is.
    type Bias: DataType;
}

impl ConvolutionElement for f32 {
    const COMPUTE: cudnnDataType_t = cudnnDataType_t::CUDNN_DATA_FLOAT;
    type Bias = Self;
}

impl ConvolutionElement for f64 {
    const COMPUTE: cudnnDataType_t = cudnnDataType_t::CUDNN_DATA_DOUBLE;
    type Bias = Self;
}

impl ConvolutionElement for f16 {
    const COMPUTE: cudnnDataType_t = cudnnDataType_t::CUDNN_DATA_FLOAT;
    type Bias = Self;
}

impl ConvolutionElement for bf16 {
    const COMPUTE: cudnnDataType_t = cudnnDataType_t::CUDNN_DATA_FLOAT;
    type Bias = Self;
}

impl ConvolutionElement for i8 {
    const COMPUTE: cudnnDataType_t = cudnnDataType_t::CUDNN_DATA_INT32;
    type Bias = f32;
}

impl ConvolutionElement<f32> for i8 {
    const COMPUTE: cudnnDataType_t = cudnnDataType_t::CUDNN_DATA_INT32;
    type Bias = f32;
}

/// A factor in host memory, of the type that cuDNN reads.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Factor {
    Single(f32),
    Double(f64),
}

impl Factor {
    pub(crate) fn new(value: f64, is_double: bool) -> Self {
        if is_double { Self::Double(value) } else { Self::Single(value as f32) }
    }

    pub(crate) fn pointer(&self) -> *const c_void {
        match self {
            Self::Single(value) => core::ptr::from_ref(value).cast(),
            Self::Double(value) => core::ptr::from_ref(value).cast(),
        }
    }
}
