use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use cuda_driver::{Context, CuResult, DeviceBuffer, MemoryError, MemoryOwner, Stream};

use super::MemoryManager;

/// Another manager, whose memory is freed later and at once: for memory of no pool, whose freeing waits for the device. This is
/// what Numba does with all memory.
///
/// What is released waits in a queue. It is freed when more than 10 allocations wait, or more than a fifth of the device's memory
/// does ([`count`](Self::count) and [`ratio`](Self::ratio) are Numba's `NUMBA_CUDA_MAX_PENDING_DEALLOCS_COUNT` and `…_RATIO`), and
/// when there is no memory left for an allocation, which is then tried once more. Streams, events and modules don't wait: they
/// are destroyed without waiting for the device.
#[derive(Debug, Clone)]
pub struct Deferred<M> {
    manager: M,
    queue: Arc<Queue>,
}

#[derive(Debug)]
struct Queue {
    count: usize,
    ratio: f64,
    /// The bytes that may wait, once the device's memory is known.
    most: OnceLock<usize>,
    pending: Mutex<Pending>,
}

#[derive(Debug, Default)]
struct Pending {
    memory: Vec<DeviceBuffer<u8>>,
    bytes: usize,
    /// How many blocks are open in which nothing is freed.
    deferring: usize,
}

impl<M: MemoryManager> Deferred<M> {
    /// Frees the memory of `manager` later: more than 10 at a time, or more than 0.2 of the device's memory.
    pub fn new(manager: M) -> Self {
        Self {
            manager,
            queue: Arc::new(Queue {
                count: 10,
                ratio: 0.2,
                most: OnceLock::new(),
                pending: Mutex::default(),
            }),
        }
    }

    /// How many allocations may wait. What waits already is freed.
    #[must_use]
    pub fn count(self, count: usize) -> Self {
        let ratio = self.queue.ratio;
        self.with(count, ratio)
    }

    /// Which part of the device's memory may wait. What waits already is freed.
    #[must_use]
    pub fn ratio(self, ratio: f64) -> Self {
        let count = self.queue.count;
        self.with(count, ratio)
    }

    fn with(self, count: usize, ratio: f64) -> Self {
        let queue = Queue {
            count,
            ratio,
            most: OnceLock::new(),
            pending: Mutex::default(),
        };
        Self {
            queue: Arc::new(queue),
            manager: self.manager,
        }
    }

    /// How many allocations wait, and how many bytes.
    #[must_use]
    pub fn pending(&self) -> (usize, usize) {
        let pending = self.queue.lock();
        (pending.memory.len(), pending.bytes)
    }

    /// Frees all that waits; within [`defer`](Self::defer) nothing.
    pub fn clear(&self) {
        self.queue.clear();
    }

    /// Runs `work`, during which nothing is freed: Numba's `defer_cleanup`. Such blocks nest. What waits at the end is freed
    /// later, by the rules. A panic of `work` ends the block, too.
    pub fn defer<R>(&self, work: impl FnOnce() -> R) -> R {
        /// Ends the block also when `work` panics.
        struct Open<'a>(&'a Queue);

        impl Drop for Open<'_> {
            fn drop(&mut self) {
                self.0.lock().deferring -= 1;
            }
        }

        self.queue.lock().deferring += 1;
        let _open = Open(&self.queue);
        work()
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, memory: DeviceBuffer<u8>) {
        let mut pending = self.lock();
        pending.bytes += memory.len();
        pending.memory.push(memory);
        let most = self.most.get().copied().unwrap_or(usize::MAX);
        let is_full = pending.memory.len() > self.count || pending.bytes > most;
        drop(pending);
        if is_full {
            self.clear();
        }
    }

    fn clear(&self) {
        let mut pending = self.lock();
        if pending.deferring > 0 {
            return;
        }
        let memory = core::mem::take(&mut pending.memory);
        pending.bytes = 0;
        // Freeing waits for the device; others may go on.
        drop(pending);
        for memory in memory {
            // Whoever dropped it isn't there to be told.
            if let Err(error) = memory.destroy() {
                drop(error);
            }
        }
    }

    /// The bytes that may wait.
    fn learn(
        &self,
        info: impl FnOnce() -> Result<(usize, usize), CuResult>,
    ) -> Result<(), CuResult> {
        if self.most.get().is_none() {
            let (_, total) = info()?;
            // The part is between nothing and all.
            let _ = self.most.set((total as f64 * self.ratio) as usize);
        }
        Ok(())
    }
}

/// Memory that waits to be freed when it is released.
struct Waiting {
    memory: DeviceBuffer<u8>,
    queue: Arc<Queue>,
}

impl MemoryOwner for Waiting {
    fn release(self: Box<Self>, stream: &Stream) -> Result<(), MemoryError> {
        let Self { mut memory, queue } = *self;
        if let Err(error) = memory.move_to(stream) {
            // On its old stream it would be freed too early.
            core::mem::forget(memory);
            return Err(error);
        }
        queue.push(memory);
        Ok(())
    }
}

impl<M: MemoryManager> MemoryManager for Deferred<M> {
    fn allocate(&self, stream: &Stream, bytes: usize) -> Result<DeviceBuffer<u8>, MemoryError> {
        self.queue
            .learn(|| self.manager.memory_info(stream.context()))?;
        let memory = match self.manager.allocate(stream, bytes) {
            Err(MemoryError::OutOfMemory(_)) => {
                self.clear();
                self.manager.allocate(stream, bytes)?
            }
            result => result?,
        };
        // The manager may have given other memory than it was asked for: what is there counts.
        let (pointer, len, stream) = (memory.as_raw(), memory.len(), memory.stream().clone());
        let queue = self.queue.clone();
        // SAFETY: the memory has so many bytes, is of the stream, and the owner's alone.
        Ok(unsafe { DeviceBuffer::from_owner(&stream, pointer, len, Waiting { memory, queue }) })
    }

    fn memory_info(&self, context: &Context) -> Result<(usize, usize), CuResult> {
        self.manager.memory_info(context)
    }
}
