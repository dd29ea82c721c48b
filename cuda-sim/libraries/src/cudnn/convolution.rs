//! Convolutions and their gradients: images as matrices, and products of these.

use core::ffi::{c_int, c_void};

use cuda_libraries_sys::cudnn::*;
use cuda_sim::{Fault, NativeCall};

use super::descriptor::{activation, blend, convolution, filter, tensor};
use super::handle::{because, factor};
use super::kernel::{larger, submit};
use super::view::{Blend, MOST, View};
use super::{BAD_PARAM, Cudnn, NOT_SUPPORTED, Outcome, SUCCESS, put, signatures, status};
use crate::element::{Scalar, StridedMatrix};
use crate::operation::Operation;

/// Which of the three convolutions.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Direction(u32);

impl Direction {
    pub(super) const FORWARD: Self = Self(0);
    pub(super) const DATA: Self = Self(1);
    pub(super) const FILTER: Self = Self(2);
}

/// A convolution of `x` and `w`, whose result is `y`; or a gradient, whose result is `x` or `w`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
struct Convolve {
    direction: Direction,
    is_turned: u32,
    groups: i64,
    padding: [i64; MOST],
    stride: [i64; MOST],
    dilation: [i64; MOST],
    x: View,
    w: View,
    y: View,
    blend: Blend,
    /// What is added, then a number for each channel.
    z_factor: f64,
    z: View,
    bias: View,
    is_relu: u64,
}

// SAFETY: it consists of integers, floating-point numbers and open enumerations, so any bytes are one.
unsafe impl Operation for Convolve {
    const NAME: &'static str = "cudnn::convolution";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let [x, w, y] = [&self.x, &self.w, &self.y];
        let (first, second, result) = match self.direction {
            Direction::FORWARD => (x, w, y),
            Direction::DATA => (w, y, x),
            _ => (x, y, w),
        };
        let values = self.computed(&first.load(call)?, &second.load(call)?);
        match self.direction {
            Direction::FORWARD => self.finish(call, values),
            _ => result.store(call, self.blend, &values),
        }
    }
}

/// Computes `c += a * b` of `m` × `k` and `k` × `n` elements, each matrix with the distances of rows and columns.
fn product(
    [m, n, k]: [usize; 3],
    a: (&[f64], usize, usize),
    b: (&[f64], usize, usize),
    c: &mut [f64],
) {
    let matrix = |(values, rows, columns): (&[f64], usize, usize)| StridedMatrix {
        start: values.as_ptr().cast_mut(),
        rows: rows as isize,
        columns: columns as isize,
    };
    let reach = |rows: usize, columns: usize, (values, row, column): (&[f64], usize, usize)| {
        assert!((rows - 1) * row + (columns - 1) * column < values.len());
    };
    if m == 0 || n == 0 || k == 0 {
        return;
    }
    reach(m, k, a);
    reach(k, n, b);
    assert!(m * n <= c.len());
    let result = StridedMatrix { start: c.as_mut_ptr(), rows: n as isize, columns: 1 };
    // SAFETY: the slices have these elements, as was just asserted, and the result is borrowed alone.
    unsafe { f64::multiply([m, n, k], 1.0, matrix(a), matrix(b), 1.0, result) };
}

impl Convolve {
    /// Writes the elements of one group of an image to a matrix: a row for each channel and place in the filter. What
    /// is in the padding stays zero.
    fn unfold(
        &self,
        places: &[Option<usize>],
        x: &[f64],
        (image, group): (usize, usize),
        columns: &mut [f64],
    ) {
        let (inner, taps) = (self.w.dim(1), self.w.spatial());
        let (pixels, points) = (self.x.spatial(), self.y.spatial());
        for channel in 0..inner {
            let from = (image * self.x.dim(1) + group * inner + channel) * pixels;
            for tap in 0..taps {
                let row = (channel * taps + tap) * points;
                for point in 0..points {
                    if let Some(place) = places[tap * points + point] {
                        columns[row + point] = x[from + place];
                    }
                }
            }
        }
    }

    /// Returns the convolution of images with filters.
    fn forward(&self, images: &[f64], weights: &[f64]) -> Vec<f64> {
        let groups = self.groups.max(1) as usize;
        let (filters, points) = (self.w.dim(0) / groups, self.y.spatial());
        let places = self.places(self.w.spatial(), points);
        let rows = self.w.dim(1) * self.w.spatial();
        let mut result = vec![0.0; self.y.len()];
        let mut columns = vec![0.0; rows * points];
        for image in 0..self.x.dim(0) {
            for group in 0..groups {
                self.unfold(&places, images, (image, group), &mut columns);
                let to = (image * groups + group) * filters * points;
                product(
                    [filters, points, rows],
                    (&weights[group * filters * rows..], rows, 1),
                    (&columns, points, 1),
                    &mut result[to..],
                );
            }
        }
        result
    }

