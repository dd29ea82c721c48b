//! Linear systems, eigenvalues and singular values in device memory with NVIDIA's cuSOLVER: LAPACK's routines, typed, and checked
//! before cuSOLVER is called.
//!
//! ```no_run
//! use cublas::{Fill, MatrixMut};
//! use cuda_driver::Driver;
//! use cusolver::{Cusolver, Vectors};
//!
//! let context = Driver::load()?.device(0)?.primary_context()?;
//! let stream = context.stream()?;
//! let mut handle = Cusolver::load()?.handle(&context)?;
//! let mut solver = handle.on(&stream);
//!
//! // x of a x = b, where b is.
//! let mut a = stream.upload(&[4.0_f64, 1.0, 1.0, 3.0])?;
//! let mut b = stream.upload(&[1.0, 2.0])?;
//! solver.solve(MatrixMut::new(&mut a, 2, 2)?, MatrixMut::new(&mut b, 2, 1)?)?;
//!
//! // The eigenvalues of a symmetric matrix.
//! let mut a = stream.upload(&[4.0_f32, 1.0, 1.0, 3.0])?;
//! let mut values = stream.alloc(2)?;
//! solver.eigh(MatrixMut::new(&mut a, 2, 2)?, Fill::Lower, Vectors::Yes, &mut values)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to have | use |
//! |---|---|
//! | the library, found and loaded at run time: it isn't needed to build | [`Cusolver`] |
//! | cuSOLVER's state on a device | [`Handle`] |
//! | its calls, on a stream, with a [workspace](Workspace) | [`Handle::on`], [`Solver`] |
//! | the same for a graph | [`Handle::record`] |
//! | solutions of systems, by LU factors | [`solve`](Solver::solve), [`lu`](Solver::lu), [`lu_solve`](Solver::lu_solve), [`lu_inverse`](Solver::lu_inverse) |
//! | those of positive definite matrices | [`cholesky`](Solver::cholesky), also of batches, [`cholesky_solve`](Solver::cholesky_solve) |
//! | QR factors | [`qr`](Solver::qr), [`q`](Solver::q), [`q_product`](Solver::q_product) |
//! | eigenvalues and vectors | [`eigh`](Solver::eigh), also of batches, and `eig`, with the feature `complex` |
//! | singular values and vectors | [`svd`](Solver::svd) |
//! | arrays | `cuda-ndarray`, with the feature `cusolver` |
//! | every other function of cuSOLVER | [`Cusolver::raw`] with [`Handle::as_raw`] |
//!
//! # Rules
//! - **Orders.** Matrices are those of `cuda-cublas`, row-major, or by columns after `t`. cuSOLVER works by columns: what it does
//!   with a row-major matrix, it does with the transpose, which is the same for symmetric matrices, and gives what is meant for
//!   systems, inverses and singular values. Where it doesn't, a call is [`Error::Layout`].
//! - **Order.** A call is submitted to the stream, to which its memory belongs. It waits for `info`, which becomes
//!   [`Error::Numbers`] with the pivot, unless [`Solver::info`] takes it.
//! - **Graphs.** On a stream that other code captures, calls are refused, because the graph could run when the memory is gone.
//!   [`Handle::record`] records them, and says what has to live.
//! - **Releases.** What this cuSOLVER lacks is [`Error::Absent`].
//!
//! # Features
//! - `complex`: complex numbers of the crate `num-complex` can be elements.
//!
//! If the compiler says that a method isn't found, a feature may be missing:
//!
#![doc = include_str!("features.md")]
//!
//! # Without a GPU
//! NVIDIA's cuSOLVER needs NVIDIA's driver. The package `cuda-sim-libraries` has its functions for the software device of `cuda-sim`:
//!
//! ```no_run
//! # use cusolver::Cusolver;
//! let chosen = cuda_sim::choice::choose()?;
//! let cusolver = if chosen.is_software() {
//!     Cusolver::from_table(cuda_sim_libraries::cusolver::table())
//! } else {
//!     Cusolver::load()?
//! };
//! let context = chosen.driver()?.device(0)?.primary_context()?;
//! # let _ = (cusolver, context);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
// What a feature has can be linked to only with it.
#![cfg_attr(not(feature = "complex"), allow(rustdoc::broken_intra_doc_links))]
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod columns;
mod element;
mod error;
mod handle;
mod library;
mod lu;
mod qr;
mod spectrum;

pub use cublas;
pub use cuda_library_support::{AbsentFunction, CallError, Release, Workspace};
pub use element::SolverType;
pub use error::{Error, Failure, Verdict};
pub use handle::{Handle, Solver};
pub use library::Cusolver;
pub use lu::Pivots;
pub use spectrum::Vectors;

/// The raw bindings, some of whose types appear in this crate's interface.
pub use cuda_libraries_sys::cusolver as sys;
