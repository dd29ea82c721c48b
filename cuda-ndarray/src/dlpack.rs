//! Exchange of arrays with other libraries of the process by [DLPack](https://dmlc.github.io/dlpack/latest/) 1.3.
//!
//! An array that is [given away](crate::DeviceArray::into_dlpack) becomes a [`Tensor`]: a pointer to a C structure, whose
//! deleter runs exactly once. [`Tensor::into_raw`] hands it to a consumer, which calls the deleter; one that is dropped calls
//! it itself. A tensor that came from elsewhere is taken over by [`Tensor::from_raw`], and becomes an array by
//! [`Tensor::into_array`] or [`into_shared`](Tensor::into_shared). Nothing is copied in either direction. Pinned and managed arrays
//! are exchanged, too, and say what memory they are in.
//!
//! # Streams
//! The consumer tells the producer its stream, and the producer makes that stream wait for its own, by an event. So
//! [`into_dlpack`](crate::DeviceArray::into_dlpack) takes a [`ConsumerStream`]; and who takes a tensor from elsewhere passes the
//! handle of the stream that the array will belong to, and the producer orders it.
//!
//! The memory of an array that is given away is released, in the order of its own stream, when the consumer calls the
//! deleter. As with all producers, the consumer does that when its work on the memory is over, or ordered before that stream.
//! The other way round, dropping an array that came from elsewhere records an event in its stream, and a thread of
//! `cuda-driver` calls the producer's deleter, which may call CUDA, once the device has come to it.
//!
//! # From Python
//! This crate doesn't know Python; a module of C functions and `ctypes` is enough to put its pointers into capsules.
//! A capsule of a [`Tensor`] of the version 1 is called `dltensor_versioned`, and `used_dltensor_versioned` once somebody took
//! it; of the old form, `dltensor` and `used_dltensor`. An object that offers one has
//! `__dlpack__(stream, max_version, dl_device, copy)` and `__dlpack_device__()`.

pub mod abi;
mod error;
mod export;
mod import;

pub use error::DlpackError;
pub use export::{ConsumerStream, ExportOptions};
pub use import::{LegacyTensor, ManagedTensor, Tensor};
pub(crate) use import::{check_memory, from_first};
