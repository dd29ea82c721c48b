use core::ffi::c_int;
use core::fmt;
use core::num::NonZeroU32;

use cuda_driver_sys::{CUresult, Symbol};

use crate::{
    ArgumentError, ElapsedError, FunctionError, ImageError, InvalidName, LoadError, MemoryError,
    Version,
};

/// What a driver call answered when it did not succeed: the code, the call, and the driver's version.
///
/// It is `Copy` and 8 bytes, and a `Result<(), CuResult>` is no larger: success costs nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(8))] // One register, also behind the discriminant of a `Result`.
pub struct CuResult {
    code: NonZeroU32,
    /// A [`Symbol`] as a number, so that the code alone tells success from failure, with a test for
    /// zero; with [`ABSENT`] where the driver lacks it.
    call: u16,
    version: u16,
}

const ABSENT: u16 = 1 << 15;

const _: () =
    assert!(size_of::<Result<(), CuResult>>() == 8 && Symbol::ALL.len() < ABSENT as usize);

impl CuResult {
    /// The error of `call`, answered by a driver of `version` (13000 for 13.0).
    ///
    /// `CUDA_SUCCESS` is no error; given all the same, it becomes `CUDA_ERROR_UNKNOWN`.
    #[must_use]
    pub fn new(code: CUresult, call: Symbol, version: c_int) -> Self {
        let unknown = NonZeroU32::MIN.saturating_add(CUresult::CUDA_ERROR_UNKNOWN.0 - 1);
        Self {
            code: NonZeroU32::new(code.0).unwrap_or(unknown),
            call: call as u16,
            version: u16::try_from(version).unwrap_or(u16::MAX),
        }
    }

    /// The result code.
    #[must_use]
    pub const fn code(self) -> CUresult {
        CUresult(self.code.get())
    }

    /// The entry point that was called, or that is missing.
    #[must_use]
    pub const fn call(self) -> Symbol {
        Symbol::ALL[(self.call & !ABSENT) as usize]
    }

    /// The version of the driver that answered.
    #[must_use]
    pub fn driver_version(self) -> Version {
        Version::from_number(self.version.into())
    }

    /// The error of a call that was not made: a driver of `version` lacks the function.
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

    /// Whether the driver lacks the function: nothing was called.
    #[must_use]
    pub const fn is_absent(self) -> bool {
        self.call & ABSENT != 0
    }
}

impl From<CuResult> for CUresult {
    fn from(error: CuResult) -> Self {
        error.code()
    }
}

impl fmt::Debug for CuResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "CuResult({}: {:?}, driver {})",
            self.call(),
            self.code(),
            self.driver_version()
        )
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
                "{call} is not there, though drivers have it since {since} and this is {driver}"
            );
        }
        write!(f, "{call}: {}", self.code())
    }
}

impl std::error::Error for CuResult {}

/// Implements `Display` and `Error` for an error: for each of its variants, what it says.
macro_rules! says {
    ($error:ty { $($variant:pat => $text:literal $(, $value:expr)*;)+ }) => {
        impl core::fmt::Display for $error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {
                    $($variant => write!(f, $text $(, $value)*),)+
                }
            }
        }

        impl std::error::Error for $error {}
    };
}
pub(crate) use says;

/// Lets `?` turn errors into one that has a variant for them.
macro_rules! takes {
    ($error:ty { $($variant:ident($inner:ty),)+ }) => {$(
        impl From<$inner> for $error {
            fn from(error: $inner) -> Self {
                Self::$variant(error)
            }
        }
    )+};
}
pub(crate) use takes;

/// Any error of this crate, for functions that do several things with `?`.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A driver call failed.
    Driver(CuResult),
    /// There is no driver to use.
    Load(LoadError),
    /// Memory could not be allocated, copied or filled.
    Memory(MemoryError),
    /// An image could not be loaded.
    Image(ImageError),
    /// A function could not be found.
    Function(FunctionError),
    /// Arguments do not fit a kernel.
    Argument(ArgumentError),
    /// No time could be told between two events.
    Elapsed(ElapsedError),
    /// A name cannot be given to C.
    Name(InvalidName),
}

says!(Error {
    Self::Driver(error) => "{error}";
    Self::Load(error) => "{error}";
    Self::Memory(error) => "{error}";
    Self::Image(error) => "{error}";
    Self::Function(error) => "{error}";
    Self::Argument(error) => "{error}";
    Self::Elapsed(error) => "{error}";
    Self::Name(error) => "{error}";
});

takes!(Error {
    Driver(CuResult),
    Load(LoadError),
    Memory(MemoryError),
    Image(ImageError),
    Function(FunctionError),
    Argument(ArgumentError),
    Elapsed(ElapsedError),
    Name(InvalidName),
});
