use core::fmt;
use core::ops::{Bound, DerefMut, Range, RangeBounds};
use cuda_driver::memory::KeepAlive;
use cuda_driver::memory::resource::UnpooledResource;

use cuda_driver::{
    DeviceBuffer, DeviceSlice, DeviceSliceMut, Element, memory::SharedBuffer, sys::CUdeviceptr,
};

use crate::error::{Error, OutOfRange};
use crate::kernels;
use crate::manager::MemoryManager;
use crate::origin::Origin;

/// Shared, read-only bytes in device memory: the device's counterpart of [`arrow_buffer::Buffer`]. Clones and slices
/// copy nothing, and keep the memory alive.
///
/// A buffer belongs to its manager's stream. To read it on another stream, use [`on`](Self::on).
///
/// ```
/// # let manager = cuda_arrow::MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
/// let buffer = manager.copy_from_host(b"device memory")?;
/// let memory = buffer.slice(7..)?; // the same memory, counted
/// assert!(memory.same_allocation(&buffer));
/// assert_eq!(memory.to_host()?.as_slice(), b"memory");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Buffer {
    memory: SharedBuffer<u8>,
    origin: Origin,
    address: CUdeviceptr,
    len: usize,
    manager: MemoryManager,
}

/// Writable bytes in device memory, which no other buffer shares: the device's counterpart of
/// [`arrow_buffer::MutableBuffer`].
///
/// ```
/// # let manager = cuda_arrow::MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
/// let mut buffer = manager.allocate(8)?;
/// buffer.upload_into(0, &1u32.to_ne_bytes())?;
/// buffer.upload_into(4, &2u32.to_ne_bytes())?;
/// let numbers = buffer.freeze();
/// assert_eq!(numbers.typed::<u32>()?.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct MutableBuffer {
    memory: DeviceBuffer<u8>,
    origin: Origin,
    address: CUdeviceptr,
    len: usize,
    manager: MemoryManager,
}

/// Returns the bytes of a range, which may be open.
fn bounds(range: impl RangeBounds<usize>, len: usize) -> Range<usize> {
    let start = match range.start_bound() {
        Bound::Included(start) => *start,
        Bound::Excluded(start) => start.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(end) => end.saturating_add(1),
        Bound::Excluded(end) => *end,
        Bound::Unbounded => len,
    };
    start..end
}

/// Returns the bounds of a range, or the error if it starts or ends after `len` bytes.
fn within(
    range: impl RangeBounds<usize>,
    len: usize,
    begins: OutOfRange,
    ends: OutOfRange,
) -> Result<Range<usize>, Error> {
    let range = bounds(range, len);
    let wanted = range.end.saturating_sub(range.start);
    if range.start > len {
        Err(begins.error(range.start, wanted, len))
    } else if range.end < range.start {
        Err(OutOfRange::Reversed.error(range.start, 0, len - range.start))
    } else if range.end > len {
        Err(ends.error(range.start, wanted, len - range.start))
    } else {
        Ok(range)
    }
}

/// Copies to the host and waits; does nothing for an empty slice.
fn download(
    manager: &MemoryManager,
    source: DeviceSlice<'_, u8>,
    target: &mut [u8],
) -> Result<(), Error> {
    match target {
        [] => Ok(()),
        _ => Ok(manager.staging().download(source, target)?),
    }
}

/// Frees memory, and returns the driver's result.
fn destroy(memory: DeviceBuffer<u8>) -> Result<(), Error> {
    memory.destroy().map_err(|error| cuda_driver::Error::from(error).into())
}

impl Buffer {
    /// Creates a buffer of `len` bytes at `address`, which the memory of this one keeps.
    ///
    /// # Safety
    /// The memory keeps these bytes, and they aren't written.
    pub(crate) unsafe fn with_bytes(&self, address: CUdeviceptr, len: usize) -> Self {
        let mut other = self.clone();
        (other.address, other.len) = (address, len);
        other
    }

