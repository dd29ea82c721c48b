//! Idiomatic, overhead-free access to the CUDA driver API.
//!
//! The way of a program is [`Driver`] → [`Device`] → [`Context`] → [`Stream`]; a context loads
//! [`Module`]s, whose [`Function`]s a stream launches on [`DeviceBuffer`]s.
//!
//! ```no_run
//! use cuda_driver::{Driver, Launch};
//!
//! let context = Driver::load()?.device(0)?.primary_context()?;
//! let stream = context.stream()?;
//! # let ptx = c"";
//! let module = context.load_ptx(ptx)?;
//! let saxpy = module.function(c"saxpy")?;
//!
//! let (host_x, host_y) = (vec![1.0f32; 1000], vec![2.0f32; 1000]);
//! let (x, y) = (stream.upload(&host_x)?, stream.upload(&host_y)?);
//! let mut out = stream.alloc::<f32>(1000)?;
//! // SAFETY: saxpy(float a, const float *x, const float *y, float *out, size_t n), n elements each
//! unsafe { stream.launch(&saxpy, Launch::elements(1000, 512), (2.0f32, &x, &y, &mut out, 1000usize)) }?;
//! assert_eq!(out.to_vec()?, vec![4.0; 1000]);
//! # Ok::<(), cuda_driver::Error>(())
//! ```
//!
//! # Rules
//! - Nothing of CUDA is needed to build. A missing library or function is an `Err` that names it.
//! - Every call answers `Result<_, CuResult>`, or an error that says more and converts to [`Error`].
//! - Whoever has a child has its parent: a stream holds its context, a function its module. Dropping
//!   never panics and asks for no synchronization; `destroy` lets go at once and says what came of it. The
//!   driver itself waits for the context's work before it frees pinned memory or unloads a module, and before
//!   it frees device memory by `cuMemFree`, as it does where a device has no memory pools.
//! - Nothing is hidden: no events, streams, locks or synchronization that nobody asked for, and no
//!   change of the calling thread's current context.
//! - Device memory belongs to a stream, and is used on it. [`Stream::scope`] borrows host memory for
//!   asynchronous copies, as `std::thread::scope` does for threads.
//! - Arguments of a launch are numbers, buffers and slices in a tuple, structures for which [`kernel_argument!`] was
//!   said, or an [`ArgumentList`], where their number is known at run time alone.
//! - [`Driver::raw`] has every function of `cuda.h` by its own name, and handles can be taken over, borrowed
//!   and given away.
//!
//! # Features
//! - `half`: `f16` and `bf16` of that crate are elements and arguments.
//! - `instrument`: tables that count calls and let chosen ones fail, for tests.

mod argument;
mod context;
mod device;
mod driver;
mod error;
mod event;
mod function;
#[rustfmt::skip]
mod generated;
mod launch;
mod memory;
mod module;
mod name;
mod raw;
mod scope;
mod stream;

pub use argument::{Argument, ArgumentList, Arguments, Signature};
pub use context::{Context, ContextFlags};
pub use cuda_arch::Version;
pub use cuda_driver_sys as sys;
pub use cuda_driver_sys::{CUresult, DefaultStream, Symbol};
pub use device::{ComputeCapability, Device, Uuid};
pub use driver::{Driver, LoadError};
pub use error::{CuResult, Error};
pub use event::{ElapsedError, Event, EventFlags};
pub use function::{ArgumentCheck, ArgumentError, Function};
pub use generated::enums::*;
pub use launch::{Dim3, Launch, LaunchAttribute};
pub use memory::{
    DeviceBuffer, DeviceSlice, DeviceSliceMut, Element, MemoryError, PinnedBuffer, PinnedFlags,
};
pub use module::{FunctionError, ImageError, JitOptions, Module};
pub use name::{InvalidName, Name};
pub use raw::Raw;
pub use scope::Scope;
pub use stream::{Stream, StreamFlags};
