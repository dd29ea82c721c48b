//! N-dimensional arrays in device memory, with the API of [`ndarray`], and their exchange with other libraries in the
//! process.
//!
//! It provides shaped memory, slices and copies for programs' own kernels, and exchanges arrays with PyTorch, CuPy, JAX and Numba
//! without copying. Operations on values are features: arithmetic of elements is `arithmetic`, products of matrices `cublas`, Fourier
//! transforms `cufft`, and linear algebra, in the module `linalg`, `cusolver`.
//!
//! ```
//! use cuda_ndarray::{DeviceArray, MakeArrays};
//! use ndarray::{Array2, Ix2, s};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // The GPU if there is one, and the software device otherwise.
//! let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
//! let x = Array2::from_shape_fn((480, 640), |(i, j)| (i * 640 + j) as f32);
//!
//! let mut d: DeviceArray<f32, Ix2> = stream.to_device(&x)?; // waits for the copy
//! let tile = d.slice(s![1.., ..;2])?;                       // a view: nothing is copied
//! let transposed = tile.reversed_axes().to_standard_layout()?; // a kernel, in the stream's order
//! d.slice_mut(s![0, ..])?.fill(7.0)?;
//! assert_eq!(transposed.to_host()?, x.slice(s![1.., ..;2]).t());
//! # Ok(()) }
//! ```
//!
//! # Types
//! | type | description | on the host |
//! |---|---|---|
//! | [`DeviceArray`] | an array that owns its memory | `Array` |
//! | [`DeviceArrayView`] | elements to read, in any layout | `ArrayView` |
//! | [`DeviceArrayViewMut`] | elements to write, none of them twice | `ArrayViewMut` |
//! | [`SharedDeviceArray`] | an array that several values share, on any streams, to read | `ArcArray` |
//! | [`PinnedArray`], [`MappedArray`], [`ManagedArray`] | host memory that is copied fast, that kernels access directly, or that moves between host and device | |
//! | [`Layout`] | shape, strides and offset | `Dim` and strides |
//!
//! Shapes and indices are those of `ndarray`: `(3, 4)`, `(3, 4).f()`, [`s![]`](ndarray::s), [`Axis`](ndarray::Axis). The arrays
//! are not [`ndarray::ArrayBase`]s, because those access their elements on the host.
//!
//! # Rules
//! - An array belongs to a [`Stream`](cuda_driver::Stream). The array's operations run in the order of that stream.
//!   When the array is dropped, its memory is freed after them. [`DeviceArray::on`] and [`SharedDeviceArray::on`] move
//!   it to another stream, which waits for an event.
//! - Only copies from and to the host wait, and what gives memory back to the host: [`ManagedArray::host`],
//!   [`MappedArray::unmap`] and [`MapArrays::with_mapped`]. They wait only for their stream. In a
//!   [scope](ScopedArrays), copies don't wait, either.
//! - A view borrows its array. A view in which two indices refer to the same element can't be written to, and two
//!   mutable views never overlap: [`split_at_mut`](DeviceArray::split_at_mut) divides an array into two parts.
//! - Views are created without a driver call, and without a heap allocation for up to six axes.
//! - A copy between layouts is one launch of this crate's kernel, or the driver's copy if the elements are contiguous.
//!   A strided array is copied to the host row by row, or packed; only its elements are moved.
//! - Everything that can fail is a `Result`. Messages are the same as Numba's where Numba has one.
//!
//! [`coming_from`] lists the calls of CuPy, Numba and NumPy with their equivalents, and shows where elements are in memory.
//!
//! # Design
//! This crate uses `cuda-driver` as any other crate could. An array is a [`DeviceBuffer`](cuda_driver::DeviceBuffer) and a
//! [`Layout`], so ownership, the order of use and freeing, and borrowing by scopes and forks follow the
//! [rules of `cuda-driver`](cuda_driver::guide::ownership), without further ones.
//!
//! - `layout.rs`, `slicing.rs` and `reshape.rs` compute shapes, strides and offsets, on any thread and without a driver.
//!   [`Layout::new`] checks its invariants, so no computation on a layout overflows. Views are layouts with an address and a
//!   lifetime; in mutable views no two elements overlap.
//! - `kernels.rs` performs each copy between layouts as one launch, or as one driver copy if the bytes are contiguous;
//!   `kernels/plan.rs` sorts and merges the axes and chooses how many bytes are moved at once. It treats elements as bytes. The
//!   PTX is committed, and a test regenerates it; the README explains how.
//! - `host.rs` has all copies from and to the host: contiguous, row by row, or packed first; repeated elements are copied once.
//! - [`dlpack`] and [`interface`] exchange arrays with other libraries. An exported array is one allocation with its shape and
//!   strides, and its deleter drops the array, which frees memory in its stream's order. An imported one becomes a buffer whose
//!   owner is the foreign tensor: the driver is asked for its bounds, and its deleter, which may call CUDA, runs on a thread of
//!   `cuda-driver` once the stream has reached it.
//! - `pinned.rs`, `mapped.rs`, `managed.rs` and `share.rs` are arrays in other kinds of memory, each based on the type of
//!   `cuda-driver`.
//! - `clients`, beside this crate, is a C library with which Python programs exchange arrays with Rust in one process; Python
//!   isn't needed to build it.
//!
//! # Features
//! - `arithmetic`: the module `arithmetic`, with operators and functions of elements, `(2.0 * &x + &row).compute(&arithmetic)`, which NVRTC
//!   compiles at run time.
//! - `cublas`: products of arrays with cuBLAS, `a.dot(&b, &mut blas)` and
//!   `matmul`, and conversions of arrays to its vectors and matrices.
//! - `cufft`: Fourier transforms with cuFFT, `a.fft(Along::default(), &mut plans)` and its relatives, and `complex`.
//! - `cusolver`: the module `linalg`, with solutions, inverses, factors, eigenvalues and singular values by cuSOLVER, and `cublas`.
//! - `half`: `f16` and `bf16` of the crate `half` are elements that other libraries recognize.
//! - `complex`: the same for the complex numbers of `num-complex`.
//!
//! If the compiler says that a method isn't found, a feature may be missing:
//!
#![doc = include_str!("features.md")]
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
// What a feature has can be linked to only with it.
#![cfg_attr(
    not(all(
        feature = "complex",
        feature = "cublas",
        feature = "cufft",
        feature = "cusolver",
        feature = "half"
    )),
    allow(rustdoc::broken_intra_doc_links)
)]
#![warn(missing_docs)]

