use cuda_libraries_sys::cudnn::{Symbol, cudnnSoftmaxAlgorithm_t, cudnnSoftmaxMode_t};

use crate::element::Float;
use crate::error::Error;
use crate::handle::Dnn;
use crate::tensor::{Tensor, TensorMut};

/// How softmax is computed: [documentation](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnsoftmaxalgorithm-t).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[doc(alias = "cudnnSoftmaxAlgorithm_t")]
#[non_exhaustive]
pub enum SoftmaxAlgorithm {
    /// `exp(x) / sum(exp(x))` as it stands, which overflows for large numbers, and less exact.
    #[doc(alias = "CUDNN_SOFTMAX_FAST")]
    Fast,
    /// The same after subtracting the largest number.
    #[doc(alias = "CUDNN_SOFTMAX_ACCURATE")]
    #[default]
    Accurate,
    /// The logarithm of it.
    #[doc(alias = "CUDNN_SOFTMAX_LOG")]
    Log,
}

impl SoftmaxAlgorithm {
    fn as_raw(self) -> cudnnSoftmaxAlgorithm_t {
        match self {
            Self::Fast => cudnnSoftmaxAlgorithm_t::CUDNN_SOFTMAX_FAST,
            Self::Accurate => cudnnSoftmaxAlgorithm_t::CUDNN_SOFTMAX_ACCURATE,
            Self::Log => cudnnSoftmaxAlgorithm_t::CUDNN_SOFTMAX_LOG,
        }
    }
}

/// Which elements softmax relates to each other: [documentation](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnsoftmaxmode-t).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[doc(alias = "cudnnSoftmaxMode_t")]
#[non_exhaustive]
pub enum SoftmaxMode {
    /// All of an image.
    #[doc(alias = "CUDNN_SOFTMAX_MODE_INSTANCE")]
    Instance,
    /// The channels of a place of an image.
    #[doc(alias = "CUDNN_SOFTMAX_MODE_CHANNEL")]
    #[default]
    Channel,
}

impl SoftmaxMode {
    fn as_raw(self) -> cudnnSoftmaxMode_t {
        match self {
            Self::Instance => cudnnSoftmaxMode_t::CUDNN_SOFTMAX_MODE_INSTANCE,
            Self::Channel => cudnnSoftmaxMode_t::CUDNN_SOFTMAX_MODE_CHANNEL,
        }
    }
}

impl Dnn<'_> {
    /// Computes softmax, of tensors whose first two dimensions are batch and channels.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnsoftmaxforward).
    ///
    /// # Errors
    /// As [`Dnn`] says. Both must be packed, or, with at most four dimensions, both channels last: with other
    /// layouts, cuDNN 9.19 writes wrong numbers.
    #[doc(alias = "cudnnSoftmaxForward")]
    pub fn softmax_forward<T: Float>(
        &mut self,
        algorithm: SoftmaxAlgorithm,
        mode: SoftmaxMode,
        x: Tensor<'_, T>,
        y: TensorMut<'_, T>,
    ) -> Result<(), Error> {
        let call = "softmax_forward";
        let (cudnn, operands) = (self.cudnn(), [x.operand("x"), y.operand("y")]);
        let [x, y] = operands;
        self.check_same_layout(call, &operands)?;
        self.check(call, &operands)?;
        let (x_is, y_is) = (x.descriptor(cudnn, call)?, y.descriptor(cudnn, call)?);
        let (alpha, beta) = self.factors(T::IS_DOUBLE);
        // SAFETY: the descriptions are of these tensors, which were checked, are borrowed, and belong to the stream.
        unsafe {
            self.call(
                &operands,
                Symbol::cudnnSoftmaxForward,
                self.cudnn().raw().cudnnSoftmaxForward,
                |function, handle| {
                    function(
                        handle,
                        algorithm.as_raw(),
                        mode.as_raw(),
                        alpha.pointer(),
                        x_is.raw(),
                        x.pointer(),
                        beta.pointer(),
                        y_is.raw(),
                        y.pointer(),
                    )
                },
            )
        }
    }

    /// Computes the gradient of [`softmax_forward`](Self::softmax_forward) with respect to `x`, from its result `y` and the
    /// gradient `dy` with respect to that.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnsoftmaxbackward).
    ///
    /// # Errors
    /// As [`Dnn`] says. All must be packed, or, with at most four dimensions, all channels last.
    #[doc(alias = "cudnnSoftmaxBackward")]
    pub fn softmax_backward<T: Float>(
        &mut self,
        algorithm: SoftmaxAlgorithm,
        mode: SoftmaxMode,
        y: Tensor<'_, T>,
        dy: Tensor<'_, T>,
        dx: TensorMut<'_, T>,
    ) -> Result<(), Error> {
        let call = "softmax_backward";
        let cudnn = self.cudnn();
        let operands = [y.operand("y"), dy.operand("dy"), dx.operand("dx")];
        let [y, dy, dx] = operands;
        self.check_same_layout(call, &operands)?;
        self.check(call, &operands)?;
        let (y_is, dy_is) = (y.descriptor(cudnn, call)?, dy.descriptor(cudnn, call)?);
        let dx_is = dx.descriptor(cudnn, call)?;
        let (alpha, beta) = self.factors(T::IS_DOUBLE);
        // SAFETY: as in `softmax_forward`.
        unsafe {
            self.call(
                &operands,
                Symbol::cudnnSoftmaxBackward,
                self.cudnn().raw().cudnnSoftmaxBackward,
                |function, handle| {
                    function(
                        handle,
                        algorithm.as_raw(),
                        mode.as_raw(),
                        alpha.pointer(),
                        y_is.raw(),
                        y.pointer(),
                        dy_is.raw(),
                        dy.pointer(),
                        beta.pointer(),
                        dx_is.raw(),
                        dx.pointer(),
                    )
                },
            )
        }
    }
}
