use crate::array::ArrayFormat;
use crate::array::InvalidArray;
use crate::context::Context;
use crate::copy::RegionOutOfBounds;
use crate::error::CuResult;
use crate::error::debug_as_display;
use crate::memory::InvalidPitch;
use crate::stream::Stream;

/// An error from allocating, copying or filling memory.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MemoryError {
    /// A driver call failed.
    #[error(transparent)]
    Driver(#[from] CuResult),
    /// There is not enough memory.
    #[error(transparent)]
    OutOfMemory(Box<OutOfMemory>),
    /// Source and target have different lengths. Nothing was copied.
    #[error(transparent)]
    Length(Box<LengthMismatch>),
    /// A range extends past the end, or ends before it begins.
    #[error(transparent)]
    OutOfRange(Box<OutOfRange>),
    /// The size in bytes overflows an address.
    #[error(transparent)]
    TooLarge(Box<TooLarge>),
    /// Memory can't be cast to elements of another type.
    #[error(transparent)]
    Cast(Box<CastError>),
    /// The size of physical memory isn't a multiple of the granularity.
    #[error(transparent)]
    Granularity(Box<Granularity>),
    /// The mapping extends past the reserved addresses.
    #[error(transparent)]
    OutOfReservation(Box<OutOfReservation>),
    /// The host can't access managed memory while devices may be working, because one of them lacks
    /// [`CONCURRENT_MANAGED_ACCESS`](crate::device::DeviceAttribute::CONCURRENT_MANAGED_ACCESS).
    #[error(
        "the host can't access managed memory while kernels run, because a device lacks `CONCURRENT_MANAGED_ACCESS`; copy it with `Stream::download`, or use `host_unchecked` while all devices are idle"
    )]
    NoHostAccess,
    /// The buffer belongs to another stream of the same context, which may still use it. Memory of another context is
    /// [`OtherContext`](Self::OtherContext) instead.
    #[error(
        "the buffer belongs to another stream; share it in `Stream::fork`, or move it with `buffer.move_to(&stream)`, first"
    )]
    OtherStream,
    /// The stream belongs to another context than the memory, or than the pool or module that it comes from, maybe of
    /// another device.
    #[error(
        "the memory belongs to another context than the stream; use a stream of its context, or copy it with `Stream::copy_peer`"
    )]
    OtherContext,
    /// The array descriptor is invalid.
    #[error(transparent)]
    Array(Box<InvalidArray>),
    /// A region isn't within a side of its copy. Nothing was copied.
    #[error(transparent)]
    Region(Box<RegionOutOfBounds>),
    /// Memory can't hold rows with this pitch.
    #[error(transparent)]
    Pitch(Box<InvalidPitch>),
    /// The elements don't have the size of the array's. Nothing was copied.
    #[error(
        "elements of {size} bytes cannot be copied from or to an array whose elements have {expected} bytes"
    )]
    ElementSize {
        /// The size of an element of the copy, in bytes.
        size: u32,
        /// The size of an element of the array, in bytes.
        expected: u32,
    },
    /// A batch needs the size of an array's elements, and this crate doesn't know it for this format. Nothing was
    /// added.
    #[error(
        "the size of the elements of a {format:?} array is not known, and copies of batches are counted in them; copy the region \
         with `Stream::copy_region`, which counts bytes"
    )]
    UnknownElements {
        /// The format of the array.
        format: ArrayFormat,
    },
    /// The distance of two rows in memory isn't a multiple of the size of the array's elements, as a batch requires.
    /// Nothing was added.
    #[error(
        "rows that begin {pitch} bytes apart are not a whole number of elements of {element} bytes, in which copies of batches \
         between memory and arrays are counted; copy the region with `Stream::copy_region`, which counts bytes"
    )]
    RowLength {
        /// The distance between the starts of two consecutive rows, in bytes.
        pitch: usize,
        /// The size of an element, in bytes.
        element: u32,
    },
    /// The mipmapped array doesn't have this level.
    #[error("there is no level {level}: the mipmapped array has {levels}, counted from 0")]
    Level {
        /// The requested level.
        level: u32,
        /// The number of levels.
        levels: u32,
    },
    /// The driver's memory has a smaller alignment than the elements need.
    #[error("the memory is not aligned to the {align} bytes that the elements need")]
    Alignment {
        /// The alignment of an element, in bytes.
        align: usize,
    },
}

