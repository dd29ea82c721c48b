use core::alloc::Layout;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::context::Context;
use crate::error::{CuResult, Error};
use crate::fork::is_forked;
use crate::memory::{
    DeviceBuffer, DeviceMemory, MemoryOwner,
    resource::{
        MemoryResource, Statistics, aligned,
        freed::{self, FreedMemory},
    },
};
use crate::stream::Stream;

/// A resource that keeps the memory released to another one, at most some number of bytes, and allocates from it without
/// a driver call: for resources that are slow, as [`UnpooledResource`](super::UnpooledResource) and
/// [`ManagedResource`](crate::managed::ManagedResource) are, or
/// for allocations that must not depend on what else a process does with the driver's pools.
///
/// Released memory is reused at once by the stream that used it last, and by others once the device is done with it. An
/// event marks the end of its use; the stream isn't kept. When more than the limit is free, the oldest half is returned to
/// the other resource, and all of it is when an allocation fails for lack of memory, which is then tried once more.
///
/// While a [capture](Stream::capture) records the stream, memory comes from the other resource, and returns to it.
///
/// It keeps the contexts of the memory that it keeps. So [trim](MemoryResource::trim) it before you destroy a context that
/// is [borrowed](Context::borrow_raw).
///
/// Sizes are rounded up: to 512 bytes, or to 2 MiB from 1 MiB on. A free block serves allocations of at least half its
/// size.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_driver::memory::resource::{CachingResource, MemoryResource, UnpooledResource};
///
/// let caching = CachingResource::new(UnpooledResource, 64 << 20);
/// let first = stream.alloc_from::<f32>(&caching, 1000)?;
/// let address = first.as_raw();
/// drop(first);
/// assert_eq!(caching.kept_bytes(), 4096);
/// assert_eq!(stream.alloc_from::<f32>(&caching, 900)?.as_raw(), address); // without a driver call
/// caching.trim(0)?;
/// assert_eq!(caching.kept_bytes(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct CachingResource<M> {
    resource: M,
    cache: Arc<Cache>,
}

#[derive(Debug)]
struct Cache {
    limit: usize,
    free: Mutex<FreeBlocks>,
}

#[derive(Debug, Default)]
struct FreeBlocks {
    /// In the order in which they were released.
    blocks: VecDeque<FreedMemory>,
    bytes: usize,
}

/// Allocated memory, which returns to the cache.
struct Block {
    memory: DeviceMemory,
    cache: Arc<Cache>,
}

impl<M: MemoryResource> CachingResource<M> {
    /// Keeps at most `limit` bytes of what is released to `resource`.
    pub fn new(resource: M, limit: usize) -> Self {
        Self { resource, cache: Arc::new(Cache { limit, free: Mutex::default() }) }
    }

    /// Returns the number of bytes that are kept for later allocations.
    #[must_use]
    pub fn kept_bytes(&self) -> usize {
        self.cache.free().bytes
    }
}

impl FreeBlocks {
    #[inline]
    fn remove(&mut self, index: usize) -> Option<DeviceMemory> {
        let block = self.blocks.remove(index)?;
        self.bytes -= block.bytes();
        Some(block.into_memory())
    }

    /// Takes the memory that was released last and fits.
    #[inline]
    fn take(&mut self, stream: &Stream, layout: Layout) -> Option<DeviceMemory> {
        let (size, most) = (layout.size(), layout.size().saturating_mul(2));
        let fits = |block: &FreedMemory| {
            (size..=most).contains(&block.bytes())
                && block.as_raw().is_multiple_of(layout.align() as u64)
        };
        let stream_block =
            (self.blocks.iter()).rposition(|block| fits(block) && block.is_of(stream));
        if let Some(index) = stream_block {
            return self.remove(index);
        }
        // Of other streams, the first is the one whose work is over most likely.
        let index = self.blocks.iter().position(fits)?;
        let is_over = self
            .blocks
            .get(index)
            .is_some_and(|block| block.is_in(stream.context()) && block.is_over());
        if is_over { self.remove(index) } else { None }
    }
}

