use std::ffi::{CStr, c_void};

use cuda_ndarray::dlpack::abi::{DLManagedTensor, DLManagedTensorVersioned, DLPackVersion};
use cuda_ndarray::dlpack::{ConsumerStream, ExportOptions, LegacyTensor, Tensor};
use cuda_ndarray::ndarray::Dimension;
use cuda_ndarray::{DeviceArray, Dtype, DtypeInfo, Error};
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::failed;

pub const VERSIONED: &CStr = c"dltensor_versioned";
pub const LEGACY: &CStr = c"dltensor";

/// An array in device memory that is given away once, by the protocol of DLPack: from then on, it belongs to the
/// consumer.
#[pyclass(module = "rust_arrays")]
pub struct Array {
    /// The device, as DLPack numbers it.
    device: (i32, i32),
    shape: Vec<usize>,
    dtype: DtypeInfo,
    /// `None` after it was given away.
    array: Option<Box<dyn Export>>,
}

impl Array {
    pub fn new<A: Dtype, D: Dimension + 'static>(array: DeviceArray<A, D>) -> Self {
        let device = array.stream().context().device().as_raw();
        let (shape, dtype) = (array.shape().to_vec(), A::dtype());
        Self { device: (2, device), shape, dtype, array: Some(Box::new(array)) }
    }
}

/// An array of any element type and number of axes.
trait Export: Send + Sync {
    /// Returns a tensor, and the name of its capsule.
    ///
    /// # Safety
    /// As [`DeviceArray::into_dlpack`].
    unsafe fn export(self: Box<Self>, options: ExportOptions, is_legacy: bool) -> ExportResult;
}

type ExportResult = Result<(*mut c_void, &'static CStr), Error>;

impl<A: Dtype, D: Dimension + 'static> Export for DeviceArray<A, D> {
    unsafe fn export(self: Box<Self>, options: ExportOptions, is_legacy: bool) -> ExportResult {
        if is_legacy {
            // SAFETY: guaranteed by the caller.
            let tensor = unsafe { self.into_dlpack_legacy(options) }?;
            return Ok((tensor.into_raw().cast(), LEGACY));
        }
        // SAFETY: guaranteed by the caller.
        let tensor = unsafe { self.into_dlpack(options) }?;
        Ok((tensor.into_raw().cast(), VERSIONED))
    }
}

#[pymethods]
impl Array {
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.shape)
    }

    /// The type of the elements, such as `float32`.
    #[getter]
    fn dtype(&self) -> String {
        match &self.dtype {
            DtypeInfo::Scalar { kind, size } => format!("{kind:?}{}", 8 * size).to_lowercase(),
            record => record.typestr(),
        }
    }

    fn __repr__(&self) -> String {
        let (shape, dtype, (_, device)) = (&self.shape, self.dtype(), self.device);
        format!("rust_arrays.Array(shape={shape:?}, dtype={dtype}, device=cuda:{device})")
    }

    fn __dlpack_device__(&self) -> (i32, i32) {
        self.device
    }

    #[pyo3(signature = (*, stream=None, max_version=None, dl_device=None, copy=None))]
    fn __dlpack__<'py>(
        &mut self,
        py: Python<'py>,
        stream: Option<i64>,
        max_version: Option<(u32, u32)>,
        dl_device: Option<(i32, i32)>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(true) || dl_device.is_some_and(|device| device != self.device) {
            let text = "an array of rust_arrays is given as it is, and where it is";
            return Err(PyBufferError::new_err(text));
        }
        let stream = ConsumerStream::from_python(stream).map_err(failed)?;
        let mut options = ExportOptions::new(stream);
        let version = max_version.filter(|(major, _)| *major >= 1); // others are from before DLPack 1.0
        if let Some((major, minor)) = version {
            options = options.max_version(DLPackVersion { major, minor }).map_err(failed)?;
        }
        let given = || PyBufferError::new_err("the array was given away");
        let array = self.array.take().ok_or_else(given)?;
        // SAFETY: the consumer passes a stream of the device's primary context, as the protocol demands.
        let (pointer, name) =
            unsafe { array.export(options, version.is_none()) }.map_err(failed)?;
        // SAFETY: the pointer is to a tensor of the form that the name says, which nothing else owns.
        unsafe { capsule(py, pointer, name) }
    }
}

/// Puts a tensor into a capsule.
///
/// # Safety
/// `tensor` is of the form that `name` says, and isn't used by others.
unsafe fn capsule<'py>(
    py: Python<'py>,
    tensor: *mut c_void,
    name: &'static CStr,
) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the name lives as long as the process, and `delete` accepts each such capsule.
    let capsule = unsafe { ffi::PyCapsule_New(tensor, name.as_ptr(), Some(delete)) };
    if capsule.is_null() {
        // SAFETY: guaranteed by the caller; no capsule owns it.
        unsafe { delete_tensor(tensor, name) };
    }
    // SAFETY: Python returned a new reference, or null with an exception.
    unsafe { Bound::from_owned_ptr_or_err(py, capsule) }
}

/// Deletes the tensor of a capsule that no consumer took: one that does changes its name.
unsafe extern "C" fn delete(capsule: *mut ffi::PyObject) {
    for name in [VERSIONED, LEGACY] {
        // SAFETY: Python passes the capsule that it destroys, with the pointer that it was made of.
        unsafe {
            if ffi::PyCapsule_IsValid(capsule, name.as_ptr()) == 1 {
                delete_tensor(ffi::PyCapsule_GetPointer(capsule, name.as_ptr()), name);
            }
        }
    }
}

/// # Safety
/// `tensor` is of the form that `name` says, and isn't used afterwards.
unsafe fn delete_tensor(tensor: *mut c_void, name: &CStr) {
    if name == VERSIONED {
        // SAFETY: guaranteed by the caller. An error is impossible: this crate made the tensor.
        drop(unsafe { Tensor::from_raw(tensor.cast::<DLManagedTensorVersioned>()) });
    } else {
        // SAFETY: guaranteed by the caller.
        drop(unsafe { LegacyTensor::from_raw(tensor.cast::<DLManagedTensor>()) });
    }
}
