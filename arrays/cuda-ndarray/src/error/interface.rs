//! What is wrong with an exchange by the CUDA Array Interface.

use cuda_driver::debug_as_display;

/// The reason why an array could not be exchanged by the CUDA Array Interface.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InterfaceError {
    /// The text isn't a dictionary.
    #[error("not a CUDA array interface: {reason}, at byte {position}")]
    Syntax {
        /// The problem.
        reason: &'static str,
        /// The position in the text, in bytes.
        position: usize,
    },
    /// An entry is missing that every dictionary has.
    #[error("the CUDA array interface has no '{name}'")]
    Missing {
        /// The entry's name.
        name: &'static str,
    },
    /// An entry has another value than the interface allows.
    #[error("'{name}' of the CUDA array interface is {value}, where {expected} is expected")]
    Entry {
        /// The entry's name.
        name: &'static str,
        /// Its value, as the text has it; long ones are cut.
        value: String,
        /// What it must be.
        expected: &'static str,
    },
    /// There are elements, and no address.
    #[error("'data' has no address, and shape {shape:?} has elements")]
    NoAddress {
        /// The shape.
        shape: Vec<usize>,
    },
    /// The array has a mask.
    #[error("Masked arrays are not supported")]
    Masked,
    /// A version that isn't known.
    #[error("version {0} of the CUDA array interface, where 0 to 3 are known")]
    Version(u32),
    /// The stream 0 is ambiguous: it may mean two different streams.
    #[error(
        "the stream 0 is not allowed in a CUDA array interface: it may mean two different ones"
    )]
    AmbiguousStream,
    /// The array has another element type than the requested one.
    #[error("incompatible dtype: {found} vs. {expected}")]
    Dtype {
        /// The array's element type.
        found: String,
        /// The requested element type.
        expected: String,
    },
    /// There are strides for another number of axes.
    #[error("{strides} strides for {ndim} axes: strides not match ndim")]
    Strides {
        /// The number of strides.
        strides: usize,
        /// The number of axes.
        ndim: usize,
    },
    /// The array is read-only.
    #[error("the array is read-only: take it with `into_shared`")]
    ReadOnly,
}

debug_as_display!(InterfaceError);
