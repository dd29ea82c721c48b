//! The errors of driver calls, and one that holds all of this crate's.

#[cfg(feature = "array")]
pub(crate) mod array;
#[cfg(feature = "copy")]
pub(crate) mod copy;
mod destroy;
pub(crate) mod device;
pub(crate) mod driver;
#[cfg(feature = "external")]
pub(crate) mod external;
#[cfg(feature = "graph")]
pub(crate) mod graph;
pub(crate) mod launch;
pub(crate) mod memory;
pub(crate) mod module;
mod note;
#[cfg(feature = "tensor_map")]
pub(crate) mod tensor_map;
#[cfg(feature = "texture")]
pub(crate) mod texture;
#[cfg(feature = "virtual_memory")]
pub(crate) mod virtual_memory;

use core::ffi::c_int;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::num::NonZeroU16;

use cuda_driver_sys::{CUresult, Symbol};

pub use crate::generated::enums::ErrorCode;
pub use destroy::DestroyError;
pub(crate) use note::listen;
#[cfg(feature = "diagnostics")]
pub(crate) use note::split_log_entry;

#[cfg(feature = "copy")]
use crate::generated::enums::ArrayFormat;
#[cfg(feature = "array")]
use array::InvalidArray;
#[cfg(feature = "copy")]
use copy::RegionOutOfBounds;
use cuda_arch::Version;
use device::NoSuchDevice;
use driver::{InvalidName, LoadError};
#[cfg(feature = "external")]
use external::OutOfExternalMemory;
#[cfg(feature = "graph")]
use graph::{RefusedGraph, RefusedUpdate};
use launch::{ArgumentMismatch, MismatchedLaunch, RefusedLaunch, UnmetCondition};
use memory::{InvalidCast, InvalidPitch, LengthMismatch, OutOfMemory, OutOfRange, TooLarge};
use module::{FunctionNotFound, InvalidGlobal, RefusedImage, UnreadableFile};
#[cfg(feature = "tensor_map")]
use tensor_map::InvalidTensorMap;
#[cfg(feature = "texture")]
use texture::InvalidTexture;
#[cfg(feature = "virtual_memory")]
use virtual_memory::{Granularity, OutOfReservation};

impl ErrorCode {
    /// Returns the driver's description of the code; `None` for a code that is newer than this crate.
    #[must_use]
    pub fn description(self) -> Option<&'static str> {
        self.as_raw().description()
    }

    /// Returns `true` if no call works after this error: see [`CUresult::is_sticky`].
    #[must_use]
    pub const fn is_sticky(self) -> bool {
        self.as_raw().is_sticky()
    }
}

/// As `CUresult`: `CUDA_ERROR_INVALID_VALUE (1): invalid argument`, or the number alone for an unknown code.
impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_raw().fmt(f)
    }
}

/// The error of a failed driver call: its result code, the function, and the driver's version.
///
/// It is `Copy` and 8 bytes, and a `Result<(), CuResult>` is no larger: success has no overhead.
///
/// Its text has what the driver has logged about the call, if it is of CUDA 12.9 or newer and the error is one of the 256
/// latest: for a block that is too large, for example, the limit.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// # let kernels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels.ptx"));
/// # let module = context.load_ptx(kernels)?;
/// # let count = module.function("count")?;
/// use cuda_driver::{ErrorCode, Launch};
///
/// // SAFETY: the driver refuses blocks of more than 1024 threads.
/// let refused = unsafe { stream.launch(&count, Launch::grid(1).block(2048), ()) };
/// let result = refused.unwrap_err().result().expect("a driver call failed");
/// assert_eq!(result.code(), ErrorCode::INVALID_VALUE);
/// println!("{result}"); // cuLaunchKernel: CUDA_ERROR_INVALID_VALUE (1): invalid argument
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
#[repr(align(8))] // One register, also after the discriminant of a `Result`.
pub struct CuResult {
    /// All codes are below 1000.
    code: NonZeroU16,
    /// Its reason, or what the driver has logged about it; errors that differ in this alone are equal.
    note: u16,
    /// A [`Symbol`] as a number, so that comparing the code with zero distinguishes success from failure; with
    /// [`ABSENT`] if the driver lacks it.
    call: u16,
    version: u16,
}

