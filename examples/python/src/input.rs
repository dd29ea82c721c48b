//! Arrays of other libraries, as the arguments of functions: taken by DLPack, or by the CUDA Array Interface.

use std::ffi::CStr;
use std::ptr::null_mut;

use cuda_driver::{Context, Driver, Stream, sys};
use cuda_ndarray::dlpack::abi::{
    DLDataType, DLDevice, DLManagedTensor, DLManagedTensorVersioned, DLPackExchangeAPI, VERSION,
};
use cuda_ndarray::dlpack::{LegacyTensor, Tensor};
use cuda_ndarray::interface::CudaArrayInterface;
use cuda_ndarray::ndarray::IxDyn;
use cuda_ndarray::{Dtype, Error, SharedDeviceArray};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::array::{LEGACY, VERSIONED};
use crate::failed;

/// The kinds of memory of DLPack in which kernels read: a device's, and managed memory.
const DEVICE_MEMORY: [i32; 2] = [2, 13];

/// An argument, which another library keeps in device memory.
pub struct Input<'py> {
    pub name: &'static str,
    object: Bound<'py, PyAny>,
    device: usize,
    form: Form,
}

/// How an object gives its memory.
enum Form {
    /// By functions of C, since DLPack 1.3: ten times as fast, and they tell the stream that the library works on.
    Exchange(&'static DLPackExchangeAPI, Tensor),
    /// By its method `__dlpack__`.
    Method,
    /// By its dictionary `__cuda_array_interface__`.
    Interface(CudaArrayInterface),
}

/// What an object gave, until it is an array.
enum TakenMemory {
    Versioned(Tensor),
    Legacy(LegacyTensor),
    Interface(CudaArrayInterface, Py<PyAny>),
}

impl<'py> Input<'py> {
    /// Finds out on which device the argument `name` is.
    pub fn new(driver: Driver, name: &'static str, object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        let input = |device, form| Self { name, object: object.clone(), device, form };
        let of_dlpack = |kind, number, form| match usize::try_from(number) {
            Ok(number) if DEVICE_MEMORY.contains(&kind) => Ok(input(number, form)),
            _ => Err(not_on_a_device(name, object)?),
        };
        if let Some(api) = exchange_of(object)?
            && let Some(take) = api.managed_tensor_from_py_object_no_sync
        {
            let mut tensor = null_mut();
            // SAFETY: it is a function of the object's class, and Python's lock is held.
            if unsafe { take(object.as_ptr().cast(), &mut tensor) } != 0 {
                return Err(PyErr::fetch(py));
            }
            // SAFETY: the function returned a tensor, which this value owns from now on.
            let tensor = unsafe { Tensor::from_raw(tensor) }.map_err(failed)?;
            let DLDevice { device_type, device_id } = tensor.as_dl_tensor().device;
            return of_dlpack(device_type.0, device_id, Form::Exchange(api, tensor));
        }
        if let Some(device) = object.getattr_opt(intern!(py, "__dlpack_device__"))? {
            let (kind, number): (i32, i32) = device.call0()?.extract()?;
            return of_dlpack(kind, number, Form::Method);
        }
        let Some(dictionary) = object.getattr_opt(intern!(py, "__cuda_array_interface__"))? else {
            return Err(not_on_a_device(name, object)?);
        };
        let text = dictionary.cast_into::<PyDict>()?.repr()?;
        let interface = CudaArrayInterface::parse(text.to_str()?)
            .map_err(|error| PyValueError::new_err(format!("{name}: {error}")))?;
        // The dictionary doesn't name the device: the driver knows it. Without elements, any will do.
        let address = interface.data.0;
        let find = || -> Result<i32, cuda_driver::Error> {
            let context = match Context::current(driver)? {
                Some(context) => context,
                None => driver.device(0)?.primary_context()?,
            };
            Ok(context.pointer(address).device_ordinal()?)
        };
        let unknown = |error| {
            let text = format!("{name}: the driver knows no memory at {address:#x}: {error}");
            PyValueError::new_err(text)
        };
        let device = if address == 0 { 0 } else { find().map_err(unknown)? };
        Ok(input(device.unsigned_abs() as usize, Form::Interface(interface)))
    }

    /// Returns the number of the device.
    pub fn device(&self) -> usize {
        self.device
    }

