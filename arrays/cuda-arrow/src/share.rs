use crate::error::share::ShareError;
use core::fmt;
use core::mem::ManuallyDrop;

use cuda_driver::{DeviceBuffer, ipc::IpcMemHandle as RawHandle};

use crate::buffer::{Buffer, MutableBuffer};
use crate::error::Error;
use crate::manager::MemoryManager;
use crate::origin::Origin;

/// A handle with which another process can open device memory, and the memory's size: `pyarrow.cuda.IpcMemHandle`,
/// whose [bytes](Self::to_bytes) pyarrow can read.
///
/// It refers to an allocation from its beginning. To share a part of one, use [`SharedMemory`].
///
/// ```
/// # let manager = cuda_arrow::MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
/// use cuda_arrow::IpcMemHandle;
///
/// let exported = manager.allocate_shareable(1000)?.freeze().export()?;
/// let handle = exported.shared().to_arrow().ok_or("it doesn't begin an allocation")?;
/// let bytes = handle.to_bytes(); // for `pyarrow.cuda.IpcMemHandle.from_buffer`
/// assert_eq!(IpcMemHandle::from_bytes(&bytes)?, handle);
/// // SAFETY: no other process has opened it.
/// let buffer = unsafe { exported.reclaim() };
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IpcMemHandle {
    size: usize,
    handle: RawHandle,
}

/// A part of an allocation that another process can open. Its [bytes](Self::to_bytes) can be sent in any way.
///
/// ```
/// # let manager = cuda_arrow::MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
/// use cuda_arrow::SharedMemory;
///
/// let mut memory = manager.allocate_shareable(4)?;
/// memory.upload_into(0, &[1, 2, 3, 4])?;
/// let exported = memory.freeze().slice(1..)?.export()?;
/// let bytes = exported.shared().to_bytes();
///
/// // The other process calls `manager.open_shared(&shared)`, and closes the memory when it drops the buffer.
/// let shared = SharedMemory::from_bytes(&bytes)?;
/// assert_eq!((shared.offset(), shared.len()), (1, 3));
/// // SAFETY: no other process has opened it.
/// let buffer = unsafe { exported.reclaim() };
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedMemory {
    /// The process that owns the memory.
    process: u64,
    /// The UUID of the device.
    uuid: [u8; 16],
    offset: u64,
    len: u64,
    handle: RawHandle,
}

/// The size in bytes of the driver's handle.
const HANDLE: usize = 64;

impl IpcMemHandle {
    /// Creates a handle for memory of `size` bytes.
    #[must_use]
    pub const fn new(size: usize, handle: RawHandle) -> Self {
        Self { size, handle }
    }

    /// Returns the size of the memory, in bytes.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Returns the driver's handle.
    #[must_use]
    pub const fn handle(&self) -> &RawHandle {
        &self.handle
    }

    /// Returns the bytes that pyarrow's `IpcMemHandle.serialize` returns: the size in 8 bytes, least significant first,
    /// and the handle in 64, which is omitted for empty memory.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = (self.size as i64).to_le_bytes().to_vec();
        if self.size > 0 {
            bytes.extend(self.handle.as_bytes());
        }
        bytes
    }

    /// Reads a handle from its bytes.
    ///
    /// # Errors
    /// [`ShareError::Length`], [`ShareError::Size`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ShareError> {
        let length = |expected| ShareError::Length { found: bytes.len(), expected };
        let (size, handle) = bytes.split_first_chunk().ok_or(length(8 + HANDLE))?;
        let size = i64::from_le_bytes(*size);
        let bytes_of_memory = usize::try_from(size).map_err(|_| ShareError::Size { size })?;
        let handle: [u8; HANDLE] = match (bytes_of_memory, handle) {
            (0, []) => [0; HANDLE],
            (0, _) => return Err(length(8)),
            (_, handle) => handle.try_into().map_err(|_| length(8 + HANDLE))?,
        };
        Ok(Self::new(bytes_of_memory, RawHandle::from_bytes(handle)))
    }
}

/// The first bytes of a description of shared memory: a name, and the version of the format.
const BEGIN: [u8; 8] = *b"CARW\x01\0\0\0";