const ABSENT: u16 = 1 << 15;

const _: () =
    assert!(size_of::<Result<(), CuResult>>() == 8 && Symbol::ALL.len() < ABSENT as usize);

impl CuResult {
    /// Creates the error of `call` in a driver of `version` (13000 for 13.0).
    ///
    /// `CUDA_SUCCESS`, which isn't an error, becomes `CUDA_ERROR_UNKNOWN`, and so does a number beyond 65,535.
    #[must_use]
    #[inline]
    pub fn new(code: CUresult, call: Symbol, version: c_int) -> Self {
        const UNKNOWN: NonZeroU16 =
            NonZeroU16::new(CUresult::CUDA_ERROR_UNKNOWN.0 as u16).expect("it isn't 0");
        let code = u16::try_from(code.0).ok().and_then(NonZeroU16::new);
        Self {
            code: code.unwrap_or(UNKNOWN),
            note: 0,
            call: call as u16,
            version: u16::try_from(version).unwrap_or(u16::MAX),
        }
    }

    /// Returns the result code.
    #[must_use]
    #[inline]
    pub const fn code(self) -> ErrorCode {
        ErrorCode::from_raw(CUresult(self.code.get() as u32))
    }

    /// Returns `true` if the context is lost: none of its work runs any more, and all its memory is gone.
    ///
    /// This holds for the codes after which, according to NVIDIA, the process must be restarted, for uncorrectable
    /// errors of memory and NVLink, and for a driver that shuts down. `CUDA_ERROR_CONTEXT_IS_DESTROYED` (709) isn't
    /// among them: it may be about another context, the current one.
    #[must_use]
    #[inline]
    pub const fn is_context_lost(self) -> bool {
        let code = self.code();
        code.is_sticky()
            || matches!(
                code,
                ErrorCode::DEINITIALIZED
                    | ErrorCode::ECC_UNCORRECTABLE
                    | ErrorCode::NVLINK_UNCORRECTABLE
            )
    }

    /// Returns the entry point that was called, or is missing.
    #[must_use]
    #[inline]
    pub const fn call(self) -> Symbol {
        Symbol::ALL[(self.call & !ABSENT) as usize]
    }

    /// Returns the driver's version.
    #[must_use]
    #[inline]
    pub fn driver_version(self) -> Version {
        Version::from_number(self.version.into())
    }

    /// Creates the error of a call of this thread that has just failed, with what the driver has logged about it.
    pub(crate) fn of_call(code: CUresult, call: Symbol, version: c_int) -> Self {
        Self { note: note::keep(call, code), ..Self::new(code, call, version) }
    }

    /// Adds a reason, which says more than what the driver has logged.
    #[cold]
    pub(crate) fn with(self, reason: String) -> Self {
        Self { note: note::add(self.call(), CUresult(self.code.get().into()), reason), ..self }
    }

    /// Adds the reason for an invalid value, which says more than what the driver has logged.
    #[cold]
    pub(crate) fn because(self, reason: impl FnOnce() -> Option<String>) -> Self {
        let code = CUresult(self.code.get().into());
        if code != CUresult::CUDA_ERROR_INVALID_VALUE {
            return self;
        }
        reason().map_or(self, |reason| self.with(reason))
    }

    fn key(self) -> (NonZeroU16, u16, u16) {
        (self.code, self.call, self.version)
    }

    /// Creates the error of a call that wasn't made because a driver of `version` lacks the function.
    pub(crate) fn absent(call: Symbol, version: c_int) -> Self {
        let error = Self::new(CUresult::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, call, version);
        Self { call: error.call | ABSENT, ..error }
    }

    /// Returns `true` if the driver lacks the function: nothing was called.
    #[must_use]
    #[inline]
    pub const fn is_absent(self) -> bool {
        self.call & ABSENT != 0
    }
}