mod argument;
#[cfg(feature = "arithmetic")]
pub mod arithmetic;
mod array;
mod assign;
#[cfg(feature = "cublas")]
mod blas;
#[doc = include_str!("coming_from.md")]
pub mod coming_from {}
mod cow;
pub mod dlpack;
mod dtype;
mod error;
#[cfg(feature = "cufft")]
mod fft;
mod host;
mod host_list;
pub mod interface;
mod kernels;
mod layout;
#[cfg(feature = "cusolver")]
pub mod linalg;
mod make;
mod managed;
mod mapped;
mod methods;
mod pinned;
mod record;
mod reshape;
mod sealed;
mod share;
mod shared;
mod slicing;
mod view;

pub use argument::{
    STRIDED_HEADER, STRIDED_HEADER_NAME, Strided, StridedArgument, StridedArgumentMut,
};
pub use array::DeviceArray;
pub use assign::Source;
#[cfg(feature = "cublas")]
pub use blas::{Dot, MatMul};
pub use cow::CowArray;
#[cfg(feature = "cublas")]
pub use cublas;
#[cfg(feature = "cufft")]
pub use cufft;
#[cfg(feature = "cusolver")]
pub use cusolver;
pub use dtype::{Bool, Dtype, DtypeInfo, Field, Kind};
pub use error::Error;
pub use error::share::ShareError;
#[cfg(feature = "cufft")]
pub use fft::{Along, FftReal, Norm};
#[cfg(feature = "half")]
pub use half;
pub use host::ScopedArrays;
pub use host_list::HostArrayList;
pub use layout::Layout;
pub use make::{MakeArrays, WithResource};
pub use managed::{ManagedArray, ManagedArrays};
pub use mapped::MappedArray;
pub use ndarray;
#[cfg(feature = "complex")]
pub use num_complex;
pub use pinned::{HostArrays, MapArrays, PinnedArray};
pub use record::{FieldDtype, RecordField};
pub use reshape::infer_shape;
pub use share::{OpenedArray, SharedArray};
pub use shared::SharedDeviceArray;
pub use slicing::python_slice;
pub use view::{DeviceArrayView, DeviceArrayViewMut};