    /// Returns the number of bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns `true` if there are no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the device address of the first byte; null if no memory was allocated because there are no bytes.
    #[must_use]
    pub fn as_raw(&self) -> CUdeviceptr {
        self.address
    }

    /// Returns the manager whose stream reads the buffer.
    #[must_use]
    pub fn manager(&self) -> &MemoryManager {
        &self.manager
    }

    /// Returns the bytes, for a launch or a copy on the manager's stream.
    #[must_use]
    pub fn as_slice(&self) -> DeviceSlice<'_, u8> {
        // SAFETY: this value keeps the memory, shared memory isn't written, and its release waits for the stream.
        unsafe { DeviceSlice::from_raw_parts(self.manager.stream(), self.address, self.len) }
    }

    /// Returns the bytes as elements of a type.
    ///
    /// # Errors
    /// [`MemoryError::Cast`](cuda_driver::Error::Cast) if the bytes aren't aligned for the type, or aren't a
    /// whole number of elements.
    pub fn typed<T: Element>(&self) -> Result<DeviceSlice<'_, T>, Error> {
        Ok(self.as_slice().cast()?)
    }

    /// Returns a part, which shares the memory.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for bytes that don't exist.
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<Self, Error> {
        let range = within(range, self.len, OutOfRange::Offset, OutOfRange::Slice)?;
        Ok(self.part(range))
    }

    /// Returns a part of at most `len` bytes, which shares the memory. The length is clamped, as `CudaBuffer.slice`
    /// does.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if `offset` is neither 0 nor less than the buffer's length.
    pub fn slice_clamped(&self, offset: usize, len: usize) -> Result<Self, Error> {
        if offset >= self.len.max(1) {
            return Err(OutOfRange::Offset.error(offset, len, self.len));
        }
        Ok(self.part(offset..offset.saturating_add(len).min(self.len)))
    }

    /// Returns the bytes of a range, which must be within the buffer.
    pub(crate) fn part(&self, range: Range<usize>) -> Self {
        debug_assert!(range.start <= range.end && range.end <= self.len);
        let mut part = self.clone();
        part.address += range.start as CUdeviceptr;
        part.len = range.len();
        part
    }

    /// Returns `true` if both belong to the same allocation, as slices of one buffer do.
    #[must_use]
    pub fn same_allocation(&self, other: &Self) -> bool {
        self.memory.same_memory(&other.memory)
    }

    /// Returns the whole memory that this buffer is a part of; `None` if it isn't a part, and of memory of others, such as
    /// another process, which shared the part alone. In pyarrow, it is the buffer that was sliced.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        let (start, len) = (self.memory.as_raw(), self.memory.len());
        let before = self.address.checked_sub(start)? as usize;
        let is_ours = matches!(self.origin, Origin::Resource | Origin::Shareable);
        let is_part = is_ours && self.len < len && before <= len - self.len;
        // SAFETY: they are the bytes of our own memory, which is shared, and so isn't written.
        is_part.then(|| unsafe { self.with_bytes(start, len) })
    }

    /// Returns the same bytes for another stream of the context, which waits for the work that wrote them. The host
    /// doesn't wait, and the memory is released after the work of both streams.
    ///
    /// # Errors
    /// [`Error::Device`] for a manager of another context, or the driver's error.
    pub fn on(&self, manager: &MemoryManager) -> Result<Self, Error> {
        manager.reaches(&self.manager)?;
        let mut other = self.clone();
        other.memory = self.memory.on(manager.stream())?;
        other.manager = manager.clone();
        Ok(other)
    }

    /// Copies the bytes to memory of another manager, which may be of another device.
    ///
    /// # Errors
    /// As [`MemoryManager::copy`].
    pub fn copy_to(&self, manager: &MemoryManager) -> Result<Self, Error> {
        manager.copy(self)
    }

    /// Returns the same memory for writing, if no other buffer shares it. Its stream waits for all streams that read it.
    ///
    /// # Errors
    /// Returns the buffer if others share the memory, if it is [foreign](MemoryManager::foreign), imported or opened,
    /// or if the driver can't order the streams.
    pub fn into_mutable(mut self) -> Result<MutableBuffer, Self> {
        if self.origin == Origin::Foreign {
            return Err(self);
        }
        match self.memory.into_buffer() {
            Ok(memory) => Ok(MutableBuffer {
                memory,
                origin: self.origin,
                address: self.address,
                len: self.len,
                manager: self.manager,
            }),
            Err(shared) => {
                self.memory = shared;
                Err(self)
            }
        }
    }

    /// Copies the bytes to the host, and waits for the stream.
    ///
    /// # Errors
    /// [`Error::Arrow`] if the host doesn't have enough memory, or the driver's error.
    pub fn to_host(&self) -> Result<arrow_buffer::Buffer, Error> {
        let mut host = zeroed(self.len)?;
        download(&self.manager, self.as_slice(), &mut host)?;
        Ok(host.into())
    }

    /// Copies the bytes to the beginning of memory that `allocate` returns for their number, and waits for the stream: memory of
    /// the caller's allocator, pinned memory, or a buffer that can grow.
    ///
    /// ```
    /// # let manager = cuda_arrow::MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
    /// use cuda_arrow::arrow_buffer::MutableBuffer;
    ///
    /// let buffer = manager.copy_from_host(b"device memory")?;
    /// let mut host = buffer.to_host_in(|len| Ok(MutableBuffer::from_len_zeroed(len)))?;
    /// host.extend_from_slice(b" and more");
    /// let pinned = buffer.slice(..6)?.to_host_in(|len| manager.pinned(len))?;
    /// assert_eq!((host.as_slice(), &pinned[..]), (&b"device memory and more"[..], &b"device"[..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The error of `allocate`, [`Error::OutOfRange`] if it returns less memory, or the driver's error.
    pub fn to_host_in<M: DerefMut<Target = [u8]>>(
        &self,
        allocate: impl FnOnce(usize) -> Result<M, Error>,
    ) -> Result<M, Error> {
        let mut host = allocate(self.len)?;
        self.download_into(.., &mut host)?;
        Ok(host)
    }

    /// Returns the bytes as upper-case hexadecimal digits, and waits for the stream.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn hex(&self) -> Result<String, Error> {
        use core::fmt::Write;
        let mut text = String::with_capacity(self.len * 2);
        for byte in self.to_host()?.as_slice() {
            // Writing to a string can't fail.
            let _ = write!(text, "{byte:02X}");
        }
        Ok(text)
    }

    /// Copies the bytes of `range` to the beginning of `target`, and waits for the stream. To copy without waiting, use
    /// a [`scope`](cuda_driver::Stream::scope): `scope.download(buffer.as_slice(), target)`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], in which case nothing was copied, or the driver's error.
    pub fn download_into(
        &self,
        range: impl RangeBounds<usize>,
        target: &mut [u8],
    ) -> Result<(), Error> {
        let range = within(range, self.len, OutOfRange::Position, OutOfRange::Source)?;
        let available = target.len();
        let Some(target) = target.get_mut(..range.len()) else {
            return Err(OutOfRange::Host.error(range.start, range.len(), available));
        };
        let source = self.as_slice().slice(range)?;
        download(self.manager(), source, target)
    }

    /// Copies the bytes from `position` on that there are and that fit into `target`, waits for the stream, and returns their
    /// number: pyarrow's copy without `nbytes`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a position after the end, or the driver's error.
    pub fn download_clamped(&self, position: usize, target: &mut [u8]) -> Result<usize, Error> {
        let left = within(position.., self.len, OutOfRange::Position, OutOfRange::Source)?;
        let len = left.len().min(target.len());
        self.download_into(position..position + len, target)?;
        Ok(len)
    }

    /// Returns whether both have the same bytes, compared on the device. If the lengths differ, or both are the same
    /// memory, no driver call is needed.
    ///
    /// # Errors
    /// [`Error::Device`] for memory of another context, or the driver's error.
    pub fn equals(&self, other: &Self) -> Result<bool, Error> {
        if self.len != other.len {
            return Ok(false);
        }
        self.manager.reaches(&other.manager)?;
        if self.len == 0 || self.address == other.address {
            return Ok(true);
        }
        if self.manager.stream() == other.manager.stream() {
            kernels::equal(self.as_slice(), other.as_slice())
        } else {
            kernels::equal(self.as_slice(), other.on(&self.manager)?.as_slice())
        }
    }

    /// Drops the buffer and, if it was the last of its memory, frees the memory and returns the driver's result.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn destroy(self) -> Result<(), Error> {
        match self.memory.into_buffer() {
            Ok(memory) => destroy(memory),
            Err(_) => Ok(()),
        }
    }

    pub(crate) fn memory(&self) -> &SharedBuffer<u8> {
        &self.memory
    }

    pub(crate) fn origin(&self) -> Origin {
        self.origin
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Buffer({} bytes at {:#x})", self.len, self.address)
    }
}

impl MutableBuffer {
    pub(crate) fn new(manager: &MemoryManager, memory: DeviceBuffer<u8>, origin: Origin) -> Self {
        Self {
            address: memory.as_raw(),
            len: memory.len(),
            memory,
            origin,
            manager: manager.clone(),
        }
    }

    /// Returns the number of bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns `true` if there are no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the device address of the first byte; null if no memory was allocated because there are no bytes.
    #[must_use]
    pub fn as_raw(&self) -> CUdeviceptr {
        self.address
    }

    /// Returns the manager that allocated the memory.
    #[must_use]
    pub fn manager(&self) -> &MemoryManager {
        &self.manager
    }

    /// Returns the bytes, to read.
    #[must_use]
    pub fn as_slice(&self) -> DeviceSlice<'_, u8> {
        // SAFETY: this value owns the memory, and it belongs to its stream.
        unsafe { DeviceSlice::from_raw_parts(self.manager().stream(), self.address, self.len) }
    }

    /// Returns the bytes, to write, for a launch or a copy on the manager's stream.
    #[must_use]
    pub fn as_slice_mut(&mut self) -> DeviceSliceMut<'_, u8> {
        let stream = self.manager.stream();
        // SAFETY: this value owns the memory, which belongs to this stream.
        unsafe { DeviceSliceMut::from_raw_parts(stream, self.address, self.len) }
    }

    /// Returns the bytes of a range, to write.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for bytes that don't exist.
    pub fn slice_mut(
        &mut self,
        range: impl RangeBounds<usize>,
    ) -> Result<DeviceSliceMut<'_, u8>, Error> {
        let range = within(range, self.len, OutOfRange::Offset, OutOfRange::Slice)?;
        let (stream, start) = (self.manager.stream(), range.start as CUdeviceptr);
        // SAFETY: this value owns the memory, which belongs to this stream, and the range is within it.
        let slice =
            unsafe { DeviceSliceMut::from_raw_parts(stream, self.address + start, range.len()) };
        Ok(slice)
    }

    /// Returns the bytes as elements of a type, to write.
    ///
    /// # Errors
    /// [`MemoryError::Cast`](cuda_driver::Error::Cast) if the bytes aren't aligned for the type, or aren't a
    /// whole number of elements.
    pub fn typed_mut<T: Element>(&mut self) -> Result<DeviceSliceMut<'_, T>, Error> {
        Ok(self.as_slice_mut().cast()?)
    }

    /// Returns the `len` bytes at `position`, to write to them.
    fn room(
        &mut self,
        position: usize,
        len: usize,
        ends: OutOfRange,
    ) -> Result<DeviceSliceMut<'_, u8>, Error> {
        if position > self.len {
            return Err(OutOfRange::Position.error(position, len, self.len));
        }
        let available = self.len - position;
        if len > available {
            return Err(ends.error(position, len, available));
        }
        self.slice_mut(position..position + len)
    }

    /// Copies all of `source` to the bytes from `position` on, and waits for the copy.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], in which case nothing was copied, or the driver's error.
    pub fn upload_into(&mut self, position: usize, source: &[u8]) -> Result<(), Error> {
        let manager = self.manager().clone();
        let target = self.room(position, source.len(), OutOfRange::Target)?;
        match source {
            [] => Ok(()),
            _ => Ok(manager.staging().upload_into(source, target)?),
        }
    }

    /// Copies the bytes of `source` that fit from `position` on, waits for the copy, and returns their number: pyarrow's copy
    /// without `nbytes`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a position after the end, or the driver's error.
    pub fn upload_clamped(&mut self, position: usize, source: &[u8]) -> Result<usize, Error> {
        let len = source.len().min(self.len.saturating_sub(position));
        self.upload_into(position, &source[..len])?;
        Ok(len)
    }

    /// As [`upload_clamped`](Self::upload_clamped), for a buffer, as [`copy_from`](Self::copy_from) copies it.
    ///
    /// # Errors
    /// As [`upload_clamped`](Self::upload_clamped).
    pub fn copy_clamped(&mut self, position: usize, source: &Buffer) -> Result<usize, Error> {
        let len = source.len.min(self.len.saturating_sub(position));
        self.copy_from(position, &source.part(0..len))?;
        Ok(len)
    }

    /// Copies all of `source`, of any stream, context or device, to the bytes from `position` on. The streams are ordered, and
    /// the host doesn't wait.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], in which case nothing was copied, or the driver's error.
    pub fn copy_from(&mut self, position: usize, source: &Buffer) -> Result<(), Error> {
        let target = self.room(position, source.len(), OutOfRange::Target)?;
        let stream = target.stream();
        if stream == source.manager.stream() {
            stream.copy(source.as_slice(), target)?;
        } else {
            stream.copy_peer(source.as_slice(), target)?;
        }
        Ok(())
    }

    /// Copies the bytes of `range` to the beginning of `target`, and waits for the stream.
    ///
    /// # Errors
    /// As [`Buffer::download_into`].
    pub fn download_into(
        &self,
        range: impl RangeBounds<usize>,
        target: &mut [u8],
    ) -> Result<(), Error> {
        let range = within(range, self.len, OutOfRange::Position, OutOfRange::Source)?;
        let available = target.len();
        let Some(target) = target.get_mut(..range.len()) else {
            return Err(OutOfRange::Host.error(range.start, range.len(), available));
        };
        let source = self.as_slice().slice(range)?;
        download(self.manager(), source, target)
    }

    /// Converts the buffer to one that can be shared, and is read-only.
    #[must_use]
    pub fn freeze(self) -> Buffer {
        Buffer {
            memory: self.memory.into_shared(),
            origin: self.origin,
            address: self.address,
            len: self.len,
            manager: self.manager,
        }
    }

    /// Frees the memory, and returns the driver's result.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn destroy(self) -> Result<(), Error> {
        destroy(self.memory)
    }
}

