//! Activations and their gradients.

use cuda_libraries_sys::cudnn::*;
use cuda_sim::{Fault, NativeCall};

use super::descriptor::{activation, blend, tensor};
use super::handle::because;
use super::kernel::{larger, smaller, submit};
use super::view::{Blend, View};
use super::{BAD_PARAM, Cudnn, NOT_SUPPORTED, signatures, status};
use crate::operation::Operation;

/// `y = f(x)`, or with a gradient `dx = f'(x) dy`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
struct Activate {
    mode: cudnnActivationMode_t,
    is_gradient: u32,
    nan: cudnnNanPropagation_t,
    reserved: u32,
    coefficient: f64,
    swish_beta: f64,
    blend: Blend,
    x: View,
    y: View,
    dy: View,
    dx: View,
}

// SAFETY: it consists of integers, floating-point numbers and open enumerations, so any bytes are one.
unsafe impl Operation for Activate {
    const NAME: &'static str = "cudnn::activation";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let x = self.x.load(call)?;
        if self.is_gradient == 0 {
            let values: Vec<f64> = x.into_iter().map(|x| self.value(x)).collect();
            return self.y.store(call, self.blend, &values);
        }
        let (y, dy) = (self.y.load(call)?, self.dy.load(call)?);
        let values: Vec<f64> =
            x.into_iter().zip(y).zip(dy).map(|((x, y), dy)| dy * self.slope(x, y)).collect();
        self.dx.store(call, self.blend, &values)
    }
}

impl Activate {
    fn value(&self, x: f64) -> f64 {
        use cudnnActivationMode_t as M;
        match self.mode {
            M::CUDNN_ACTIVATION_SIGMOID => sigmoid(x),
            M::CUDNN_ACTIVATION_RELU | M::CUDNN_ACTIVATION_CLIPPED_RELU
                if x.is_nan() && self.nan == cudnnNanPropagation_t::CUDNN_NOT_PROPAGATE_NAN =>
            {
                0.0
            }
            M::CUDNN_ACTIVATION_RELU => larger(x, 0.0),
            M::CUDNN_ACTIVATION_TANH => x.tanh(),
            M::CUDNN_ACTIVATION_CLIPPED_RELU => smaller(larger(x, 0.0), self.coefficient),
            M::CUDNN_ACTIVATION_ELU if x > 0.0 => x,
            M::CUDNN_ACTIVATION_ELU => self.coefficient * x.exp_m1(),
            _ => x * sigmoid(self.swish_beta * x),
        }
    }

    fn slope(&self, x: f64, y: f64) -> f64 {
        use cudnnActivationMode_t as M;
        let step = |is_within: bool| f64::from(u8::from(is_within));
        match self.mode {
            M::CUDNN_ACTIVATION_SIGMOID => y * (1.0 - y),
            M::CUDNN_ACTIVATION_RELU => step(x > 0.0),
            M::CUDNN_ACTIVATION_TANH => 1.0 - y * y,
            M::CUDNN_ACTIVATION_CLIPPED_RELU => step(x > 0.0 && x < self.coefficient),
            M::CUDNN_ACTIVATION_ELU if x > 0.0 => 1.0,
            M::CUDNN_ACTIVATION_ELU => y + self.coefficient,
            _ => {
                let part = sigmoid(self.swish_beta * x);
                part + self.swish_beta * x * part * (1.0 - part)
            }
        }
    }
}

pub(super) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

call!(Cudnn::cudnnActivationForward, |handle, activationDesc, alpha, xDesc, x, beta, yDesc, y| {
    let activation = activation(activationDesc)?;
    let (x, y) = (tensor(xDesc)?.at(x as u64), tensor(yDesc)?.at(y as u64));
    if activation.mode == cudnnActivationMode_t::CUDNN_ACTIVATION_IDENTITY {
        return Err(because(BAD_PARAM, "the identity only follows a convolution"));
    }
    if x.shape() != y.shape() || x.data != y.data {
        return Err(BAD_PARAM);
    }
    let operation = Activate {
        mode: activation.mode,
        is_gradient: 0,
        nan: activation.nan,
        reserved: 0,
        coefficient: activation.coefficient,
        swish_beta: activation.swish_beta,
        blend: blend(alpha, beta, &y)?,
        x,
        y,
        dy: View::NONE,
        dx: View::NONE,
    };
    submit(handle, &operation)
});

call! { Cudnn::cudnnActivationBackward(
    handle, activationDesc, alpha, yDesc, y, dyDesc, dy, xDesc, x, beta, dxDesc, dx,
) => {
    let activation = activation(activationDesc)?;
    let (x, y) = (tensor(xDesc)?.at(x as u64), tensor(yDesc)?.at(y as u64));
    let (dx, dy) = (tensor(dxDesc)?.at(dx as u64), tensor(dyDesc)?.at(dy as u64));
    if [y, dx, dy].iter().any(|view| view.shape() != x.shape()) {
        return Err(BAD_PARAM);
    }
    if [y, dx, dy].iter().any(|view| view.strides != x.strides) {
        return Err(because(NOT_SUPPORTED, "the distances of the tensors differ"));
    }
    let operation = Activate {
        mode: activation.mode,
        is_gradient: 1,
        nan: activation.nan,
        reserved: 0,
        coefficient: activation.coefficient,
        swish_beta: activation.swish_beta,
        blend: blend(alpha, beta, &dx)?,
        x,
        y,
        dy,
        dx,
    };
    submit(handle, &operation)
} }
