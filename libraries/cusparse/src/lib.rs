//! Sparse matrices in device memory with NVIDIA's cuSPARSE: owned, typed, and checked before cuSPARSE is called.
//!
//! ```no_run
//! use cuda_driver::Driver;
//! use cusparse::{Cusparse, Format, Operation, Parts};
//!
//! let context = Driver::load()?.device(0)?.primary_context()?;
//! let stream = context.stream()?;
//! let cusparse = Cusparse::load()?;
//! let mut handle = cusparse.handle(&context)?;
//!
//! // What SciPy calls `indptr`, `indices` and `data`.
//! let parts = Parts { offsets: &[0, 2, 3][..], indices: &[0, 1, 1], values: &[1.0_f64, 2.0, 3.0][..] };
//! let mut a = cusparse.upload(&stream, Format::Csr, (2, 2), parts)?;
//! let mut sparse = handle.on(&stream);
//!
//! // y = a x, often.
//! sparse.prepare(Operation::None, &mut a)?;
//! let (x, mut y) = (stream.upload(&[1.0, 1.0])?, stream.alloc(2)?);
//! sparse.spmv(Operation::None, 1.0, &a, &x, 0.0, &mut y)?;
//!
//! // a a, and its values again, once those of a have changed.
//! let mut product = sparse.product(&a, &a)?;
//! sparse.spgemm(1.0, &a, &a, 0.0, &mut product)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to have | use |
//! |---|---|
//! | the library, found and loaded at run time: it isn't needed to build | [`Cusparse`] |
//! | a matrix of CSR, CSC, COO or BSR | [`Cusparse::upload`], [`Cusparse::matrix`], [`SparseMatrix`] |
//! | cuSPARSE's state on a device, and its calls on a stream, with a [workspace](Workspace) | [`Handle`], [`Handle::on`], [`Sparse`] |
//! | the same for a graph | [`Handle::record`] |
//! | products with vectors, often with the same matrix | [`spmv`](Sparse::spmv), [`prepare`](Sparse::prepare) |
//! | products with dense matrices | [`spmm`](Sparse::spmm) |
//! | products of sparse matrices, with new values at the same places | [`product`](Sparse::product), [`spgemm`](Sparse::spgemm) |
//! | elements of a product of dense matrices | [`sddmm`](Sparse::sddmm) |
//! | solutions of triangular systems | [`triangular`](Sparse::triangular), [`spsv`](Sparse::spsv), [`triangular_columns`](Sparse::triangular_columns), [`spsm`](Sparse::spsm) |
//! | other formats, and dense matrices | [`convert`](Sparse::convert), [`SparseMatrix::t`], [`to_dense`](Sparse::to_dense), [`from_dense`](Sparse::from_dense) |
//! | SciPy's arrays | [`Parts`], [`SparseMatrix::to_host`] |
//! | every other function of cuSPARSE | [`Cusparse::raw`] with [`Handle::as_raw`] |
//!
//! # Rules
//! - **Indices.** cuSPARSE trusts the indices of a matrix, and one outside of it is an access outside of memory. They are checked when a
//!   matrix is made, on the host: for nothing beside the copy that [`Cusparse::upload`] makes, and [`Cusparse::matrix`] copies them
//!   from the device. [`Cusparse::matrix_unchecked`] is `unsafe`. Nothing changes them afterwards. They are sorted, by rows and then
//!   by columns, or the other way round for CSC, and no place comes twice: SciPy's `sum_duplicates` makes them so.
//! - **Order.** A call is submitted to the stream, to which its memory belongs. Those that make a matrix of unknown size wait for it.
//! - **Graphs.** On a stream that other code captures, calls are refused, because the graph could run when the memory is gone.
//!   [`Handle::record`] records them, and says what has to live.
//! - **Errors.** A call that takes a matrix or its parts gives them back if it fails: [`ErrorWithValue`].
//! - **Releases.** What this cuSPARSE lacks is [`Error::Absent`], before the call.
//!
//! # Features
//! - `complex`: complex numbers of the crate `num-complex` can be values.
//! - `half`: 16-bit floats of the crate `half` can be values, which are computed with in `f32`.
//!
//! # Without a GPU
//! NVIDIA's cuSPARSE needs NVIDIA's driver. The package `cuda-sim-libraries` has its functions for the software device of `cuda-sim`:
//!
//! ```no_run
//! # use cusparse::Cusparse;
//! let chosen = cuda_sim::choice::choose()?;
//! let cusparse = if chosen.is_software() {
//!     Cusparse::from_table(cuda_sim_libraries::cusparse::table())
//! } else {
//!     Cusparse::load()?
//! };
//! let context = chosen.driver()?.device(0)?.primary_context()?;
//! # let _ = (cusparse, context);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
// What a feature has can be linked to only with it.
#![cfg_attr(
    not(all(feature = "complex", feature = "half")),
    allow(rustdoc::broken_intra_doc_links)
)]
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod convert;
mod descriptor;
mod element;
mod error;
mod handle;
mod library;
mod matrix;
mod product;
mod sparse_product;
mod triangular;

pub use cublas;
pub use cuda_library_support::{AbsentFunction, CallError, Release, Workspace};
pub use element::{Index, Operation};
pub use error::{Error, ErrorWithValue, Failure};
pub use handle::{Handle, Sparse};
pub use library::Cusparse;
pub use matrix::{Format, Parts, SparseMatrix};
pub use sparse_product::SparseProduct;
pub use triangular::Triangular;

/// The raw bindings, some of whose types appear in this crate's interface.
pub use cuda_libraries_sys::cusparse as sys;
