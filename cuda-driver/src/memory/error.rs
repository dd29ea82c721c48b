use cuda_driver_sys::CUdeviceptr;

use crate::context::Context;
use crate::error::{CuResult, Error};
use crate::memory::{InvalidCast, OutOfMemory, TooLarge};
use crate::stream::Stream;

impl Error {
    /// Creates the error of a call on `stream` with memory of `owner`, another stream.
    #[doc(hidden)]
    #[cold]
    #[must_use]
    pub fn of_other(stream: &Stream, owner: &Stream) -> Self {
        if stream.context().shares_memory_with(owner.context()) {
            Self::OtherStream
        } else {
            Self::OtherContext
        }
    }

    /// Creates the error of an allocation of `bytes` bytes, from the memory of the device if there is a `context` of
    /// it.
    #[cold]
    pub(crate) fn of_allocation(result: CuResult, bytes: usize, context: Option<&Context>) -> Self {
        match result.code() {
            crate::error::ErrorCode::OUT_OF_MEMORY => Self::OutOfMemory(Box::new(OutOfMemory {
                bytes,
                device_memory: context.and_then(|context| context.memory_info().ok()),
                result,
            })),
            _ => Self::Driver(result),
        }
    }
}

/// Returns the size of `len` elements in bytes.
#[inline]
pub(crate) fn bytes_of<T>(len: usize) -> Result<usize, Error> {
    let size = size_of::<T>();
    match len.checked_mul(size) {
        // No object is larger than this, and no allocation either.
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(bytes),
        _ => Err(Error::TooLarge(Box::new(TooLarge { len, size }))),
    }
}

/// Returns how many elements of type `U` the memory of `len` elements of type `T` holds.
pub(super) fn cast_len<T, U>(address: CUdeviceptr, len: usize) -> Result<usize, Error> {
    // Memory of that many elements exists, so its size in bytes fits an address.
    let (bytes, size, align) = (len * size_of::<T>(), size_of::<U>(), align_of::<U>());
    let is_aligned = bytes == 0 || address.is_multiple_of(align as CUdeviceptr);
    match bytes.checked_div(size) {
        Some(count) if is_aligned && count * size == bytes => Ok(count),
        None if bytes == 0 => Ok(0),
        _ => Err(Error::Cast(Box::new(InvalidCast { address, bytes, size, align }))),
    }
}
