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
#[derive(Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[error("{}", Sentence(*self))]
pub struct CuResult {
    code: NonZeroU32,
    /// A [`Symbol`] as a number: so the code alone tells success from failure, with a test for zero.
    call: u16,
    version: u16,
}

const _: () = assert!(size_of::<Result<(), CuResult>>() == 8);

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
        Symbol::ALL[self.call as usize]
    }

    /// The version of the driver that answered.
    #[must_use]
    pub fn driver_version(self) -> Version {
        Version::from_cuda(self.version.into())
    }

    /// Whether the driver lacks the function: nothing was called.
    #[must_use]
    pub fn is_absent(self) -> bool {
        self.code() == CUresult::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND
            && self.call().entry_point().since > self.version
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

struct Sentence(CuResult);

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = self.0;
        if error.is_absent() {
            let since = Version::from_cuda(error.call().entry_point().since.into());
            return write!(
                f,
                "{} needs a driver of {since} or newer, this is {}",
                error.call(),
                error.driver_version()
            );
        }
        write!(f, "{}: {}", error.call(), error.code())
    }
}

/// Any error of this crate, for functions that do several things with `?`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A driver call failed.
    #[error(transparent)]
    Driver(#[from] CuResult),
    /// There is no driver to use.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// Memory could not be allocated, copied or filled.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// An image could not be loaded.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// A function could not be found.
    #[error(transparent)]
    Function(#[from] FunctionError),
    /// Arguments do not fit a kernel.
    #[error(transparent)]
    Argument(#[from] ArgumentError),
    /// No time could be told between two events.
    #[error(transparent)]
    Elapsed(#[from] ElapsedError),
    /// A name cannot be given to C.
    #[error(transparent)]
    Name(#[from] InvalidName),
}
