//! Normalization of batches, and its gradient.

use cuda_libraries_sys::cudnn::*;
use cuda_sim::{Fault, NativeCall};

use super::descriptor::{blend, tensor};
use super::handle::{because, factor};
use super::kernel::submit;
use super::view::{Blend, View};
use super::{BAD_PARAM, Cudnn, Outcome, signatures, status};
use crate::operation::Operation;

/// What is computed.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Phase(u32);

impl Phase {
    const TRAINING: Self = Self(0);
    const INFERENCE: Self = Self(1);
    const BACKWARD: Self = Self(2);
}

/// Each number of a parameter belongs to a channel, or to a place of all images.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
struct Normalize {
    phase: Phase,
    is_spatial: u32,
    epsilon: f64,
    average_factor: f64,
    blend: Blend,
    parameters: Blend,
    x: View,
    y: View,
    dy: View,
    scale: View,
    /// Others of the shape of the scale; addresses of 0 are none.
    bias: u64,
    running_mean: u64,
    running_variance: u64,
    saved_mean: u64,
    saved_variance: u64,
    dscale: u64,
    dbias: u64,
}

// SAFETY: it consists of integers, floating-point numbers and open enumerations, so any bytes are one.
unsafe impl Operation for Normalize {
    const NAME: &'static str = "cudnn::batch_normalization";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let x = self.x.load(call)?;
        let scale = self.scale.load(call)?;
        let (images, pixels) = (self.x.dim(0), self.x.spatial());
        let per_image = self.x.dim(1) * pixels;
        // The parameter of an element.
        let channel = |index: usize| {
            let place = index % per_image;
            match self.is_spatial {
                0 => place,
                _ => place / pixels,
            }
        };
        let count = match self.is_spatial {
            0 => images,
            _ => images * pixels,
        } as f64;
        let sums = |of: &dyn Fn(usize) -> f64| {
            let mut sums = vec![0.0; scale.len()];
            for index in 0..x.len() {
                sums[channel(index)] += of(index);
            }
            sums
        };
        match self.phase {
            Phase::TRAINING => {
                let mean: Vec<f64> =
                    sums(&|index| x[index]).iter().map(|sum| sum / count).collect();
                let squares = sums(&|index| (x[index] - mean[channel(index)]).powi(2));
                let inverse: Vec<f64> = squares
                    .iter()
                    .map(|square| 1.0 / (square / count + self.epsilon).sqrt())
                    .collect();
                self.normalize(call, &x, &channel, &scale, &mean, &inverse)?;
                let unbiased: Vec<f64> =
                    squares.iter().map(|square| square / (count - 1.0).max(1.0)).collect();
                let running = Blend { alpha: self.average_factor, beta: 1.0 - self.average_factor };
                for (address, values) in
                    [(self.running_mean, &mean), (self.running_variance, &unbiased)]
                {
                    self.write(call, address, running, values)?;
                }
                for (address, values) in [(self.saved_mean, &mean), (self.saved_variance, &inverse)]
                {
                    self.write(call, address, Blend::WRITE, values)?;
                }
                Ok(())
            }
            Phase::INFERENCE => {
                let mean = self.scale.at(self.running_mean).load(call)?;
                let variance = self.scale.at(self.running_variance).load(call)?;
                let inverse: Vec<f64> = variance
                    .iter()
                    .map(|variance| 1.0 / (variance + self.epsilon).sqrt())
                    .collect();
                self.normalize(call, &x, &channel, &scale, &mean, &inverse)
            }
            _ => {
                let dy = self.dy.load(call)?;
                let (mean, inverse) = if self.saved_mean == 0 || self.saved_variance == 0 {
                    let mean: Vec<f64> =
                        sums(&|index| x[index]).iter().map(|sum| sum / count).collect();
                    let squares = sums(&|index| (x[index] - mean[channel(index)]).powi(2));
                    let inverse = squares
                        .iter()
                        .map(|square| 1.0 / (square / count + self.epsilon).sqrt())
                        .collect();
                    (mean, inverse)
                } else {
                    (
                        self.scale.at(self.saved_mean).load(call)?,
                        self.scale.at(self.saved_variance).load(call)?,
                    )
                };
                let normal =
                    |index: usize| (x[index] - mean[channel(index)]) * inverse[channel(index)];
                let dbias = sums(&|index| dy[index]);
                let dscale = sums(&|index| dy[index] * normal(index));
                let dx: Vec<f64> = (0..x.len())
                    .map(|index| {
                        let at = channel(index);
                        let rest = (dbias[at] + normal(index) * dscale[at]) / count;
                        scale[at] * inverse[at] * (dy[index] - rest)
                    })
                    .collect();
                self.y.store(call, self.blend, &dx)?;
                self.write(call, self.dscale, self.parameters, &dscale)?;
                self.write(call, self.dbias, self.parameters, &dbias)
            }
        }
    }
}

