use cuda_driver::{CuResult, debug_as_display};
use cuda_libraries_sys::LoadError;
use cuda_libraries_sys::cufft::{Symbol, cufftResult};
use cuda_library_support::{AbsentFunction, CallError};
use thiserror::Error;

use crate::shape::Shape;

/// An error of cuFFT or this crate.
#[derive(Error)]
#[non_exhaustive]
pub enum Error {
    /// No cuFFT could be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// This cuFFT lacks a function.
    #[error(transparent)]
    Absent(#[from] AbsentFunction),
    /// cuFFT returned an error.
    #[error(transparent)]
    Cufft(#[from] Box<Failure>),
    /// The call isn't possible with its stream, operands or workspace.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The driver returned an error.
    #[error(transparent)]
    Driver(#[from] CuResult),
    /// Memory could not be allocated or copied.
    #[error(transparent)]
    Memory(#[from] cuda_driver::Error),
    /// There is no transform of this shape.
    #[error("there is no transform of {shape}: {rule}")]
    Shape {
        /// The shape.
        shape: Box<Shape>,
        /// What must hold.
        rule: &'static str,
    },
    /// A callback can't be part of a plan.
    #[error("the callback {name:?} can't be set: {rule}")]
    Callback {
        /// The name of its function.
        name: String,
        /// What must hold.
        rule: &'static str,
    },
    /// A slice is shorter than the layout.
    #[error("{call}'s {operand} has {found} elements, and {shape} needs {needed}")]
    NotInBounds {
        /// The call.
        call: &'static str,
        /// The operand.
        operand: &'static str,
        /// The shape of the transform.
        shape: Box<Shape>,
        /// The elements that are needed.
        needed: usize,
        /// Those that there are.
        found: usize,
    },
    /// Input and output of a shape aren't in the same places.
    #[error(
        "{call} needs a shape whose elements can be replaced where they are, as `Shape::in_place` has: {shape} doesn't"
    )]
    NotInPlace {
        /// The call.
        call: &'static str,
        /// The shape of the transform.
        shape: Box<Shape>,
    },
}

debug_as_display!(Error);

/// An error of a function of cuFFT.
pub type Failure = cuda_library_support::Failure<cufftResult>;

/// Returns the error of a status, with what was passed.
#[inline]
pub(crate) fn check(
    symbol: Symbol,
    status: cufftResult,
    arguments: impl FnOnce() -> String,
) -> Result<(), Error> {
    match status {
        cufftResult::CUFFT_SUCCESS => Ok(()),
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
            Self::NotInBounds { call, .. } | Self::NotInPlace { call, .. } => *call = name,
            _ => {}
        }
        self
    }
}
