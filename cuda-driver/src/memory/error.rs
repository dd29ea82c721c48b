use crate::CuResult;

/// Why memory could not be allocated, copied or filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MemoryError {
    /// The driver said no.
    #[error(transparent)]
    Driver(#[from] CuResult),
    /// Source and target have different lengths. Nothing was copied.
    #[error(
        "cannot copy {source_len} elements to a target of {target_len}; take a slice of the longer one"
    )]
    Length {
        /// Elements in the source.
        source_len: usize,
        /// Elements in the target.
        target_len: usize,
    },
    /// A range reaches beyond the end, or ends before it begins.
    #[error("the range {start}..{end} is not within {len} elements")]
    OutOfRange {
        /// The first element of the range.
        start: usize,
        /// The element behind the last.
        end: usize,
        /// The elements that there are.
        len: usize,
    },
    /// The size in bytes is more than an address can count.
    #[error("{len} elements of {size} bytes are more bytes than an address can count")]
    TooLarge {
        /// The elements asked for.
        len: usize,
        /// The size of one, in bytes.
        size: usize,
    },
    /// The buffer is another stream's, which may still be at work with it.
    #[error(
        "the buffer belongs to another stream; order it behind that one's work with `buffer.on(&stream)` first"
    )]
    OtherStream,
    /// The stream is of another context, which may be another device's.
    #[error("the buffer belongs to another context than the stream; copy it instead")]
    OtherContext,
}

/// The size of `len` elements in bytes.
pub(crate) fn bytes_of<T>(len: usize) -> Result<usize, MemoryError> {
    let size = size_of::<T>();
    match len.checked_mul(size) {
        // No object is larger than this, and no allocation either.
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(bytes),
        _ => Err(MemoryError::TooLarge { len, size }),
    }
}