impl PartialEq for CuResult {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for CuResult {}

impl Hash for CuResult {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl From<CuResult> for ErrorCode {
    fn from(error: CuResult) -> Self {
        error.code()
    }
}

impl fmt::Display for CuResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (call, driver) = (self.call(), self.driver_version());
        let since = Version::from_number(call.since().into());
        if self.is_absent() && since > driver {
            return write!(f, "{call} needs a driver of {since} or newer, this is {driver}");
        }
        if self.is_absent() {
            return write!(
                f,
                "{call} is missing, although drivers have it since {since} and this is {driver}"
            );
        }
        write!(f, "{call}: {}", self.code())?;
        let note = note::get(self.note, call, CUresult(self.code.get().into()));
        if self.is_context_lost() && self.code() != ErrorCode::DEINITIALIZED {
            // Any later call returns it, whatever it does.
            f.write_str("; the context is lost until the process ends, by this or earlier work")?;
            if note.is_none() && self.code().is_sticky() {
                f.write_str(": `cuda-sim run -- PROGRAM` or compute-sanitizer shows which")?;
            }
        }
        match note {
            Some(note) => write!(f, "; {note}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for CuResult {}

/// Implements `Debug` as `Display`, so that an error that `main` returns or `unwrap` reports prints as a sentence. For the
/// crates of this workspace.
#[doc(hidden)]
#[macro_export]
macro_rules! debug_as_display {
    ($($error:ty),+ $(,)?) => {$(
        impl core::fmt::Debug for $error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(self, f)
            }
        }
    )+};
}
pub(crate) use debug_as_display;

debug_as_display!(CuResult, Error);

/// Everything that can go wrong in this crate: one variant for each thing, with its details.
///
/// A call that only passes on the driver's result returns a [`CuResult`], which converts into this type. All other calls
/// return this type. The variants of a module that is a [feature](crate#features) exist only with it.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_driver::Error;
///
/// match stream.alloc::<f32>(1 << 50) {
///     Err(Error::OutOfMemory(error)) => println!("{} bytes are too many", error.bytes),
///     other => drop(other?),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With these two conversions, an error type of your own accepts every error of this crate by `?`:
///
/// ```
/// #[derive(Debug, thiserror::Error)]
/// enum MyError {
///     #[error(transparent)]
///     Cuda(#[from] cuda_driver::Error),
///     #[error(transparent)]
///     Driver(#[from] cuda_driver::CuResult),
/// }
/// ```
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A driver call failed.
    #[error(transparent)]
    Driver(#[from] CuResult),

    /// The driver could not be loaded.
    #[error(transparent)]
    Load(Box<LoadError>),
    /// There is no device with this ordinal.
    #[error(transparent)]
    NoSuchDevice(Box<NoSuchDevice>),

    /// There is not enough memory.
    #[error(transparent)]
    OutOfMemory(Box<OutOfMemory>),
    /// The size in bytes overflows an address.
    #[error(transparent)]
    TooLarge(Box<TooLarge>),
    /// Source and target have different lengths. Nothing was copied.
    #[error(transparent)]
    Length(Box<LengthMismatch>),
    /// A range extends past the end, or ends before it begins.
    #[error(transparent)]
    OutOfRange(Box<OutOfRange>),
    /// A memory operation of a stream is on another number of elements than one.
    #[error(
        "a memory operation is on one element, not {len}; take a slice of it: `slice(i..i + 1)`"
    )]
    NotOneElement {
        /// The number of elements.
        len: usize,
    },
    /// Memory can't be cast to elements of another type.
    #[error(transparent)]
    Cast(Box<InvalidCast>),
    /// The driver's memory has a smaller alignment than the elements need.
    #[error("the memory is not aligned to the {align} bytes that the elements need")]
    Alignment {
        /// The alignment of an element, in bytes.
        align: usize,
    },
    /// The buffer belongs to another stream, which may still use it. Memory of a context that
    /// [shares none](crate::context::Context::shares_memory_with) with the stream's is
    /// [`OtherContext`](Self::OtherContext) instead.
    #[error(
        "the buffer belongs to another stream; share it in `Stream::fork`, or move it with `buffer.move_to(&stream)`, first"
    )]
    OtherStream,
    /// The stream belongs to another context than the memory, or than the pool or module that it comes from, maybe of
    /// another device, and they don't [share memory](crate::context::Context::shares_memory_with).
    #[error(
        "the memory belongs to another context than the stream; use a stream of its context, or copy it with `Stream::copy_peer`"
    )]
    OtherContext,
    #[cfg(feature = "managed")]
    /// The host can't access managed memory while devices may be working, because one of them lacks
    /// [`CONCURRENT_MANAGED_ACCESS`](crate::device::DeviceAttribute::CONCURRENT_MANAGED_ACCESS).
    #[error(
        "the host can't access managed memory while kernels run, because a device lacks `CONCURRENT_MANAGED_ACCESS`; copy it with `Stream::download`, or use `host_unchecked` while all devices are idle"
    )]
    NoHostAccess,
    #[cfg(feature = "virtual_memory")]
    /// The size of physical memory isn't a multiple of the granularity.
    #[error(transparent)]
    Granularity(Box<Granularity>),
    #[cfg(feature = "virtual_memory")]
    /// The mapping extends past the reserved addresses.
    #[error(transparent)]
    OutOfReservation(Box<OutOfReservation>),
    #[cfg(feature = "external")]
    /// The mapping extends past the end of external memory.
    #[error(transparent)]
    OutOfExternalMemory(Box<OutOfExternalMemory>),

    #[cfg(feature = "copy")]
    /// A region isn't within a side of its copy. Nothing was copied.
    #[error(transparent)]
    Region(Box<RegionOutOfBounds>),
    /// Memory can't hold rows with this pitch.
    #[error(transparent)]
    Pitch(Box<InvalidPitch>),
    #[cfg(feature = "copy")]
    /// The elements don't have the size of the array's. Nothing was copied.
    #[error(
        "elements of {size} bytes cannot be copied from or to an array whose elements have {expected} bytes"
    )]
    ElementSize {
        /// The size of an element of the copy, in bytes.
        size: u32,
        /// The size of an element of the array, in bytes.
        expected: u32,
    },
    #[cfg(feature = "copy")]
    /// A batch needs the size of an array's elements, and this crate doesn't know it for this format. Nothing was
    /// added.
    #[error(
        "the size of the elements of a {format:?} array is not known, and copies of batches are counted in them; copy the region \
         with `Stream::copy_region`, which counts bytes"
    )]
    UnknownElements {
        /// The format of the array.
        format: ArrayFormat,
    },
    #[cfg(feature = "copy")]
    /// The distance of two rows in memory isn't a multiple of the size of the array's elements, as a batch requires.
    /// Nothing was added.
    #[error(
        "rows that begin {pitch} bytes apart are not a whole number of elements of {element} bytes, in which copies of batches \
         between memory and arrays are counted; copy the region with `Stream::copy_region`, which counts bytes"
    )]
    RowLength {
        /// The distance between the starts of two consecutive rows, in bytes.
        pitch: usize,
        /// The size of an element, in bytes.
        element: u32,
    },

    #[cfg(feature = "array")]
    /// The array descriptor is invalid.
    #[error(transparent)]
    Array(Box<InvalidArray>),
    #[cfg(feature = "array")]
    /// The mipmapped array doesn't have this level.
    #[error("there is no level {level}: the mipmapped array has {levels}, counted from 0")]
    Level {
        /// The requested level.
        level: u32,
        /// The number of levels.
        levels: u32,
    },
    #[cfg(feature = "texture")]
    /// A texture is invalid.
    #[error(transparent)]
    Texture(Box<InvalidTexture>),
    #[cfg(feature = "tensor_map")]
    /// The description of a tensor map is invalid.
    #[error(transparent)]
    TensorMap(Box<InvalidTensorMap>),

    /// The driver rejected an image.
    #[error(transparent)]
    Image(Box<RefusedImage>),
    /// A file could not be read.
    #[error(transparent)]
    Unreadable(Box<UnreadableFile>),
    /// A name cannot be passed to C.
    #[error(transparent)]
    Name(Box<InvalidName>),
    /// The module has no kernel of this name.
    #[error(transparent)]
    FunctionNotFound(Box<FunctionNotFound>),
    /// The module has no global variable of this name, or it has another size or alignment.
    #[error(transparent)]
    Global(Box<InvalidGlobal>),

    /// The launch exceeds a limit of the device or of the kernel.
    #[error(transparent)]
    Launch(Box<RefusedLaunch>),
    /// The arguments of a launch have another number or other sizes than the kernel's parameters. Nothing was launched.
    #[error(transparent)]
    LaunchArguments(Box<MismatchedLaunch>),
    /// Arguments don't match the parameters of a kernel.
    #[error(transparent)]
    Arguments(Box<ArgumentMismatch>),
    /// An argument is memory of another stream, which may still use it.
    #[error(
        "argument {index} (counted from 0) belongs to another stream; share it in `Stream::fork`, or move it with `buffer.move_to(&stream)`, first"
    )]
    ArgumentOfOtherStream {
        /// The index of the argument, from 0.
        index: usize,
    },
    /// An argument is memory of another context than the stream's, maybe of another device, and they don't [share
    /// memory](crate::context::Context::shares_memory_with).
    #[error(
        "argument {index} (counted from 0) belongs to another context than the stream; launch on a stream of its context, or copy it with `Stream::copy_peer`"
    )]
    ArgumentOfOtherContext {
        /// The index of the argument, from 0.
        index: usize,
    },
    /// A function of one context was launched on a stream of another, or put into a graph of another. Of a
    /// [typed kernel](crate::launch::TypedKernel), nothing was launched; otherwise the driver refused it.
    #[error(
        "the function belongs to another context than the stream; look it up in a module of the stream's context, or launch a `Kernel`"
    )]
    FunctionOfOtherContext,
    /// A [typed kernel](crate::launch::TypedKernel) has a condition that the launch or its arguments don't meet.
    #[error(transparent)]
    Condition(Box<UnmetCondition>),
    /// A [typed kernel](crate::launch::TypedKernel) was launched with an attribute that lets it begin before earlier work of
    /// its stream has ended, which only [`Stream::launch`](crate::stream::Stream::launch) supports.
    #[error(
        "`programmatic_stream_serialization` lets the kernel begin before its memory is ready; launch `typed.kernel()` with `Stream::launch`"
    )]
    Overlap,

    #[cfg(feature = "graph")]
    /// A graph can't be instantiated.
    #[error(transparent)]
    Graph(Box<RefusedGraph>),
    #[cfg(feature = "graph")]
    /// An executable graph can't be updated.
    #[error(transparent)]
    Update(Box<RefusedUpdate>),
    #[cfg(feature = "graph")]
    /// A graph that becomes a node of another one isn't owned by the value.
    #[error(
        "the graph is borrowed from other code, so it can't be moved into another one; clone it first"
    )]
    NotOwned,
    #[cfg(feature = "graph")]
    /// A node or condition isn't one of this graph.
    #[error(
        "the node or condition isn't one of this graph: it belongs to another graph, or was destroyed"
    )]
    NotInGraph,
    #[cfg(feature = "graph")]
    /// A node can't set elements to this value.
    #[error(
        "a node can't set elements of {size} bytes to this value, only values of 1, 2 or 4 bytes or of equal parts of such a \
         size; launch a kernel instead"
    )]
    MemsetValue {
        /// The size of an element, in bytes.
        size: usize,
    },

    /// One of the events was made without timing.
    #[error("an event made with DISABLE_TIMING has no time; create both with `Context::event`")]
    TimingDisabled,
    /// One of the events was never recorded.
    #[error(
        "an event that was never recorded has no time; record both with `Stream::record` first"
    )]
    NotRecorded,
    /// The device has not reached one of the events yet.
    #[error("the device has not reached both events yet; synchronize with the later one first")]
    NotComplete,
    /// The second event came before the first.
    #[error("the device reached the second event before the first; swap them")]
    Reversed,

    #[cfg(feature = "ipc")]
    /// The driver can't share this memory with other processes.
    #[error(
        "the memory can't be shared by a handle ({0}): allocate it with `Stream::alloc_unpooled`, or from a pool that is \
         exported itself"
    )]
    NotShareable(#[source] CuResult),
    #[cfg(feature = "ipc")]
    /// The event was created without [`EventFlags::INTERPROCESS`](crate::event::EventFlags::INTERPROCESS).
    #[error(
        "the event can't be shared: create it with `EventFlags::INTERPROCESS | EventFlags::DISABLE_TIMING`"
    )]
    NotInterprocess,
    #[cfg(feature = "ipc")]
    /// The handle was created in this process.
    #[error("the handle was created in this process ({0}): use the original value")]
    OwnProcess(#[source] CuResult),
    #[cfg(feature = "ipc")]
    /// The handle's object doesn't exist.
    #[error(
        "the handle refers to nothing that is shared ({0}): the other process freed it or ended, or the bytes aren't those \
         that `as_bytes` returned there"
    )]
    UnknownHandle(#[source] CuResult),
    #[cfg(feature = "ipc")]
    /// The bytes are too few or too many for a handle.
    #[error("a handle has 64 bytes, not {found}")]
    HandleLength {
        /// The number of bytes found.
        found: usize,
    },

    /// A value was not destroyed, because clones of it or objects made from it are alive.
    #[error(
        "clones of the value, or objects made from it, are alive; drop them before destroying it"
    )]
    Shared,
}

