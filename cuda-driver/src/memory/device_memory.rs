use core::fmt;

use cuda_driver_sys::CUdeviceptr;

use crate::error::Error;
use crate::memory::{DeviceBuffer, owner::BufferOwner};
use crate::stream::Stream;

/// Device memory that belongs to no stream, with its owner: what an allocator keeps of a [`DeviceBuffer`] whose stream
/// may end before the memory is used again.
///
/// A buffer keeps its stream, so a cache of buffers would keep every stream that ever used one, and would call with the
/// handle of a [borrowed](Stream::borrow_raw) stream after its owner has destroyed it.
///
/// Dropping it leaks the memory, because there is no stream after whose work it could be freed.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// let memory = stream.upload(&[1u8, 2, 3])?.into_memory(); // waits for the copy
/// drop(stream);
/// let other = context.stream()?;
/// // SAFETY: no work uses the memory.
/// let buffer = unsafe { memory.on(&other) };
/// assert_eq!(buffer.to_vec()?, [1, 2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "dropping it leaks the memory"]
pub struct DeviceMemory {
    pointer: CUdeviceptr,
    bytes: usize,
    owner: BufferOwner,
}

impl DeviceMemory {
    /// Returns the number of bytes.
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the device address of the first byte; null if there are none.
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> CUdeviceptr {
        self.pointer
    }

    /// Returns the memory as a buffer of `stream`.
    ///
    /// # Safety
    /// The memory belongs to the stream's context, and earlier work on it is complete, or ordered before the later work of
    /// `stream`.
    #[must_use]
    #[inline]
    pub unsafe fn on(self, stream: &Stream) -> DeviceBuffer<u8> {
        let bytes = self.bytes;
        self.elements(stream, bytes)
    }

    /// Returns the number of the capture of this crate that allocated the memory, if one did.
    #[inline]
    pub(crate) fn captured_in(&mut self) -> Option<u64> {
        self.owner.captured_in()
    }

    /// Returns the memory of `len` elements as a buffer of `stream`, with the duties of [`on`](Self::on).
    pub(super) fn elements<T>(self, stream: &Stream, len: usize) -> DeviceBuffer<T> {
        DeviceBuffer::new(stream, self.pointer, len, self.owner)
    }

    /// Releases the memory after the work of `stream`, as dropping a buffer does, and returns the driver's result.
    ///
    /// # Errors
    /// Returns the driver's error, or the error of the [owner](DeviceBuffer::from_owner). The memory is then leaked.
    ///
    /// # Safety
    /// As for [`on`](Self::on).
    #[inline]
    pub unsafe fn release(mut self, stream: &Stream) -> Result<(), Error> {
        // SAFETY: this value owns the memory, and the caller guarantees that its uses are ordered before the stream's work.
        unsafe { self.owner.release(self.pointer, stream) }
    }
}

impl<T> DeviceBuffer<T> {
    /// Separates the memory from its stream. Dropping the result leaks the memory.
    #[inline]
    pub fn into_memory(mut self) -> DeviceMemory {
        DeviceMemory {
            pointer: self.as_raw(),
            bytes: self.len() * size_of::<T>(),
            owner: self.take_owner(),
        }
    }
}

impl fmt::Debug for DeviceMemory {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeviceMemory")
            .field("pointer", &format_args!("{:#x}", self.pointer))
            .field("bytes", &self.bytes)
            .field("owner", &self.owner)
            .finish()
    }
}
