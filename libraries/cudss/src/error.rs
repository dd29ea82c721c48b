use cuda_driver::{CuResult, debug_as_display};
use cuda_libraries_sys::LoadError;
use cuda_libraries_sys::cudss::{Symbol, cudssStatus_t};
use cuda_library_support::{AbsentFunction, CallError};
use thiserror::Error;

/// An error of cuDSS or this crate.
#[derive(Error)]
#[non_exhaustive]
pub enum Error {
    /// No cuDSS could be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// This cuDSS lacks a function, in the form of 0.8 or newer.
    #[error(transparent)]
    Absent(#[from] AbsentFunction),
    /// cuDSS returned an error.
    #[error(transparent)]
    Cudss(#[from] Box<Failure>),
    /// The call isn't possible with its stream or operands.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The driver returned an error.
    #[error(transparent)]
    Driver(#[from] CuResult),
    /// Memory could not be allocated or copied.
    #[error(transparent)]
    Memory(#[from] cuda_driver::Error),
    /// The matrix is such that there are no factors.
    #[error("{call} has no result: {verdict}")]
    Numbers {
        /// The call.
        call: &'static str,
        /// What is wrong with the matrix.
        verdict: Verdict,
    },
    /// A phase that the call builds on hasn't succeeded with the values that the matrix has.
    #[error("{call} isn't possible before `{needed}` has succeeded with the values of the matrix")]
    Phase {
        /// The call.
        call: &'static str,
        /// The method that is missing.
        needed: &'static str,
    },
    /// Operands don't fit each other, or cuDSS doesn't solve with such.
    #[error("{call} isn't possible with {operands}: {rule}")]
    Shapes {
        /// The call.
        call: &'static str,
        /// The operands with their sizes.
        operands: String,
        /// What must hold.
        rule: &'static str,
    },
    /// cuDSS can't use a dense matrix as it is in memory.
    #[error("{call} can't take {operand} as it is in memory: {rule}")]
    Layout {
        /// The call.
        call: &'static str,
        /// The matrix.
        operand: &'static str,
        /// What it has to be.
        rule: &'static str,
    },
}

/// What is wrong with a matrix.
#[derive(Error, Clone, Copy, PartialEq, Eq)]
#[doc(alias("CUDSS_DATA_INFO", "info"))]
#[non_exhaustive]
pub enum Verdict {
    /// A leading minor isn't positive: cuDSS's `info`.
    #[error(
        "the matrix isn't positive definite: what remains at row {row} of the reordered matrix isn't positive"
    )]
    NotPositiveDefinite {
        /// The row, counted from 0 on, after reordering.
        row: usize,
    },
    /// There is no pivot: cuDSS's `info`.
    #[error("the matrix is singular: row {row} of the reordered matrix has no pivot")]
    Singular {
        /// The row, counted from 0 on, after reordering.
        row: usize,
    },
    /// Pivots are as small as rounding errors, so that cuDSS has put others in their place.
    #[error(
        "the matrix is singular, or nearly so: {pivots} of its pivots are too small, and were replaced. \
         `Options::pivot_epsilon` permits that, for matrices with enough steps of refinement"
    )]
    Perturbed {
        /// How many.
        pivots: u64,
    },
}

debug_as_display!(Error, Verdict);

/// An error of a function of cuDSS.
pub type Failure = cuda_library_support::Failure<cudssStatus_t>;

/// Returns the error of a status, with what was passed.
#[inline]
pub(crate) fn check(
    symbol: Symbol,
    status: cudssStatus_t,
    arguments: impl FnOnce() -> String,
) -> Result<(), Error> {
    match status {
        cudssStatus_t::CUDSS_STATUS_SUCCESS => Ok(()),
        status => Err(Box::new(Failure::new(symbol.function(), status, arguments())).into()),
    }
}

/// An error of a call that takes a value, with the value, which can be used as before.
///
/// It converts into [`enum@Error`], which drops the value.
pub type ErrorWithValue<V> = cuda_library_support::ErrorWithValue<V, Error>;

impl<V> From<ErrorWithValue<V>> for Error {
    fn from(refused: ErrorWithValue<V>) -> Self {
        refused.into_error()
    }
}
