//! Linear algebra in device memory with NVIDIA's cuBLAS: the routines of BLAS, row-major, typed, and checked before cuBLAS is
//! called.
//!
//! ```no_run
//! use cublas::{Cublas, Diag, Math, Matrix, MatrixMut, Side};
//! use cuda_driver::Driver;
//!
//! let context = Driver::load()?.device(0)?.primary_context()?;
//! let stream = context.stream()?;
//! let mut handle = Cublas::load()?.handle(&context)?;
//! let mut blas = handle.on(&stream);
//!
//! // Vectors are buffers, slices, or every n-th element of them.
//! let (x, mut y) = (stream.upload(&[1.0_f32; 64])?, stream.upload(&[2.0_f32; 64])?);
//! blas.axpy(3.0, &x, &mut y)?; // y = 3 x + y
//! let norm = blas.nrm2(&y)?; // waits for the number
//!
//! // Matrices are views with a shape, transposed without a copy.
//! let a = Matrix::new(&x, 8, 8)?;
//! blas.gemv(1.0, a.t(), a.row(0)?, 0.0, y.slice_mut(..8)?)?; // y = aᵀ x
//! let product = blas.matmul(a, a.t())?; // a new buffer
//! let a = Matrix::new(&product, 8, 8)?;
//! blas.trsm(Side::Left, Diag::Unit, 1.0, a.lower(), MatrixMut::new(&mut y, 8, 8)?)?; // solves a x = y
//!
//! // Precision belongs to calls, not to the handle.
//! handle.on(&stream).math(Math::Tf32).gemm(0.5, a, a, 1.0, MatrixMut::new(&mut y, 8, 8)?)?;
//! # let _ = norm;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to have | use |
//! |---|---|
//! | the library, found and loaded at run time: it isn't needed to build | [`Cublas`] |
//! | cuBLAS's state on a device | [`Handle`] |
//! | its routines, on a stream, with [precision](Math), [determinism](Atomics) and [workspace](Workspace) | [`Handle::on`], [`Blas`] |
//! | the same for a graph | [`Handle::record`] |
//! | operands | [`Vector`], [`Matrix`], and a [`Triangle`] of one; each with `Mut` to be written |
//! | products of `f16`, `bf16`, `f32`, `f64`, complex numbers and `i8` ([table](Product)) | [`gemm`](Blas::gemm), [`matmul`](Blas::matmul) |
//! | many products in a call | a batch of matrices is one view; [`gemm_batched`](Blas::gemm_batched), [`gemm_grouped`](Blas::gemm_grouped) |
//! | products with a bias and an activation, 8-bit floats, and a choice of algorithms | `lt`, with the feature of that name |
//! | every other function of cuBLAS: packed and banded matrices, batches of factorizations | [`Cublas::raw`] with [`Handle::as_raw`] |
//!
//! # Routines
//! | | of real and complex numbers | of Hermitian matrices, and with conjugates |
//! |---|---|---|
//! | vectors | [`axpy`](Blas::axpy), [`scal`](Blas::scal), [`copy`](Blas::copy), [`swap`](Blas::swap), [`dot`](Blas::dot), [`nrm2`](Blas::nrm2), [`asum`](Blas::asum), [`iamax`](Blas::iamax), [`iamin`](Blas::iamin), [`rot`](Blas::rot), [`rotg`](Blas::rotg) | [`dotc`](Blas::dotc) |
//! | a matrix and vectors | [`gemv`](Blas::gemv), [`ger`](Blas::ger), [`symv`](Blas::symv), [`syr`](Blas::syr), [`syr2`](Blas::syr2), [`trmv`](Blas::trmv), [`trsv`](Blas::trsv) | [`gerc`](Blas::gerc), [`hemv`](Blas::hemv), [`her`](Blas::her), [`her2`](Blas::her2) |
//! | matrices | [`gemm`](Blas::gemm), [`symm`](Blas::symm), [`syrk`](Blas::syrk), [`syr2k`](Blas::syr2k), [`trmm`](Blas::trmm), [`trsm`](Blas::trsm), [`geam`](Blas::geam), [`dgmm`](Blas::dgmm), [`copy_matrix`](Blas::copy_matrix) | [`hemm`](Blas::hemm), [`herk`](Blas::herk), [`her2k`](Blas::her2k) |
//!
//! # Rules
//! - **Rows.** Matrices are row-major, as Rust's arrays are, whereas cuBLAS's own order is by columns. `upper`, `Side::Left` and
//!   shapes mean what they mean for the matrix as it is written, and results are row-major, or transposed if the view is.
//!   [`Matrix::t`] and [`Matrix::h`] cost nothing. What cuBLAS can't do in its order is done by another routine with the same
//!   result, or is [`Error::Layout`], which says what to copy.
//! - **Order.** A routine is submitted to the stream and returns at once. Its operands belong to that stream, so that later work on
//!   them runs afterwards, and so that they are freed afterwards: calls are safe. Only routines that return a number wait.
//! - **State.** A call sets everything that it depends on: nothing of an earlier one remains in the handle.
//! - **Graphs.** On a stream that other code captures, calls are refused, because the graph could run when the buffers are gone.
//!   [`Handle::record`] records them, and says what has to live.
//! - **Addresses** are multiples of an element. Where cuBLAS's kernels would fault nevertheless, the call is [`CallError::Misaligned`]
//!   or [`Error::Layout`], or is done by kernels that don't, as [`gemm_batched`](Blas::gemm_batched) says.
//! - **Sizes** of more than 32 bits need cuBLAS 12; before, they are [`Error::TooLarge`].
//! - **Zero.** A `beta` of 0 means that the result isn't read, so NaN in it doesn't matter. A sum without terms is 0.
//!
//! # Features
//! - `complex`: complex numbers of the crate `num-complex` can be elements.
//! - `half`: `f16` and `bf16` of the crate `half` can be elements.
//! - `lt`: the module `lt`, and `half`.
//!
//! # Without a GPU
//! NVIDIA's cuBLAS needs NVIDIA's driver. The package `cuda-sim-libraries` has its functions for the software device of `cuda-sim`:
//!
//! ```no_run
//! # use cublas::Cublas;
//! let chosen = cuda_sim::choice::choose()?;
//! let cublas = if chosen.is_software() {
//!     Cublas::from_table(cuda_sim_libraries::cublas::table())
//! } else {
//!     Cublas::load()?
//! };
//! let context = chosen.driver()?.device(0)?.primary_context()?;
//! # let _ = (cublas, context);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
// What a feature has can be linked to only with it.
#![cfg_attr(
    not(all(feature = "complex", feature = "half", feature = "lt")),
    allow(rustdoc::broken_intra_doc_links)
)]
#![allow(clippy::too_many_arguments, reason = "routines have those of BLAS")]
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod batched;
mod call;
mod element;
mod error;
mod gemm;
mod handle;
mod layout;
mod level1;
mod level2;
mod level3;
mod library;
#[cfg(feature = "lt")]
pub mod lt;
mod math;
mod routines;
mod size;
mod symmetric;
mod view;

pub use batched::GemmGroup;
pub use cuda_library_support::{AbsentFunction, CallError, Release, Workspace};
pub use element::{BlasType, Factor, Product, Scalar};
pub use error::{Error, Failure, NotInBounds, Shapes};
#[cfg(feature = "half")]
pub use half;
pub use handle::{Blas, Handle};
pub use layout::{Diag, Fill, Side};
pub use level1::Rotation;
pub use library::Cublas;
pub use math::{Atomics, Math};
#[cfg(feature = "complex")]
pub use num_complex;
pub use size::Size;
pub use view::{Matrix, MatrixMut, Triangle, TriangleMut, Vector, VectorMut};

/// The raw bindings, some of whose types appear in this crate's interface.
pub use cuda_libraries_sys::cublas as sys;
