use cuda_driver::{CuResult, debug_as_display};
use cuda_libraries_sys::LoadError;
use cuda_libraries_sys::cusolver::{Symbol, cusolverStatus_t};
use cuda_library_support::{AbsentFunction, CallError};
use thiserror::Error;

/// An error of cuSOLVER or this crate.
#[derive(Error)]
#[non_exhaustive]
pub enum Error {
    /// No cuSOLVER could be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// This cuSOLVER lacks a function.
    #[error(transparent)]
    Absent(#[from] AbsentFunction),
    /// cuSOLVER returned an error.
    #[error(transparent)]
    Cusolver(#[from] Box<Failure>),
    /// The call isn't possible with its stream, operands or workspace.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The driver returned an error.
    #[error(transparent)]
    Driver(#[from] CuResult),
    /// Memory could not be allocated or copied.
    #[error(transparent)]
    Memory(#[from] cuda_driver::Error),
    /// A matrix is such that there is no result.
    #[error("{call} has no result{}: {verdict}", BatchIndex(*matrix))]
    Numbers {
        /// The call.
        call: &'static str,
        /// The matrix of a batch.
        matrix: Option<usize>,
        /// What is wrong with it.
        verdict: Verdict,
    },
    /// Operands don't fit each other.
    #[error("{call} isn't possible with {operands}: {rule}")]
    Shapes {
        /// The call.
        call: &'static str,
        /// The operands with their sizes.
        operands: String,
        /// What must hold.
        rule: &'static str,
    },
    /// cuSOLVER can't use a matrix as it is in memory.
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

debug_as_display!(Error);

/// An error of a function of cuSOLVER.
pub type Failure = cuda_library_support::Failure<cusolverStatus_t>;

/// Returns the error of a status, with what was passed.
#[inline]
pub(crate) fn check(
    symbol: Symbol,
    status: cusolverStatus_t,
    arguments: impl FnOnce() -> String,
) -> Result<(), Error> {
    match status {
        cusolverStatus_t::CUSOLVER_STATUS_SUCCESS => Ok(()),
        status => Err(Box::new(Failure::new(symbol.function(), status, arguments())).into()),
    }
}

impl Error {
    /// Returns the error as that of the call that was made, of which the one that failed is a part.
    #[doc(hidden)]
    #[must_use]
    pub fn in_call(mut self, name: &'static str) -> Self {
        match &mut self {
            Self::Call(error) => return error.clone().in_call(name).into(),
            Self::Numbers { call, .. } | Self::Shapes { call, .. } | Self::Layout { call, .. } => {
                *call = name
            }
            Self::Load(_)
            | Self::Absent(_)
            | Self::Cusolver(_)
            | Self::Driver(_)
            | Self::Memory(_) => {}
        }
        self
    }
}

/// The words for a matrix of a batch.
struct BatchIndex(Option<usize>);

impl core::fmt::Display for BatchIndex {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            Some(index) => write!(f, " for matrix {index} of the batch"),
            None => Ok(()),
        }
    }
}

/// What is wrong with a matrix: cuSOLVER's `info`. Rows and columns are counted from 0.
#[derive(Error, Clone, Copy, PartialEq, Eq)]
#[doc(alias("info", "devInfo"))]
#[non_exhaustive]
pub enum Verdict {
    /// A pivot is 0.
    #[error("the matrix is singular, its pivot {pivot} is 0")]
    Singular {
        /// The row of the pivot in the upper factor.
        pivot: usize,
    },
    /// A leading minor isn't positive.
    #[error(
        "the matrix isn't positive definite: what remains at row {row} of its diagonal isn't positive"
    )]
    NotPositiveDefinite {
        /// The last row of the minor.
        row: usize,
    },
    /// An iteration didn't converge.
    #[error("the iteration didn't converge for {count} of its numbers")]
    NotConverged {
        /// How many are missing.
        count: usize,
    },
    /// cuSOLVER refused an argument.
    #[error("cuSOLVER refused its argument {argument}")]
    Argument {
        /// The argument, counted from 1 on.
        argument: usize,
    },
}

/// Writes its message, as `unwrap` shows it.
impl core::fmt::Debug for Verdict {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}
