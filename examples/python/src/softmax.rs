//! `softmax(x + bias)` along the last axis, and its gradients.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use cuda_driver::{Context, Driver, Function, Launch, Stream};
use cuda_ndarray::half::{bf16, f16};
use cuda_ndarray::ndarray::{Ix1, IxDyn};
use cuda_ndarray::{DeviceArray, Dtype, Error, MakeArrays, SharedDeviceArray};
use cuda_pathfinder::Search;
use nvrtc::{Nvrtc, Program, Target};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyModule;

use crate::array::Array;
use crate::failed;
use crate::input::{Given, Input, stream_of};

/// A type of elements that has kernels.
trait Real: Dtype {
    const NAME: &str;
}

impl Real for f32 {
    const NAME: &str = "f32";
}

impl Real for f16 {
    const NAME: &str = "f16";
}

impl Real for bf16 {
    const NAME: &str = "bf16";
}

/// What is made once for a device, and kept.
#[derive(Clone)]
struct Device {
    context: Context,
    /// The stream of calls that name none.
    stream: Stream,
    kernels: [Kernels; 3],
}

/// The kernels of an element type, each with the parameters `(from, …, to, rows, n)`.
#[derive(Clone)]
struct Kernels {
    name: &'static str,
    softmax_bias: Function,
    backward: Function,
    columns: Function,
    total: Function,
}

impl Device {
    /// Returns what was made for device `number`; the first call compiles the kernels for it.
    fn get(py: Python<'_>, driver: Driver, number: usize) -> PyResult<Self> {
        static DEVICES: Mutex<BTreeMap<usize, Device>> = Mutex::new(BTreeMap::new());
        let lock = || DEVICES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(device) = lock().get(&number) {
            return Ok(device.clone());
        }
        // torch's NVRTC lies beside it. Loading and compiling take a second, in which other threads run.
        let folders = wheels(py)?;
        let device = py.detach(|| Self::new(driver, number, folders)).map_err(failed)?;
        Ok(lock().entry(number).or_insert(device).clone())
    }

    fn new(
        driver: Driver,
        number: usize,
        folders: [PathBuf; 2],
    ) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        let device = driver.device(number)?;
        let context = device.primary_context()?;
        let search = folders.into_iter().fold(Search::new(), |search, it| search.folder(it));
        let nvrtc = Nvrtc::load_with(&search.newest(driver.version().major))?;
        let target =
            Target::of_device(device.compute_capability()?, driver.version(), &device.name()?);
        let program = Program::new("softmax.cu", include_str!("softmax.cu")).with_nvrtc(nvrtc);
        let module = context.load(&program.compile_for(target)?)?;
        let kernels = |name| -> Result<_, cuda_driver::Error> {
            let function = |kernel: &str| module.function(&*format!("{kernel}_{name}"));
            Ok(Kernels {
                name,
                softmax_bias: function("softmax_bias")?,
                backward: function("backward")?,
                columns: function("columns")?,
                total: function("total")?,
            })
        };
        let kernels = [kernels(f32::NAME)?, kernels(f16::NAME)?, kernels(bf16::NAME)?];
        Ok(Self { stream: context.stream()?, context, kernels })
    }

    fn kernels<T: Real>(&self) -> &Kernels {
        let [f32, f16, bf16] = &self.kernels;
        [f16, bf16].into_iter().find(|it| it.name == T::NAME).unwrap_or(f32)
    }
}

/// Returns the folders in which pip installs NVRTC, for CUDA 13 and 12.
fn wheels(py: Python<'_>) -> PyResult<[PathBuf; 2]> {
    let paths = PyModule::import(py, "sysconfig")?.call_method0("get_paths")?;
    let nvidia = PathBuf::from(paths.get_item("purelib")?.extract::<String>()?).join("nvidia");
    Ok([nvidia.join("cu13/lib"), nvidia.join("cuda_nvrtc/lib")])
}

/// Takes two arguments on the same device, on the stream that the caller named, on that of the first one's library, or
/// on one of the device.
fn take<'py>(
    driver: Driver,
    arguments: [(&'static str, &Bound<'py, PyAny>); 2],
    stream: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Device, Stream, [Given<'py>; 2])> {
    let [(first, x), (second, y)] = arguments;
    let py = x.py();
    let (x, y) = (Input::new(driver, first, x)?, Input::new(driver, second, y)?);
    if x.device() != y.device() {
        let text = format!(
            "{second} is on device {}, and {first} on device {}: pass {second}.to({first}.device)",
            y.device(),
            x.device()
        );
        return Err(PyValueError::new_err(text));
    }
    let device = Device::get(py, driver, x.device())?;
    let stream = match stream {
        Some(stream) => stream_of(&device.context, stream)?,
        None => x.current_stream(&device.context)?.unwrap_or_else(|| device.stream.clone()),
    };
    let (x, y) = (x.take(&stream)?, y.take(&stream)?);
    Ok((device, stream, [x, y]))
}

