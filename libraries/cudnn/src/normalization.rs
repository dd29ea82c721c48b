use cuda_driver::{DeviceSlice, DeviceSliceMut};
use cuda_libraries_sys::cudnn::{Symbol, cudnnBatchNormMode_t};

use crate::call::Operand;
use crate::element::{DataType, Factor, Float};
use crate::error::Error;
use crate::handle::Dnn;
use crate::layout::Layout;
use crate::tensor::{Tensor, TensorMut};

/// What has its own average: [documentation](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnbatchnormmode-t).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[doc(alias = "cudnnBatchNormMode_t")]
#[non_exhaustive]
pub enum BatchNormMode {
    /// Each element of an image, over the batch.
    #[doc(alias = "CUDNN_BATCHNORM_PER_ACTIVATION")]
    PerActivation,
    /// Each channel, over the batch and all places.
    #[doc(alias = "CUDNN_BATCHNORM_SPATIAL")]
    #[default]
    Spatial,
    /// The same, by kernels that are faster, and that overflow for numbers that are large for their type.
    #[doc(alias = "CUDNN_BATCHNORM_SPATIAL_PERSISTENT")]
    SpatialPersistent,
}

impl BatchNormMode {
    fn as_raw(self) -> cudnnBatchNormMode_t {
        match self {
            Self::PerActivation => cudnnBatchNormMode_t::CUDNN_BATCHNORM_PER_ACTIVATION,
            Self::Spatial => cudnnBatchNormMode_t::CUDNN_BATCHNORM_SPATIAL,
            Self::SpatialPersistent => cudnnBatchNormMode_t::CUDNN_BATCHNORM_SPATIAL_PERSISTENT,
        }
    }

    /// Returns the shape of the parameters for images of a shape: their number is its product.
    ///
    /// # Errors
    /// [`Error::Layout`].
    #[doc(alias = "cudnnDeriveBNTensorDescriptor")]
    pub fn parameters(self, x: &[usize]) -> Result<Vec<usize>, Error> {
        Layout::packed(x)?;
        let shape = x.iter().enumerate().map(|(axis, dim)| match (axis, self) {
            (1, _) => *dim,
            (2.., Self::PerActivation) => *dim,
            _ => 1,
        });
        Ok(shape.collect())
    }
}

/// A normalization of batches: how it averages, and what is added to variances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BatchNorm {
    mode: BatchNormMode,
    epsilon: f64,
}

impl BatchNorm {
    /// Creates one that adds 0.00001 to variances.
    #[must_use]
    pub const fn new(mode: BatchNormMode) -> Self {
        Self { mode, epsilon: 1e-5 }
    }

    /// Sets what is added to variances: 0 or more.
    #[must_use]
    pub const fn epsilon(mut self, epsilon: f64) -> Self {
        self.epsilon = epsilon;
        self
    }
}

/// The averages of earlier batches, which training updates: `(1 - factor) * before + factor * average`. The variance of a
/// batch counts without the bias of its mean.
#[derive(Debug)]
pub struct RunningStatistics<'a, T> {
    /// The means.
    pub mean: DeviceSliceMut<'a, T>,
    /// The variances.
    pub variance: DeviceSliceMut<'a, T>,
    /// The factor of the new batch.
    pub factor: f64,
}

/// What training keeps for the gradient.
#[derive(Debug)]
pub struct SavedStatistics<'a, T> {
    /// The means of the batch.
    pub mean: DeviceSliceMut<'a, T>,
    /// The reciprocals of its standard deviations, to which epsilon was added.
    pub inverse: DeviceSliceMut<'a, T>,
}

/// Parameters as operands of a layout.
struct Parameters {
    call: &'static str,
    layout: Layout,
}

impl Parameters {
    fn new(call: &'static str, norm: &BatchNorm, x: &Operand<'_>) -> Result<Self, Error> {
        if x.layout.rank() < 2 {
            let operands = [(x.name, &x.layout)];
            return Err(Error::shapes(
                call,
                &operands,
                "images have a batch and channels at least",
            ));
        }
        let layout = Layout::packed(norm.mode.parameters(x.layout.shape())?)?;
        if !norm.epsilon.is_finite() || norm.epsilon < 0.0 {
            let operands = [(x.name, &x.layout)];
            let rule = format!("epsilon must be a number of 0 or more, and is {}", norm.epsilon);
            return Err(Error::shapes(call, &operands, rule));
        }
        Ok(Self { call, layout })
    }

    fn operand<'b, T: DataType>(
        &self,
        name: &'static str,
        slice: &DeviceSlice<'b, T>,
    ) -> Result<Operand<'b>, Error> {
        let needed = self.layout.elements();
        if slice.len() != needed {
            return Err(Error::shapes(
                self.call,
                &[(name, &self.layout)],
                format!("it must have {needed} elements, and has {}", slice.len()),
            ));
        }
        Ok(Operand {
            name,
            layout: self.layout,
            data: T::DATA,
            data_name: T::NAME,
            stream: slice.stream(),
            address: slice.as_raw(),
        })
    }
}

