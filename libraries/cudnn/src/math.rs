use cuda_libraries_sys::cudnn::{cudnnDataType_t, cudnnDeterminism_t, cudnnMathType_t};

/// The precision of products. What an element's type doesn't have is as with [`Default`](Self::Default).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[doc(alias = "cudnnMathType_t")]
#[non_exhaustive]
pub enum Math {
    /// The elements' own precision; 16-bit elements are summed in `f32`.
    #[doc(alias = "CUDNN_FMA_MATH")]
    #[default]
    Default,
    /// `f32` is rounded to TF32, of 10 bits of fraction, for tensor cores. This is cuDNN's own default.
    #[doc(alias = "CUDNN_DEFAULT_MATH")]
    Tf32,
    /// `f32` is rounded to 16 bits for tensor cores.
    #[doc(alias = "CUDNN_TENSOR_OP_MATH_ALLOW_CONVERSION")]
    Conversion,
}

impl Math {
    pub(crate) fn as_raw(self, data: cudnnDataType_t) -> cudnnMathType_t {
        use cudnnDataType_t as D;
        use cudnnMathType_t as M;
        match (self, data) {
            (Self::Default, D::CUDNN_DATA_FLOAT) | (_, D::CUDNN_DATA_DOUBLE) => M::CUDNN_FMA_MATH,
            (Self::Tf32, D::CUDNN_DATA_FLOAT) => M::CUDNN_DEFAULT_MATH,
            (Self::Conversion, D::CUDNN_DATA_FLOAT) => M::CUDNN_TENSOR_OP_MATH_ALLOW_CONVERSION,
            _ => M::CUDNN_TENSOR_OP_MATH,
        }
    }
}

/// Whether algorithms may add in an order that varies, which makes the last bits differ between calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[doc(alias = "cudnnDeterminism_t")]
pub enum Determinism {
    /// They may not: the same call returns the same bits on the same device with the same release.
    #[doc(alias = "CUDNN_DETERMINISTIC")]
    #[default]
    Deterministic,
    /// They may: some algorithms for gradients are faster so.
    #[doc(alias = "CUDNN_NON_DETERMINISTIC")]
    Any,
}

impl Determinism {
    pub(crate) fn allows(self, found: cudnnDeterminism_t) -> bool {
        self == Self::Any || found == cudnnDeterminism_t::CUDNN_DETERMINISTIC
    }
}