/// The size in bytes of a description of shared memory.
const SHARED: usize = 112;

impl SharedMemory {
    /// Returns the ID of the process that owns the memory.
    #[must_use]
    pub const fn process(&self) -> u64 {
        self.process
    }

    /// Returns the offset of the bytes in their allocation, in bytes.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the number of bytes.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Returns `true` if there are no bytes.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the bytes, to be sent to another process.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; SHARED] {
        let mut bytes = [0; SHARED];
        bytes[..8].copy_from_slice(&BEGIN);
        bytes[8..16].copy_from_slice(&self.process.to_le_bytes());
        bytes[16..32].copy_from_slice(&self.uuid);
        bytes[32..40].copy_from_slice(&self.offset.to_le_bytes());
        bytes[40..48].copy_from_slice(&self.len.to_le_bytes());
        bytes[48..].copy_from_slice(self.handle.as_bytes());
        bytes
    }

    /// Reads a description of shared memory from its bytes.
    ///
    /// # Errors
    /// [`ShareError::Length`], [`ShareError::Begin`], and [`ShareError::Size`] for a part that no allocation has.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ShareError> {
        let bytes: &[u8; SHARED] = bytes
            .try_into()
            .map_err(|_| ShareError::Length { found: bytes.len(), expected: SHARED })?;
        fn part<const N: usize>(bytes: &[u8; SHARED], start: usize) -> [u8; N] {
            core::array::from_fn(|at| bytes[start + at])
        }
        let begin = part(bytes, 0);
        if begin != BEGIN {
            return Err(ShareError::Begin(begin));
        }
        let (offset, len) =
            (u64::from_le_bytes(part(bytes, 32)), u64::from_le_bytes(part(bytes, 40)));
        let end = offset.checked_add(len).and_then(|end| i64::try_from(end).ok());
        if end.is_none() {
            return Err(ShareError::Size { size: len as i64 });
        }
        Ok(Self {
            process: u64::from_le_bytes(part(bytes, 8)),
            uuid: part(bytes, 16),
            offset,
            len,
            handle: RawHandle::from_bytes(part(bytes, 48)),
        })
    }

    /// Returns the handle for pyarrow, which opens an allocation from its beginning on; none for a part that begins
    /// later.
    #[must_use]
    pub fn to_arrow(&self) -> Option<IpcMemHandle> {
        let size = usize::try_from(self.len).ok()?;
        (self.offset == 0).then(|| IpcMemHandle::new(size, self.handle))
    }

    /// Returns the bytes of [`to_arrow`](Self::to_arrow).
    #[must_use]
    pub fn to_arrow_bytes(&self) -> Option<Vec<u8>> {
        Some(self.to_arrow()?.to_bytes())
    }
}

/// A buffer that other processes may have open. Dropping it leaks the memory, as this process can't know when the others have
/// closed it; [`reclaim`](Self::reclaim) returns it.
pub struct ExportedBuffer {
    buffer: ManuallyDrop<Buffer>,
    shared: SharedMemory,
}

impl ExportedBuffer {
    /// Returns the description with which another process opens the memory.
    #[must_use]
    pub fn shared(&self) -> &SharedMemory {
        &self.shared
    }

    /// Returns the buffer, to be used here, too.
    #[must_use]
    pub fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// Returns the buffer, which is then freed like any other.
    ///
    /// # Safety
    /// No process has it open, or will open it later.
    #[must_use]
    pub unsafe fn reclaim(self) -> Buffer {
        ManuallyDrop::into_inner(self.buffer)
    }
}

impl fmt::Debug for ExportedBuffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExportedBuffer").field("buffer", &self.buffer).finish_non_exhaustive()
    }
}

