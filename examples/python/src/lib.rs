//! A module of Python whose arrays torch, CuPy, JAX and cuda.core use where they are, in device memory, and an
//! operation that takes theirs: `torch.from_dlpack(rust_arrays.softmax_bias(x, bias))`.

mod array;
mod input;
mod operation;
mod softmax;

use cuda_driver::Driver;
use cuda_ndarray::MakeArrays;
use cuda_ndarray::ndarray::Array1;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use array::Array;

/// The name and the source of the kernels of all operations.
const KERNELS: (&str, &str) = ("softmax.cu", include_str!("softmax.cu"));

/// Returns an array of the numbers 0, 1, 2 …, on a stream of its own.
#[pyfunction]
fn counted(py: Python<'_>, len: usize) -> PyResult<Array> {
    let make = || -> Result<_, cuda_ndarray::Error> {
        let stream = Driver::load()?.device(0)?.primary_context()?.stream()?;
        // A kernel of yours would be launched on this stream. The consumer's stream waits for it.
        stream.to_device(&Array1::from_iter((0..len).map(|number| number as f32)))
    };
    // Other threads of Python run meanwhile.
    let array = py.detach(make).map_err(failed)?;
    Ok(Array::new(array))
}

fn failed(error: impl std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

#[pymodule]
mod _rust {
    #[pymodule_export]
    use super::array::Array;
    #[pymodule_export]
    use super::counted;
    #[pymodule_export]
    use super::softmax::{softmax_bias, softmax_bias_backward};
}