    /// Returns the gradient of images, of filters and the result's gradient.
    fn data(&self, weights: &[f64], gradient: &[f64]) -> Vec<f64> {
        let groups = self.groups.max(1) as usize;
        let (filters, inner) = (self.w.dim(0) / groups, self.w.dim(1));
        let (taps, pixels, points) = (self.w.spatial(), self.x.spatial(), self.y.spatial());
        let places = self.places(taps, points);
        let rows = inner * taps;
        let mut columns = vec![0.0; rows * points];
        let mut result = vec![0.0; self.x.len()];
        for image in 0..self.x.dim(0) {
            for group in 0..groups {
                let weights = &weights[group * filters * rows..];
                let from = (image * groups + group) * filters * points;
                columns.fill(0.0);
                product(
                    [rows, points, filters],
                    (weights, 1, rows),
                    (&gradient[from..], points, 1),
                    &mut columns,
                );
                for channel in 0..inner {
                    let to = ((image * groups + group) * inner + channel) * pixels;
                    for tap in 0..taps {
                        let row = (channel * taps + tap) * points;
                        for point in 0..points {
                            if let Some(place) = places[tap * points + point] {
                                result[to + place] += columns[row + point];
                            }
                        }
                    }
                }
            }
        }
        result
    }

    /// Returns the gradient of filters, of images and the result's gradient.
    fn filter(&self, images: &[f64], gradient: &[f64]) -> Vec<f64> {
        let groups = self.groups.max(1) as usize;
        let (filters, points) = (self.w.dim(0) / groups, self.y.spatial());
        let places = self.places(self.w.spatial(), points);
        let rows = self.w.dim(1) * self.w.spatial();
        let mut columns = vec![0.0; rows * points];
        let mut result = vec![0.0; self.w.len()];
        for image in 0..self.x.dim(0) {
            for group in 0..groups {
                self.unfold(&places, images, (image, group), &mut columns);
                let from = (image * groups + group) * filters * points;
                product(
                    [filters, rows, points],
                    (&gradient[from..], points, 1),
                    (&columns, 1, points),
                    &mut result[group * filters * rows..],
                );
            }
        }
        result
    }

    /// Returns the result of its two operands, in the order in which cuDNN names them: `x` before `w` before `y`, but `w` before
    /// all for the gradient of images.
    fn computed(&self, first: &[f64], second: &[f64]) -> Vec<f64> {
        match self.direction {
            Direction::FORWARD => self.forward(first, second),
            Direction::DATA => self.data(first, second),
            _ => self.filter(first, second),
        }
    }

    /// Returns the place in the image of each place of the filter and of the result, unless it is in the padding.
    fn places(&self, taps: usize, points: usize) -> Vec<Option<usize>> {
        let rank = self.x.rank().saturating_sub(2);
        let mut places = Vec::with_capacity(taps * points);
        for tap in 0..taps {
            for point in 0..points {
                let (mut tap, mut point) = (tap, point);
                let (mut place, mut scale, mut is_inside) = (0, 1, true);
                for axis in (0..rank).rev() {
                    let (size, width) = (self.x.dim(axis + 2), self.w.dim(axis + 2));
                    let mut in_filter = tap % width;
                    if self.is_turned != 0 {
                        in_filter = width - 1 - in_filter;
                    }
                    let at = (point % self.y.dim(axis + 2)) as i64 * self.stride[axis]
                        + in_filter as i64 * self.dilation[axis]
                        - self.padding[axis];
                    tap /= width;
                    point /= self.y.dim(axis + 2);
                    is_inside &= (0..size as i64).contains(&at);
                    place += at.max(0) as usize * scale;
                    scale *= size;
                }
                places.push(is_inside.then_some(place));
            }
        }
        places
    }

    /// Adds what follows a convolution, and writes it.
    fn finish(&self, call: &NativeCall<'_>, mut result: Vec<f64>) -> Result<(), Fault> {
        if self.bias.is_none() {
            return self.y.store(call, self.blend, &result);
        }
        let bias = self.bias.load_as(call, self.y.shape())?;
        let added =
            if self.z_factor == 0.0 { vec![0.0; result.len()] } else { self.z.load(call)? };
        for ((value, bias), added) in result.iter_mut().zip(bias).zip(added) {
            *value = self.blend.alpha * *value + self.z_factor * added + bias;
            if self.is_relu != 0 {
                *value = larger(*value, 0.0);
            }
        }
        self.y.store(call, Blend::WRITE, &result)
    }
}

