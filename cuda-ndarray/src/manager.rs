//! Memory managers.

mod counting;
mod deferred;

use cuda_driver::{Context, CuResult, DeviceBuffer, Element, Error, Stream, memory::MemoryPool};

pub use counting::Counting;
pub use deferred::Deferred;

use crate::MakeArrays;

/// An allocator of device memory: Numba's External Memory Manager plug-in, as a trait.
///
/// It allocates [`DeviceBuffer`]s of bytes, whose [owner](cuda_driver::memory::MemoryOwner) releases the memory: the guide in
/// `cuda-driver` shows how to write one. [`on`](Self::on) creates arrays in that memory. Copies of such an array are
/// allocated from the stream's pool, not by the manager.
///
/// ```no_run
/// use cuda_ndarray::{Counting, DeviceArray, MakeArrays, MemoryManager, Pool};
/// use ndarray::Ix2;
/// # fn f(stream: &cuda_driver::Stream) -> Result<(), cuda_ndarray::Error> {
/// let manager = Counting::new(Pool::default());
/// let array: DeviceArray<f32, Ix2> = manager.on(stream).zeros((480, 640))?;
/// assert_eq!(manager.live(), 1);
/// # Ok(()) }
/// ```
pub trait MemoryManager: Send + Sync {
    /// Allocates at least `bytes` bytes in the order of `stream`, aligned to 256 bytes. `bytes` is at least 1.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or the driver's error.
    fn allocate(&self, stream: &Stream, bytes: usize) -> Result<DeviceBuffer<u8>, Error>;

    /// Returns the numbers of free bytes and of all bytes.
    ///
    /// # Errors
    /// Returns the driver's error.
    fn memory_info(&self, context: &Context) -> Result<(usize, usize), CuResult> {
        context.memory_info()
    }

    /// Returns a value that creates arrays on `stream` in memory of this manager.
    fn on<'a>(&'a self, stream: &'a Stream) -> Managing<'a>
    where
        Self: Sized,
    {
        Managing::new(self, stream)
    }
}

impl<M: MemoryManager + ?Sized> MemoryManager for std::sync::Arc<M> {
    fn allocate(&self, stream: &Stream, bytes: usize) -> Result<DeviceBuffer<u8>, Error> {
        (**self).allocate(stream, bytes)
    }

    fn memory_info(&self, context: &Context) -> Result<(usize, usize), CuResult> {
        (**self).memory_info(context)
    }
}

/// A stream with a memory manager, which [creates arrays](MakeArrays).
#[derive(Clone, Copy)]
pub struct Managing<'a> {
    manager: &'a dyn MemoryManager,
    stream: &'a Stream,
}

impl<'a> Managing<'a> {
    /// Creates a value that creates arrays on `stream` in memory of `manager`.
    #[must_use]
    pub fn new(manager: &'a dyn MemoryManager, stream: &'a Stream) -> Self {
        Self { manager, stream }
    }
}

impl core::fmt::Debug for Managing<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Managing").finish_non_exhaustive()
    }
}

impl MakeArrays for Managing<'_> {
    fn on_stream(&self) -> &Stream {
        self.stream
    }

    fn allocate<A: Element>(&self, len: usize) -> Result<DeviceBuffer<A>, Error> {
        let bytes = match len.checked_mul(size_of::<A>()) {
            Some(bytes) if bytes > 0 => bytes,
            // For no bytes, or more than the address space, the stream returns without a driver call.
            _ => return self.stream.alloc(len),
        };
        let buffer = self.manager.allocate(self.stream, bytes)?;
        first(buffer, bytes).cast().map_err(|(_, error)| error)
    }
}

/// Returns the first `bytes` bytes of a buffer, whose size a manager may have rounded up.
fn first(memory: DeviceBuffer<u8>, bytes: usize) -> DeviceBuffer<u8> {
    if memory.len() <= bytes {
        return memory;
    }
    let (pointer, stream) = (memory.as_raw(), memory.stream().clone());
    let owner = move |stream: &Stream| moved_to(memory, stream).map(drop);
    // SAFETY: the memory is larger, belongs to the stream, and is used by the owner alone.
    unsafe { DeviceBuffer::from_owner(&stream, pointer, bytes, owner) }
}

/// Returns the memory on `stream`, to which its array may have been moved. It is released after the work of that
/// stream.
fn moved_to(mut memory: DeviceBuffer<u8>, stream: &Stream) -> Result<DeviceBuffer<u8>, Error> {
    match memory.move_to(stream) {
        Ok(()) => Ok(memory),
        // It is leaked: in the order of its old stream, it would be freed too early.
        Err(error) => {
            core::mem::forget(memory);
            Err(error)
        }
    }
}

/// Allocates from a memory pool: the device's default one, or another. Allocating and freeing are in stream order and
/// don't wait.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_ndarray::{DeviceArray, MakeArrays, Managing, Pool};
/// use ndarray::Ix1;
///
/// let pool = Pool::new(stream.context().device().create_pool()?);
/// let zeros: DeviceArray<f32, Ix1> = Managing::new(&pool, &stream).zeros(1000)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Pool(Option<MemoryPool>);

impl Pool {
    /// Allocates from this pool.
    #[must_use]
    pub fn new(pool: MemoryPool) -> Self {
        Self(Some(pool))
    }
}

impl MemoryManager for Pool {
    fn allocate(&self, stream: &Stream, bytes: usize) -> Result<DeviceBuffer<u8>, Error> {
        match &self.0 {
            None => stream.alloc(bytes),
            Some(pool) => stream.alloc_from(pool, bytes),
        }
    }
}

/// Allocates with `cuMemAlloc`, without a pool, so that the memory can be [shared](crate::DeviceArray::share) with
/// other processes. Allocating is slow; the memory is freed in stream order.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unpooled;

impl MemoryManager for Unpooled {
    fn allocate(&self, stream: &Stream, bytes: usize) -> Result<DeviceBuffer<u8>, Error> {
        stream.alloc_unpooled(bytes)
    }
}
