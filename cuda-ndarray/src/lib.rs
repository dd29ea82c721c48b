//! N-dimensional arrays in device memory, with the API of [`ndarray`], and their exchange with other libraries in the
//! process.
//!
//! The crate has no operations on values but products of matrices, with the feature `cublas`: programs use their own kernels
//! for these. It provides shaped memory, slices
//! and copies for them, and exchanges arrays with PyTorch, CuPy, JAX and Numba without copying.
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
//! # NumPy's and Numba's calls
//! | NumPy, Numba | here |
//! |---|---|
//! | `cuda.to_device(a)` | [`stream.to_device(&a)`](MakeArrays::to_device) |
//! | `cuda.to_device(a, stream=s)` | [`scope.to_device(&a)`](ScopedArrays::to_device), within [`Stream::try_scope`](cuda_driver::Stream::try_scope) |
//! | `cuda.to_device(a, to=d)`, `d.copy_to_device(a)` | [`d.assign(&a)`](DeviceArray::assign) |
//! | `cuda.to_device(a, copy=False)`, `cuda.device_array_like(a)` | [`stream.alloc_like(&a)`](MakeArrays::alloc_like), [`d.uninit_like()`](DeviceArray::uninit_like) |
//! | `cuda.device_array(shape, dtype, order='F')` | [`stream.alloc_array(shape.f())`](MakeArrays::alloc_array) |
//! | `cupy.zeros`, `cupy.full` | [`stream.zeros(shape)`](MakeArrays::zeros), [`stream.from_elem(shape, value)`](MakeArrays::from_elem) |
//! | `cuda.pinned_array`, `cuda.mapped_array` | [`context.pinned_array(shape)`](HostArrays::pinned_array), [`mapped_array(shape, flags)`](HostArrays::mapped_array) |
//! | `cuda.pinned_array_like(a)`, `cuda.mapped_array_like(a)` | [`context.pinned_array_like(&a)`](HostArrays::pinned_array_like), [`mapped_array_like(&a, flags)`](HostArrays::mapped_array_like) |
//! | `cuda.managed_array` | [`stream.managed_array(shape, attach)`](ManagedArrays::managed_array) |
//! | `with cuda.pinned(a)`, `with cuda.mapped(a)` | [`context.with_pinned`](HostArrays::with_pinned), [`stream.with_mapped`](MapArrays::with_mapped) |
//! | `d.copy_to_host()`, `d.copy_to_host(a)` | [`d.to_host()`](DeviceArray::to_host), [`d.copy_to(&mut a)`](DeviceArray::copy_to) |
//! | `d.copy_to_host(stream=s)` | [`scope.to_host(&d, &mut a)`](ScopedArrays::to_host) |
//! | `d.shape`, `d.strides` (bytes), `d.ndim`, `d.size`, `d.nbytes`, `d.alloc_size` | [`shape`](DeviceArray::shape), [`strides`](DeviceArray::strides) (elements), [`ndim`](DeviceArray::ndim), [`len`](DeviceArray::len), [`nbytes`](DeviceArray::nbytes), [`alloc_size`](DeviceArray::alloc_size) |
//! | `d.dtype`, `d.gpu_data`, `d.device_ctypes_pointer` | [`Dtype::dtype`], [`as_buffer`](DeviceArray::as_buffer), [`device_pointer`](DeviceArray::device_pointer) |
//! | `d.flags`, `d.is_c_contiguous()`, `d.is_f_contiguous()` | [`is_c_contiguous`](DeviceArray::is_c_contiguous), [`is_f_contiguous`](DeviceArray::is_f_contiguous) |
//! | `d[1:, ::-2]` | [`d.slice(s![1.., ..;-2])`](DeviceArray::slice); with NumPy's clamped ends [`python_slice`] |
//! | `d[i, j]` | [`d.get((i, j))`](DeviceArray::get) |
//! | `d[1:] = x`, `d[:] = 0` | [`d.slice_mut(s![1.., ..])?.assign(&x)`](DeviceArrayViewMut::assign), [`d.fill(0)`](DeviceArray::fill) |
//! | `d.reshape(shape)`, `d.reshape(shape, order='F')` | [`d.into_shape_with_order(shape, Order::C)`](DeviceArray::into_shape_with_order), a view; [`to_shape`](DeviceArray::to_shape) copies where it must; -1 is [`infer_shape`] |
//! | `d.ravel()` | [`d.flatten_view(Order::C)`](DeviceArray::flatten_view) |
//! | `d.T`, `d.transpose(axes)` | [`d.t()`](DeviceArray::t), [`permuted_axes`](DeviceArray::permuted_axes), both views |
//! | `cupy.ascontiguousarray(d.T)` | [`d.t().to_standard_layout()`](DeviceArrayView::to_standard_layout) |
//! | `a @ b`, `numpy.dot(a, b)`, `cupy.matmul` | `a.matmul(&b, &mut blas)`, `a.dot(&b, &mut blas)`, with the feature `cublas` |
//! | `d.copy()` | [`d.to_owned()`](DeviceArray::to_owned) |
//! | `numpy.squeeze`, `expand_dims`, `broadcast_to` | [`squeeze`](DeviceArray::squeeze), [`insert_axis`](DeviceArrayView::insert_axis), [`broadcast`](DeviceArray::broadcast) |
//! | `d.view(dtype)` | [`d.cast::<B>()`](DeviceArray::cast) |
//! | `d.split(size)` | [`d.axis_chunks_iter(Axis(0), size)`](DeviceArray::axis_chunks_iter); `numpy.array_split` takes the number of parts instead |
//! | `d['field']`, `DeviceRecord` | [`d.field(field!(T, field))`](DeviceArray::field), a [`DeviceArray`] without axes |
//! | `d.bind(stream)` | [`d.on(&stream)`](DeviceArray::on) |
//! | `from_dlpack(x)`, `x.__dlpack__()` | [`dlpack::Tensor::into_shared`], [`DeviceArray::into_dlpack`] |
//! | `cuda.stream()`, `stream.synchronize()`, `cuda.external_stream(h)` | [`Context::stream`](cuda_driver::Context::stream), [`Stream::synchronize`](cuda_driver::Stream::synchronize), [`Stream::borrow_raw`](cuda_driver::Stream::borrow_raw) |
//! | `cuda.as_cuda_array(x)`, `cuda.from_cuda_array_interface`, `x.__cuda_array_interface__` | [`interface::CudaArrayInterface::into_shared`], [`DeviceArray::cuda_array_interface`] |
//! | `cuda.set_memory_manager`, EMM plug-ins | [`stream.with_resource(&r)`](MakeArrays::with_resource), with a [`MemoryResource`](cuda_driver::memory::resource::MemoryResource) |
//! | `with cuda.defer_cleanup()` | [`Deferred::defer`](cuda_driver::memory::resource::Deferred::defer) |
//! | `cuda.current_context().get_memory_info()` | [`Context::memory_info`](cuda_driver::Context::memory_info) |
//! | `d.get_ipc_handle()`, `cuda.open_ipc_array` | [`DeviceArray::share`], [`SharedArray::open`] |
//! | `kernel[grid, block](d)` | [`stream.launch`](cuda_driver::Stream::launch) with [`d.arg()`](DeviceArray::arg), with shape and strides, or `&d`, the address |
//! | `d.astype(t)`, `numpy.concatenate`, `d + 1` | not here: write a kernel, or [`assign`](DeviceArrayViewMut::assign) to slices of a larger array |
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
//! - `cublas`: products of arrays with cuBLAS, `a.dot(&b, &mut blas)` and
//!   `matmul`, and conversions of arrays to its vectors and matrices.
//! - `half`: `f16` and `bf16` of the crate `half` are elements that other libraries recognize.
//! - `complex`: the same for the complex numbers of `num-complex`.
#![warn(missing_docs)]

mod argument;
mod array;
mod assign;
#[cfg(feature = "cublas")]
mod blas;
mod cow;
pub mod dlpack;
mod dtype;
mod error;
mod host;
pub mod interface;
mod kernels;
mod layout;
mod make;
mod managed;
mod mapped;
mod pinned;
mod record;
mod reshape;
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
pub use dtype::{Bool, Dtype, DtypeInfo, Field, Kind};
pub use error::Error;
#[cfg(feature = "half")]
pub use half;
pub use host::ScopedArrays;
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
pub use share::{OpenedArray, ShareError, SharedArray};
pub use shared::SharedDeviceArray;
pub use slicing::python_slice;
pub use view::{DeviceArrayView, DeviceArrayViewMut};

/// The traits that create and copy arrays may gain methods, so only this crate implements them.
mod sealed {
    pub trait Sealed {}

    impl Sealed for cuda_driver::Context {}
    impl Sealed for cuda_driver::Scope<'_, '_> {}
    impl Sealed for cuda_driver::Stream {}
    impl Sealed for crate::WithResource<'_> {}
}
