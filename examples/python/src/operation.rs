//! What any operation needs: kernels, compiled for the device at the first call, and arguments on one stream.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use cuda_driver::{Context, Driver, Function, Module, Stream};
use cuda_ndarray::half::{bf16, f16};
use cuda_ndarray::ndarray::IxDyn;
use cuda_ndarray::{Dtype, Error, SharedDeviceArray};
use cuda_pathfinder::Search;
use nvrtc::{Nvrtc, Program, Target};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyModule;

use crate::input::{Given, Input, stream_of};
use crate::{KERNELS, failed};

/// A type of elements that has kernels.
pub trait Real: Dtype {
    /// The end of its kernels' names.
    const NAME: &str;
}

macro_rules! real {
    ($($T:ident)*) => {$(
        impl Real for $T {
            const NAME: &str = stringify!($T);
        }
    )*};
}
real!(f32 f16 bf16);

/// What is made once for a device, and kept.
#[derive(Clone)]
pub struct Device {
    context: Context,
    /// The stream of calls that name none.
    stream: Stream,
    module: Module,
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
        let (name, source) = KERNELS;
        let program = Program::new(name, source).with_nvrtc(nvrtc);
        let module = context.load(&program.compile_for(target)?)?;
        Ok(Self { stream: context.stream()?, context, module })
    }

    /// Returns a kernel for elements of type `T`.
    pub fn kernel<T: Real>(&self, name: &str) -> Result<Function, cuda_driver::Error> {
        self.module.function(&*format!("{name}_{}", T::NAME))
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
pub fn take<'py>(
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
        } else if $x.is::<cuda_ndarray::half::f16>() {
            type $T = cuda_ndarray::half::f16;
            $run
        } else if $x.is::<cuda_ndarray::half::bf16>() {
            type $T = cuda_ndarray::half::bf16;
            $run
        } else {
            let text = format!(
                "x has elements of {}: pass float32, float16 or bfloat16, such as x.float()",
                $x.dtype_name()
            );
            Err(pyo3::exceptions::PyTypeError::new_err(text))
        }
    };
}
pub(crate) use for_type_of;

/// Returns the array of another argument, which has the same type of elements.
pub fn alike<T: Real>(
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

/// Returns the elements in C order: a copy, if they lie in another one.
pub fn in_c_order<T: Real>(
    array: SharedDeviceArray<T, IxDyn>,
) -> Result<SharedDeviceArray<T, IxDyn>, Error> {
    if array.is_standard_layout() {
        return Ok(array);
    }
    Ok(array.to_standard_layout()?.into_shared())
}
