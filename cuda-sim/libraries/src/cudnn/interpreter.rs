//! The kernel that executes operation graphs.

use std::borrow::Cow;

use cuda_libraries_sys::cudnn::*;
use cuda_sim::{Fault, NativeCall};

use super::activation::sigmoid;
use super::arithmetic::reduced;
use super::convolution::{Direction, convolve};
use super::kernel::{larger, smaller};
use super::program::{Computation, Program, Scales, Step, program};
use super::view::{Blend, MOST, View};
use crate::element::{Scalar, StridedMatrix};
use crate::operation::Operation;

/// The most tensors of a graph.
pub(super) const MOST_NODES: usize = 64;

/// A program, and for each tensor its address, or the bits of its value.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(super) struct Execute {
    pub program: u64,
    pub values: [u64; MOST_NODES],
}

// SAFETY: it consists of integers, so any bytes are one; the program is looked up.
unsafe impl Operation for Execute {
    const NAME: &'static str = "cudnn::graph";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let Some(program) = program(self.program) else {
            return Err(call.trap("there is no such operation graph"));
        };
        let mut results: Vec<Option<Vec<f64>>> = vec![None; program.nodes.len()];
        for step in &program.steps {
            let values = self.step(call, &program, &results, step)?;
            let node = &program.nodes[step.output];
            if !node.is_virtual {
                let view = node.view.at(self.values[step.output]);
                view.store(call, Blend::WRITE, &values)?;
            }
            results[step.output] = Some(values);
        }
        Ok(())
    }
}

impl Execute {
    /// Returns the elements of an operand.
    fn load<'m>(
        &self,
        call: &NativeCall<'_>,
        program: &Program,
        results: &'m [Option<Vec<f64>>],
        node: usize,
    ) -> Result<Cow<'m, [f64]>, Fault> {
        if let Some(values) = &results[node] {
            return Ok(Cow::Borrowed(values));
        }
        let tensor = &program.nodes[node];
        let value = self.values[node];
        Ok(Cow::Owned(if tensor.is_by_value {
            vec![f64::from_bits(value)]
        } else {
            tensor.scales.read(&tensor.view.at(value), call)?
        }))
    }

    fn step(
        &self,
        call: &NativeCall<'_>,
        program: &Program,
        results: &[Option<Vec<f64>>],
        step: &Step,
    ) -> Result<Vec<f64>, Fault> {
        let view = |node: usize| &program.nodes[node].view;
        let to = view(step.output);
        let mut operands = Vec::new();
        for (index, input) in step.inputs.iter().enumerate() {
            let values = if step.computation.ignores(index) {
                Cow::Owned(vec![0.0])
            } else {
                self.load(call, program, results, *input)?
            };
            operands.push((values, view(*input)));
        }
        Ok(match (&step.computation, operands.as_slice()) {
            (Computation::Matmul, [a, b]) => multiply(a, b, to),
            (Computation::Pointwise { mode, axis, .. }, _)
                if *mode == cudnnPointwiseMode_t::CUDNN_POINTWISE_GEN_INDEX =>
            {
                (0..to.len()).map(|index| split(index, to)[*axis] as f64).collect()
            }
            (Computation::Pointwise { .. }, _) => {
                let spread: Vec<Vec<f64>> =
                    operands.iter().map(|(values, from)| spread(values, from, to)).collect();
                let mut each = vec![0.0; spread.len()];
                (0..to.len())
                    .map(|index| {
                        for (each, values) in each.iter_mut().zip(&spread) {
                            *each = values[index];
                        }
                        pointwise(&step.computation, &each)
                    })
                    .collect()
            }
            (Computation::Dequantize(block), [(values, from), (scales, scales_are)]) => (0..to
                .len())
                .map(|index| {
                    let at = split(index, from);
                    let place = (0..from.rank()).fold(0, |place, axis| {
                        place * scales_are.dim(axis) + at[axis] / block[axis]
                    });
                    values[index] * scales[place]
                })
                .collect(),
            (Computation::Reduction(operation), [(values, from)]) => {
                reduced(*operation, values, from.shape(), to.shape()).0
            }
            (
                Computation::Convolution {
                    direction,
                    factor,
                    padding,
                    stride,
                    dilation,
                    is_turned,
                },
                [(first, first_is), (second, second_is)],
            ) => {
                let views = match *direction {
                    Direction::FORWARD => [*first_is, *second_is, to],
                    Direction::DATA => [to, *first_is, *second_is],
                    _ => [*first_is, to, *second_is],
                };
                let spread = [padding, stride, dilation];
                let all = convolve(*direction, views, [first, second], spread, *is_turned);
                all.into_iter().map(|value| factor * value).collect()
            }
            (Computation::Norm { mode, has_bias }, [(x, x_is), (scale, scale_is), rest @ ..]) => {
                let scale = spread(scale, scale_is, to);
                let bias = rest.first().filter(|_| *has_bias);
                let bias = bias.map(|(bias, bias_is)| spread(bias, bias_is, to));
                let epsilon = rest.last().and_then(|(values, _)| values.first());
                let is_centered = *mode == cudnnBackendNormMode_t::CUDNN_LAYER_NORM;
                let per_image = x.len() / x_is.dim(0).max(1);
                let mut y = Vec::with_capacity(x.len());
                for image in x.chunks(per_image.max(1)) {
                    let count = image.len() as f64;
                    let mean = if is_centered { image.iter().sum::<f64>() / count } else { 0.0 };
                    let variance = image.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / count;
                    let deviation = (variance + epsilon.copied().unwrap_or(0.0)).sqrt();
                    for x in image {
                        let index = y.len();
                        let added = bias.as_ref().map_or(0.0, |bias| bias[index]);
                        y.push(scale[index] * (x - mean) / deviation + added);
                    }
                }
                y
            }
            _ => return Err(call.trap("an operation lacks an operand")),
        })
    }
}