impl fmt::Debug for MutableBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (len, address) = (self.len, self.address);
        write!(f, "MutableBuffer({len} bytes at {address:#x})")
    }
}

/// Allocates host memory for a copy of `len` bytes. A `MutableBuffer` has a larger alignment than the allocator's
/// zeroed pages, so it would be written twice.
pub(crate) fn zeroed(len: usize) -> Result<Vec<u8>, Error> {
    let host = bytemuck::allocation::try_zeroed_vec(len);
    let mut host = host.map_err(|()| {
        let text = format!("no host memory for {len} bytes of the device");
        arrow_schema::ArrowError::MemoryError(text)
    })?;
    cuda_driver::memory::prefer_large_pages(&mut host);
    Ok(host)
}

impl MemoryManager {
    /// Allocates `len` bytes with unspecified contents, in stream order. Without bytes, no driver call is made.
    ///
    /// # Errors
    /// [`MemoryError::OutOfMemory`](cuda_driver::Error::OutOfMemory), or the driver's error.
    pub fn allocate(&self, len: usize) -> Result<MutableBuffer, Error> {
        let memory = self.stream().alloc_from(self.resource(), len)?;
        Ok(MutableBuffer::new(self, memory, Origin::Resource))
    }

    /// Allocates memory with `cuMemAlloc`, which can be [shared](Buffer::export) with other processes.
    ///
    /// # Errors
    /// As [`allocate`](Self::allocate).
    pub fn allocate_shareable(&self, len: usize) -> Result<MutableBuffer, Error> {
        let unpooled = self.inner.resource.together_with(UnpooledResource);
        let memory = self.stream().alloc_from(&unpooled, len)?;
        Ok(MutableBuffer::new(self, memory, Origin::Shareable))
    }