const _: () = assert!(size_of::<MemoryError>() <= 16);

/// An allocation for which there is not enough memory.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot allocate {bytes} bytes{}: {result}", free_of(*.device_memory))]
#[non_exhaustive]
pub struct OutOfMemory {
    /// The requested size, in bytes.
    pub bytes: usize,
    /// The device's free and total memory after the failed call, in bytes: [`Context::memory_info`]. `None` for memory
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
#[error("the range {start}..{end} is not within {len} elements")]
#[non_exhaustive]
pub struct OutOfRange {
    /// The first element of the range.
    pub start: usize,
    /// The end of the range, exclusive.
    pub end: usize,
    /// The number of elements.
    pub len: usize,
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
pub struct CastError {
    /// The device address.
    pub address: u64,
    /// The size of the memory, in bytes.
    pub bytes: usize,
    /// The size of an element, in bytes.
    pub size: usize,
    /// The alignment of an element, in bytes.
    pub align: usize,
}

/// A size that isn't a multiple of the granularity in which memory is created.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "cannot create {bytes} bytes of memory: the size must be a multiple of {granularity} bytes; round it up"
)]
#[non_exhaustive]
pub struct Granularity {
    /// The requested size, in bytes.
    pub bytes: usize,
    /// The granularity, in bytes.
    pub granularity: usize,
    /// The driver's result.
    #[source]
    pub result: CuResult,
}

/// Memory that doesn't fit the addresses that are reserved for it.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "cannot map {bytes} bytes at byte {offset} of {reserved} bytes of reserved addresses; reserve more, with the same driver"
)]
#[non_exhaustive]
pub struct OutOfReservation {
    /// The offset at which to map it, in bytes.
    pub offset: usize,
    /// Its size, in bytes.
    pub bytes: usize,
    /// The size of the reservation, in bytes.
    pub reserved: usize,
}

debug_as_display!(
    Granularity,
    OutOfReservation,
    MemoryError,
    OutOfMemory,
    LengthMismatch,
    OutOfRange,
    TooLarge,
    CastError
);

impl MemoryError {
    /// Returns the driver's result if a driver call failed.
    #[must_use]
    #[inline]
    pub fn result(&self) -> Option<CuResult> {
        match self {
            Self::Driver(result) => Some(*result),
            Self::OutOfMemory(error) => Some(error.result),
            Self::Granularity(error) => Some(error.result),
            _ => None,
        }
    }

    /// Creates the error of a call on `stream` with memory of `owner`, another stream.
    #[cold]
    pub(crate) fn of_other(stream: &Stream, owner: &Stream) -> Self {
        match stream.context() == owner.context() {
            true => Self::OtherStream,
            false => Self::OtherContext,
        }
    }

    /// Creates the error of an allocation of `bytes` bytes, from the memory of the device if there is a `context` of
    /// it.
    #[cold]
    pub(crate) fn of_allocation(result: CuResult, bytes: usize, context: Option<&Context>) -> Self {
        match result.code() {
            crate::error::ErrorCode::OUT_OF_MEMORY => Self::OutOfMemory(Box::new(OutOfMemory {
                bytes,
                device_memory: context.and_then(|it| it.memory_info().ok()),
                result,
            })),
            _ => Self::Driver(result),
        }
    }
}

/// Returns the size of `len` elements in bytes.
#[inline]
pub(crate) fn bytes_of<T>(len: usize) -> Result<usize, MemoryError> {
    let size = size_of::<T>();
    match len.checked_mul(size) {
        // No object is larger than this, and no allocation either.
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(bytes),
        _ => Err(MemoryError::TooLarge(Box::new(TooLarge { len, size }))),
    }
}