    /// Returns the stream that the object's library works on now, if it tells.
    pub fn current_stream(&self, context: &Context) -> PyResult<Option<Stream>> {
        let Form::Exchange(api, tensor) = &self.form else { return Ok(None) };
        let Some(current) = api.current_work_stream else { return Ok(None) };
        let DLDevice { device_type, device_id } = tensor.as_dl_tensor().device;
        let mut handle = null_mut();
        // SAFETY: it is a function of the object's class, and Python's lock is held.
        if unsafe { current(device_type, device_id, &mut handle) } != 0 {
            return Err(PyErr::fetch(self.object.py()));
        }
        let handle = if handle.is_null() { sys::CU_STREAM_LEGACY } else { handle.cast() };
        // SAFETY: the stream is of the device's primary context, and is never destroyed, as the protocol demands.
        Ok(Some(unsafe { Stream::borrow_raw(context, handle) }))
    }

    /// Takes the memory, after the object has made `stream` wait for its own work on it.
    pub fn take(self, stream: &Stream) -> PyResult<BorrowedInput<'py>> {
        let current = self.current_stream(stream.context())?;
        let Self { name, object, form, .. } = self;
        let taken = match form {
            Form::Exchange(_, tensor) => {
                if let Some(current) = current.filter(|current| current.as_raw() != stream.as_raw())
                {
                    stream.wait_stream(&current).map_err(failed)?;
                }
                TakenMemory::Versioned(tensor)
            }
            Form::Method => capsule(name, &object, stream)?,
            Form::Interface(interface) => TakenMemory::Interface(interface, object.clone().unbind()),
        };
        Ok(BorrowedInput { name, object, taken })
    }
}

/// Returns the functions of C that the object's class has for DLPack, if it has them.
fn exchange_of(object: &Bound<'_, PyAny>) -> PyResult<Option<&'static DLPackExchangeAPI>> {
    let class = object.get_type();
    let name = intern!(object.py(), "__dlpack_c_exchange_api__");
    let Some(capsule) = class.getattr_opt(name)? else { return Ok(None) };
    let name = c"dlpack_exchange_api";
    // SAFETY: the object is alive, and the name is that of the capsule, or there is no pointer and an exception.
    let api = unsafe { ffi::PyCapsule_GetPointer(capsule.as_ptr(), name.as_ptr()) };
    // SAFETY: a capsule of this name has such a table, which lives as long as the process.
    let api = unsafe { api.cast::<DLPackExchangeAPI>().as_ref() };
    let api = api.ok_or_else(|| PyErr::fetch(object.py()))?;
    // A newer version has another form; the methods of Python serve then.
    Ok(Some(api).filter(|api| api.header.version.major == VERSION.major))
}

/// Takes the memory of an object that has `__dlpack__`.
fn capsule(name: &str, object: &Bound<'_, PyAny>, stream: &Stream) -> PyResult<TakenMemory> {
    let py = object.py();
    let arguments = PyDict::new(py);
    // As Python numbers streams, the legacy default one is 1.
    arguments.set_item(intern!(py, "stream"), (stream.as_raw() as usize).max(1))?;
    let version = (VERSION.major, VERSION.minor);
    arguments.set_item(intern!(py, "max_version"), version)?;
    let export = object.getattr(intern!(py, "__dlpack__"))?;
    let capsule = match export.call((), Some(&arguments)) {
        // Objects from before DLPack 1.0 don't know the argument.
        Err(error) if error.is_instance_of::<PyTypeError>(py) => {
            arguments.del_item(intern!(py, "max_version"))?;
            export.call((), Some(&arguments))?
        }
        capsule => capsule?,
    };
    let take = |name: &CStr, used: &'static CStr| {
        // SAFETY: the object is alive; what isn't a capsule isn't valid, either.
        if unsafe { ffi::PyCapsule_IsValid(capsule.as_ptr(), name.as_ptr()) } == 0 {
            return None;
        }
        // SAFETY: it is a capsule of this name. Renamed, it doesn't delete its tensor.
        unsafe {
            let pointer = ffi::PyCapsule_GetPointer(capsule.as_ptr(), name.as_ptr());
            ffi::PyCapsule_SetName(capsule.as_ptr(), used.as_ptr());
            Some(pointer)
        }
    };
    if let Some(pointer) = take(VERSIONED, c"used_dltensor_versioned") {
        // SAFETY: a capsule of this name has such a tensor, which this value owns from now on.
        let tensor = unsafe { Tensor::from_raw(pointer.cast::<DLManagedTensorVersioned>()) };
        return Ok(TakenMemory::Versioned(tensor.map_err(failed)?));
    }
    if let Some(pointer) = take(LEGACY, c"used_dltensor") {
        // SAFETY: as above.
        let tensor = unsafe { LegacyTensor::from_raw(pointer.cast::<DLManagedTensor>()) };
        return Ok(TakenMemory::Legacy(tensor.map_err(failed)?));
    }
    let text = format!("{name}.__dlpack__() returned {capsule}, which is no capsule of DLPack");
    Err(PyTypeError::new_err(text))
}

