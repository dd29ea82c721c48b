use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use cuda_driver::{Context, CuResult, DeviceBuffer, Error, Stream, memory::MemoryOwner};

use super::{MemoryManager, moved_to};

/// A manager that counts the allocations and releases of another one: for tests that look for leaks, and for reports of memory
/// in use.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_ndarray::{Counting, DeviceArray, MakeArrays, MemoryManager, Pool};
/// use ndarray::Ix1;
///
/// let manager = Counting::new(Pool::default());
/// let array: DeviceArray<f32, Ix1> = manager.on(&stream).zeros(1000)?;
/// assert_eq!((manager.live(), manager.bytes()), (1, 4000));
/// drop(array);
/// assert_eq!((manager.live(), manager.peak_bytes()), (0, 4000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Counting<M> {
    manager: M,
    counts: Arc<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    allocations: AtomicUsize,
    live: AtomicUsize,
    bytes: AtomicUsize,
    peak: AtomicUsize,
}

impl<M> Counting<M> {
    /// Counts the allocations of `manager`.
    pub fn new(manager: M) -> Self {
        Self {
            manager,
            counts: Arc::default(),
        }
    }

    /// Returns the number of allocations made.
    #[must_use]
    pub fn allocations(&self) -> usize {
        self.counts.allocations.load(Relaxed)
    }

    /// Returns the number of allocations not yet released.
    #[must_use]
    pub fn live(&self) -> usize {
        self.counts.live.load(Relaxed)
    }

    /// Returns the number of bytes not yet released.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.counts.bytes.load(Relaxed)
    }

    /// Returns the maximum number of bytes allocated at a time.
    #[must_use]
    pub fn peak_bytes(&self) -> usize {
        self.counts.peak.load(Relaxed)
    }
}

/// Memory that is counted until it is released.
struct Counted {
    memory: DeviceBuffer<u8>,
    counts: Arc<Counts>,
}

impl MemoryOwner for Counted {
    fn release(self: Box<Self>, stream: &Stream) -> Result<(), Error> {
        let Self { memory, counts } = *self;
        counts.live.fetch_sub(1, Relaxed);
        counts.bytes.fetch_sub(memory.len(), Relaxed);
        moved_to(memory, stream).map(drop)
    }
}

impl<M: MemoryManager> MemoryManager for Counting<M> {
    fn allocate(&self, stream: &Stream, bytes: usize) -> Result<DeviceBuffer<u8>, Error> {
        let memory = self.manager.allocate(stream, bytes)?;
        let counts = self.counts.clone();
        counts.allocations.fetch_add(1, Relaxed);
        counts.live.fetch_add(1, Relaxed);
        // The manager may have returned a different size than requested: the actual size counts.
        let (pointer, len, stream) = (memory.as_raw(), memory.len(), memory.stream().clone());
        let now = counts.bytes.fetch_add(len, Relaxed) + len;
        counts.peak.fetch_max(now, Relaxed);
        // SAFETY: the memory has that many bytes, belongs to the stream, and is used by the owner alone.
        Ok(unsafe { DeviceBuffer::from_owner(&stream, pointer, len, Counted { memory, counts }) })
    }

    fn memory_info(&self, context: &Context) -> Result<(usize, usize), CuResult> {
        self.manager.memory_info(context)
    }
}