impl Scales {
    /// Reads the elements of a tensor, in the order of its shape.
    fn read(self, view: &View, call: &NativeCall<'_>) -> Result<Vec<f64>, Fault> {
        let mut values = view.load(call)?;
        if self.are_tiled {
            values = untile(&values, view).ok_or_else(|| {
                call.trap(
                    "scales in tiles have a multiple of 128 rows and of 4 columns, without gaps",
                )
            })?;
        }
        if self.are_exponents {
            let number = |value: &mut f64| match *value {
                255.0 => *value = f64::NAN,
                exponent => *value = (exponent - 127.0).exp2(),
            };
            values.iter_mut().for_each(number);
        }
        Ok(values)
    }
}

/// Returns the elements of tiles in the order of the shape; `None` if it can't be one of tiles.
fn untile(values: &[f64], view: &View) -> Option<Vec<f64>> {
    let rank = view.rank().checked_sub(2)?;
    // The axis of the columns is the one whose elements would follow each other.
    let (row, column) = match view.strides[rank + 1] {
        1 => (rank, rank + 1),
        _ => (rank + 1, rank),
    };
    let (rows, columns) = (view.dim(row), view.dim(column));
    let is_whole = rows.is_multiple_of(128) && columns.is_multiple_of(4);
    if !is_whole
        || view.strides[column] != 1
        || view.dim(row) > 1 && view.strides[row] != columns as i64
    {
        return None;
    }
    let tiled = |index: usize| {
        let at = split(index, view);
        let tile = at[row] / 128 * (columns / 4) + at[column] / 4;
        let within = at[row] % 32 * 16 + at[row] % 128 / 32 * 4 + at[column] % 4;
        // `values` has at this place of memory what a matrix without tiles would have there.
        let place = tile * 512 + within;
        let place = if column > row { place } else { place % columns * rows + place / columns };
        values[index - index % (rows * columns) + place]
    };
    Some((0..values.len()).map(tiled).collect())
}

/// Returns the index of each dimension.
fn split(mut index: usize, shape: &View) -> [usize; MOST] {
    let mut at = [0; MOST];
    for axis in (0..shape.rank()).rev() {
        let dim = shape.dim(axis).max(1);
        at[axis] = index % dim;
        index /= dim;
    }
    at
}

/// Returns the elements of a tensor as often as another shape has them.
fn spread(values: &[f64], from: &View, to: &View) -> Vec<f64> {
    if values.len() == 1 {
        return vec![values[0]; to.len()];
    }
    let offset = to.rank().saturating_sub(from.rank());
    let element = |index: usize| {
        let at = split(index, to);
        let place = (0..from.rank()).fold(0, |place, axis| {
            let dim = from.dim(axis);
            place * dim + if dim == 1 { 0 } else { at[axis + offset] }
        });
        values[place]
    };
    (0..to.len()).map(element).collect()
}

