use core::fmt;

use cuda_driver::{CuResult, debug_as_display};
use cuda_libraries_sys::LoadError;
use cuda_libraries_sys::cudnn::cudnnStatus_t;
use cuda_library_support::{AbsentFunction, CallError, Release};
use thiserror::Error;

/// An error of cuDNN or this crate.
#[derive(Error)]
#[non_exhaustive]
pub enum Error {
    /// No cuDNN could be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// This cuDNN lacks a function.
    #[error(transparent)]
    Absent(#[from] AbsentFunction),
    /// cuDNN returned an error.
    #[error(transparent)]
    Cudnn(#[from] Box<Failure>),
    /// The call isn't possible with its stream, operands or workspace.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The driver returned an error.
    #[error(transparent)]
    Driver(#[from] CuResult),
    /// Memory could not be allocated or copied.
    #[error(transparent)]
    Memory(#[from] cuda_driver::Error),
    /// A shape isn't one of a tensor, or exceeds its slice.
    #[error("{0}")]
    Layout(Box<ShapeMismatch>),
    /// Operands don't fit each other.
    #[error("{0}")]
    Shapes(Box<Shapes>),
    /// A number doesn't fit into the 32 bits that cuDNN takes.
    #[error(
        "{call}'s {operand} has a dimension or a distance of {value}: cuDNN takes up to 2147483647"
    )]
    TooLarge {
        /// The call.
        call: &'static str,
        /// The operand, such as `x`.
        operand: &'static str,
        /// The number.
        value: usize,
    },
    /// cuDNN has no algorithm for a problem under the conditions of the call.
    #[error("{0}")]
    NoAlgorithm(Box<NoAlgorithm>),
    /// An algorithm or a plan is for another problem.
    #[error(
        "the algorithm isn't for this {call}: it was found for the same call with {found}, and the same precision, device and release"
    )]
    OtherProblem {
        /// The call.
        call: &'static str,
        /// What it was found for.
        found: String,
    },
    /// An operation graph isn't one, or isn't executed with what it was made for.
    #[error("{0}")]
    Graph(String),
}

/// Takes the number of a release apart: 8.9.2 is 8902, and 9.19.0 is 91900.
pub(crate) const fn release(number: u32) -> Release {
    if number < 10_000 { Release::from_short(number) } else { Release::from_long(number) }
}

/// An error of a function of cuDNN.
#[derive(Error)]
#[non_exhaustive]
#[error("{function} returned {status}{}{}", OperandList(", for ", arguments), Message(message))]
#[doc(alias = "cudnnGetLastErrorString")]
pub struct Failure {
    /// The function, by its name in C.
    pub function: &'static str,
    /// The code.
    pub status: cudnnStatus_t,
    /// What it was called with.
    pub arguments: Vec<String>,
    /// cuDNN's own words, if it has any.
    pub message: String,
}

impl Failure {
    /// Returns `true` if this cuDNN can't do the call on this device, rather than that the call is wrong.
    #[must_use]
    pub fn is_not_supported(&self) -> bool {
        (3000..4000).contains(&self.status.0)
    }
}

/// A shape that isn't one of a tensor, or that exceeds its slice.
#[derive(Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[error("a tensor of {}{} isn't possible: {rule}", Shape(shape, strides), Elements(*len))]
pub struct ShapeMismatch {
    /// The number of elements along each dimension.
    pub shape: Vec<usize>,
    /// Their distances, if they matter.
    pub strides: Vec<usize>,
    /// The number of elements of the slice, if it matters.
    pub len: Option<usize>,
    /// What must hold.
    pub rule: &'static str,
}

/// Operands that don't fit each other.
#[derive(Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[error("{call} isn't possible{}: {rule}", OperandList(" with ", operands))]
pub struct Shapes {
    /// The call.
    pub call: &'static str,
    /// Its operands, with their shapes.
    pub operands: Vec<String>,
    /// What must hold.
    pub rule: String,
}

/// A problem for which cuDNN has no algorithm.
#[derive(Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[error(
    "cuDNN has no algorithm for {call}{}: {}",
    OperandList(" with ", operands),
    if reasons.is_empty() { "it names none".to_owned() } else { reasons.join("; ") }
)]
pub struct NoAlgorithm {
    /// The call.
    pub call: &'static str,
    /// Its operands, with their shapes.
    pub operands: Vec<String>,
    /// What is against each algorithm.
    pub reasons: Vec<String>,
}

/// Operands, after some words if there are any.
struct OperandList<'a>(&'a str, &'a [String]);

impl fmt::Display for OperandList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            [] => Ok(()),
            operands => write!(f, "{}{}", self.0, operands.join(", ")),
        }
    }
}

struct Message<'a>(&'a str);

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => Ok(()),
            message => write!(f, " ({message})"),
        }
    }
}

struct Shape<'a>(&'a [usize], &'a [usize]);

impl fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => f.write_str("no dimensions")?,
            shape => show_shape(f, shape)?,
        }
        match self.1 {
            [] => Ok(()),
            strides => write!(f, " with distances {strides:?}"),
        }
    }
}

pub(crate) fn show_shape(f: &mut fmt::Formatter<'_>, shape: &[usize]) -> fmt::Result {
    for (index, dim) in shape.iter().enumerate() {
        if index > 0 {
            f.write_str(" × ")?;
        }
        write!(f, "{dim}")?;
    }
    Ok(())
}

struct Elements(Option<usize>);

impl fmt::Display for Elements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(len) => write!(f, " in a slice of {len}"),
            None => Ok(()),
        }
    }
}

impl Error {
    #[cold]
    pub(crate) fn layout(shape: &[usize], rule: &'static str) -> Self {
        Self::Layout(Box::new(ShapeMismatch {
            shape: shape.to_vec(),
            strides: Vec::new(),
            len: None,
            rule,
        }))
    }

    /// Returns `true` if this cuDNN can't do what was asked on this device, though it isn't wrong in itself: other types,
    /// layouts or conditions may work.
    #[must_use]
    pub fn is_not_supported(&self) -> bool {
        match self {
            Self::Absent(_) | Self::NoAlgorithm(_) => true,
            Self::Cudnn(failure) => failure.is_not_supported(),
            _ => false,
        }
    }
}

debug_as_display!(Error, Failure, ShapeMismatch, Shapes, NoAlgorithm);
