use crate::CuResult;
use crate::error::{says, takes};

/// Why memory could not be allocated, copied or filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MemoryError {
    /// The driver said no.
    Driver(CuResult),
    /// Source and target have different lengths. Nothing was copied.
    Length {
        /// Elements in the source.
        source_len: usize,
        /// Elements in the target.
        target_len: usize,
    },
    /// A range reaches beyond the end, or ends before it begins.
    OutOfRange {
        /// The first element of the range.
        start: usize,
        /// The element behind the last.
        end: usize,
        /// The elements that there are.
        len: usize,
    },
    /// The size in bytes is more than an address can count.
    TooLarge {
        /// The elements asked for.
        len: usize,
        /// The size of one, in bytes.
        size: usize,
    },
    /// The buffer is another stream's, which may still be at work with it.
    OtherStream,
    /// The stream is of another context, which may be another device's.
    OtherContext,
    /// The driver's memory is less aligned than the elements need.
    Alignment {
        /// The alignment of an element, in bytes.
        align: usize,
    },
}

says!(MemoryError {
    Self::Driver(error) => "{error}";
    Self::Length { source_len, target_len } =>
        "cannot copy {source_len} elements to a target of {target_len}; take a slice of the longer one";
    Self::OutOfRange { start, end, len } => "the range {start}..{end} is not within {len} elements";
    Self::TooLarge { len, size } => "{len} elements of {size} bytes are more bytes than an address can count";
    Self::OtherStream =>
        "the buffer belongs to another stream; order it behind that one's work with `buffer.on(&stream)` first";
    Self::OtherContext => "the buffer belongs to another context than the stream; copy it instead";
    Self::Alignment { align } =>
        "the driver's pinned memory is not aligned to the {align} bytes that the elements need";
});

takes!(MemoryError { Driver(CuResult), });

/// The size of `len` elements in bytes.
pub(crate) fn bytes_of<T>(len: usize) -> Result<usize, MemoryError> {
    let size = size_of::<T>();
    match len.checked_mul(size) {
        // No object is larger than this, and no allocation either.
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(bytes),
        _ => Err(MemoryError::TooLarge { len, size }),
    }
}