/// Returns a convolution, or a gradient, of two operands, whose shapes fit each other.
pub(super) fn convolve(
    direction: Direction,
    [x, w, y]: [&View; 3],
    [first, second]: [&[f64]; 2],
    [padding, stride, dilation]: [&[i64; MOST]; 3],
    is_turned: bool,
) -> Vec<f64> {
    let operation = Convolve {
        direction,
        is_turned: u32::from(is_turned),
        groups: x.dims[1] / w.dims[1].max(1),
        padding: *padding,
        stride: *stride,
        dilation: *dilation,
        x: *x,
        w: *w,
        y: *y,
        blend: Blend::WRITE,
        z_factor: 0.0,
        z: View::NONE,
        bias: View::NONE,
        is_relu: 0,
    };
    operation.computed(first, second)
}

/// Returns a convolution of tensors that fit each other.
fn prepare(
    direction: Direction,
    x: View,
    w: View,
    y: View,
    description: cudnnConvolutionDescriptor_t,
) -> Outcome<Convolve> {
    let convolution = convolution(description)?;
    let rank = x.rank();
    let has_ranks = rank == w.rank() && rank == y.rank() && rank == convolution.rank + 2;
    if !has_ranks || convolution.groups < 1 {
        return Err(because(BAD_PARAM, "the numbers of dimensions differ"));
    }
    let mut fits = x.dims[0] == y.dims[0]
        && w.dims[0] == y.dims[1]
        && w.dims[1] * convolution.groups == x.dims[1]
        && w.dims[0] % convolution.groups == 0;
    for axis in 0..convolution.rank {
        let reach = (w.dims[axis + 2] - 1) * convolution.dilation[axis] + 1;
        let rest = x.dims[axis + 2] + 2 * convolution.padding[axis] - reach;
        fits &= rest >= 0 && y.dims[axis + 2] == rest / convolution.stride[axis] + 1;
    }
    if !fits {
        return Err(because(BAD_PARAM, "the shapes don't fit each other"));
    }
    let is_double = convolution.compute == cudnnDataType_t::CUDNN_DATA_DOUBLE;
    if is_double != x.is_double() || x.data != w.data {
        return Err(because(NOT_SUPPORTED, "sums have the precision of the elements"));
    }
    let is_small = |view: &View| crate::element::size_of_data(view.data) == Some(1);
    if is_small(&x) && (x.dims[1] % 4 != 0 || x.strides[1] != 1 || w.strides[1] != 1) {
        return Err(because(NOT_SUPPORTED, "8-bit integers are NHWC, in multiples of 4 channels"));
    }
    Ok(Convolve {
        direction,
        is_turned: u32::from(convolution.mode == cudnnConvolutionMode_t::CUDNN_CONVOLUTION),
        groups: convolution.groups,
        padding: convolution.padding,
        stride: convolution.stride,
        dilation: convolution.dilation,
        x,
        w,
        y,
        blend: Blend::WRITE,
        z_factor: 0.0,
        z: View::NONE,
        bias: View::NONE,
        is_relu: 0,
    })
}

/// The bytes of workspace that an algorithm pretends to need.
fn workspace(algorithm: u32) -> usize {
    match algorithm {
        0 => 0,
        _ => 1024,
    }
}

/// Returns an error unless a workspace suits an algorithm.
fn check_workspace(algorithm: u32, pointer: *const c_void, len: usize) -> Outcome {
    if algorithm > 1 {
        return Err(because(NOT_SUPPORTED, "there are algorithms 0 and 1"));
    }
    if len < workspace(algorithm) || (pointer.is_null() && workspace(algorithm) > 0) {
        Err(because(
            cudnnStatus_t::CUDNN_STATUS_BAD_PARAM_SIZE_INSUFFICIENT,
            "the workspace is too small",
        ))
    } else {
        Ok(())
    }
}

