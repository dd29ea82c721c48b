use crate::Scalar;

/// How a product is computed: `c = alpha a b + beta c`.
///
/// ```
/// use cublas::{Gemm, Math};
///
/// // Adds half of the product to `c`, without shortcuts.
/// let gemm = Gemm::<f32>::new().alpha(0.5).beta(1.0).math(Math::Pedantic);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gemm<T: Scalar> {
    pub(crate) alpha: T::Factor,
    pub(crate) beta: T::Factor,
    pub(crate) math: Math,
}

impl<T: Scalar> Gemm<T> {
    /// The product alone: `alpha` is 1, and `beta` 0.
    #[must_use]
    pub fn new() -> Self {
        Self {
            alpha: T::Factor::from(1.0),
            beta: T::Factor::from(0.0),
            math: Math::Default,
        }
    }

    /// Sets the factor of the product.
    #[must_use]
    pub fn alpha(mut self, alpha: T::Factor) -> Self {
        self.alpha = alpha;
        self
    }

    /// Sets the factor of what `c` has before. With 0, it isn't read, and may be NaN.
    #[must_use]
    pub fn beta(mut self, beta: T::Factor) -> Self {
        self.beta = beta;
        self
    }

    /// Sets the precision.
    #[must_use]
    pub fn math(mut self, math: Math) -> Self {
        self.math = math;
        self
    }
}

impl<T: Scalar> Default for Gemm<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// The precision of a product.
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
    /// `f32` elements are rounded to TF32, of 10 bits of fraction. Others are as with [`Default`](Self::Default).
    #[doc(alias = "CUBLAS_COMPUTE_32F_FAST_TF32")]
    Tf32,
    /// `f32` elements are rounded to `bf16`. Others are as with [`Default`](Self::Default).
    #[doc(alias = "CUBLAS_COMPUTE_32F_FAST_16BF")]
    Bf16,
}