/// Runs `$run` with the element type of `$x` as `$T`, if it is one that has kernels.
macro_rules! for_type_of {
    ($x:ident as $T:ident => $run:expr) => {
        if $x.is::<f32>() {
            type $T = f32;
            $run
        } else if $x.is::<f16>() {
            type $T = f16;
            $run
        } else if $x.is::<bf16>() {
            type $T = bf16;
            $run
        } else {
            let text = format!(
                "x has elements of {}: pass float32, float16 or bfloat16, such as x.float()",
                $x.dtype_name()
            );
            Err(PyTypeError::new_err(text))
        }
    };
}

/// Returns the array of another argument, which has the same type of elements.
fn alike<T: Real>(
    given: Given<'_>,
    name: &str,
    stream: &Stream,
) -> PyResult<SharedDeviceArray<T, IxDyn>> {
    if !given.is::<T>() {
        let found = given.dtype_name();
        let text = format!(
            "{name} has elements of {found}, and x of {}: pass {name}.to(x.dtype)",
            T::NAME
        );
        return Err(PyTypeError::new_err(text));
    }
    given.into_array(stream)
}

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
        let result = py.detach(|| forward(device.kernels::<T>(), &stream, x, bias));
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
        let result = py.detach(|| backward(device.kernels::<T>(), &stream, y, grad));
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

/// Returns the elements in C order: a copy, if they lie in another one.
fn in_c_order<T: Real>(array: SharedDeviceArray<T, IxDyn>) -> Result<SharedDeviceArray<T, IxDyn>> {
    if array.is_standard_layout() {
        return Ok(array);
    }
    Ok(array.to_standard_layout()?.into_shared())
}

type Result<T, E = Error> = std::result::Result<T, E>;

fn forward<T: Real>(
    kernels: &Kernels,
    stream: &Stream,
    x: SharedDeviceArray<T, IxDyn>,
    bias: SharedDeviceArray<T, IxDyn>,
) -> Result<DeviceArray<T, IxDyn>> {
    let mut out = stream.alloc_array(x.raw_dim())?;
    if x.is_empty() {
        return Ok(out);
    }
    let (x, bias) = (in_c_order(x)?, in_c_order(bias)?);
    let n = bias.len();
    let count = x.len() / n;
    let (from, bias) = (x.view().as_slice_memory_order()?, bias.view().as_slice_memory_order()?);
    let to = out.as_slice_memory_order_mut()?;
    // SAFETY: softmax_bias_T(const T *, const T *, T *, size_t, size_t): `count` rows of `n` elements, in C order, and
    // a bias of `n`; blocks are as the kernel expects them.
    unsafe { stream.launch(&kernels.softmax_bias, rows(count, n), (from, bias, to, count, n)) }?;
    Ok(out)
}

fn backward<T: Real>(
    kernels: &Kernels,
    stream: &Stream,
    y: SharedDeviceArray<T, IxDyn>,
    grad: SharedDeviceArray<T, IxDyn>,
) -> Result<(DeviceArray<T, IxDyn>, DeviceArray<T, Ix1>)> {
    let n = y.shape().last().copied().unwrap_or(0);
    let mut dx = stream.alloc_array(y.raw_dim())?;
    if y.is_empty() {
        return Ok((dx, stream.zeros(n)?));
    }
    let (y, grad) = (in_c_order(y)?, in_c_order(grad)?);
    let count = y.len() / n;
    let (from, with) = (y.view().as_slice_memory_order()?, grad.view().as_slice_memory_order()?);
    let to = dx.as_slice_memory_order_mut()?;
    // SAFETY: backward_T(const T *, const T *, T *, size_t, size_t): `count` rows of `n` elements, in C order.
    unsafe { stream.launch(&kernels.backward, rows(count, n), (from, with, to, count, n)) }?;

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
        stream.launch(&kernels.columns, launch(parts as u32), (from, &mut partial, count, n))?;
        stream.launch(&kernels.total, launch(1), (&partial, &mut dbias, parts, n))?;
    }
    let layout = cuda_ndarray::Layout::of_shape(n)?;
    Ok((dx, DeviceArray::from_buffer(dbias, layout)?))
}