impl Dnn<'_> {
    /// Normalizes a batch with its own averages: `y = scale * (x - mean) / sqrt(variance + epsilon) + bias`, and updates those of
    /// all batches.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnbatchnormalizationforwardtraining).
    ///
    /// The parameters have as many elements as [`BatchNormMode::parameters`] says.
    ///
    /// # Errors
    /// As [`Dnn`] says.
    #[doc(alias = "cudnnBatchNormalizationForwardTraining")]
    pub fn batch_normalization_forward_training<'b, T: Float>(
        &mut self,
        norm: &BatchNorm,
        x: Tensor<'_, T>,
        y: TensorMut<'_, T>,
        scale: impl Into<DeviceSlice<'b, T::Wide>>,
        bias: impl Into<DeviceSlice<'b, T::Wide>>,
        running: Option<&mut RunningStatistics<'_, T::Wide>>,
        saved: Option<&mut SavedStatistics<'_, T::Wide>>,
    ) -> Result<(), Error> {
        let call = "batch_normalization_forward_training";
        let cudnn = self.cudnn();
        let (x, y) = (x.operand("x"), y.operand("y"));
        let parameters = Parameters::new(call, norm, &x)?;
        let scale = parameters.operand("scale", &scale.into())?;
        let bias = parameters.operand("bias", &bias.into())?;
        let mut operands = vec![x, y, scale, bias];
        let factor = running.as_deref().map_or(0.0, |running| running.factor);
        let [mut means, mut saves] = [[core::ptr::null_mut(); 2]; 2];
        if let Some(running) = running.as_deref() {
            let mean = parameters.operand("running mean", &running.mean.as_slice())?;
            let variance = parameters.operand("running variance", &running.variance.as_slice())?;
            means = [mean.pointer(), variance.pointer()];
            operands.extend([mean, variance]);
        }
        if let Some(saved) = saved.as_deref() {
            let mean = parameters.operand("saved mean", &saved.mean.as_slice())?;
            let inverse = parameters.operand("saved inverse", &saved.inverse.as_slice())?;
            saves = [mean.pointer(), inverse.pointer()];
            operands.extend([mean, inverse]);
        }
        self.check_same_shape(call, &[x, y])?;
        self.check(call, &operands)?;
        let (x_is, y_is) = (x.descriptor(cudnn, call)?, y.descriptor(cudnn, call)?);
        let parameters = scale.descriptor(cudnn, call)?;
        let (alpha, beta) = self.factors(T::IS_DOUBLE);
        let (mode, epsilon) = (norm.mode.as_raw(), norm.epsilon);
        // SAFETY: the descriptions are of these tensors, which were checked, are borrowed, and belong to the stream; the pointers
        // to what isn't wanted are null, both of a pair.
        unsafe {
            self.call(
                &operands,
                Symbol::cudnnBatchNormalizationForwardTraining,
                self.cudnn().raw().cudnnBatchNormalizationForwardTraining,
                |function, handle| {
                    function(
                        handle,
                        mode,
                        alpha.pointer(),
                        beta.pointer(),
                        x_is.raw(),
                        x.pointer(),
                        y_is.raw(),
                        y.pointer(),
                        parameters.raw(),
                        scale.pointer(),
                        bias.pointer(),
                        factor,
                        means[0],
                        means[1],
                        epsilon,
                        saves[0],
                        saves[1],
                    )
                },
            )
        }
    }

    /// Normalizes a batch with averages that are known.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnbatchnormalizationforwardinference).
    ///
    /// # Errors
    /// As [`Dnn`] says.
    #[doc(alias = "cudnnBatchNormalizationForwardInference")]
    pub fn batch_normalization_forward_inference<'b, T: Float>(
        &mut self,
        norm: &BatchNorm,
        x: Tensor<'_, T>,
        y: TensorMut<'_, T>,
        scale: impl Into<DeviceSlice<'b, T::Wide>>,
        bias: impl Into<DeviceSlice<'b, T::Wide>>,
        mean: impl Into<DeviceSlice<'b, T::Wide>>,
        variance: impl Into<DeviceSlice<'b, T::Wide>>,
    ) -> Result<(), Error> {
        let call = "batch_normalization_forward_inference";
        let cudnn = self.cudnn();
        let (x, y) = (x.operand("x"), y.operand("y"));
        let parameters = Parameters::new(call, norm, &x)?;
        let scale = parameters.operand("scale", &scale.into())?;
        let bias = parameters.operand("bias", &bias.into())?;
        let mean = parameters.operand("mean", &mean.into())?;
        let variance = parameters.operand("variance", &variance.into())?;
        let operands = [x, y, scale, bias, mean, variance];
        self.check_same_shape(call, &[x, y])?;
        self.check(call, &operands)?;
        let (x_is, y_is) = (x.descriptor(cudnn, call)?, y.descriptor(cudnn, call)?);
        let parameters = scale.descriptor(cudnn, call)?;
        let (alpha, beta) = self.factors(T::IS_DOUBLE);
        let (mode, epsilon) = (norm.mode.as_raw(), norm.epsilon);
        // SAFETY: as in training.
        unsafe {
            self.call(
                &operands,
                Symbol::cudnnBatchNormalizationForwardInference,
                self.cudnn().raw().cudnnBatchNormalizationForwardInference,
                |function, handle| {
                    function(
                        handle,
                        mode,
                        alpha.pointer(),
                        beta.pointer(),
                        x_is.raw(),
                        x.pointer(),
                        y_is.raw(),
                        y.pointer(),
                        parameters.raw(),
                        scale.pointer(),
                        bias.pointer(),
                        mean.pointer(),
                        variance.pointer(),
                        epsilon,
                    )
                },
            )
        }
    }

    /// Computes the gradients of training with respect to `x`, the scale and the bias, from that with respect to its result.
    /// [NVIDIA's page](https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-ops-library.html#cudnnbatchnormalizationbackward).
    ///
    /// `saved` has the means and the reciprocal standard deviations that training kept; without it they are computed anew. The
    /// factors of this call apply to `dx`; `dscale` and `dbias` are written.
    ///
    /// # Errors
    /// As [`Dnn`] says.
    #[doc(alias = "cudnnBatchNormalizationBackward")]
    pub fn batch_normalization_backward<'b, T: Float>(
        &mut self,
        norm: &BatchNorm,
        x: Tensor<'_, T>,
        dy: Tensor<'_, T>,
        dx: TensorMut<'_, T>,
        scale: impl Into<DeviceSlice<'b, T::Wide>>,
        dscale: impl Into<DeviceSliceMut<'b, T::Wide>>,
        dbias: impl Into<DeviceSliceMut<'b, T::Wide>>,
        saved: Option<&SavedStatistics<'_, T::Wide>>,
    ) -> Result<(), Error> {
        let call = "batch_normalization_backward";
        let cudnn = self.cudnn();
        let (x, dy, dx) = (x.operand("x"), dy.operand("dy"), dx.operand("dx"));
        let parameters = Parameters::new(call, norm, &x)?;
        let (dscale, dbias) = (dscale.into(), dbias.into());
        let scale = parameters.operand("scale", &scale.into())?;
        let dscale = parameters.operand("dscale", &dscale.as_slice())?;
        let dbias = parameters.operand("dbias", &dbias.as_slice())?;
        let mut operands = vec![x, dy, dx, scale, dscale, dbias];
        let mut saves = [core::ptr::null_mut(); 2];
        if let Some(saved) = saved {
            let mean = parameters.operand("saved mean", &saved.mean.as_slice())?;
            let inverse = parameters.operand("saved inverse", &saved.inverse.as_slice())?;
            saves = [mean.pointer(), inverse.pointer()];
            operands.extend([mean, inverse]);
        }
        self.check_same_shape(call, &[x, dy, dx])?;
        self.check(call, &operands)?;
        let (x_is, dy_is) = (x.descriptor(cudnn, call)?, dy.descriptor(cudnn, call)?);
        let (dx_is, parameters) = (dx.descriptor(cudnn, call)?, scale.descriptor(cudnn, call)?);
        let (alpha, beta) = self.factors(T::IS_DOUBLE);
        let (one, zero) = (Factor::new(1.0, T::IS_DOUBLE), Factor::new(0.0, T::IS_DOUBLE));
        let (mode, epsilon) = (norm.mode.as_raw(), norm.epsilon);
        // SAFETY: as in training.
        unsafe {
            self.call(
                &operands,
                Symbol::cudnnBatchNormalizationBackward,
                self.cudnn().raw().cudnnBatchNormalizationBackward,
                |function, handle| {
                    function(
                        handle,
                        mode,
                        alpha.pointer(),
                        beta.pointer(),
                        one.pointer(),
                        zero.pointer(),
                        x_is.raw(),
                        x.pointer(),
                        dy_is.raw(),
                        dy.pointer(),
                        dx_is.raw(),
                        dx.pointer(),
                        parameters.raw(),
                        scale.pointer(),
                        dscale.pointer(),
                        dbias.pointer(),
                        epsilon,
                        saves[0],
                        saves[1],
                    )
                },
            )
        }
    }
}
