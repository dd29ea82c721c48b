//! `softmax(x + bias)` along the last axis, and its gradients.

use cuda_driver::{Driver, Launch, Stream};
use cuda_ndarray::ndarray::{Ix1, IxDyn};
use cuda_ndarray::{DeviceArray, Error, MakeArrays, SharedDeviceArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::array::Array;
use crate::failed;
use crate::operation::{Device, Real, alike, for_type_of, in_c_order, take};

/// Returns softmax(x + bias) along the last axis of `x`, whose length `bias` has.
///
/// `x` and `bias` are objects with `__dlpack__` or `__cuda_array_interface__`, of float32, float16 or bfloat16, in any
/// layout. The work is done on `stream`: the handle of a stream, or an object with `__cuda_stream__`; without one, on
/// the stream that the library of `x` works on, if it tells (torch 2.11 does), or else on one of this module.
/// `torch.from_dlpack` takes the result, and the consumer's stream waits for it.
#[pyfunction]
#[pyo3(signature = (x, bias, *, stream=None))]
pub fn softmax_bias<'py>(
    py: Python<'py>,
    x: &Bound<'py, PyAny>,
    bias: &Bound<'py, PyAny>,
    stream: Option<&Bound<'py, PyAny>>,
) -> PyResult<Array> {
    let driver = Driver::load().map_err(failed)?;
    let (device, stream, [x, bias]) = take(driver, [("x", x), ("bias", bias)], stream)?;
    for_type_of!(x as T => {
        let (x, bias) = (x.into_array::<T>(&stream)?, alike::<T>(bias, "bias", &stream)?);
        let columns = x.shape().last().copied();
        if columns.is_none() || bias.shape() != [columns.unwrap_or(0)] {
            let text = format!(
                "x has shape {:?}, and bias {:?}: pass an x with at least one axis, and a bias of shape [{}], a number for \
                 each element of x's last axis",
                x.shape(), bias.shape(), columns.unwrap_or(1)
            );
            return Err(PyValueError::new_err(text));
        }
        let result = py.detach(|| forward(&device, &stream, x, bias));
        Ok(Array::new(result.map_err(failed)?))
    })
}

/// Returns the gradients of `x` and `bias`, from `y`, which `softmax_bias` returned, and its gradient, `grad`.
///
/// Arguments and streams are as those of `softmax_bias`.
#[pyfunction]
#[pyo3(signature = (grad, y, *, stream=None))]
pub fn softmax_bias_backward<'py>(
    py: Python<'py>,
    grad: &Bound<'py, PyAny>,
    y: &Bound<'py, PyAny>,
    stream: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Array, Array)> {
    let driver = Driver::load().map_err(failed)?;
    let (device, stream, [y, grad]) = take(driver, [("y", y), ("grad", grad)], stream)?;
    for_type_of!(y as T => {
        let (y, grad) = (y.into_array::<T>(&stream)?, alike::<T>(grad, "grad", &stream)?);
        if y.ndim() == 0 || y.shape() != grad.shape() {
            let text = format!(
                "y has shape {:?}, and grad {:?}: pass two of the same shape, with at least one axis",
                y.shape(), grad.shape()
            );
            return Err(PyValueError::new_err(text));
        }
        let result = py.detach(|| backward(&device, &stream, y, grad));
        let (dx, dbias) = result.map_err(failed)?;
        Ok((Array::new(dx), Array::new(dbias)))
    })
}

/// The blocks for rows of `n` elements: a warp for each of 8 short rows, or all threads for a longer one.
fn rows(rows: usize, n: usize) -> Launch<'static> {
    let (threads, rows_of_block) = match n {
        0..=256 => (32, 8),
        _ => (n.div_ceil(8).next_multiple_of(32).min(1024) as u32, 1),
    };
    // A block goes on to further rows.
    let blocks = rows.div_ceil(rows_of_block as usize).min(1 << 20);
    Launch::grid(blocks as u32).block((threads, rows_of_block))
}

type Result<T, E = Error> = std::result::Result<T, E>;

fn forward<T: Real>(
    device: &Device,
    stream: &Stream,
    x: SharedDeviceArray<T, IxDyn>,
    bias: SharedDeviceArray<T, IxDyn>,
) -> Result<DeviceArray<T, IxDyn>> {
    let mut out = stream.alloc_array(x.raw_dim())?;
    if x.is_empty() {
        return Ok(out);
    }
    let softmax_bias = device.kernel::<T>("softmax_bias")?;
    let (x, bias) = (in_c_order(x)?, in_c_order(bias)?);
    let n = bias.len();
    let count = x.len() / n;
    let (from, bias) = (x.view().as_slice_memory_order()?, bias.view().as_slice_memory_order()?);
    let to = out.as_slice_memory_order_mut()?;
    // SAFETY: softmax_bias_T(const T *, const T *, T *, size_t, size_t): `count` rows of `n` elements, in C order, and
    // a bias of `n`; blocks are as the kernel expects them.
    unsafe { stream.launch(&softmax_bias, rows(count, n), (from, bias, to, count, n)) }?;
    Ok(out)
}

fn backward<T: Real>(
    device: &Device,
    stream: &Stream,
    y: SharedDeviceArray<T, IxDyn>,
    grad: SharedDeviceArray<T, IxDyn>,
) -> Result<(DeviceArray<T, IxDyn>, DeviceArray<T, Ix1>)> {
    let n = y.shape().last().copied().unwrap_or(0);
    let mut dx = stream.alloc_array(y.raw_dim())?;
    if y.is_empty() {
        return Ok((dx, stream.zeros(n)?));
    }
    let [backward, columns, total] =
        ["backward", "columns", "total"].map(|name| device.kernel::<T>(name));
    let (y, grad) = (in_c_order(y)?, in_c_order(grad)?);
    let count = y.len() / n;
    let (from, with) = (y.view().as_slice_memory_order()?, grad.view().as_slice_memory_order()?);
    let to = dx.as_slice_memory_order_mut()?;
    // SAFETY: backward_T(const T *, const T *, T *, size_t, size_t): `count` rows of `n` elements, in C order.
    unsafe { stream.launch(&backward?, rows(count, n), (from, with, to, count, n)) }?;

    // Columns are added up in two steps, always in the same order.
    let parts = count.div_ceil(64).min(64);
    let mut partial = stream.alloc::<f32>(parts * n)?;
    let mut dbias = stream.alloc::<T>(n)?;
    let blocks = n.div_ceil(32) as u32;
    let launch = |parts| Launch::grid((blocks, parts)).block((32, 8));
    let from = dx.as_slice_memory_order()?;
    // SAFETY: columns_T(const T *, float *, size_t, size_t): `parts` rows of sums; total_T(const float *, T *, size_t,
    // size_t): their sum. Blocks have the shape that both expect.
    unsafe {
        stream.launch(&columns?, launch(parts as u32), (from, &mut partial, count, n))?;
        stream.launch(&total?, launch(1), (&partial, &mut dbias, parts, n))?;
    }
    let layout = cuda_ndarray::Layout::of_shape(n)?;
    Ok((dx, DeviceArray::from_buffer(dbias, layout)?))
}
