use core::fmt;

use cuda_driver::stream::LibraryCallError;
use cuda_driver::{CuResult, debug_as_display};
use cuda_libraries_sys::curand::{Function, LoadError, Symbol, curandStatus_t};
use thiserror::Error;

use crate::kind::MAX_DIMENSIONS;

/// An error of cuRAND or this crate.
#[derive(Error)]
#[non_exhaustive]
pub enum Error {
    /// No cuRAND could be loaded.
    #[error(transparent)]
    Load(Box<LoadError>),
    /// This cuRAND lacks a function.
    #[error(
        "this cuRAND has no {}: it is {found}, and {} or newer is needed (the last three digits are the last two parts)",
        function.name,
        function.since
    )]
    Absent {
        /// The function.
        function: &'static Function,
        /// The release that is loaded.
        found: u32,
    },
    /// cuRAND returned an error.
    #[error(transparent)]
    Curand(Box<Failure>),
    /// The cuRAND that was loaded is NVIDIA's, and the context isn't of NVIDIA's driver: it may be of the software device.
    #[error(
        "{function} failed, because this cuRAND is NVIDIA's, and the context is of another driver than NVIDIA's: for the software \
         device, pass `cuda_sim_libraries::curand::table()` to `from_table`, instead of `load`"
    )]
    OtherDriver {
        /// The function, by its name in C.
        function: &'static str,
    },
    /// The driver returned an error.
    #[error(transparent)]
    Driver(#[from] CuResult),
    /// Memory could not be allocated or copied.
    #[error(transparent)]
    Memory(#[from] cuda_driver::Error),
    /// There are no points of this many dimensions.
    #[error("a quasi-random generator can't have {0} dimensions: it has 1 to {MAX_DIMENSIONS}")]
    Dimensions(u32),
    /// The numbers aren't those of whole points.
    #[error(
        "{len} numbers aren't whole points of {dimensions} dimensions: pass a slice whose length is a multiple of {dimensions}"
    )]
    NotWhole {
        /// The number of elements.
        len: usize,
        /// The number of dimensions.
        dimensions: u32,
    },
    /// The address of a slice isn't a multiple of what cuRAND writes at once.
    #[error(
        "cuRAND can't write pairs of {bytes} bytes to the address {address:#x}: pass a slice that begins an even number of \
         elements after its buffer does, or use another generator, of which only Xorwow and Mrg32k3a need pairs"
    )]
    Misaligned {
        /// The address.
        address: u64,
        /// The size of a pair of normally distributed numbers, of which the address must be a multiple.
        bytes: usize,
    },
    /// There is no Poisson distribution of this mean.
    #[error(
        "lambda is {0}: cuRAND's Poisson distributions have a mean above 0, and at most {MOST_LAMBDA}"
    )]
    Lambda(f64),
    /// The buffer belongs to another stream.
    #[error(
        "the buffer belongs to another stream than the one of the call: take it there with its own stream's methods first"
    )]
    OtherStream,
    /// The stream is of another context than the generator.
    #[error(
        "the stream is of another context than the generator: create a generator for each context"
    )]
    OtherContext,
    /// The stream is being captured.
    #[error(
        "the stream is captured, and a graph would use the generator's state, also when it is gone: generate before the \
         capture or after it, or call cuRAND by `Curand::raw` and keep generator and buffers"
    )]
    Captured,
}

/// The largest mean of a Poisson distribution.
pub(crate) const MOST_LAMBDA: f64 = 400_000.0;

/// An error of a function of cuRAND.
#[derive(Error)]
#[non_exhaustive]
#[error("{function} returned {status}{}", Detail(arguments))]
pub struct Failure {
    /// The function, by its name in C.
    pub function: &'static str,
    /// The code.
    pub status: curandStatus_t,
    /// What was passed to it.
    pub arguments: String,
}

struct Detail<'a>(&'a str);

impl fmt::Display for Detail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => Ok(()),
            arguments => write!(f, ", for {arguments}"),
        }
    }
}

impl From<LibraryCallError> for Error {
    fn from(error: LibraryCallError) -> Self {
        match error {
            LibraryCallError::OtherContext => Self::OtherContext,
            LibraryCallError::OtherStream { .. } => Self::OtherStream,
            LibraryCallError::Misaligned { address, alignment, .. } => {
                Self::Misaligned { address, bytes: alignment }
            }
            LibraryCallError::Captured | LibraryCallError::NotRecording => Self::Captured,
            LibraryCallError::Driver(error) => Self::Driver(error),
        }
    }
}

impl From<LoadError> for Error {
    fn from(error: LoadError) -> Self {
        Self::Load(Box::new(error))
    }
}

/// Returns the error of a status.
pub(crate) fn check(symbol: Symbol, status: curandStatus_t) -> Result<(), Error> {
    check_for(symbol, status, String::new)
}

/// Returns the error of a status, with what was passed.
pub(crate) fn check_for(
    symbol: Symbol,
    status: curandStatus_t,
    arguments: impl FnOnce() -> String,
) -> Result<(), Error> {
    match status {
        curandStatus_t::CURAND_STATUS_SUCCESS => Ok(()),
        status => Err(Error::Curand(Box::new(Failure {
            function: symbol.function().name,
            status,
            arguments: arguments(),
        }))),
    }
}

debug_as_display!(Error, Failure);