macro_rules! algorithms {
    ($(
        $direction:ident $Algorithm:ident $Perf:ident $most:ident $heuristics:ident $size:ident
        ($($parameter:ident: $ty:ty),*) [$x:expr, $w:expr, $y:expr, $convolution:ident];
    )*) => {
        impl Cudnn {$(
            pub(super) unsafe fn $most(_handle: cudnnHandle_t, count: *mut c_int) -> cudnnStatus_t {
                // SAFETY: the caller fulfils the contract of the function, also below.
                status(unsafe { put(count, 3) })
            }

            pub(super) unsafe fn $heuristics(
                handle: cudnnHandle_t,
                $($parameter: $ty,)*
                requestedAlgoCount: c_int,
                returnedAlgoCount: *mut c_int,
                perfResults: *mut $Perf,
            ) -> cudnnStatus_t {
                let list = || {
                    super::handle::stream_of(handle)?;
                    let operation = prepare(Direction::$direction, $x?, $w?, $y?, $convolution)?;
                    // The first needs memory; the second adds in no certain order, if it is a gradient; the third never works.
                    let math = convolution($convolution)?.math;
                    let count = requestedAlgoCount.clamp(0, 3);
                    for (index, which) in [1_u32, 0, 2].into_iter().take(count as usize).enumerate() {
                        let is_certain = which != 0 || operation.direction == Direction::FORWARD;
                        let found = $Perf {
                            algo: $Algorithm(which),
                            status: if which == 2 { NOT_SUPPORTED } else { SUCCESS },
                            time: -1.0,
                            memory: workspace(which),
                            determinism: if is_certain {
                                cudnnDeterminism_t::CUDNN_DETERMINISTIC
                            } else {
                                cudnnDeterminism_t::CUDNN_NON_DETERMINISTIC
                            },
                            mathType: math,
                            ..$Perf::default()
                        };
                        // SAFETY: as above: there is room for `requestedAlgoCount`.
                        unsafe { put(perfResults.wrapping_add(index), found)? };
                    }
                    // SAFETY: as above.
                    unsafe { put(returnedAlgoCount, count) }
                };
                status(list())
            }

            pub(super) unsafe fn $size(
                handle: cudnnHandle_t,
                $($parameter: $ty,)*
                algo: $Algorithm,
                sizeInBytes: *mut usize,
            ) -> cudnnStatus_t {
                let ask = || {
                    super::handle::stream_of(handle)?;
                    prepare(Direction::$direction, $x?, $w?, $y?, $convolution)?;
                    match algo.0 {
                        // SAFETY: as above.
                        0 | 1 => unsafe { put(sizeInBytes, workspace(algo.0)) },
                        _ => Err(because(NOT_SUPPORTED, "there are algorithms 0 and 1")),
                    }
                };
                status(ask())
            }
        )*}
    };
}

algorithms! {
    FORWARD cudnnConvolutionFwdAlgo_t cudnnConvolutionFwdAlgoPerf_t
        cudnnGetConvolutionForwardAlgorithmMaxCount
        cudnnGetConvolutionForwardAlgorithm_v7 cudnnGetConvolutionForwardWorkspaceSize
        (xDesc: cudnnTensorDescriptor_t, wDesc: cudnnFilterDescriptor_t, convDesc: cudnnConvolutionDescriptor_t,
         yDesc: cudnnTensorDescriptor_t) [tensor(xDesc), filter(wDesc), tensor(yDesc), convDesc];
    DATA cudnnConvolutionBwdDataAlgo_t cudnnConvolutionBwdDataAlgoPerf_t
        cudnnGetConvolutionBackwardDataAlgorithmMaxCount
        cudnnGetConvolutionBackwardDataAlgorithm_v7 cudnnGetConvolutionBackwardDataWorkspaceSize
        (wDesc: cudnnFilterDescriptor_t, dyDesc: cudnnTensorDescriptor_t, convDesc: cudnnConvolutionDescriptor_t,
         dxDesc: cudnnTensorDescriptor_t) [tensor(dxDesc), filter(wDesc), tensor(dyDesc), convDesc];
    FILTER cudnnConvolutionBwdFilterAlgo_t cudnnConvolutionBwdFilterAlgoPerf_t
        cudnnGetConvolutionBackwardFilterAlgorithmMaxCount
        cudnnGetConvolutionBackwardFilterAlgorithm_v7 cudnnGetConvolutionBackwardFilterWorkspaceSize
        (xDesc: cudnnTensorDescriptor_t, dyDesc: cudnnTensorDescriptor_t, convDesc: cudnnConvolutionDescriptor_t,
         dwDesc: cudnnFilterDescriptor_t) [tensor(xDesc), filter(dwDesc), tensor(dyDesc), convDesc];
}