impl Cache {
    #[inline]
    fn free(&self) -> MutexGuard<'_, FreeBlocks> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Releases the oldest memory, until at most `keep` bytes are left.
    #[inline]
    fn trim(&self, keep: usize) -> Result<(), CuResult> {
        let mut oldest = Vec::new();
        let mut free = self.free();
        while free.bytes > keep
            && let Some(block) = free.blocks.pop_front()
        {
            free.bytes -= block.bytes();
            oldest.push(block);
        }
        // The lock isn't held during driver calls.
        drop(free);
        let released = freed::release(&mut oldest, &|memory, stream| {
            // SAFETY: the stream waits for the work on the memory. There is no one to return an error to.
            let _ = unsafe { memory.release(stream) };
        });
        let mut free = self.free();
        for block in oldest {
            free.bytes += block.bytes();
            free.blocks.push_front(block);
        }
        released
    }
}

impl Drop for Cache {
    #[inline]
    fn drop(&mut self) {
        if !is_forked() {
            // If the driver refuses, the memory is leaked.
            let _ = self.trim(0);
        }
    }
}

impl MemoryOwner for Block {
    #[inline]
    fn release(self: Box<Self>, stream: &Stream) -> Result<(), Error> {
        let Self { memory, cache } = *self;
        let block = match FreedMemory::new(memory, stream) {
            Ok(block) => block,
            // SAFETY: the buffer belonged to the stream, so earlier work on the memory is ordered before the stream's.
            Err(memory) => return unsafe { memory.release(stream) },
        };
        let mut free = cache.free();
        free.bytes += block.bytes();
        free.blocks.push_back(block);
        let is_full = free.bytes > cache.limit;
        drop(free);
        if is_full { Ok(cache.trim(cache.limit / 2)?) } else { Ok(()) }
    }
}

/// Returns the size of the block for an allocation.
fn rounded(bytes: usize) -> usize {
    let step = if bytes < 1 << 20 { 512 } else { 2 << 20 };
    bytes.checked_next_multiple_of(step).unwrap_or(bytes)
}

impl<M: MemoryResource> MemoryResource for CachingResource<M> {
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        let size = rounded(layout.size());
        let layout = Layout::from_size_align(size, layout.align()).unwrap_or(layout);
        // What is allocated now may be the graph's, and exist only after a launch.
        if stream.is_recorded() {
            return self.resource.allocate(stream, layout);
        }
        let cached = self.cache.free().take(stream, layout);
        let mut memory = match cached {
            Some(memory) => memory,
            None => {
                let allocated = match self.resource.allocate(stream, layout) {
                    Err(Error::OutOfMemory(_)) => {
                        self.cache.trim(0)?;
                        self.resource.allocate(stream, layout)?
                    }
                    result => result?,
                };
                let mut allocated = aligned(allocated, layout.align())?;
                // A resource may return memory of another stream, whose work on it isn't over.
                if allocated.stream() != stream {
                    allocated.move_to(stream)?;
                }
                allocated.into_memory()
            }
        };
        // A capture has begun meanwhile.
        if memory.captured_in().is_some() {
            // SAFETY: it was allocated on the stream, and no work uses it.
            return Ok(unsafe { memory.on(stream) });
        }
        let (pointer, bytes, cache) = (memory.as_raw(), memory.bytes(), self.cache.clone());
        // SAFETY: the block owns that many bytes, earlier work on them is over or the stream's, and no other code uses them.
        Ok(unsafe { DeviceBuffer::from_owner(stream, pointer, bytes, Block { memory, cache }) })
    }

    fn statistics(&self) -> Option<Statistics> {
        self.resource.statistics()
    }

    fn trim(&self, keep: usize) -> Result<(), Error> {
        self.cache.trim(keep)?;
        self.resource.trim(keep)
    }

    fn memory_info(&self, context: &Context) -> Result<(usize, usize), CuResult> {
        self.resource.memory_info(context)
    }
}