    /// Copies host bytes to the device, and waits for the copy. Numbers are bytes by `bytemuck::cast_slice(&numbers)`, and
    /// [`upload_array`](Self::upload_array) takes arrays.
    ///
    /// # Errors
    /// As [`allocate`](Self::allocate).
    pub fn copy_from_host(&self, bytes: &[u8]) -> Result<Buffer, Error> {
        let mut buffer = self.allocate(bytes.len())?;
        buffer.upload_into(0, bytes)?;
        Ok(buffer.freeze())
    }

    /// Copies device memory of any stream, context or device, in stream order.
    ///
    /// # Errors
    /// As [`allocate`](Self::allocate).
    pub fn copy(&self, buffer: &Buffer) -> Result<Buffer, Error> {
        let mut target = self.allocate(buffer.len())?;
        target.copy_from(0, buffer)?;
        Ok(target.freeze())
    }

    /// Wraps memory that another library or another part of the program allocated, for reading. It is never freed here.
    /// `owner` is dropped after the last buffer of it, once the device has completed the work submitted to the streams
    /// before. A host address is first [converted](Self::device_address) to the device's.
    ///
    /// # Errors
    /// [`Error::Address`] for an address that kernels can't use.
    ///
    /// # Safety
    /// - There are `len` bytes from `address` on that this context can access until `owner` is dropped. Only the first of them is
    ///   checked with the driver: with a `len` that is too large, copies and kernels read past the end.
    /// - They aren't written meanwhile. Earlier work of other streams on them is over, or ordered before this stream's.
    pub unsafe fn foreign(
        &self,
        address: CUdeviceptr,
        len: usize,
        owner: impl Send + Sync + 'static,
    ) -> Result<Buffer, Error> {
        // SAFETY: the caller guarantees that the memory is valid as long as the owner lives.
        Ok(unsafe { self.adopt(address, len, owner, Origin::Foreign) }?.freeze())
    }

