use cuda_driver::{CuResult, debug_as_display};
use cuda_libraries_sys::LoadError;
use cuda_libraries_sys::curand::{Symbol, curandStatus_t};
use cuda_library_support::{AbsentFunction, CallError};
use thiserror::Error;

use crate::kind::MAX_DIMENSIONS;

/// An error of cuRAND or this crate.
#[derive(Error)]
#[non_exhaustive]
pub enum Error {
    /// No cuRAND could be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// This cuRAND lacks a function.
    #[error(transparent)]
    Absent(#[from] AbsentFunction),
    /// cuRAND returned an error.
    #[error(transparent)]
    Curand(#[from] Box<Failure>),
    /// The call isn't possible with its stream and memory. A generator can't be used while a stream is captured: a graph would use
    /// its state, also when it is gone.
    #[error(transparent)]
    Call(#[from] CallError),
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
}

/// The largest mean of a Poisson distribution.
pub(crate) const MOST_LAMBDA: f64 = 400_000.0;

/// An error of a function of cuRAND.
pub type Failure = cuda_library_support::Failure<curandStatus_t>;

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
        status => Err(Box::new(Failure::new(symbol.function(), status, arguments())).into()),
    }
}

debug_as_display!(Error);
