//! A module of Python whose arrays torch, CuPy, JAX and cuda.core use where they are, in device memory:
//! `torch.from_dlpack(rust_arrays.counted(4))`.
//!
//! An array is given away once, by the protocol of DLPack: from then on, it belongs to the consumer.

use std::ffi::{CStr, c_void};

use cuda_driver::Driver;
use cuda_ndarray::dlpack::abi::{DLManagedTensor, DLManagedTensorVersioned, DLPackVersion};
use cuda_ndarray::dlpack::{ConsumerStream, ExportOptions, LegacyTensor, Tensor};
use cuda_ndarray::ndarray::{Array1, Ix1};
use cuda_ndarray::{DeviceArray, MakeArrays};
use pyo3::exceptions::{PyBufferError, PyRuntimeError};
use pyo3::ffi;
use pyo3::prelude::*;

/// Device 0 of CUDA, as DLPack numbers it.
const DEVICE: (i32, i32) = (2, 0);

const VERSIONED: &CStr = c"dltensor_versioned";
const LEGACY: &CStr = c"dltensor";

/// An array in device memory; `None` after it was given away.
#[pyclass]
struct Array(Option<DeviceArray<f32, Ix1>>);

/// Returns an array of the numbers 0, 1, 2 …, on a stream of its own.
#[pyfunction]
fn counted(py: Python<'_>, len: usize) -> PyResult<Array> {
    let make = || -> Result<_, cuda_ndarray::Error> {
        let stream = Driver::load()?.device(0)?.primary_context()?.stream()?;
        // A kernel of yours would be launched on this stream. The consumer's stream waits for it.
        stream.to_device(&Array1::from_iter((0..len).map(|it| it as f32)))
    };
    // Other threads of Python run meanwhile.
    let array = py.detach(make).map_err(failed)?;
    Ok(Array(Some(array)))
}

fn failed(error: impl std::error::Error) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

#[pymethods]
impl Array {
    fn __dlpack_device__(&self) -> (i32, i32) {
        DEVICE
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
        if copy == Some(true) || dl_device.is_some_and(|device| device != DEVICE) {
            let text = "an array of rust_arrays is given as it is, and where it is";
            return Err(PyBufferError::new_err(text));
        }
        let stream = ConsumerStream::from_python(stream).map_err(failed)?;
        let options = ExportOptions::new(stream);
        let given = || PyBufferError::new_err("the array was given away");
        let array = self.0.take().ok_or_else(given)?;
        let (pointer, name) = match max_version {
            Some((major, minor)) if major >= 1 => {
                let version = DLPackVersion { major, minor };
                let options = options.max_version(version).map_err(failed)?;
                // SAFETY: the consumer passes a stream of the device's primary context, as the protocol demands.
                let tensor: Tensor = unsafe { array.into_dlpack(options) }.map_err(failed)?;
                (tensor.into_raw().cast::<c_void>(), VERSIONED)
            }
            // Consumers from before DLPack 1.0.
            _ => {
                // SAFETY: as above.
                let tensor: LegacyTensor =
                    unsafe { array.into_dlpack_legacy(options) }.map_err(failed)?;
                (tensor.into_raw().cast::<c_void>(), LEGACY)
            }
        };
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

#[pymodule]
mod rust_arrays {
    #[pymodule_export]
    use super::{Array, counted};
}