call!(
    Cudnn::cudnnGetConvolutionNdForwardOutputDim,
    |convDesc, inputTensorDesc, filterDesc, nbDims, tensorOuputDimA| {
        let (convolution, x, w) =
            (convolution(convDesc)?, tensor(inputTensorDesc)?, filter(filterDesc)?);
        let rank = x.rank();
        if rank != w.rank() || rank != convolution.rank + 2 || nbDims as usize != rank {
            return Err(BAD_PARAM);
        }
        put(tensorOuputDimA, x.dims[0] as c_int)?;
        put(tensorOuputDimA.wrapping_add(1), w.dims[0] as c_int)?;
        for axis in 0..convolution.rank {
            let reach = (w.dims[axis + 2] - 1) * convolution.dilation[axis] + 1;
            let rest = x.dims[axis + 2] + 2 * convolution.padding[axis] - reach;
            let dim = rest / convolution.stride[axis] + 1;
            put(tensorOuputDimA.wrapping_add(axis + 2), dim as c_int)?;
        }
        Ok(())
    }
);

call! { Cudnn::cudnnConvolutionForward(
    handle, alpha, xDesc, x, wDesc, w, convDesc, algo, workSpace, workSpaceSizeInBytes, beta, yDesc,
    y,
) => {
    check_workspace(algo.0, workSpace, workSpaceSizeInBytes)?;
    let views = [tensor(xDesc)?.at(x as u64), filter(wDesc)?.at(w as u64)];
    let result = tensor(yDesc)?.at(y as u64);
    let mut operation = prepare(Direction::FORWARD, views[0], views[1], result, convDesc)?;
    operation.blend = blend(alpha, beta, &result)?;
    submit(handle, &operation)
} }

call! { Cudnn::cudnnConvolutionBiasActivationForward(
    handle, alpha1, xDesc, x, wDesc, w, convDesc, algo, workSpace, workSpaceSizeInBytes, alpha2,
    zDesc, z, biasDesc, bias, activationDesc, yDesc, y,
) => {
    check_workspace(algo.0, workSpace, workSpaceSizeInBytes)?;
    let views = [tensor(xDesc)?.at(x as u64), filter(wDesc)?.at(w as u64)];
    let result = tensor(yDesc)?.at(y as u64);
    let mut operation = prepare(Direction::FORWARD, views[0], views[1], result, convDesc)?;
    operation.blend.alpha = factor(alpha1, result.is_double())?;
    operation.z_factor = factor(alpha2, result.is_double())?;
    operation.z = tensor(zDesc)?.at(z as u64);
    operation.bias = tensor(biasDesc)?.at(bias as u64);
    if operation.z.shape() != result.shape() || operation.bias.dims[1] != result.dims[1] {
        return Err(BAD_PARAM);
    }
    operation.is_relu = match activation(activationDesc)?.mode {
        cudnnActivationMode_t::CUDNN_ACTIVATION_RELU => 1,
        cudnnActivationMode_t::CUDNN_ACTIVATION_IDENTITY if algo.0 == 1 => 0,
        _ => {
            return Err(because(NOT_SUPPORTED, "ReLU follows, or nothing with algorithm 1"));
        }
    };
    submit(handle, &operation)
} }

call! { Cudnn::cudnnConvolutionBackwardData(
    handle, alpha, wDesc, w, dyDesc, dy, convDesc, algo, workSpace, workSpaceSizeInBytes, beta,
    dxDesc, dx,
) => {
    check_workspace(algo.0, workSpace, workSpaceSizeInBytes)?;
    let views = [filter(wDesc)?.at(w as u64), tensor(dyDesc)?.at(dy as u64)];
    let result = tensor(dxDesc)?.at(dx as u64);
    let mut operation = prepare(Direction::DATA, result, views[0], views[1], convDesc)?;
    operation.blend = blend(alpha, beta, &result)?;
    submit(handle, &operation)
} }

call! { Cudnn::cudnnConvolutionBackwardFilter(
    handle, alpha, xDesc, x, dyDesc, dy, convDesc, algo, workSpace, workSpaceSizeInBytes, beta,
    dwDesc, dw,
) => {
    check_workspace(algo.0, workSpace, workSpaceSizeInBytes)?;
    let views = [tensor(xDesc)?.at(x as u64), tensor(dyDesc)?.at(dy as u64)];
    let result = filter(dwDesc)?.at(dw as u64);
    let mut operation = prepare(Direction::FILTER, views[0], result, views[1], convDesc)?;
    operation.blend = blend(alpha, beta, &result)?;
    submit(handle, &operation)
} }