// Results are returned by every call: the rare, large details are boxed.
const _: () = assert!(size_of::<Error>() <= 16 && size_of::<Result<(), Error>>() <= 16);

/// Converts details that are boxed in [`Error`].
macro_rules! boxed {
    ($($(#[$attribute:meta])* $variant:ident: $details:ty),+ $(,)?) => {$(
        $(#[$attribute])*
        impl From<$details> for Error {
            #[cold]
            fn from(details: $details) -> Self {
                Self::$variant(Box::new(details))
            }
        }
    )+};
}

boxed!(
    Load: LoadError,
    NoSuchDevice: NoSuchDevice,
    OutOfMemory: OutOfMemory,
    TooLarge: TooLarge,
    Length: LengthMismatch,
    OutOfRange: OutOfRange,
    Cast: InvalidCast,
    #[cfg(feature = "virtual_memory")]
    Granularity: Granularity,
    #[cfg(feature = "virtual_memory")]
    OutOfReservation: OutOfReservation,
    #[cfg(feature = "external")]
    OutOfExternalMemory: OutOfExternalMemory,
    #[cfg(feature = "copy")]
    Region: RegionOutOfBounds,
    Pitch: InvalidPitch,
    #[cfg(feature = "array")]
    Array: InvalidArray,
    #[cfg(feature = "texture")]
    Texture: InvalidTexture,
    #[cfg(feature = "tensor_map")]
    TensorMap: InvalidTensorMap,
    Image: RefusedImage,
    Unreadable: UnreadableFile,
    Name: InvalidName,
    FunctionNotFound: FunctionNotFound,
    Global: InvalidGlobal,
    Launch: RefusedLaunch,
    LaunchArguments: MismatchedLaunch,
    Condition: UnmetCondition,
    #[cfg(feature = "graph")]
    Graph: RefusedGraph,
    #[cfg(feature = "graph")]
    Update: RefusedUpdate,
    Arguments: ArgumentMismatch,
);

impl<T> From<DestroyError<T>> for Error {
    fn from(error: DestroyError<T>) -> Self {
        match error {
            DestroyError::Shared(_) => Self::Shared,
            DestroyError::Refused(_, result) | DestroyError::Lost(result) => Self::Driver(result),
            DestroyError::Owner(error) => error,
        }
    }
}

impl Error {
    /// Returns the driver's result if a driver call failed.
    #[must_use]
    #[inline]
    pub fn result(&self) -> Option<CuResult> {
        match self {
            Self::Driver(result) => Some(*result),
            #[cfg(feature = "ipc")]
            Self::NotShareable(result) | Self::OwnProcess(result) | Self::UnknownHandle(result) => {
                Some(*result)
            }
            Self::Load(error) => error.result(),
            Self::NoSuchDevice(error) => Some(error.result),
            Self::OutOfMemory(error) => Some(error.result),
            #[cfg(feature = "virtual_memory")]
            Self::Granularity(error) => Some(error.result),
            Self::Image(error) => Some(error.result),
            Self::Launch(error) => Some(error.result),
            #[cfg(feature = "graph")]
            Self::Graph(error) => Some(error.result),
            #[cfg(feature = "graph")]
            Self::Update(error) => Some(error.result),
            _ => None,
        }
    }

    /// Returns the log of the driver's compiler or linker; empty if it didn't run.
    #[must_use]
    #[inline]
    pub fn log(&self) -> &str {
        match self {
            Self::Image(refused) => &refused.log,
            _ => "",
        }
    }
}
