//! Idiomatic, overhead-free access to the CUDA driver API.
//!
//! A program goes from [`Driver`] to [`Device`], [`Context`] and [`Stream`]. A context loads [`Module`]s; a stream
//! launches their [`Function`]s on [`DeviceBuffer`]s. A [`Library`] is loaded for all contexts, and so are its [`Kernel`]s.
//!
//! ```no_run
//! use cuda_driver::{Driver, Launch};
//!
//! # fn main() -> Result<(), cuda_driver::Error> {
//! let context = Driver::load()?.device(0)?.primary_context()?;
//! let stream = context.stream()?;
//! # let ptx = "";
//! let saxpy = context.load_ptx(ptx)?.function("saxpy")?;
//!
//! let (x, y) = (stream.upload(&[1.0f32; 1000])?, stream.upload(&[2.0f32; 1000])?);
//! let mut out = stream.alloc::<f32>(1000)?;
//! // SAFETY: saxpy(float a, const float *x, const float *y, float *out, size_t n), n elements each
//! unsafe { stream.launch(&saxpy, Launch::elements(1000, 512), (2.0f32, &x, &y, &mut out, 1000usize)) }?;
//! assert_eq!(out.to_vec()?, vec![4.0; 1000]);
//! # Ok(()) }
//! ```
//!
//! # Rules
//! - Building needs no CUDA toolkit. A missing library or function is an `Err` that names it.
//! - Every call that can fail returns a `Result`. A call that only passes on the driver's result returns it as a
//!   [`CuResult`]; all others return [`Error`], to which everything converts. Some return a value with the error:
//!   `destroy` ([`DestroyError`](error::DestroyError)), copies that own their memory
//!   ([`HostMemoryError`](memory::HostMemoryError)), [`DeviceBuffer::cast`], and
//!   [`Stream::decompress`] (an index). Every `into_raw` returns only the value.
//! - Child objects keep their parents alive: a stream its context, a function its module, a buffer its stream.
//! - Dropping a value never panics, and requests no synchronization. `destroy` does the same and returns the driver's
//!   result. The driver itself waits for all work of the context before it unloads a module, destroys an [`Array`](array::Array),
//!   frees pinned memory ([`PinnedPool`](memory::PinnedPool) reuses it instead), or frees device memory on devices without memory pools.
//! - What happens by itself is said, and little. A launch is one driver call, and so is an asynchronous copy on a stream
//!   that was created here. Uses of memory aren't tracked, and nothing synchronizes unless its documentation says so. No
//!   call changes the calling thread's current context. The first allocation in a context makes the device's default
//!   pool keep up to an eighth of the device's memory when it is freed ([`Device::default_pool`]), and a thread of this
//!   crate drops what must live until work is done ([`Stream::drop_after`]).
//! - Device memory belongs to a stream, and safe calls use it only there. [`Stream::fork`] shares it with other
//!   streams, [`DeviceBuffer::move_to`] transfers it, [`Stream::copy_peer`] copies it to another context or device.
//! - Host memory is borrowed by asynchronous copies in [`Stream::scope`], as by threads in [`std::thread::scope`], or
//!   owned by them until they complete ([`Transfer`](memory::Transfer)). Other safe copies wait.
//! - Safe calls do their work and never become part of a graph. [`Capture`](graph::Capture) records graphs, and records a
//!   stream of the program only by an `unsafe` call ([`Stream::capture`]).
//! - The arguments of a launch are a tuple of numbers, buffers, slices, structs with [`kernel_argument!`], and the
//!   other types that [`Argument`](launch::Argument) lists; an [`ArgumentList`] if their number is known only at run time.
//! - If the author of a kernel guarantees that every launch is sound, it can be a [`TypedKernel`](launch::TypedKernel), which is launched
//!   without `unsafe`.
//! - [`Driver::raw`] has every function of `cuda.h` under its C name. Raw handles can be adopted (`from_raw`), borrowed
//!   (`borrow_raw`), used together with their owner (`from_owner`), read (`as_raw`) and released (`into_raw`).
//!   [`DeviceBuffer::from_owner`] turns memory of any origin into a buffer.
//! - An owner that was passed to `from_owner` is dropped once, after the last clone, what was made from it, and every call
//!   with the handle: on the thread that drops the last of these, or on one of this crate's, never in a callback of the
//!   driver. So it may call CUDA. What the object needs, such as its context, is still alive.
//!
//! The [`guide`] has a chapter about each of these topics, and about building a [library](guide::libraries) on this crate.
//!
//! # Features
//! Devices, contexts, streams, events, memory, modules, launches and scopes are always there. Each other module is a
//! feature of its name, off by default, and brings its methods of other types and its variants of [`Error`]:
//! - `copy`: strided copies, batches of copies, copies between contexts.
//! - `array`: arrays and mipmapped arrays; with `copy`.
//! - `texture`: texture and surface objects; with `array`.
//! - `tensor_map`: descriptions of tensors for bulk copies.
//! - `managed`: managed memory, advice, prefetches.
//! - `virtual_memory`: reserved addresses, physical memory, mappings, multicast; memory that grows in place.
//! - `ipc`: memory and events of other processes.
//! - `external`: memory and semaphores of other APIs, such as Vulkan; with `array`.
//! - `graphics`: buffers and images of OpenGL, EGL and VDPAU; with `array`.
//! - `graph`: graphs, recorded or built node by node; with `copy`. Nodes for semaphores of other APIs need `external`, too.
//! - `green`: green contexts, and splitting a device's resources.
//! - `diagnostics`: the driver's log, core dumps, profilers, notifications, checkpoints.
//! - `full`: all of these.
//!
//! The others:
//! - `half`: `f16` and `bf16` of the crate `half` can be elements and arguments.
//! - `instrument`: function tables that count calls and make chosen calls fail, for tests.
//! - `tracing`: spans of the crate `tracing` for what takes time (creating contexts, loading and linking code, instantiating
//!   graphs, waiting), named after the driver's functions, and events of the level `TRACE` for launches and for failed calls.
//!
//! If the compiler says that a method isn't found, a feature may be missing:
//!
#![doc = include_str!("features.md")]
//!
//! # The crates of this workspace
//! | for | crates |
//! |---|---|
//! | a GPU: memory, streams, graphs, launches | [cuda-driver](https://docs.rs/cuda-driver) |
//! | kernels, compiled and linked | [cuda-build](https://docs.rs/cuda-build), [cuda-nvrtc](https://docs.rs/cuda-nvrtc), [cuda-nvrtc-cache](https://docs.rs/cuda-nvrtc-cache), [cuda-nvvm](https://docs.rs/cuda-nvvm), [cuda-nvjitlink](https://docs.rs/cuda-nvjitlink), [cuda-nvfatbin](https://docs.rs/cuda-nvfatbin), [cuda-linker](https://docs.rs/cuda-linker), [cuda-arch](https://docs.rs/cuda-arch) |
//! | data in device memory | [cuda-ndarray](https://docs.rs/cuda-ndarray), [cuda-arrow](https://docs.rs/cuda-arrow), [cuda-awkward](https://docs.rs/cuda-awkward) |
//! | NVIDIA's libraries | [cuda-cublas](https://docs.rs/cuda-cublas), [cuda-cudnn](https://docs.rs/cuda-cudnn), [cuda-cudss](https://docs.rs/cuda-cudss), [cuda-cufft](https://docs.rs/cuda-cufft), [cuda-curand](https://docs.rs/cuda-curand), [cuda-cusolver](https://docs.rs/cuda-cusolver), [cuda-cusparse](https://docs.rs/cuda-cusparse), [cuda-nccl](https://docs.rs/cuda-nccl), [cuda-nvcomp](https://docs.rs/cuda-nvcomp), [cuda-nvml](https://docs.rs/cuda-nvml), [cuda-profiler](https://docs.rs/cuda-profiler); [cuda-library-support](https://docs.rs/cuda-library-support), to write one |
//! | tests without a GPU | [cuda-sim](https://docs.rs/cuda-sim), [cuda-sim-libraries](https://docs.rs/cuda-sim-libraries) |
//! | where CUDA is installed | [cuda-pathfinder](https://docs.rs/cuda-pathfinder), [cuda-pathfinder-cli](https://docs.rs/cuda-pathfinder-cli), [cuda-query](https://docs.rs/cuda-query) |
//! | raw bindings | [cuda-driver-api-sys](https://docs.rs/cuda-driver-api-sys), [cuda-nvrtc-sys](https://docs.rs/cuda-nvrtc-sys), [cuda-libraries-sys](https://docs.rs/cuda-libraries-sys) |
// What a feature has can be linked to only with it.
#![cfg_attr(
    not(all(feature = "full", feature = "half", feature = "tracing", feature = "instrument")),
    allow(rustdoc::broken_intra_doc_links)
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
mod flags;

