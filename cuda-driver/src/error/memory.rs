use core::fmt;
use core::ops::{Bound, Range};

use crate::error::{CuResult, debug_as_display};

/// An allocation for which there is not enough memory.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot allocate {bytes} bytes{}: {result}", free_of(*.device_memory))]
#[non_exhaustive]
pub struct OutOfMemory {
    /// The requested size, in bytes.
    pub bytes: usize,
    /// The device's free and total memory after the failed call, in bytes: [`Context::memory_info`](crate::context::Context::memory_info). `None` for memory
    /// that isn't the device's alone, and if the driver doesn't report it. Memory that a pool keeps isn't free.
    pub device_memory: Option<(usize, usize)>,
    /// The driver's result.
    #[source]
    pub result: CuResult,
}

/// Returns the part of a message that tells the free and total memory.
fn free_of(device_memory: Option<(usize, usize)>) -> String {
    device_memory.map_or_else(String::new, |(free, total)| {
        format!(", with {free} of {total} bytes of device memory free")
    })
}

/// Source and target of a copy that have different lengths.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "cannot copy {source_len} elements to a target of {target_len}; take a slice of the longer one"
)]
#[non_exhaustive]
pub struct LengthMismatch {
    /// Elements in the source.
    pub source_len: usize,
    /// Elements in the target.
    pub target_len: usize,
}

/// A range that is not within a buffer.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("the range {} is not within {len} elements", AsWritten(*.start, *.end))]
#[non_exhaustive]
pub struct OutOfRange {
    /// The beginning of the range, as it was given.
    pub start: Bound<usize>,
    /// The end of the range, as it was given.
    pub end: Bound<usize>,
    /// The number of elements.
    pub len: usize,
}

impl OutOfRange {
    pub(crate) const fn new(range: Range<usize>, len: usize) -> Self {
        Self { start: Bound::Included(range.start), end: Bound::Excluded(range.end), len }
    }
}

/// A range in Rust's syntax: `3..`, `2..=4`.
struct AsWritten(Bound<usize>, Bound<usize>);

impl fmt::Display for AsWritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Bound::Included(start) => write!(f, "{start}..")?,
            Bound::Excluded(before) => write!(f, "after {before}..")?,
            Bound::Unbounded => f.write_str("..")?,
        }
        match self.1 {
            Bound::Included(last) => write!(f, "={last}"),
            Bound::Excluded(end) => write!(f, "{end}"),
            Bound::Unbounded => Ok(()),
        }
    }
}

/// A number of elements whose size in bytes overflows an address.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{len} elements of {size} bytes are more bytes than an address can count")]
#[non_exhaustive]
pub struct TooLarge {
    /// The requested number of elements.
    pub len: usize,
    /// The size of an element, in bytes.
    pub size: usize,
}

/// Memory that can't be cast to elements of another type.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{bytes} bytes at {address:#x} cannot be elements of {size} bytes with an alignment of {align}"
)]
#[non_exhaustive]
pub struct InvalidCast {
    /// The device address.
    pub address: u64,
    /// The size of the memory, in bytes.
    pub bytes: usize,
    /// The size of an element, in bytes.
    pub size: usize,
    /// The alignment of an element, in bytes.
    pub align: usize,
}

/// Memory that can't hold rows with this pitch.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{bytes} bytes cannot be {height} rows of {width} elements of {element} bytes, {pitch} bytes apart: rows must not overlap, \
     must all be within the memory, and be aligned for the elements"
)]
#[non_exhaustive]
pub struct InvalidPitch {
    /// The number of elements in a row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The distance between the starts of two consecutive rows, in bytes.
    pub pitch: usize,
    /// The size of an element, in bytes.
    pub element: usize,
    /// The size of the memory, in bytes.
    pub bytes: usize,
}

debug_as_display!(OutOfMemory, LengthMismatch, OutOfRange, TooLarge, InvalidCast, InvalidPitch);