impl Buffer {
    /// Shares the buffer with other processes of this machine, for as long as this one runs or until it is
    /// [reclaimed](ExportedBuffer::reclaim). Other processes must not read before the work submitted to the stream is
    /// done.
    ///
    /// # Errors
    /// [`ShareError::NotShareable`] for memory that isn't of [`allocate_shareable`](MemoryManager::allocate_shareable),
    /// or the driver's error.
    pub fn export(self) -> Result<ExportedBuffer, Error> {
        if self.origin() != Origin::Shareable {
            return Err(ShareError::NotShareable.into());
        }
        let context = self.manager().context();
        // The handle names a driver allocation, and an empty buffer has none.
        let (handle, base) = match self.memory() {
            nothing if nothing.is_empty() => (RawHandle::from_bytes([0; HANDLE]), self.as_raw()),
            memory => {
                let (stream, address) = (memory.stream(), memory.as_raw());
                // SAFETY: the memory is only asked for its handle.
                let borrowed =
                    unsafe { DeviceBuffer::<u8>::borrow_raw(stream, address, memory.len()) };
                (
                    borrowed.ipc_handle().map_err(ShareError::from)?,
                    context.address_range(address)?.0,
                )
            }
        };
        let shared = SharedMemory {
            process: u64::from(std::process::id()),
            uuid: context.device().uuid()?.0,
            offset: self.as_raw() - base,
            len: self.len() as u64,
            handle,
        };
        Ok(ExportedBuffer { buffer: ManuallyDrop::new(self), shared })
    }
}

impl MemoryManager {
    /// Opens memory that another process exported, for reading: pyarrow's, or [`SharedMemory::to_arrow`]. It is closed
    /// after its last buffer is dropped and the stream has done its work, and freed by the other process.
    ///
    /// # Errors
    /// [`ShareError::Ipc`] with the driver's error: a process can't open memory that it exported itself;
    /// [`ShareError::TooSmall`].
    ///
    /// # Safety
    /// - The memory has that many bytes, and the other process keeps it until it is closed here.
    /// - It isn't written meanwhile. Earlier work on it is completed.
    pub unsafe fn open(&self, handle: &IpcMemHandle) -> Result<Buffer, Error> {
        // SAFETY: the caller guarantees that the handle is valid.
        unsafe { self.open_part(&handle.handle, 0, handle.size) }
    }

    /// Opens memory that another process exported with this crate: exactly the bytes that it shared.
    ///
    /// # Errors
    /// [`ShareError::OwnProcess`], [`ShareError::Device`], [`ShareError::TooSmall`], or the driver's error.
    ///
    /// # Safety
    /// As [`open`](Self::open).
    pub unsafe fn open_shared(&self, shared: &SharedMemory) -> Result<Buffer, Error> {
        let process = u64::from(std::process::id());
        if shared.process == process {
            return Err(ShareError::OwnProcess { process }.into());
        }
        let (theirs, ours) = (shared.uuid, self.device().uuid()?.0);
        if theirs != ours {
            return Err(ShareError::Device { theirs, ours }.into());
        }
        let number = |number: u64| {
            let size = number as i64;
            usize::try_from(number).map_err(|_| ShareError::Size { size })
        };
        // SAFETY: the caller guarantees that the handle is valid.
        unsafe { self.open_part(&shared.handle, number(shared.offset)?, number(shared.len)?) }
    }

    /// # Safety
    /// As [`open`](Self::open).
    unsafe fn open_part(
        &self,
        handle: &RawHandle,
        offset: usize,
        len: usize,
    ) -> Result<Buffer, Error> {
        if len == 0 {
            return Ok(self.allocate(0)?.freeze());
        }
        let end = offset.checked_add(len).ok_or(ShareError::Size { size: -1 })?;
        // SAFETY: the caller guarantees that the handle is valid.
        let opened = unsafe { self.stream().open_ipc(handle, end) }.map_err(ShareError::from)?;
        let (base, size) = self.context().address_range(opened.as_raw())?;
        let found = size.saturating_sub((opened.as_raw() - base) as usize);
        if end > found {
            return Err(ShareError::TooSmall { needed: end, found }.into());
        }
        let address = opened.as_raw() + offset as u64;
        let memory = MutableBuffer::new(self, opened, Origin::Foreign).freeze();
        // SAFETY: it is within the memory, which isn't written.
        Ok(unsafe { memory.with_bytes(address, len) })
    }
}
