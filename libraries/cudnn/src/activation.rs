use cuda_libraries_sys::cudnn::{Symbol, cudnnActivationMode_t, cudnnNanPropagation_t};

use crate::descriptor::ActivationDescriptor;
use crate::element::Float;
use crate::error::Error;
use crate::handle::Dnn;
use crate::tensor::{Tensor, TensorMut};

/// A function of each element: [documentation](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnactivationmode-t).
///
/// NaN stays NaN.
#[doc(alias(
    "cudnnCreateActivationDescriptor",
    "cudnnDestroyActivationDescriptor",
    "cudnnSetActivationDescriptor",
    "cudnnSetActivationDescriptorSwishBeta"
))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "cudnnActivationMode_t")]
#[non_exhaustive]
pub enum Activation {
    /// `1 / (1 + exp(-x))`
    #[doc(alias = "CUDNN_ACTIVATION_SIGMOID")]
    Sigmoid,
    /// `max(x, 0)`
    #[doc(alias = "CUDNN_ACTIVATION_RELU")]
    Relu,
    /// `tanh(x)`
    #[doc(alias = "CUDNN_ACTIVATION_TANH")]
    Tanh,
    /// `min(max(x, 0), limit)`, with this limit.
    #[doc(alias = "CUDNN_ACTIVATION_CLIPPED_RELU")]
    ClippedRelu(f64),
    /// `x` above 0, and otherwise `alpha (exp(x) - 1)`, with this `alpha`.
    #[doc(alias = "CUDNN_ACTIVATION_ELU")]
    Elu(f64),
    /// `x / (1 + exp(-beta x))`, with this `beta`.
    #[doc(alias = "CUDNN_ACTIVATION_SWISH")]
    Swish(f64),
}

impl Activation {
    fn as_raw(self) -> (cudnnActivationMode_t, f64) {
        use cudnnActivationMode_t as M;
        match self {
            Self::Sigmoid => (M::CUDNN_ACTIVATION_SIGMOID, 0.0),
            Self::Relu => (M::CUDNN_ACTIVATION_RELU, 0.0),
            Self::Tanh => (M::CUDNN_ACTIVATION_TANH, 0.0),
            Self::ClippedRelu(limit) => (M::CUDNN_ACTIVATION_CLIPPED_RELU, limit),
            Self::Elu(alpha) => (M::CUDNN_ACTIVATION_ELU, alpha),
            Self::Swish(beta) => (M::CUDNN_ACTIVATION_SWISH, beta),
        }
    }

    fn describe(self, dnn: &Dnn<'_>) -> Result<ActivationDescriptor, Error> {
        let (mode, coefficient) = self.as_raw();
        let nan = cudnnNanPropagation_t::CUDNN_PROPAGATE_NAN;
        ActivationDescriptor::new(dnn.cudnn(), mode, nan, coefficient)
    }
}

impl Dnn<'_> {
    /// Applies a function to each element: `y = alpha * f(x) + beta * y`.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnactivationforward).
    ///
    /// # Errors
    /// As [`Dnn`] says.
    #[doc(alias = "cudnnActivationForward")]
    pub fn activation_forward<T: Float>(
        &mut self,
        activation: Activation,
        x: Tensor<'_, T>,
        y: TensorMut<'_, T>,
    ) -> Result<(), Error> {
        let call = "activation_forward";
        let (cudnn, operands) = (self.cudnn(), [x.operand("x"), y.operand("y")]);
        let [x, y] = operands;
        self.check_same_shape(call, &operands)?;
        self.check(call, &operands)?;
        let activation = activation.describe(self)?;
        let (x_is, y_is) = (x.descriptor(cudnn, call)?, y.descriptor(cudnn, call)?);
        let (alpha, beta) = self.factors(T::IS_DOUBLE);
        // SAFETY: the descriptions are of these tensors, which were checked, are borrowed, and belong to the stream.
        unsafe {
            self.call(
                &operands,
                Symbol::cudnnActivationForward,
                self.cudnn().raw().cudnnActivationForward,
                |function, handle| {
                    function(
                        handle,
                        activation.raw(),
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

    /// Applies a function to each element of a tensor, in its place.
    ///
    /// # Errors
    /// As [`Dnn`] says.
    #[doc(alias = "cudnnActivationForward")]
    pub fn activation_in_place<T: Float>(
        &mut self,
        activation: Activation,
        y: TensorMut<'_, T>,
    ) -> Result<(), Error> {
        let call = "activation_in_place";
        let (cudnn, operands) = (self.cudnn(), [y.operand("y")]);
        let [y] = operands;
        self.check(call, &operands)?;
        let activation = activation.describe(self)?;
        let y_is = y.descriptor(cudnn, call)?;
        let (alpha, beta) = self.factors(T::IS_DOUBLE);
        // SAFETY: as in `activation_forward`; cuDNN allows the result in the place of the operand.
        unsafe {
            self.call(
                &operands,
                Symbol::cudnnActivationForward,
                self.cudnn().raw().cudnnActivationForward,
                |function, handle| {
                    function(
                        handle,
                        activation.raw(),
                        alpha.pointer(),
                        y_is.raw(),
                        y.pointer(),
                        beta.pointer(),
                        y_is.raw(),
                        y.pointer(),
                    )
                },
            )
        }
    }

    /// Computes the gradient of [`activation_forward`](Self::activation_forward) with respect to `x`, from its result `y` and
    /// the gradient `dy` with respect to that.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnactivationbackward).
    ///
    /// # Errors
    /// As [`Dnn`] says. cuDNN demands that all four have the same layout.
    #[doc(alias = "cudnnActivationBackward")]
    pub fn activation_backward<T: Float>(
        &mut self,
        activation: Activation,
        y: Tensor<'_, T>,
        dy: Tensor<'_, T>,
        x: Tensor<'_, T>,
        dx: TensorMut<'_, T>,
    ) -> Result<(), Error> {
        let call = "activation_backward";
        let cudnn = self.cudnn();
        let operands = [y.operand("y"), dy.operand("dy"), x.operand("x"), dx.operand("dx")];
        let [y, dy, x, dx] = operands;
        self.check_same_shape(call, &operands)?;
        self.check(call, &operands)?;
        let activation = activation.describe(self)?;
        let (y_is, dy_is) = (y.descriptor(cudnn, call)?, dy.descriptor(cudnn, call)?);
        let (x_is, dx_is) = (x.descriptor(cudnn, call)?, dx.descriptor(cudnn, call)?);
        let (alpha, beta) = self.factors(T::IS_DOUBLE);
        // SAFETY: as in `activation_forward`.
        unsafe {
            self.call(
                &operands,
                Symbol::cudnnActivationBackward,
                self.cudnn().raw().cudnnActivationBackward,
                |function, handle| {
                    function(
                        handle,
                        activation.raw(),
                        alpha.pointer(),
                        y_is.raw(),
                        y.pointer(),
                        dy_is.raw(),
                        dy.pointer(),
                        x_is.raw(),
                        x.pointer(),
                        beta.pointer(),
                        dx_is.raw(),
                        dx.pointer(),
                    )
                },
            )
        }
    }
}
