use core::fmt;

use cuda_driver::{CuResult, debug_as_display};
use cuda_libraries_sys::LoadError;
use cuda_libraries_sys::cusparse::{Symbol, cusparseStatus_t};
use cuda_library_support::{AbsentFunction, CallError};
use thiserror::Error;

/// An error of cuSPARSE or this crate.
#[derive(Error)]
#[non_exhaustive]
pub enum Error {
    /// No cuSPARSE could be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// This cuSPARSE lacks a function.
    #[error(transparent)]
    Absent(#[from] AbsentFunction),
    /// cuSPARSE returned an error.
    #[error(transparent)]
    Cusparse(#[from] Box<Failure>),
    /// The call isn't possible with its stream, operands or workspace.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The driver returned an error.
    #[error(transparent)]
    Driver(#[from] CuResult),
    /// Memory could not be allocated or copied.
    #[error(transparent)]
    Memory(#[from] cuda_driver::Error),
    /// Operands don't fit each other, or cuSPARSE has no such call.
    #[error("{call} isn't possible with {operands}: {rule}")]
    Shapes {
        /// The call.
        call: &'static str,
        /// The operands with their sizes.
        operands: String,
        /// What must hold.
        rule: &'static str,
    },
    /// A matrix was made with another cuSPARSE than the handle.
    #[error(
        "{call}'s {operand} was made with another cuSPARSE than the handle: make matrices with the handle's, `Handle::cusparse`"
    )]
    OtherLibrary {
        /// The call.
        call: &'static str,
        /// The operand.
        operand: &'static str,
    },
    /// Offsets or indices aren't those of a matrix.
    #[error("{} of a {matrix} is {value}: {rule}", Place { kind, at: *at, line: *line })]
    Structure {
        /// "offset", "row", "column", or "block column".
        kind: &'static str,
        /// Its position in the offsets or indices, from 0 on.
        at: usize,
        /// The row in which a column is; for CSC, the column in which a row is.
        line: Option<usize>,
        /// The matrix.
        matrix: String,
        /// The number there.
        value: i64,
        /// What must hold.
        rule: &'static str,
    },
}

debug_as_display!(Error);

/// An error of a function of cuSPARSE.
pub type Failure = cuda_library_support::Failure<cusparseStatus_t>;

/// Returns the error of a status, with what was passed.
#[inline]
pub(crate) fn check(
    symbol: Symbol,
    status: cusparseStatus_t,
    arguments: impl FnOnce() -> String,
) -> Result<(), Error> {
    match status {
        cusparseStatus_t::CUSPARSE_STATUS_SUCCESS => Ok(()),
        status => Err(Box::new(Failure::new(symbol.function(), status, arguments())).into()),
    }
}

/// Where a number is that isn't one of a matrix.
struct Place<'a> {
    kind: &'a str,
    at: usize,
    line: Option<usize>,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, at, line } = self;
        match (*kind, line) {
            ("offset", _) => write!(f, "offsets[{at}]"),
            (_, None) => write!(f, "offsets[{at}], a {kind},"),
            ("block column", Some(line)) => {
                write!(f, "indices[{at}], a block column in block row {line},")
            }
            ("row", Some(line)) => write!(f, "indices[{at}], a row in column {line},"),
            (_, Some(line)) => write!(f, "indices[{at}], a {kind} in row {line},"),
        }
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
