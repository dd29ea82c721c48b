//! Softmax and its gradient.

use cuda_libraries_sys::cudnn::*;
use cuda_sim::{Fault, NativeCall};

use super::descriptor::{blend, tensor};
use super::kernel::{larger, submit};
use super::view::{Blend, View};
use super::{BAD_PARAM, Cudnn, signatures, status};
use crate::operation::Operation;

/// Along the channels, or over all elements of an image: of `x`, or with a gradient of `y`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
struct Softmax {
    algorithm: cudnnSoftmaxAlgorithm_t,
    mode: cudnnSoftmaxMode_t,
    is_gradient: u64,
    blend: Blend,
    from: View,
    gradient: View,
    to: View,
}

// SAFETY: it consists of integers, floating-point numbers and open enumerations, so any bytes are one.
unsafe impl Operation for Softmax {
    const NAME: &'static str = "cudnn::softmax";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let from = self.from.load(call)?;
        let gradient = match self.is_gradient {
            0 => Vec::new(),
            _ => self.gradient.load(call)?,
        };
        let mut to = vec![0.0; from.len()];
        let (images, channels, pixels) = (self.from.dim(0), self.from.dim(1), self.from.spatial());
        let (len, step, rows) = match self.mode {
            cudnnSoftmaxMode_t::CUDNN_SOFTMAX_MODE_CHANNEL => (channels, pixels, pixels),
            _ => (channels * pixels, 1, 1),
        };
        for image in 0..images {
            for row in 0..rows {
                let place = |index: usize| image * channels * pixels + row + index * step;
                let values_of =
                    |values: &[f64]| (0..len).map(|index| values[place(index)]).collect::<Vec<_>>();
                let values = match self.is_gradient {
                    0 => self.values(&values_of(&from)),
                    _ => self.slopes(&values_of(&from), &values_of(&gradient)),
                };
                for (index, value) in values.into_iter().enumerate() {
                    to[place(index)] = value;
                }
            }
        }
        self.to.store(call, self.blend, &to)
    }
}

impl Softmax {
    fn is_log(&self) -> bool {
        self.algorithm == cudnnSoftmaxAlgorithm_t::CUDNN_SOFTMAX_LOG
    }

    fn values(&self, x: &[f64]) -> Vec<f64> {
        let most = x.iter().copied().fold(f64::NEG_INFINITY, larger);
        let sum: f64 = x.iter().map(|x| (x - most).exp()).sum();
        let value =
            |x: &f64| if self.is_log() { x - most - sum.ln() } else { (x - most).exp() / sum };
        x.iter().map(value).collect()
    }

    fn slopes(&self, y: &[f64], dy: &[f64]) -> Vec<f64> {
        let pairs = || y.iter().zip(dy);
        if self.is_log() {
            let sum: f64 = dy.iter().sum();
            return pairs().map(|(y, dy)| dy - y.exp() * sum).collect();
        }
        let sum: f64 = pairs().map(|(y, dy)| y * dy).sum();
        pairs().map(|(y, dy)| y * (dy - sum)).collect()
    }
}

call!(Cudnn::cudnnSoftmaxForward, |handle, algo, mode, alpha, xDesc, x, beta, yDesc, y| {
    let (from, to) = (tensor(xDesc)?.at(x as u64), tensor(yDesc)?.at(y as u64));
    if from.shape() != to.shape() || from.data != to.data {
        return Err(BAD_PARAM);
    }
    let operation = Softmax {
        algorithm: algo,
        mode,
        is_gradient: 0,
        blend: blend(alpha, beta, &to)?,
        from,
        gradient: View::NONE,
        to,
    };
    submit(handle, &operation)
});

call! { Cudnn::cudnnSoftmaxBackward(
    handle, algo, mode, alpha, yDesc, y, dyDesc, dy, beta, dxDesc, dx,
) => {
    let (from, to) = (tensor(yDesc)?.at(y as u64), tensor(dxDesc)?.at(dx as u64));
    let gradient = tensor(dyDesc)?.at(dy as u64);
    if from.shape() != to.shape() || from.shape() != gradient.shape() {
        return Err(BAD_PARAM);
    }
    let operation = Softmax {
        algorithm: algo,
        mode,
        is_gradient: 1,
        blend: blend(alpha, beta, &to)?,
        from,
        gradient,
        to,
    };
    submit(handle, &operation)
} }
