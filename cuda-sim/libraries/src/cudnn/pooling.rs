//! Pooling and its gradient.

use core::ffi::c_int;

use cuda_libraries_sys::cudnn::*;
use cuda_sim::{Fault, NativeCall};

use super::descriptor::{blend, pooling, tensor};
use super::handle::because;
use super::kernel::submit;
use super::view::{Blend, MOST, View};
use super::{BAD_PARAM, Cudnn, Outcome, put, signatures, status};
use crate::operation::Operation;

/// The largest element of each window, or its average; or the gradient.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
struct Pool {
    mode: cudnnPoolingMode_t,
    is_gradient: u32,
    nan: cudnnNanPropagation_t,
    reserved: u32,
    window: [i64; MOST],
    padding: [i64; MOST],
    stride: [i64; MOST],
    blend: Blend,
    x: View,
    y: View,
    dy: View,
    dx: View,
}

// SAFETY: it consists of integers, floating-point numbers and open enumerations, so any bytes are one.
unsafe impl Operation for Pool {
    const NAME: &'static str = "cudnn::pooling";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        use cudnnPoolingMode_t as M;
        let x = self.x.load(call)?;
        let dy = match self.is_gradient {
            0 => Vec::new(),
            _ => self.dy.load(call)?,
        };
        let (pixels, points) = (self.x.spatial(), self.y.spatial());
        let all: f64 = self.window.iter().map(|size| *size as f64).product();
        let windows: Vec<Vec<usize>> = (0..points).map(|point| self.places(point)).collect();
        let is_largest =
            matches!(self.mode, M::CUDNN_POOLING_MAX | M::CUDNN_POOLING_MAX_DETERMINISTIC);
        let propagates = self.nan == cudnnNanPropagation_t::CUDNN_PROPAGATE_NAN;
        let mut y = vec![0.0; self.y.len()];
        let mut dx = vec![0.0; if self.is_gradient == 0 { 0 } else { x.len() }];
        for plane in 0..self.x.dim(0) * self.x.dim(1) {
            let image = &x[plane * pixels..(plane + 1) * pixels];
            for (point, window) in windows.iter().enumerate() {
                let to = plane * points + point;
                let count = match self.mode {
                    M::CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING => all,
                    _ => window.len() as f64,
                };
                let mut largest = window.first().copied().unwrap_or(0);
                for place in window {
                    let is_nan = image[*place].is_nan() && propagates;
                    if image[*place] > image[largest] || is_nan {
                        largest = *place;
                    }
                }
                match (self.is_gradient, is_largest) {
                    (0, true) => y[to] = image[largest],
                    (0, false) => {
                        y[to] = window.iter().map(|place| image[*place]).sum::<f64>() / count;
                    }
                    (_, true) => dx[plane * pixels + largest] += dy[to],
                    (_, false) => {
                        for place in window {
                            dx[plane * pixels + place] += dy[to] / count;
                        }
                    }
                }
            }
        }
        match self.is_gradient {
            0 => self.y.store(call, self.blend, &y),
            _ => self.dx.store(call, self.blend, &dx),
        }
    }
}

impl Pool {
    /// Returns the places of the image that a window sees.
    fn places(&self, point: usize) -> Vec<usize> {
        let rank = self.x.rank().saturating_sub(2);
        let mut places = vec![0];
        let (mut point, mut scale) = (point, 1);
        for axis in (0..rank).rev() {
            let (size, count) = (self.x.dim(axis + 2), self.y.dim(axis + 2));
            let begin = (point % count) as i64 * self.stride[axis] - self.padding[axis];
            point /= count;
            let seen =
                (begin..begin + self.window[axis]).filter(|at| (0..size as i64).contains(at));
            // The first axis varies slowest.
            let seen: Vec<usize> = seen.map(|at| at as usize * scale).collect();
            places =
                seen.iter().flat_map(|at| places.iter().map(move |place| place + at)).collect();
            scale *= size;
        }
        places
    }
}

fn prepare(description: cudnnPoolingDescriptor_t, x: View, y: View) -> Outcome<Pool> {
    let pooling = pooling(description)?;
    let mut fits =
        x.rank() == pooling.rank + 2 && y.rank() == x.rank() && x.dims[..2] == y.dims[..2];
    for axis in 0..pooling.rank.min(MOST - 2) {
        let rest = x.dims[axis + 2] + 2 * pooling.padding[axis] - pooling.window[axis];
        fits &= rest >= 0 && y.dims[axis + 2] == rest / pooling.stride[axis] + 1;
    }
    if !fits {
        return Err(because(BAD_PARAM, "the shapes don't fit each other"));
    }
    Ok(Pool {
        mode: pooling.mode,
        is_gradient: 0,
        nan: pooling.nan,
        reserved: 0,
        window: pooling.window,
        padding: pooling.padding,
        stride: pooling.stride,
        blend: Blend::WRITE,
        x,
        y,
        dy: View::NONE,
        dx: View::NONE,
    })
}

call!(
    Cudnn::cudnnGetPoolingNdForwardOutputDim,
    |poolingDesc, inputTensorDesc, nbDims, outputTensorDimA| {
        let (pooling, x) = (pooling(poolingDesc)?, tensor(inputTensorDesc)?);
        if x.rank() != pooling.rank + 2 || nbDims as usize != x.rank() {
            return Err(BAD_PARAM);
        }
        for axis in 0..x.rank() {
            let dim = match axis.checked_sub(2) {
                None => x.dims[axis],
                Some(own) => {
                    (x.dims[axis] + 2 * pooling.padding[own] - pooling.window[own])
                        / pooling.stride[own]
                        + 1
                }
            };
            put(outputTensorDimA.wrapping_add(axis), dim as c_int)?;
        }
        Ok(())
    }
);

call!(Cudnn::cudnnPoolingForward, |handle, poolingDesc, alpha, xDesc, x, beta, yDesc, y| {
    let (x, y) = (tensor(xDesc)?.at(x as u64), tensor(yDesc)?.at(y as u64));
    let mut operation = prepare(poolingDesc, x, y)?;
    operation.blend = blend(alpha, beta, &y)?;
    submit(handle, &operation)
});

call! { Cudnn::cudnnPoolingBackward(
    handle, poolingDesc, alpha, yDesc, y, dyDesc, dy, xDesc, x, beta, dxDesc, dx,
) => {
    let (x, y) = (tensor(xDesc)?.at(x as u64), tensor(yDesc)?.at(y as u64));
    let mut operation = prepare(poolingDesc, x, y)?;
    operation.is_gradient = 1;
    operation.dy = tensor(dyDesc)?.at(dy as u64);
    operation.dx = tensor(dxDesc)?.at(dx as u64);
    if operation.dy.shape() != y.shape() || operation.dx.shape() != x.shape() {
        return Err(BAD_PARAM);
    }
    operation.blend = blend(alpha, beta, &operation.dx)?;
    submit(handle, &operation)
} }
