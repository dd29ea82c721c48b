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
//! - Every call that can fail returns a `Result`. The error is a [`CuResult`], which holds the driver's result code, or
//!   a type with more detail; all convert into [`Error`]. Exceptions are [`DeviceBuffer::cast`], which returns the buffer
//!   with its error, [`Stream::decompress`], which returns an index with it, and every `into_raw`, which returns only the
//!   value.
//! - Child objects keep their parents alive: a stream its context, a function its module, a buffer its stream.
//! - Dropping a value never panics, and requests no synchronization. `destroy` does the same and returns the driver's
//!   result. The driver itself waits for all work of the context before it unloads a module, destroys an [`Array`],
//!   frees pinned memory ([`PinnedPool`] reuses it instead), or frees device memory on devices without memory pools.
//! - Nothing happens implicitly. A launch is one driver call, and so is an asynchronous copy on a stream that was
//!   created here. Uses of memory aren't tracked, and nothing synchronizes unless its documentation says so. No call
//!   changes the calling thread's current context.
//! - Device memory belongs to a stream, and safe calls use it only there. [`Stream::fork`] shares it with other
//!   streams, [`DeviceBuffer::move_to`] transfers it, [`Stream::copy_peer`] copies it to another context or device.
//! - Host memory is borrowed by asynchronous copies in [`Stream::scope`], as by threads in [`std::thread::scope`], or
//!   owned by them until they complete ([`Transfer`]). Other safe copies wait.
//! - Safe calls do their work and never become part of a graph. [`Capture`] records graphs.
//! - The arguments of a launch are a tuple of numbers, buffers, slices, structs with [`kernel_argument!`], and the
//!   other types that [`Argument`] lists; an [`ArgumentList`] if their number is known only at run time.
//! - If the author of a kernel guarantees that every launch is sound, it can be a [`TypedKernel`], which is launched
//!   without `unsafe`.
//! - [`Driver::raw`] has every function of `cuda.h` under its C name. Raw handles can be adopted (`from_raw`), borrowed
//!   (`borrow_raw`), read (`as_raw`) and released (`into_raw`). [`DeviceBuffer::from_owner`] turns memory of any origin
//!   into a buffer.
//!
//! The [`guide`] explains how to build a library on this crate.
//!
//! # Features
//! - `half`: `f16` and `bf16` of the crate `half` can be elements and arguments.
//! - `check-streams`: a launch whose arguments include memory of another stream is rejected
//!   ([`LaunchError::OtherStream`]). Debug builds always check this.
//! - `instrument`: function tables that count calls and make chosen calls fail, for tests.

#[macro_use]
mod flags;

// The documentation lists methods in the order of these modules, and those of child modules first. So the most
// important modules come first, and `stream_query` and `context_settings` aren't child modules.
mod stream;

mod scope;

mod context;
mod device;
mod driver;
mod event;
mod image;
mod launch;
mod memory;
mod module;

mod context_settings;
mod stream_query;

mod argument;
mod array;
mod background;
mod capture;
mod capture_mode;
mod completion;
mod copy;
mod dev_resource;
mod embedded_kernels;
mod error;
mod event_pool;
mod fork;
mod function;
#[rustfmt::skip]
mod generated;
mod global;
mod graph;
mod green_context;
pub mod guide;
mod handle;
mod ipc;
mod jit;
mod kernel;
mod launch_error;
mod launchable;
mod library;
mod link;
mod occupancy;
mod peer;
mod raw;
mod settle;
mod sm_group;
mod surface;
mod tensor_map;
mod text;
mod texture;
mod typed_kernel;

pub use argument::{Argument, ArgumentList, Arguments, ByValue, Parameter, Parameters, Signature};
pub use array::{
    Array, ArrayDescriptor, ArrayFlags, ArrayMemoryRequirements, InvalidArray, MipmappedArray,
    SparseProperties, Texel,
};
pub use background::wait_for_deferred;
pub use bytemuck;
pub use capture::{Capture, Recorder};
pub use completion::Done;
pub use context::{CigData, Context, ContextFlags, ExecAffinity};
pub use copy::{
    CopyAttributes, CopyBatch, CopyFlags, CopySource, CopyTarget, Extent, HostRegion,
    HostRegionMut, Offset, RegionBatch, RegionOutOfBounds,
};
pub use cuda_arch::Version;
pub use cuda_driver_sys as sys;
pub use cuda_driver_sys::{DefaultStream, Symbol};
pub use dev_resource::{
    DevResource, DevResourceDesc, SmResource, SmSplit, SmSplitFlags, Workqueue, WorkqueueConfig,
};
pub use device::{AtomicCapabilities, ComputeCapability, Device, Luid, PrimaryContextState, Uuid};
pub use driver::{DeviceError, Driver, LoadError, NoSuchDevice};
pub use embedded_kernels::{AnyKernel, EmbeddedKernels};
pub use error::{CuResult, Error};
pub use event::{ElapsedError, Event, EventFlags};
pub use fork::Fork;
pub use function::{ArgumentCheck, ArgumentError, Function, ParameterInfo};
pub use generated::enums::*;
pub use global::GlobalError;
pub use graph::{Graph, GraphExec};
pub use green_context::{GreenContext, GreenContextFlags};
#[cfg(feature = "half")]
pub use half;
pub use handle::DestroyError;
pub use image::{ImageError, RefusedImage, UnreadableFile};
pub use ipc::{IpcError, IpcEventHandle, IpcMemHandle};
pub use jit::{JitLog, JitOptions};
pub use kernel::Kernel;
pub use launch::{Dim3, Launch, LaunchAttribute};
pub use launch_error::{Exceeded, LaunchError, LaunchRefusal};
pub use launchable::Launchable;
pub use library::{Library, LibraryOptions};
pub use link::{Linked, Linker};
#[cfg(unix)]
pub use memory::DmaBufFlags;
pub use memory::{
    CastError, Decompression, DeviceBuffer, DeviceSlice, DeviceSliceMut, DiscardBatch, Element,
    FabricHandle, Granularity, GrowingBuffer, HandleTypes, HostMemory, HostMemoryError,
    InvalidPitch, KeepAlive, LengthMismatch, ManagedBuffer, Mapped, MappedHostMemory, Mapping,
    MemAccess, MemLocation, MemoryError, MemoryOwner, MemoryPool, MemoryUsage, MulticastObject,
    MulticastProperties, OutOfMemory, OutOfRange, OutOfReservation, PhysicalMemory,
    PhysicalProperties, PinnedBuffer, PinnedFlags, PinnedPool, PitchedBuffer, Pointer,
    PointerAttributes, PoolPointer, PoolProperties, PoolUsage, PrefetchBatch, RegisterFlags,
    Registered, Reservation, Staging, TooLarge, Transfer, prefer_large_pages,
};
pub use module::{FunctionError, Module};
pub use occupancy::{BlockSize, OccupancyFlags};
pub use raw::Raw;
pub use scope::Scope;
pub use sm_group::{SmGroup, SmGroupFlags};
pub use stream::{Stream, StreamFlags};
pub use stream_query::StreamOrigin;
pub use surface::Surface;
pub use tensor_map::{
    RefusedTensorMap, TensorElement, TensorMap, TensorMapBuilder, TensorMapError,
};
pub use text::{InvalidName, ToCStr};
pub use texture::{
    InvalidTexture, ResourceView, Texture, TextureDescriptor, TextureError, TextureFlags,
    TextureResource,
};
pub use typed_kernel::{Always, Condition, TypedKernel};
