//! What any operation needs: kernels, compiled for the device at the first call, and arguments on one stream.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use cuda_driver::{Context, Driver, Function, Module, Stream};
use cuda_ndarray::ndarray::IxDyn;
use cuda_ndarray::{Dtype, Error, SharedDeviceArray};
use cuda_pathfinder::Search;
use nvrtc::{Nvrtc, Program, Target};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyModule;

use crate::input::{BorrowedInput, Input, stream_of};
use crate::{KERNELS, failed};

/// A type of elements that has kernels.
pub trait Real: Dtype {
    /// The end of its kernels' names.
    const NAME: &str;
}

/// Implements [`Real`] for the types of a list: each with the end of its kernels' names, and its name in Python.
macro_rules! types {
    ($d:tt $($T:ty: $name:literal, $long:literal;)*) => {
        $(
            impl Real for $T {
                const NAME: &str = $name;
            }
        )*

        /// Runs `$run` with the element type of `$x` as `$Type`, if it is one that has kernels.
        macro_rules! for_type_of {
            ($d x:ident as $d Type:ident => $d run:expr) => {
                $(if $d x.is::<$T>() {
                    type $d Type = $T;
                    $d run
                } else)* {
                    Err($crate::operation::of_other_type(&$d x, &[$($long),*]))
                }
            };
        }
        pub(crate) use for_type_of;
    };
}
types! { $
    f32: "f32", "float32";
    cuda_ndarray::half::f16: "f16", "float16";
    cuda_ndarray::half::bf16: "bf16", "bfloat16";
}

/// Returns the exception for an argument whose elements are of a type without kernels.
pub fn of_other_type(input: &BorrowedInput<'_>, types: &[&str]) -> PyErr {
    let (name, found, types) = (input.name, input.dtype_name(), types.join(", "));
    PyTypeError::new_err(format!("{name} has elements of {found}: pass {types}"))
}

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
        let search =
            folders.into_iter().fold(Search::new(), |search, folder| search.folder(folder));
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

/// Takes arguments on the same device, on the stream that the caller named, on that of the first one's library, or on
/// one of the device.
pub fn take<'py, const N: usize>(
    driver: Driver,
    arguments: [(&'static str, &Bound<'py, PyAny>); N],
    stream: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Device, Stream, [BorrowedInput<'py>; N])> {
    let inputs = all(arguments.map(|(name, argument)| Input::new(driver, name, argument)))?;
    let (Some(x), Some((first, object))) = (inputs.first(), arguments.first()) else {
        return Err(PyTypeError::new_err("no arrays: pass at least one"));
    };
    if let Some(y) = inputs.iter().find(|input| input.device() != x.device()) {
        let text = format!(
            "{0} is on device {1}, and {first} on device {2}: pass {0}.to({first}.device)",
            y.name,
            y.device(),
            x.device()
        );
        return Err(PyValueError::new_err(text));
    }
    let device = Device::get(object.py(), driver, x.device())?;
    let stream = match stream {
        Some(stream) => stream_of(&device.context, stream)?,
        None => x.current_stream(&device.context)?.unwrap_or_else(|| device.stream.clone()),
    };
    let given = all(inputs.map(|input| input.take(&stream)))?;
    Ok((device, stream, given))
}

/// Returns all, or the first error.
fn all<T, const N: usize>(results: [PyResult<T>; N]) -> PyResult<[T; N]> {
    let all: Vec<T> = results.into_iter().collect::<PyResult<_>>()?;
    all.try_into().map_err(|all: Vec<T>| failed(format_args!("{} of {N} arguments", all.len())))
}

/// Returns the array of another argument, which has the same type of elements.
pub fn alike<T: Real>(
    input: BorrowedInput<'_>,
    name: &str,
    stream: &Stream,
) -> PyResult<SharedDeviceArray<T, IxDyn>> {
    if !input.is::<T>() {
        let found = input.dtype_name();
        let text = format!(
            "{name} has elements of {found}, and x of {}: pass {name}.to(x.dtype)",
            T::NAME
        );
        return Err(PyTypeError::new_err(text));
    }
    input.into_array(stream)
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