impl Normalize {
    fn normalize(
        &self,
        call: &NativeCall<'_>,
        x: &[f64],
        channel: &dyn Fn(usize) -> usize,
        scale: &[f64],
        mean: &[f64],
        inverse: &[f64],
    ) -> Result<(), Fault> {
        let bias = self.scale.at(self.bias).load(call)?;
        let values: Vec<f64> = x
            .iter()
            .enumerate()
            .map(|(index, x)| {
                let at = channel(index);
                scale[at] * (x - mean[at]) * inverse[at] + bias[at]
            })
            .collect();
        self.y.store(call, self.blend, &values)
    }

    /// Writes a parameter, if it is wanted.
    fn write(
        &self,
        call: &NativeCall<'_>,
        address: u64,
        blend: Blend,
        values: &[f64],
    ) -> Result<(), Fault> {
        match address {
            0 => Ok(()),
            address => self.scale.at(address).store(call, blend, values),
        }
    }

    fn new(
        phase: Phase,
        mode: cudnnBatchNormMode_t,
        x: View,
        y: View,
        scale: View,
        epsilon: f64,
    ) -> Outcome<Self> {
        let is_spatial = mode != cudnnBatchNormMode_t::CUDNN_BATCHNORM_PER_ACTIVATION;
        let expected: i64 = if is_spatial { x.dims[1] } else { x.shape().iter().skip(1).product() };
        let fits = x.shape() == y.shape() && scale.len() as i64 == expected && epsilon >= 0.0;
        if !fits {
            return Err(because(BAD_PARAM, "the shapes don't fit each other"));
        }
        Ok(Self {
            phase,
            is_spatial: u32::from(is_spatial),
            epsilon,
            average_factor: 0.0,
            blend: Blend::WRITE,
            parameters: Blend::WRITE,
            x,
            y,
            dy: View::NONE,
            scale,
            bias: 0,
            running_mean: 0,
            running_variance: 0,
            saved_mean: 0,
            saved_variance: 0,
            dscale: 0,
            dbias: 0,
        })
    }
}

call! { Cudnn::cudnnBatchNormalizationForwardTraining(
    handle, mode, alpha, beta, xDesc, x, yDesc, y, bnScaleBiasMeanVarDesc, bnScale, bnBias,
    exponentialAverageFactor, resultRunningMean, resultRunningVariance, epsilon, resultSaveMean,
    resultSaveInvVariance,
) => {
    let (x, y) = (tensor(xDesc)?.at(x as u64), tensor(yDesc)?.at(y as u64));
    let scale = tensor(bnScaleBiasMeanVarDesc)?.at(bnScale as u64);
    let mut operation = Normalize::new(Phase::TRAINING, mode, x, y, scale, epsilon)?;
    operation.blend = blend(alpha, beta, &y)?;
    operation.average_factor = exponentialAverageFactor;
    operation.bias = bnBias as u64;
    operation.running_mean = resultRunningMean as u64;
    operation.running_variance = resultRunningVariance as u64;
    operation.saved_mean = resultSaveMean as u64;
    operation.saved_variance = resultSaveInvVariance as u64;
    submit(handle, &operation)
} }

call! { Cudnn::cudnnBatchNormalizationForwardInference(
    handle, mode, alpha, beta, xDesc, x, yDesc, y, bnScaleBiasMeanVarDesc, bnScale, bnBias,
    estimatedMean, estimatedVariance, epsilon,
) => {
    let (x, y) = (tensor(xDesc)?.at(x as u64), tensor(yDesc)?.at(y as u64));
    let scale = tensor(bnScaleBiasMeanVarDesc)?.at(bnScale as u64);
    let mut operation = Normalize::new(Phase::INFERENCE, mode, x, y, scale, epsilon)?;
    operation.blend = blend(alpha, beta, &y)?;
    operation.bias = bnBias as u64;
    operation.running_mean = estimatedMean as u64;
    operation.running_variance = estimatedVariance as u64;
    submit(handle, &operation)
} }

call! { Cudnn::cudnnBatchNormalizationBackward(
    handle, mode, alphaDataDiff, betaDataDiff, alphaParamDiff, betaParamDiff, xDesc, x, dyDesc, dy,
    dxDesc, dx, dBnScaleBiasDesc, bnScale, dBnScaleResult, dBnBiasResult, epsilon, savedMean,
    savedInvVariance,
) => {
    let (x, dx) = (tensor(xDesc)?.at(x as u64), tensor(dxDesc)?.at(dx as u64));
    let scale = tensor(dBnScaleBiasDesc)?.at(bnScale as u64);
    let mut operation = Normalize::new(Phase::BACKWARD, mode, x, dx, scale, epsilon)?;
    operation.dy = tensor(dyDesc)?.at(dy as u64);
    if operation.dy.shape() != x.shape() || savedMean.is_null() != savedInvVariance.is_null() {
        return Err(BAD_PARAM);
    }
    operation.blend = blend(alphaDataDiff, betaDataDiff, &dx)?;
    operation.parameters = Blend {
        alpha: factor(alphaParamDiff, x.is_double())?,
        beta: factor(betaParamDiff, x.is_double())?,
    };
    operation.saved_mean = savedMean as u64;
    operation.saved_variance = savedInvVariance as u64;
    operation.dscale = dBnScaleResult as u64;
    operation.dbias = dBnBiasResult as u64;
    submit(handle, &operation)
} }