mod shape;
pub mod stream;

pub mod context;
pub mod device;
pub mod driver;
pub mod error;
pub mod event;
pub mod launch;
pub mod memory;
pub mod module;

#[cfg(feature = "array")]
pub mod array;
#[cfg(feature = "copy")]
pub mod copy;
#[cfg(feature = "diagnostics")]
pub mod diagnostics;
#[cfg(feature = "external")]
pub mod external;
#[cfg(feature = "graph")]
pub mod graph;
#[cfg(feature = "graphics")]
pub mod graphics;
#[cfg(feature = "green")]
pub mod green;
pub mod guide;
#[cfg(feature = "ipc")]
pub mod ipc;
#[cfg(feature = "managed")]
pub mod managed;
pub mod scope;
#[cfg(feature = "tensor_map")]
pub mod tensor_map;
#[cfg(feature = "texture")]
pub mod texture;
#[cfg(feature = "virtual_memory")]
pub mod virtual_memory;

mod background;
mod exclusive;
mod fork;
#[rustfmt::skip]
mod generated;
mod object;
mod opaque;
mod trace;

pub use bytemuck;
pub use context::Context;
pub use cuda_driver_sys as sys;
pub use device::{Device, DeviceAttribute};
pub use driver::{Driver, Raw, Version};
pub use error::{CuResult, Error, ErrorCode};
pub use event::Event;
#[cfg(feature = "half")]
pub use half;
pub use launch::{ArgumentList, Dim3, Launch, LaunchAttribute};
pub use memory::{DeviceBuffer, DeviceSlice, DeviceSliceMut, Element, PinnedBuffer};
pub use module::{Function, Kernel, Library, Module};
pub use scope::Scope;
pub use stream::Stream;
