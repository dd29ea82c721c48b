use core::fmt;
use core::panic::AssertUnwindSafe;
use std::sync::Arc;

use cuda_driver::{
    Context, Device, DeviceBuffer, Stream,
    memory::{
        KeepAlive, PinnedPool, Staging,
        resource::{Counting, DevicePool, MemoryResource, Unpooled},
    },
    sys::CUdeviceptr,
};

use crate::host::HostBytesInUse;
use crate::origin::Origin;
use crate::{Buffer, Error, HostBuffer, MutableBuffer};

/// Allocates buffers and arrays on a stream, and counts the allocated bytes. Clones are the same manager.
///
/// ```
/// use cuda_arrow::MemoryManager;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // The GPU, or the software device where there is none.
/// let manager = MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
/// let buffer = manager.copy_from_host(&[1, 2, 3])?;
/// assert_eq!(manager.bytes_allocated(), 3);
/// assert_eq!(buffer.to_host()?.as_slice(), [1, 2, 3]);
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct MemoryManager {
    inner: Arc<Inner>,
}

struct Inner {
    stream: Stream,
    /// The source of device memory. A panic of it leaves nothing half-done here.
    resource: AssertUnwindSafe<Counting<Arc<dyn MemoryResource>>>,
    pinned: HostBytesInUse,
    /// Pinned memory through which small host buffers are copied together to and from the device.
    windows: PinnedPool,
}

impl PartialEq for MemoryManager {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }
}

impl Eq for MemoryManager {}

impl fmt::Debug for MemoryManager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryManager")
            .field("stream", self.stream())
            .field("bytes_allocated", &self.bytes_allocated())
            .finish_non_exhaustive()
    }
}

impl MemoryManager {
    /// Creates a manager whose buffers belong to `stream`, in memory of the device's pool.
    #[must_use]
    pub fn new(stream: &Stream) -> Self {
        Self::with_resource(stream, Arc::new(DevicePool))
    }

    /// Creates a manager whose buffers belong to `stream`, in memory of `resource`.
    ///
    /// ```
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// use std::sync::Arc;
    /// use cuda_arrow::MemoryManager;
    /// use cuda_driver::memory::resource::{Counting, DevicePool};
    ///
    /// let counting = Counting::new(DevicePool);
    /// let manager = MemoryManager::with_resource(&stream, Arc::new(counting.clone()));
    /// let buffer = manager.copy_from_host(&[1, 2, 3])?;
    /// assert_eq!(counting.counts().live_bytes, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_resource(stream: &Stream, resource: Arc<dyn MemoryResource>) -> Self {
        Self {
            inner: Arc::new(Inner {
                stream: stream.clone(),
                resource: AssertUnwindSafe(Counting::new(resource)),
                pinned: HostBytesInUse::default(),
                windows: PinnedPool::new(stream.context()),
            }),
        }
    }

    /// Creates a manager with a new stream of the device's primary context.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn of_device(device: Device) -> Result<Self, Error> {
        Ok(Self::new(&device.primary_context()?.stream()?))
    }

    /// Returns the stream that the buffers belong to.
    #[must_use]
    pub fn stream(&self) -> &Stream {
        &self.inner.stream
    }

    /// Returns the memory's context.
    #[must_use]
    pub fn context(&self) -> &Context {
        self.stream().context()
    }

    /// Returns the device that the memory is on.
    #[must_use]
    pub fn device(&self) -> Device {
        self.context().device()
    }

    /// Returns the number of bytes of device memory allocated by this manager and its clones, and not yet freed.
    /// Foreign, imported and opened memory isn't counted.
    #[must_use]
    pub fn bytes_allocated(&self) -> usize {
        self.inner.resource.counts().live_bytes
    }

    /// Returns the same for [pinned](Self::pinned) host memory.
    #[must_use]
    pub fn host_bytes_allocated(&self) -> usize {
        self.inner.pinned.bytes()
    }

    /// Returns the source of the buffers' memory.
    #[must_use]
    pub fn resource(&self) -> &dyn MemoryResource {
        &*self.inner.resource
    }

    pub(crate) fn pinned_in_use(&self) -> &HostBytesInUse {
        &self.inner.pinned
    }

    pub(crate) fn windows(&self) -> &PinnedPool {
        &self.inner.windows
    }

    /// Returns the staging memory through which large host buffers are copied that aren't pinned.
    pub(crate) fn staging(&self) -> Staging {
        Staging::new(self.context())
    }

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
        let unpooled = self.inner.resource.together_with(Unpooled);
        let memory = self.stream().alloc_from(&unpooled, len)?;
        Ok(MutableBuffer::new(self, memory, Origin::Shareable))
    }

    /// Copies host bytes to the device, and waits for the copy.
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

    /// Allocates `len` zeroed bytes of pinned host memory. Copies between it and the device run at full speed in every
    /// context.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn pinned(&self, len: usize) -> Result<HostBuffer, Error> {
        HostBuffer::new(self, len)
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

    /// Returns the address at which kernels access memory: device memory, or mapped, managed or registered host memory.
    ///
    /// # Errors
    /// [`Error::Address`] if the driver doesn't know the address.
    pub fn device_address(&self, address: CUdeviceptr) -> Result<CUdeviceptr, Error> {
        let pointer = self.context().pointer(address).device_pointer();
        pointer.map_err(|error| Error::Address { address, error: error.into() })
    }

    /// Returns an error if buffers of `other` belong to another context.
    pub(crate) fn reaches(&self, other: &Self) -> Result<(), Error> {
        if self.context().shares_memory_with(other.context()) {
            return Ok(());
        }
        let name = |manager: &Self| match manager.device().as_raw() {
            ordinal if manager.device() == self.device() && manager != self => {
                format!("another context of device {ordinal}")
            }
            ordinal => format!("device {ordinal}"),
        };
        Err(Error::Device { expected: name(self), found: name(other) })
    }
}