    /// Wraps memory that another library or another part of the program allocated, for reading and writing.
    ///
    /// # Errors
    /// As [`foreign`](Self::foreign).
    ///
    /// # Safety
    /// As [`foreign`](Self::foreign), and only the buffer accesses it meanwhile.
    pub unsafe fn foreign_mut(
        &self,
        address: CUdeviceptr,
        len: usize,
        owner: impl Send + Sync + 'static,
    ) -> Result<MutableBuffer, Error> {
        // SAFETY: the caller guarantees that the memory is valid as long as the owner lives.
        unsafe { self.adopt(address, len, owner, Origin::Writable) }
    }

    /// # Safety
    /// As [`foreign`](Self::foreign), or as [`foreign_mut`](Self::foreign_mut).
    unsafe fn adopt(
        &self,
        address: CUdeviceptr,
        len: usize,
        owner: impl Send + Sync + 'static,
        origin: Origin,
    ) -> Result<MutableBuffer, Error> {
        let address = match len {
            0 => address,
            _ => self.device_address(address)?,
        };
        // SAFETY: the caller guarantees that the memory is valid, which the owner keeps.
        let buffer =
            unsafe { DeviceBuffer::from_owner(self.stream(), address, len, KeepAlive(owner)) };
        Ok(MutableBuffer::new(self, buffer, origin))
    }
}
