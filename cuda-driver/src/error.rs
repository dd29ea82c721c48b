//! The errors of driver calls, and one that holds all of this crate's.

use core::ffi::c_int;
use core::fmt;
use core::num::NonZeroU32;

use cuda_driver_sys::{CUresult, Symbol};

pub use crate::handle::DestroyError;
pub use crate::generated::enums::ErrorCode;

use crate::driver::DeviceError;
use crate::driver::{LoadError, Version};
use crate::event::ElapsedError;
use crate::ipc::IpcError;
use crate::launch::LaunchError;
use crate::memory::MemoryError;
use crate::module::{ArgumentError, FunctionError, GlobalError, ImageError, InvalidName};
use crate::tensor_map::TensorMapError;
use crate::texture::TextureError;

/// Lets `?` convert this crate's errors to another crate's error type, through a variant that holds an [`Error`].
///
/// It implements `From` for [`Error`], [`CuResult`], [`DeviceError`], [`FunctionError`], [`ImageError`],
/// [`LaunchError`], [`LoadError`] and [`MemoryError`].
///
/// ```
/// #[derive(Debug)]
/// enum ArrayError {
///     Driver(cuda_driver::Error),
///     Length(usize),
/// }
///
/// cuda_driver::driver_errors!(ArrayError::Driver);
///
/// fn context(ordinal: usize) -> Result<cuda_driver::Context, ArrayError> {
///     Ok(cuda_driver::Driver::load()?.device(ordinal)?.primary_context()?)
/// }
/// ```
#[macro_export]
macro_rules! driver_errors {
    ($error:ident::$variant:ident) => {
        $crate::driver_errors!(
            $error::$variant, $crate::Error, $crate::CuResult, $crate::DeviceError, $crate::FunctionError,
            $crate::ImageError, $crate::LaunchError, $crate::LoadError, $crate::MemoryError
        );
    };
    ($error:ident::$variant:ident, $($from:ty),*) => {$(
        impl ::core::convert::From<$from> for $error {
            fn from(error: $from) -> Self {
                Self::$variant(::core::convert::From::from(error))
            }
        }
    )*};
}

/// The error of a failed driver call: its result code, the function, and the driver's version.
///
/// It is `Copy` and 8 bytes, and a `Result<(), CuResult>` is no larger: success has no overhead.
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
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(8))] // One register, also after the discriminant of a `Result`.
pub struct CuResult {
    code: NonZeroU32,
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
    /// `CUDA_SUCCESS`, which isn't an error, becomes `CUDA_ERROR_UNKNOWN`.
    #[must_use]
    #[inline]
    pub fn new(code: CUresult, call: Symbol, version: c_int) -> Self {
        let unknown = NonZeroU32::MIN.saturating_add(CUresult::CUDA_ERROR_UNKNOWN.0 - 1);
        Self {
            code: NonZeroU32::new(code.0).unwrap_or(unknown),
            call: call as u16,
            version: u16::try_from(version).unwrap_or(u16::MAX),
        }
    }

    /// Returns the result code.
    #[must_use]
    #[inline]
    pub const fn code(self) -> ErrorCode {
        ErrorCode::from_raw(CUresult(self.code.get()))
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

    /// Creates the error of a call that wasn't made because a driver of `version` lacks the function.
    pub(crate) fn absent(call: Symbol, version: c_int) -> Self {
        let error = Self::new(
            CUresult::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND,
            call,
            version,
        );
        Self {
            call: error.call | ABSENT,
            ..error
        }
    }

    /// Returns `true` if the driver lacks the function: nothing was called.
    #[must_use]
    #[inline]
    pub const fn is_absent(self) -> bool {
        self.call & ABSENT != 0
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
        let since = Version::from_number(call.entry_point().since.into());
        if self.is_absent() && since > driver {
            return write!(
                f,
                "{call} needs a driver of {since} or newer, this is {driver}"
            );
        }
        if self.is_absent() {
            return write!(
                f,
                "{call} is missing, although drivers have it since {since} and this is {driver}"
            );
        }
        write!(f, "{call}: {}", self.code())?;
        if self.is_context_lost() && self.code() != ErrorCode::DEINITIALIZED {
            // Any later call returns it, whatever it does.
            f.write_str("; the context is lost, by this or earlier work")?;
        }
        Ok(())
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

/// Any error of this crate, for functions that use `?` on several kinds of them.
#[derive(Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A driver call failed.
    #[error(transparent)]
    Driver(#[from] CuResult),
    /// The driver could not be loaded.
    #[error(transparent)]
    Load(Box<LoadError>),
    /// A device could not be opened.
    #[error(transparent)]
    Device(Box<DeviceError>),
    /// Memory could not be allocated, copied or filled.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// A kernel could not be launched.
    #[error(transparent)]
    Launch(Box<LaunchError>),
    /// An image could not be loaded.
    #[error(transparent)]
    Image(Box<ImageError>),
    /// A kernel lookup failed.
    #[error(transparent)]
    Function(Box<FunctionError>),
    /// A global variable could not be found or has another size.
    #[error(transparent)]
    Global(Box<GlobalError>),
    /// Arguments do not fit a kernel.
    #[error(transparent)]
    Argument(Box<ArgumentError>),
    /// The time between two events isn't available.
    #[error(transparent)]
    Elapsed(Box<ElapsedError>),
    /// A texture is invalid.
    #[error(transparent)]
    Texture(Box<TextureError>),
    /// Memory or an event could not be shared with another process.
    #[error(transparent)]
    Ipc(Box<IpcError>),
    /// A name cannot be passed to C.
    #[error(transparent)]
    Name(Box<InvalidName>),
    /// A tensor map could not be created.
    #[error(transparent)]
    TensorMap(Box<TensorMapError>),
    /// A value was not destroyed, because clones of it or objects made from it are alive.
    #[error(
        "clones of the value, or objects made from it, are alive; drop them before destroying it"
    )]
    Shared,
}

// Results are returned by every call: the rare, large errors are boxed.
const _: () = assert!(size_of::<Error>() <= 16 && size_of::<Result<(), Error>>() <= 16);

/// Converts errors that are boxed in [`Error`].
macro_rules! boxed {
    ($($variant:ident: $error:ty),+ $(,)?) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::$variant(Box::new(error))
            }
        }
    )+};
}

boxed!(
    Load: LoadError,
    Device: DeviceError,
    Launch: LaunchError,
    Image: ImageError,
    Elapsed: ElapsedError,
    Texture: TextureError,
    Function: FunctionError,
    Global: GlobalError,
    Argument: ArgumentError,
    Name: InvalidName,
    TensorMap: TensorMapError,
    Ipc: IpcError,
);

impl<T> From<DestroyError<T>> for Error {
    fn from(error: DestroyError<T>) -> Self {
        match error {
            DestroyError::Shared(_) => Self::Shared,
            DestroyError::Refused(_, result) | DestroyError::Lost(result) => Self::Driver(result),
            DestroyError::Owner(error) => Self::Memory(error),
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
            Self::Load(error) => error.result(),
            Self::Device(error) => error.result(),
            Self::Memory(error) => error.result(),
            Self::Launch(error) => error.result(),
            Self::Image(error) => error.result(),
            Self::Function(error) => error.result(),
            Self::Global(error) => error.result(),
            Self::Argument(error) => error.result(),
            Self::Elapsed(error) => error.result(),
            Self::Texture(error) => error.result(),
            Self::TensorMap(error) => error.result(),
            Self::Ipc(error) => error.result(),
            Self::Name(_) | Self::Shared => None,
        }
    }
}
