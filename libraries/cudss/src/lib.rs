//! Sparse systems solved directly with NVIDIA's cuDSS: matrices are analyzed, factorized and solved in device memory, and checked
//! before cuDSS is called.
//!
//! ```no_run
//! use cublas::{Fill, Matrix, MatrixMut};
//! use cuda_driver::Driver;
//! use cudss::{Cudss, Kind, Options};
//! use cusparse::{Cusparse, Format, Parts, cublas};
//!
//! let stream = Driver::load()?.device(0)?.primary_context()?.stream()?;
//! // The lower triangle of a symmetric matrix:
//! // 4
//! // 1 3
//! let parts = Parts { offsets: &[0, 1, 3][..], indices: &[0, 0, 1], values: &[4.0_f64, 1.0, 3.0][..] };
//! let a = Cusparse::load()?.upload(&stream, Format::Csr, (2, 2), parts)?;
//! let options = Options::default().refinement_steps(2);
//! let mut solver = Cudss::load()?.analyze(a, Kind::PositiveDefinite(Fill::Lower), &options)?;
//! solver.factorize()?;
//!
//! // Two right-hand sides, by columns.
//! let (b, mut x) = (stream.upload(&[5.0, 4.0, 9.0, 5.0])?, stream.alloc(4)?);
//! solver.solve_columns(Matrix::new(&b, 2, 2)?.t(), MatrixMut::new(&mut x, 2, 2)?.t())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to have | use |
//! |---|---|
//! | the library, found and loaded at run time: it isn't needed to build | [`Cudss`] |
//! | a matrix | `cuda-cusparse`: [`SparseMatrix`](cusparse::SparseMatrix) |
//! | its analysis, with [options](Options) | [`Cudss::analyze`], [`Kind`] |
//! | its factors | [`Solver::factorize`] |
//! | those of other values at the same places | [`Solver::refactorize`] |
//! | solutions | [`Solver::solve`], [`Solver::solve_columns`] |
//! | what is known of the factors | [`factor_nnz`](Solver::factor_nnz), [`inertia`](Solver::inertia), [`perturbed_pivots`](Solver::perturbed_pivots), [`memory_estimates`](Solver::memory_estimates) |
//! | every other function of cuDSS | [`Cudss::raw`] with [`Solver::as_raw`] |
//!
//! # Rules
//! - **Memory.** A [`Solver`] has its matrix, of which cuDSS stores the addresses, and a handle of its own.
//! - **Order.** All work is submitted to the stream of the matrix, to which operands belong. Analysis and factorization wait;
//!   solutions don't.
//! - **Phases.** A call whose phase is missing is [`Error::Phase`]: after [`Solver::values_mut`], too, a matrix is factorized again.
//! - **Numbers.** A matrix that is singular or not positive definite is [`Error::Numbers`]. cuDSS replaces pivots that are too small,
//!   and this is an error, too, unless [`Options::pivot_epsilon`] sets the number that replaces them.
//! - **Graphs.** On a stream that is captured, calls are refused.
//! - **Releases.** cuDSS 0.8 is the oldest, because it numbers parameters as 1.0 does and older ones otherwise; one that is older
//!   is [`Error::Absent`], as is what this cuDSS lacks.
//!
//! # Features
//! - `complex`: complex numbers of the crate `num-complex` can be values.
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod data;
mod dense;
mod error;
mod library;
mod objects;
mod options;
mod solver;

pub use cuda_library_support::{AbsentFunction, CallError, Release};
pub use cusparse;
pub use data::{Inertia, MemoryEstimates};
pub use error::{Error, ErrorWithValue, Failure, Verdict};
pub use library::Cudss;
pub use options::{Kind, Options, Pivoting, Reordering};
pub use solver::Solver;

/// The raw bindings, some of whose types appear in this crate's interface.
pub use cuda_libraries_sys::cudss as sys;
