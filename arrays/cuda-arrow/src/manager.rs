use core::fmt;
use core::panic::AssertUnwindSafe;
use std::sync::Arc;
#[cfg(feature = "expressions")]
use std::sync::OnceLock;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

use cuda_driver::{
    Context, Device, Stream,
    memory::{
        PinnedPool, Staging,
        resource::{CountingResource, DevicePool, MemoryResource},
    },
    sys::CUdeviceptr,
};

#[cfg(feature = "expressions")]
use crate::compiled::CompiledKernels;
use crate::error::Error;

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
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    stream: Stream,
    /// The source of device memory. A panic of it leaves nothing half-done here.
    pub(crate) resource: AssertUnwindSafe<CountingResource<Arc<dyn MemoryResource>>>,
    pinned: HostBytesInUse,
    /// Pinned memory through which small host buffers are copied together to and from the device.
    windows: PinnedPool,
    /// Kernels of expressions, by their text. A panic of its cache leaves nothing half-done here.
    #[cfg(feature = "expressions")]
    compiled: AssertUnwindSafe<OnceLock<CompiledKernels<String>>>,
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
    /// use cuda_driver::memory::resource::{CountingResource, DevicePool};
    ///
    /// let counting = CountingResource::new(DevicePool);
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
                resource: AssertUnwindSafe(CountingResource::new(resource)),
                pinned: HostBytesInUse::default(),
                windows: PinnedPool::new(stream.context()),
                #[cfg(feature = "expressions")]
                compiled: AssertUnwindSafe(OnceLock::new()),
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

    /// Returns the kernels of expressions.
    #[cfg(feature = "expressions")]
    pub(crate) fn compiled(&self) -> Result<&CompiledKernels<String>, Error> {
        let compiled = &self.inner.compiled;
        if let Some(kernels) = compiled.get() {
            return Ok(kernels);
        }
        let kernels = CompiledKernels::new(self.stream(), nvrtc_cache::Cache::of_this_user())?;
        Ok(compiled.get_or_init(|| kernels))
    }

    /// Returns the staging memory through which large host buffers are copied that aren't pinned.
    pub(crate) fn staging(&self) -> Staging {
        Staging::new(self.context())
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

/// The number of bytes of pinned memory that a manager and its clones have allocated.
#[derive(Debug, Default)]
pub(crate) struct HostBytesInUse(AtomicUsize);

impl HostBytesInUse {
    pub(crate) fn add(&self, bytes: usize) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(crate) fn remove(&self, bytes: usize) {
        self.0.fetch_sub(bytes, Ordering::Relaxed);
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}
