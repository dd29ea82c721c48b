//! Products of matrices in device memory with NVIDIA's cuBLAS.
//!
//! ```no_run
//! use cublas::{Cublas, Gemm, Math, Matrix, MatrixMut};
//! use cuda_driver::Driver;
//!
//! let context = Driver::load()?.device(0)?.primary_context()?;
//! let stream = context.stream()?;
//! let mut handle = Cublas::load()?.handle(&context)?;
//!
//! let (x, y) = (stream.upload(&[1.0_f32; 64 * 32])?, stream.upload(&[2.0_f32; 16 * 32])?);
//! let mut sum = stream.upload(&[1.0_f32; 64 * 16])?;
//! // sum = 0.5 x yᵀ + sum, in TF32 where the device has it
//! let gemm = Gemm::new().alpha(0.5).beta(1.0).math(Math::Tf32);
//! let (x, y) = (Matrix::new(&x, 64, 32)?, Matrix::new(&y, 16, 32)?);
//! handle.gemm(&stream, &gemm, x, y.t(), MatrixMut::new(&mut sum, 64, 16)?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`Cublas`] is the library, found and loaded at run time: it isn't needed to build.
//! - A [`Handle`] is cuBLAS's state on a device. Its methods take the stream, the scalars and the [`Math`] of each product,
//!   and nothing of a call remains in it.
//! - [`Matrix`] and [`MatrixMut`] are views of device memory, checked when they are made. They are row-major, as Rust's arrays
//!   are, whereas cuBLAS's own order is by columns; a transposed view costs nothing. A batch of matrices is one view.
//! - [`Cublas::raw`] has every function, with 64-bit sizes, too.
//!
//! Products are submitted to a stream and return immediately. Their buffers belong to that stream, so that later work on
//! them runs afterwards, and so that they are freed afterwards: calls are safe. They are refused while the stream is
//! captured, because a graph could run when the buffers are gone.
//!
//! # Features
//! - `half`: `f16` and `bf16` of the crate `half` can be elements.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod element;
mod error;
mod gemm;
mod handle;
mod library;
mod matrix;

pub use element::Scalar;
pub use error::{Error, Failure, NotInBounds, Shapes};
pub use gemm::{Gemm, Math};
#[cfg(feature = "half")]
pub use half;
pub use handle::Handle;
pub use library::Cublas;
pub use matrix::{Matrix, MatrixMut};

/// The raw bindings, some of whose types appear in this crate's interface.
pub use cuda_libraries_sys::cublas as sys;
