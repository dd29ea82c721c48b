use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_driver::{DeviceBuffer, Element, Error, Stream, memory::MemoryOwner};

/// An allocator that keeps freed memory and reuses it on the same stream, whose order makes that safe, without a driver
/// call and without waiting.
#[derive(Clone, Default)]
pub struct CachingAllocator(Arc<Cache>);

#[derive(Default)]
struct Cache {
    /// The unused blocks, each on the stream that may use it next.
    spare: Mutex<Vec<DeviceBuffer<u8>>>,
    allocations: AtomicUsize,
    live: AtomicUsize,
}

/// The memory of an allocated buffer.
struct Block {
    memory: DeviceBuffer<u8>,
    cache: Arc<Cache>,
}

impl CachingAllocator {
    /// Allocates memory for `len` elements on `stream`.
    pub fn alloc<T: Element>(&self, stream: &Stream, len: usize) -> Result<DeviceBuffer<T>, Error> {
        let cache = &self.0;
        let bytes = len.saturating_mul(size_of::<T>()).max(256);
        let size = bytes.checked_next_power_of_two().unwrap_or(bytes);
        let memory = match cache.take(stream, size) {
            Some(memory) => memory,
            None => {
                let memory = stream.alloc(size)?;
                cache.allocations.fetch_add(1, Ordering::Relaxed);
                memory
            }
        };
        cache.live.fetch_add(1, Ordering::Relaxed);
        let pointer = memory.as_raw();
        let cache = cache.clone();
        // SAFETY: the block owns that many bytes, belongs to the stream, and no other code uses its memory.
        Ok(unsafe { DeviceBuffer::from_owner(stream, pointer, len, Block { memory, cache }) })
    }

    /// Returns how often the driver allocated memory.
    pub fn allocations(&self) -> usize {
        self.0.allocations.load(Ordering::Relaxed)
    }

    /// Returns the number of allocated buffers.
    pub fn live(&self) -> usize {
        self.0.live.load(Ordering::Relaxed)
    }
}

impl Cache {
    fn spare(&self) -> MutexGuard<'_, Vec<DeviceBuffer<u8>>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, stream: &Stream, size: usize) -> Option<DeviceBuffer<u8>> {
        let mut spare = self.spare();
        let fits = |memory: &DeviceBuffer<u8>| memory.stream() == stream && memory.len() == size;
        let index = spare.iter().position(fits)?;
        Some(spare.swap_remove(index))
    }
}

impl MemoryOwner for Block {
    fn release(self: Box<Self>, stream: &Stream) -> Result<(), Error> {
        let Self { mut memory, cache } = *self;
        cache.live.fetch_sub(1, Ordering::Relaxed);
        // The buffer may have been moved to `stream`; there, later work runs after its last use.
        match memory.move_to(stream) {
            Ok(()) => cache.spare().push(memory),
            // Its own stream doesn't wait for the last use, so it must not be freed there.
            Err(error) => {
                core::mem::forget(memory);
                return Err(error);
            }
        }
        Ok(())
    }
}
