use core::alloc::Layout;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::context::Context;
use crate::error::{CuResult, Error};
use crate::memory::{DeviceBuffer, DeviceMemory, MemoryOwner, resource::MemoryResource};
use crate::stream::Stream;

/// A resource that counts the allocations and releases of another one: for tests that look for leaks, and for reports of
/// memory in use. Clones count together.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_driver::memory::resource::{CountingResource, DevicePool};
///
/// let counting = CountingResource::new(DevicePool);
/// let buffer = stream.alloc_from::<f32>(&counting, 1000)?;
/// assert_eq!((counting.counts().live, counting.counts().live_bytes), (1, 4000));
/// drop(buffer);
/// assert_eq!((counting.counts().live, counting.counts().peak_bytes), (0, 4000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct CountingResource<M> {
    resource: M,
    counts: Arc<AllocationCounts>,
}

/// What is allocated from a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct Statistics {
    /// The number of allocations made.
    pub allocations: usize,
    /// The number of allocations not yet released.
    pub live: usize,
    /// The number of bytes not yet released, of those that the resource returned.
    pub live_bytes: usize,
    /// The maximum number of bytes that were allocated at a time.
    pub peak_bytes: usize,
}

#[derive(Debug, Default)]
struct AllocationCounts {
    allocations: AtomicUsize,
    live: AtomicUsize,
    bytes: AtomicUsize,
    peak: AtomicUsize,
}

impl<M> CountingResource<M> {
    /// Counts the allocations of `resource`.
    pub fn new(resource: M) -> Self {
        Self { resource, counts: Arc::default() }
    }

    /// Returns a resource that counts the allocations of another one together with those of this one.
    #[must_use]
    pub fn together_with<N>(&self, resource: N) -> CountingResource<N> {
        CountingResource { resource, counts: self.counts.clone() }
    }

    /// Returns the counts so far.
    #[must_use]
    pub fn counts(&self) -> Statistics {
        let AllocationCounts { allocations, live, bytes, peak } = &*self.counts;
        Statistics {
            allocations: allocations.load(Relaxed),
            live: live.load(Relaxed),
            live_bytes: bytes.load(Relaxed),
            peak_bytes: peak.load(Relaxed),
        }
    }
}

/// Memory that is counted until it is released.
struct CountedMemory {
    memory: DeviceMemory,
    counts: Arc<AllocationCounts>,
}

impl MemoryOwner for CountedMemory {
    #[inline]
    fn captured_in(&mut self) -> Option<u64> {
        self.memory.captured_in()
    }

    #[inline]
    fn release(self: Box<Self>, stream: &Stream) -> Result<(), Error> {
        let Self { memory, counts } = *self;
        counts.live.fetch_sub(1, Relaxed);
        counts.bytes.fetch_sub(memory.bytes(), Relaxed);
        // SAFETY: the buffer belonged to the stream, so earlier work on the memory is ordered before the stream's.
        unsafe { memory.release(stream) }
    }
}

impl<M: MemoryResource> MemoryResource for CountingResource<M> {
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        let buffer = self.resource.allocate(stream, layout)?;
        let (counts, stream) = (self.counts.clone(), buffer.stream().clone());
        let memory = buffer.into_memory();
        let (pointer, bytes) = (memory.as_raw(), memory.bytes());
        counts.allocations.fetch_add(1, Relaxed);
        counts.live.fetch_add(1, Relaxed);
        let now = counts.bytes.fetch_add(bytes, Relaxed) + bytes;
        counts.peak.fetch_max(now, Relaxed);
        // SAFETY: the memory has that many bytes, belongs to the stream, and is used by the owner alone.
        Ok(unsafe {
            DeviceBuffer::from_owner(&stream, pointer, bytes, CountedMemory { memory, counts })
        })
    }

    fn statistics(&self) -> Option<Statistics> {
        Some(self.counts())
    }

    fn trim(&self, keep: usize) -> Result<(), Error> {
        self.resource.trim(keep)
    }

    fn memory_info(&self, context: &Context) -> Result<(usize, usize), CuResult> {
        self.resource.memory_info(context)
    }
}
