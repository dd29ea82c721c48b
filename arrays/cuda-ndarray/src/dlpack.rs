//! Exchange of arrays with other libraries of the process by [DLPack](https://dmlc.github.io/dlpack/latest/) 1.3.
//!
//! [`DeviceArray::into_dlpack`](crate::array::DeviceArray::into_dlpack) turns an array into a [`Tensor`], which owns a pointer to the
//! C structure. [`Tensor::into_raw`] passes the pointer to a consumer, which calls its deleter; a `Tensor` that is dropped
//! calls the deleter itself. In the other direction, [`Tensor::from_raw`] takes ownership of another library's tensor, and
//! [`Tensor::into_array`] or [`into_shared`](Tensor::into_shared) creates an array from it. Nothing is copied in either
//! direction. Pinned and managed arrays can be exported, too; their tensors name the kind of memory.
//!
//! ```
//! # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
//! # let stream = context.stream()?;
//! use cuda_ndarray::dlpack::{ConsumerStream, ExportOptions, Tensor};
//! use cuda_ndarray::{DeviceArray, MakeArrays};
//! use ndarray::{Ix1, arr1};
//!
//! let array = stream.to_device(&arr1(&[1.0f32, 2.0, 3.0]))?;
//! let consumer = context.stream()?;
//! let options = ExportOptions::new(ConsumerStream::Handle(consumer.as_raw()));
//! // SAFETY: the handle is that of a stream of the array's context.
//! let pointer = unsafe { array.into_dlpack(options) }?.into_raw(); // for PyTorch, CuPy, JAX …
//!
//! // SAFETY: the tensor is valid, and nothing else calls its deleter.
//! let tensor = unsafe { Tensor::from_raw(pointer) }?;
//! // SAFETY: `consumer` waits for the producer's work, and nothing else uses the memory.
//! let array: DeviceArray<f32, Ix1> = unsafe { tensor.into_array(&consumer) }?;
//! assert_eq!(array.to_host()?, arr1(&[1.0, 2.0, 3.0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Streams
//! The consumer names its stream to the producer, and the producer makes that stream wait for its own, by an event. To export an
//! array, pass the consumer's stream as a [`ConsumerStream`]. To import a tensor, pass the producer the handle of the stream that
//! the array will belong to.
//!
//! The memory of an exported array is released in the order of its own stream when the consumer calls the deleter. The consumer
//! must do that only when its work on the memory is complete, or ordered before that stream, as for every producer.
//! Dropping an imported array records an event in its stream; when the event is complete, a thread of `cuda-driver` calls the
//! producer's deleter, which may call CUDA.
//!
//! # From Python
//! This crate doesn't depend on Python. With [PyO3](https://pyo3.rs), a class has the method `__dlpack__`, which passes the
//! pointer of [`Tensor::into_raw`] to `PyCapsule_New`: `examples/python` of the repository is such a module, to be copied.
//! Without it, a library of C functions and `ctypes` are enough to put pointers into capsules.
//! A capsule with a [`Tensor`] is named `dltensor_versioned`, and the consumer renames it `used_dltensor_versioned`; with a
//! [`LegacyTensor`], the names are `dltensor` and `used_dltensor`. An object that exports an array has the methods
//! `__dlpack__(stream, max_version, dl_device, copy)` and `__dlpack_device__()`.

pub mod abi;
mod export;
mod import;
mod tensor;

pub use crate::error::dlpack::DlpackError;
pub use export::{ConsumerStream, ExportOptions};
pub(crate) use import::{check_memory, from_first};
pub use tensor::{LegacyTensor, ManagedTensor, Tensor};
