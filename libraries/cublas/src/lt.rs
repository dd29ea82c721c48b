//! Products of matrices with cuBLASLt: with what follows a product in a neural network, 8-bit floats, and a choice of
//! algorithms. It needs the feature `lt`.
//!
//! ```no_run
//! use cublas::lt::{Activation, CublasLt, Matmul};
//! use cublas::{Matrix, MatrixMut, Workspace};
//! use cuda_driver::Driver;
//! use half::bf16;
//!
//! let context = Driver::load()?.device(0)?.primary_context()?;
//! let stream = context.stream()?;
//! let handle = CublasLt::load()?.handle(&context)?;
//! let mut workspace = Workspace::new(&stream, 32 << 20)?;
//!
//! // A layer of a network: y = gelu(x wᵀ + bias), for 64 inputs of 256 numbers
//! let x = stream.upload(&[bf16::ONE; 64 * 256])?;
//! let weights = stream.upload(&[bf16::ONE; 512 * 256])?;
//! let bias = stream.upload(&[bf16::ONE; 512])?;
//! let mut y = stream.alloc::<bf16>(64 * 512)?;
//! let (x, w) = (Matrix::new(&x, 64, 256)?, Matrix::new(&weights, 512, 256)?);
//! let mut layer = Matmul::new(x, w.t(), MatrixMut::new(&mut y, 64, 512)?)
//!     .bias(&bias)
//!     .activation(Activation::Gelu);
//!
//! let mut lt = handle.on(&stream).workspace(&mut workspace)?;
//! // The fastest of eight algorithms, which the program keeps for products of these types, shapes and distances.
//! let fastest = lt.tune(&mut layer, 8)?;
//! lt.matmul_with(&fastest, &mut layer)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - A [`Matmul`] has everything of a product: its factors, what is added, scales, the activation, and where the result goes.
//! - [`Lt::matmul`] lets cuBLASLt choose the algorithm, for each call. [`Lt::algorithms`] lists those that it thinks fastest, and
//!   [`Lt::tune`] measures them. An [`Algorithm`] is a value, and fits the products of the same [`Matmul`] with other data.
//! - 8-bit floats are [`F8E4M3`] and [`F8E5M2`]. cuBLASLt multiplies them as `a b.t()`, with `b` as many rows as the result has
//!   columns: a layer's weights, as frameworks store them.

mod algorithm;
mod descriptor;
mod element;
mod handle;
mod library;
mod matmul;
mod problem;

pub use algorithm::Algorithm;
pub use cuda_driver::memory::{F8E4M3, F8E5M2};
pub use element::LtProduct;
pub use handle::{Handle, Lt};
pub use library::CublasLt;
pub use matmul::{Activation, Matmul};

/// The raw bindings.
pub use cuda_libraries_sys::cublaslt as sys;