/// An argument whose memory was taken.
pub struct BorrowedInput<'py> {
    pub name: &'static str,
    object: Bound<'py, PyAny>,
    taken: TakenMemory,
}

impl BorrowedInput<'_> {
    /// Returns `true` if the elements are of this type.
    pub fn is<A: Dtype>(&self) -> bool {
        let is = |dtype: DLDataType| A::dtype().dlpack() == Some(dtype);
        match &self.taken {
            TakenMemory::Versioned(tensor) => is(tensor.as_dl_tensor().dtype),
            TakenMemory::Legacy(tensor) => is(tensor.as_dl_tensor().dtype),
            TakenMemory::Interface(interface, _) => interface.typestr == A::dtype().typestr(),
        }
    }

    /// Returns the object's own name of its element type.
    pub fn dtype_name(&self) -> String {
        match (&self.taken, self.object.getattr("dtype")) {
            (TakenMemory::Interface(interface, _), _) => interface.typestr.clone(),
            (_, Ok(dtype)) => dtype.to_string(),
            _ => "another type".to_owned(),
        }
    }

    /// Returns the elements as an array of `stream`, which was passed to [`Input::take`].
    pub fn into_array<A: Dtype>(self, stream: &Stream) -> PyResult<SharedDeviceArray<A, IxDyn>> {
        let name = self.name;
        // SAFETY: the protocols guarantee that the memory is as described and stays until it is given back, and the
        // stream waits for earlier work on it. It is only read; the caller orders later writes to it, by taking the
        // result first, or by naming their stream.
        let array: Result<_, Error> = unsafe {
            match self.taken {
                TakenMemory::Versioned(tensor) => tensor.into_shared(stream),
                TakenMemory::Legacy(tensor) => tensor.into_shared(stream),
                TakenMemory::Interface(interface, owner) => interface.into_shared(owner, stream),
            }
        };
        array.map_err(|error| PyValueError::new_err(format!("{name}: {error}")))
    }
}

/// Returns the exception for an object that isn't in device memory, which says what to do.
fn not_on_a_device(name: &str, object: &Bound<'_, PyAny>) -> PyResult<PyErr> {
    let class = object.get_type().fully_qualified_name()?.to_string();
    let help = match class.as_str() {
        "numpy.ndarray" => format!("pass torch.from_numpy({name}).cuda(), or cupy.asarray({name})"),
        "torch.Tensor" | "torch.nn.parameter.Parameter" => format!("pass {name}.cuda()"),
        _ => "pass an object with __dlpack__ or __cuda_array_interface__, such as a torch.Tensor on \"cuda\""
            .to_owned(),
    };
    let text = format!("{name} is a {class}, which isn't in the memory of a CUDA device: {help}");
    Ok(PyTypeError::new_err(text))
}

/// Returns the stream that a caller named: the handle of a stream of the context, or an object with `__cuda_stream__`.
pub fn stream_of(context: &Context, named: &Bound<'_, PyAny>) -> PyResult<Stream> {
    let owner = named.getattr_opt("__cuda_stream__")?;
    let number: i64 = match &owner {
        Some(method) => method.call0()?.extract::<(i64, i64)>()?.1,
        None => named.extract().map_err(|_| {
            let text = format!(
                "stream is {named}: pass the handle of a stream, such as torch.cuda.current_stream().cuda_stream, or an \
                 object with __cuda_stream__"
            );
            PyTypeError::new_err(text)
        })?,
    };
    let handle = match number {
        0 | 1 => sys::CU_STREAM_LEGACY,
        3.. => std::ptr::with_exposed_provenance_mut(number as usize),
        _ => {
            let text = format!(
                "stream is {number}: pass the handle of a stream, or 0 for the default one"
            );
            return Err(PyValueError::new_err(text));
        }
    };
    // SAFETY: the caller names a stream by its handle, as in all of Python's libraries for CUDA. An object is kept as
    // long as anything uses it; torch and others never destroy the streams whose handles they give away. The default
    // stream is always there. That it is of this context is checked below.
    let stream = unsafe { Stream::from_owner(context, handle, owner.map(Bound::unbind)) };
    let stream_context = stream.origin().map_err(failed)?.context;
    if stream_context != context.as_raw() {
        let device = context.device().as_raw();
        let text = format!(
            "the stream {number:#x} isn't of the primary context of device {device}, where x is: pass one of x's device"
        );
        return Err(PyValueError::new_err(text));
    }
    Ok(stream)
}
