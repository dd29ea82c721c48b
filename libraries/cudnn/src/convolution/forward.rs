use cuda_driver::DeviceSlice;
use cuda_libraries_sys::cudnn::{cudnnActivationMode_t, cudnnDataType_t, cudnnNanPropagation_t};

use crate::call::Operand;
use crate::convolution::Convolution;
use crate::convolution::algorithm::{Algorithm, Direction};
use crate::convolution::prepared::PreparedConvolution;
use crate::descriptor::ActivationDescriptor;
use crate::element::{ConvolutionElement, DataType, Factor};
use crate::error::Error;
use crate::handle::Dnn;
use crate::layout::Layout;
use crate::tensor::{Tensor, TensorMut};

impl Dnn<'_> {
    fn prepare_forward<'b, X: ConvolutionElement<Y>, Y: DataType, const N: usize>(
        &self,
        call: &'static str,
        direction: Direction,
        convolution: &Convolution<N>,
        x: &Tensor<'b, X>,
        w: &Tensor<'b, X>,
        y: &TensorMut<'b, Y>,
    ) -> Result<PreparedConvolution<'b>, Error> {
        let operands = [x.operand("x"), w.operand("w"), y.operand("y")];
        self.prepare(call, direction, convolution, operands, X::COMPUTE)
    }

    /// Computes a convolution: `y = alpha * x ∗ w + beta * y`, of images `x` with filters `w`.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-cnn-library.html#cudnnconvolutionforward).
    ///
    /// # Errors
    /// As [`Dnn`] says, and [`Error::NoAlgorithm`].
    #[doc(alias = "cudnnConvolutionForward")]
    pub fn convolution_forward<X: ConvolutionElement<Y>, Y: DataType, const N: usize>(
        &mut self,
        convolution: &Convolution<N>,
        x: Tensor<'_, X>,
        w: Tensor<'_, X>,
        y: TensorMut<'_, Y>,
    ) -> Result<(), Error> {
        let call = "convolution_forward";
        let prepared = self.prepare_forward(call, Direction::Forward, convolution, &x, &w, &y)?;
        let algorithm = self.choose(&prepared)?;
        self.submit(&prepared, &algorithm)
    }

    /// Returns up to `count` algorithms for [`convolution_forward`](Self::convolution_forward), those that cuDNN thinks fastest
    /// first. They suit the workspace, if one is set.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-cnn-library.html#cudnngetconvolutionforwardalgorithm-v7).
    ///
    /// # Errors
    /// As [`convolution_forward`](Self::convolution_forward).
    #[doc(alias = "cudnnGetConvolutionForwardAlgorithm_v7")]
    pub fn forward_algorithms<X: ConvolutionElement<Y>, Y: DataType, const N: usize>(
        &mut self,
        convolution: &Convolution<N>,
        x: Tensor<'_, X>,
        w: Tensor<'_, X>,
        y: TensorMut<'_, Y>,
        count: usize,
    ) -> Result<Vec<Algorithm>, Error> {
        let call = "forward_algorithms";
        let prepared = self.prepare_forward(call, Direction::Forward, convolution, &x, &w, &y)?;
        self.search(&prepared, count)
    }

    /// Measures every algorithm for [`convolution_forward`](Self::convolution_forward), each several times, and returns the
    /// fastest. What is in `y` afterwards is unspecified. This waits for the stream.
    ///
    /// # Errors
    /// As [`convolution_forward`](Self::convolution_forward).
    #[doc(alias = "cudnnFindConvolutionForwardAlgorithmEx")]
    pub fn tune_forward<X: ConvolutionElement<Y>, Y: DataType, const N: usize>(
        &mut self,
        convolution: &Convolution<N>,
        x: Tensor<'_, X>,
        w: Tensor<'_, X>,
        y: TensorMut<'_, Y>,
    ) -> Result<Algorithm, Error> {
        let call = "tune_forward";
        let prepared = self.prepare_forward(call, Direction::Forward, convolution, &x, &w, &y)?;
        self.fastest(&prepared)
    }

    /// Computes a convolution, adds a number for each of its channels, and if wanted the elements of `z`, and applies ReLU:
    /// `y = relu(alpha * x ∗ w + z + bias)`. Without `z`, what is in `y` before is added, times `beta`.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-cnn-library.html#cudnnconvolutionbiasactivationforward).
    ///
    /// # Errors
    /// As [`convolution_forward`](Self::convolution_forward).
    #[doc(alias = "cudnnConvolutionBiasActivationForward")]
    pub fn convolution_bias_activation_forward<
        'b,
        X: ConvolutionElement<Y>,
        Y: DataType,
        const N: usize,
    >(
        &mut self,
        convolution: &Convolution<N>,
        x: Tensor<'_, X>,
        w: Tensor<'_, X>,
        z: Option<Tensor<'_, Y>>,
        bias: impl Into<DeviceSlice<'b, X::Bias>>,
        relu: bool,
        y: TensorMut<'_, Y>,
    ) -> Result<(), Error> {
        let call = "convolution_bias_activation_forward";
        let direction = if relu { Direction::Forward } else { Direction::Fused };
        let bias = bias.into();
        let prepared = self.prepare_forward(call, direction, convolution, &x, &w, &y)?;
        let result = y.operand("y");
        let bias = channels("bias", call, &bias, &result)?;
        let is_double = X::COMPUTE == cudnnDataType_t::CUDNN_DATA_DOUBLE;
        let (factor, z) = match &z {
            Some(z) => (Factor::new(1.0, is_double), z.operand("z")),
            None => (Factor::new(self.beta, is_double), result),
        };
        if z.layout != result.layout {
            let operands = [("z", &z.layout), ("y", &result.layout)];
            return Err(Error::shapes(call, &operands, "z must have the layout of y"));
        }
        self.check(call, &[z, bias])?;
        let mode = if relu {
            cudnnActivationMode_t::CUDNN_ACTIVATION_RELU
        } else {
            cudnnActivationMode_t::CUDNN_ACTIVATION_IDENTITY
        };
        let nan = cudnnNanPropagation_t::CUDNN_PROPAGATE_NAN;
        let activation = ActivationDescriptor::new(self.cudnn(), mode, nan, 0.0)?;
        let algorithm = self.choose(&prepared)?;
        self.submit_fused(&prepared, &algorithm, (factor, z), bias, activation.raw())
    }
}

/// Returns a slice of a number for each channel of a tensor, as an operand.
pub(super) fn channels<'b, T: DataType>(
    name: &'static str,
    call: &'static str,
    slice: &DeviceSlice<'b, T>,
    operand: &Operand<'_>,
) -> Result<Operand<'b>, Error> {
    let mut shape = vec![1; operand.layout.rank()];
    let count = operand.layout.shape().get(1).copied().unwrap_or(1);
    if let Some(channels) = shape.get_mut(1) {
        *channels = count;
    }
    if slice.len() != count {
        return Err(Error::shapes(
            call,
            &[(operand.name, &operand.layout)],
            format!(
                "{name} must have a number for each of its {count} channels, and has {}",
                slice.len()
            ),
        ));
    }
    Ok(Operand {
        name,
        layout: Layout::packed(&shape)?,
        data: T::DATA,
        data_name: T::NAME,
        stream: slice.stream(),
        address: slice.as_raw(),
    })
}