/// Multiplies batches of matrices: one of the first dimensions counts for several of the result's if it is smaller.
fn multiply(
    (a, a_is): &(Cow<'_, [f64]>, &View),
    (b, b_is): &(Cow<'_, [f64]>, &View),
    to: &View,
) -> Vec<f64> {
    let rank = to.rank();
    let (m, n, k) = (to.dim(rank - 2), to.dim(rank - 1), a_is.dim(rank - 1));
    let mut result = vec![0.0; to.len()];
    let batches = to.len() / (m * n).max(1);
    for batch in 0..batches {
        let at = split(batch * m * n, to);
        let matrix = |view: &View| {
            (0..rank - 2).fold(0, |place, axis| {
                place * view.dim(axis) + at[axis] * view.dim(axis) / to.dim(axis).max(1)
            })
        };
        let matrix_at = |values: &[f64], start: usize, columns: usize| StridedMatrix {
            start: values[start..].as_ptr().cast_mut(),
            rows: columns as isize,
            columns: 1,
        };
        let (from, with) = (matrix(a_is) * m * k, matrix(b_is) * k * n);
        assert!(from + m * k <= a.len() && with + k * n <= b.len());
        let place = StridedMatrix {
            start: result[batch * m * n..].as_mut_ptr(),
            rows: n as isize,
            columns: 1,
        };
        // SAFETY: the slices have these elements, as was just asserted, and the result is borrowed alone.
        unsafe {
            f64::multiply([m, n, k], 1.0, matrix_at(a, from, k), matrix_at(b, with, n), 0.0, place)
        };
    }
    result
}

/// Computes an element.
fn pointwise(computation: &Computation, operands: &[f64]) -> f64 {
    use cudnnPointwiseMode_t as P;
    let Computation::Pointwise {
        mode,
        factors,
        lower,
        upper,
        slope,
        elu_alpha,
        softplus_beta,
        swish_beta,
        ..
    } = computation
    else {
        return f64::NAN;
    };
    let operand = |index: usize| operands.get(index).copied().unwrap_or(f64::NAN);
    let (x, b) = (factors[0] * operand(0), factors[1] * operand(1));
    let truth = |is_true: bool| f64::from(u8::from(is_true));
    match *mode {
        P::CUDNN_POINTWISE_ADD => x + b,
        P::CUDNN_POINTWISE_ADD_SQUARE => x + b * b,
        P::CUDNN_POINTWISE_DIV => x / b,
        P::CUDNN_POINTWISE_MAX => larger(x, b),
        P::CUDNN_POINTWISE_MIN => smaller(x, b),
        P::CUDNN_POINTWISE_MOD => x % b,
        P::CUDNN_POINTWISE_MUL => x * b,
        P::CUDNN_POINTWISE_POW => x.powf(b),
        P::CUDNN_POINTWISE_SUB => x - b,
        P::CUDNN_POINTWISE_ABS => x.abs(),
        P::CUDNN_POINTWISE_CEIL => x.ceil(),
        P::CUDNN_POINTWISE_COS => x.cos(),
        P::CUDNN_POINTWISE_EXP => x.exp(),
        P::CUDNN_POINTWISE_FLOOR => x.floor(),
        P::CUDNN_POINTWISE_LOG => x.ln(),
        P::CUDNN_POINTWISE_NEG => -x,
        P::CUDNN_POINTWISE_RSQRT => 1.0 / x.sqrt(),
        P::CUDNN_POINTWISE_SIN => x.sin(),
        P::CUDNN_POINTWISE_SQRT => x.sqrt(),
        P::CUDNN_POINTWISE_TAN => x.tan(),
        P::CUDNN_POINTWISE_ERF => libm::erf(x),
        P::CUDNN_POINTWISE_RECIPROCAL => 1.0 / x,
        P::CUDNN_POINTWISE_ATAN2 => x.atan2(b),
        P::CUDNN_POINTWISE_RELU_FWD if x.is_nan() => x,
        P::CUDNN_POINTWISE_RELU_FWD if x < *lower => lower + slope * (x - lower),
        P::CUDNN_POINTWISE_RELU_FWD => x.min(*upper),
        P::CUDNN_POINTWISE_TANH_FWD => x.tanh(),
        P::CUDNN_POINTWISE_SIGMOID_FWD => sigmoid(x),
        P::CUDNN_POINTWISE_ELU_FWD if x > 0.0 => x,
        P::CUDNN_POINTWISE_ELU_FWD => elu_alpha * x.exp_m1(),
        P::CUDNN_POINTWISE_GELU_FWD => {
            0.5 * x * (1.0 + libm::erf(x * core::f64::consts::FRAC_1_SQRT_2))
        }
        P::CUDNN_POINTWISE_SOFTPLUS_FWD => (softplus_beta * x).exp().ln_1p() / softplus_beta,
        P::CUDNN_POINTWISE_SWISH_FWD => x * sigmoid(swish_beta * x),
        P::CUDNN_POINTWISE_GELU_APPROX_TANH_FWD => {
            let inner = (2.0 * core::f64::consts::FRAC_1_PI).sqrt() * (x + 0.044_715 * x.powi(3));
            0.5 * x * (1.0 + inner.tanh())
        }
        P::CUDNN_POINTWISE_CMP_EQ => truth(x == b),
        P::CUDNN_POINTWISE_CMP_NEQ => truth(x != b),
        P::CUDNN_POINTWISE_CMP_GT => truth(x > b),
        P::CUDNN_POINTWISE_CMP_GE => truth(x >= b),
        P::CUDNN_POINTWISE_CMP_LT => truth(x < b),
        P::CUDNN_POINTWISE_CMP_LE => truth(x <= b),
        P::CUDNN_POINTWISE_LOGICAL_AND => truth(x != 0.0 && b != 0.0),
        P::CUDNN_POINTWISE_LOGICAL_OR => truth(x != 0.0 || b != 0.0),
        P::CUDNN_POINTWISE_LOGICAL_NOT => truth(x == 0.0),
        P::CUDNN_POINTWISE_BINARY_SELECT if operand(2) != 0.0 => x,
        P::CUDNN_POINTWISE_BINARY_SELECT => b,
        // The identity.
        _ => x,
    }
}

/// Returns how many operands a mode has, if it is supported.
pub(super) fn operands_of(mode: cudnnPointwiseMode_t) -> Option<usize> {
    use cudnnPointwiseMode_t as P;
    Some(match mode {
        P::CUDNN_POINTWISE_BINARY_SELECT => 3,
        P::CUDNN_POINTWISE_ADD
        | P::CUDNN_POINTWISE_ADD_SQUARE
        | P::CUDNN_POINTWISE_DIV
        | P::CUDNN_POINTWISE_MAX
        | P::CUDNN_POINTWISE_MIN
        | P::CUDNN_POINTWISE_MOD
        | P::CUDNN_POINTWISE_MUL
        | P::CUDNN_POINTWISE_POW
        | P::CUDNN_POINTWISE_SUB
        | P::CUDNN_POINTWISE_ATAN2
        | P::CUDNN_POINTWISE_CMP_EQ
        | P::CUDNN_POINTWISE_CMP_NEQ
        | P::CUDNN_POINTWISE_CMP_GT
        | P::CUDNN_POINTWISE_CMP_GE
        | P::CUDNN_POINTWISE_CMP_LT
        | P::CUDNN_POINTWISE_CMP_LE
        | P::CUDNN_POINTWISE_LOGICAL_AND
        | P::CUDNN_POINTWISE_LOGICAL_OR => 2,
        P::CUDNN_POINTWISE_ABS
        | P::CUDNN_POINTWISE_CEIL
        | P::CUDNN_POINTWISE_COS
        | P::CUDNN_POINTWISE_EXP
        | P::CUDNN_POINTWISE_FLOOR
        | P::CUDNN_POINTWISE_LOG
        | P::CUDNN_POINTWISE_NEG
        | P::CUDNN_POINTWISE_RSQRT
        | P::CUDNN_POINTWISE_SIN
        | P::CUDNN_POINTWISE_SQRT
        | P::CUDNN_POINTWISE_TAN
        | P::CUDNN_POINTWISE_ERF
        | P::CUDNN_POINTWISE_IDENTITY
        | P::CUDNN_POINTWISE_RECIPROCAL
        | P::CUDNN_POINTWISE_RELU_FWD
        | P::CUDNN_POINTWISE_TANH_FWD
        | P::CUDNN_POINTWISE_SIGMOID_FWD
        | P::CUDNN_POINTWISE_ELU_FWD
        | P::CUDNN_POINTWISE_GELU_FWD
        | P::CUDNN_POINTWISE_SOFTPLUS_FWD
        | P::CUDNN_POINTWISE_SWISH_FWD
        | P::CUDNN_POINTWISE_GELU_APPROX_TANH_FWD
        | P::CUDNN_POINTWISE_LOGICAL_NOT
        | P::CUDNN_POINTWISE_GEN_INDEX => 1,
        _ => return None,
    })
}
