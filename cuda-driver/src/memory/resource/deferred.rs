use core::alloc::Layout;
use core::mem::{self, ManuallyDrop};
use core::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::context::Context;
use crate::device::Device;
use crate::error::{CuResult, Error};
use crate::fork::is_forked;
use crate::memory::{
    DeviceBuffer, DeviceMemory, MemoryOwner,
    resource::{
        MemoryResource, Statistics,
        freed::{self, FreedMemory},
    },
};
use crate::object::Owner;
use crate::stream::Stream;

/// A resource that collects the memory released to another one and frees many allocations together. It is for memory
/// whose freeing waits for the device, as `cuMemFree` does. Numba treats all memory like this.
///
/// Released memory waits in a queue of its device. The queue is freed when more than 10 allocations wait in it, or more than a
/// fifth of the device's memory ([`count`](Self::count) and [`ratio`](Self::ratio) are Numba's
/// `NUMBA_CUDA_MAX_PENDING_DEALLOCS_COUNT` and `…_RATIO`), and when an allocation fails for lack of memory, which is then tried
/// once more. Streams, events and modules wait in it if they are [collected](Self::collect). Waiting memory keeps its context, but
/// not its stream.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_driver::memory::resource::{DeferredResource, UnpooledResource};
///
/// let deferred = DeferredResource::new(UnpooledResource).count(2);
/// drop(stream.alloc_from::<u8>(&deferred, 100)?);
/// assert_eq!(deferred.pending(), (1, 100)); // one allocation of 100 bytes waits
/// drop(deferred.collect(stream.context().event()?));
/// assert_eq!(deferred.pending(), (2, 100));
/// deferred.clear(); // frees them now
/// assert_eq!(deferred.pending(), (0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct DeferredResource<M> {
    resource: M,
    queue: Arc<Queue>,
}

#[derive(Debug)]
struct Queue {
    count: usize,
    ratio: f64,
    pending: Mutex<PendingFrees>,
}

#[derive(Debug, Default)]
struct PendingFrees {
    devices: Vec<DeviceQueue>,
    /// Streams, events and modules that wait to be destroyed.
    objects: Vec<Owner>,
    /// The number of open blocks in which nothing is freed.
    deferring: usize,
}

/// The memory on a device that waits to be freed.
#[derive(Debug)]
struct DeviceQueue {
    device: Device,
    /// The maximum size of the waiting memory, in bytes.
    most: usize,
    memory: Vec<FreedMemory>,
    bytes: usize,
}

impl Drop for Queue {
    #[inline]
    fn drop(&mut self) {
        if is_forked() {
            // What belongs to the parent is left to it.
            mem::forget(mem::take(&mut self.lock().objects))
        } else {
            self.clear(None)
        }
    }
}

impl<M: MemoryResource> DeferredResource<M> {
    /// Frees the memory of `resource` later: when more than 10 allocations and objects wait, or more than a fifth of the
    /// device's memory.
    pub fn new(resource: M) -> Self {
        Self {
            resource,
            queue: Arc::new(Queue { count: 10, ratio: 0.2, pending: Mutex::default() }),
        }
    }

    /// Sets how many allocations and objects may wait to be freed. Those that wait already are freed.
    #[must_use]
    pub fn count(self, count: usize) -> Self {
        let ratio = self.queue.ratio;
        self.with(count, ratio)
    }

    /// Sets the fraction of the device's memory that may wait to be freed: 0.2 is a fifth. Memory that waits already is
    /// freed.
    #[must_use]
    pub fn ratio(self, ratio: f64) -> Self {
        let count = self.queue.count;
        self.with(count, ratio)
    }

    fn with(self, count: usize, ratio: f64) -> Self {
        let queue = Queue { count, ratio, pending: Mutex::default() };
        Self { queue: Arc::new(queue), resource: self.resource }
    }

    /// Makes a stream, an event, a module, or a value that owns some, wait like memory when it is dropped. It is dropped when
    /// waiting memory is freed. A clone of a stream that is kept elsewhere keeps it, as always.
    pub fn collect<T: Send + 'static>(&self, object: T) -> DeferredObject<T> {
        DeferredObject { object: ManuallyDrop::new(object), queue: Arc::downgrade(&self.queue) }
    }

    /// Returns how many allocations and objects wait, and their bytes, on all devices.
    #[must_use]
    pub fn pending(&self) -> (usize, usize) {
        let pending = self.queue.lock();
        let bytes = pending.devices.iter().map(|device| device.bytes);
        (pending.len(None), bytes.sum())
    }

    /// Frees all memory and objects that wait, on all devices; within [`defer`](Self::defer), it does nothing.
    pub fn clear(&self) {
        self.queue.clear(None);
    }

    /// Runs `work`; meanwhile nothing is freed, on any thread or device: Numba's `defer_cleanup`. Such calls nest.
    /// What waits at the end is freed later, by the rules. A panic in `work` also ends the call.
    pub fn defer<R>(&self, work: impl FnOnce() -> R) -> R {
        /// Ends the block also when `work` panics.
        struct DeferralGuard<'a>(&'a Queue);

        impl Drop for DeferralGuard<'_> {
            #[inline]
            fn drop(&mut self) {
                self.0.lock().deferring -= 1;
            }
        }

        self.queue.lock().deferring += 1;
        let _open = DeferralGuard(&self.queue);
        work()
    }
}

impl Queue {
    #[inline]
    fn lock(&self) -> MutexGuard<'_, PendingFrees> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    fn push(&self, memory: FreedMemory) {
        let device = memory.device();
        let mut pending = self.lock();
        let queue = pending.of(device);
        queue.bytes += memory.bytes();
        queue.memory.push(memory);
        let is_large = queue.bytes > queue.most;
        let is_full = is_large || pending.len(Some(device)) > self.count;
        drop(pending);
        if is_full {
            self.clear(Some(device));
        }
    }

    /// Drops the objects, and then frees the waiting memory of a device, or of all.
    #[inline]
    fn clear(&self, device: Option<Device>) {
        let mut pending = self.lock();
        // Objects may own memory and other objects of the queue.
        while pending.deferring == 0 && !pending.objects.is_empty() {
            let objects = mem::take(&mut pending.objects);
            drop(pending);
            drop(objects);
            pending = self.lock();
        }
        if pending.deferring > 0 {
            return;
        }
        let mut memory = Vec::new();
        for queue in &mut pending.devices {
            if device.is_none_or(|device| device == queue.device) {
                memory.append(&mut queue.memory);
                queue.bytes = 0;
            }
        }
        // Freeing waits for the device, so the lock is released first.
        drop(pending);
        let released = freed::release(&mut memory, &|memory, stream| {
            // SAFETY: the stream waits for the work on the memory. There is no one to return an error to.
            let _ = unsafe { memory.on(stream) }.destroy();
        });
        if released.is_err() {
            let mut pending = self.lock();
            for memory in memory {
                let queue = pending.of(memory.device());
                queue.bytes += memory.bytes();
                queue.memory.push(memory);
            }
        }
    }

    /// Queries how many bytes may wait on a device, when it is first used.
    fn learn(
        &self,
        device: Device,
        info: impl FnOnce() -> Result<(usize, usize), CuResult>,
    ) -> Result<(), CuResult> {
        let is_known =
            |pending: &PendingFrees| pending.devices.iter().any(|other| other.device == device);
        if is_known(&self.lock()) {
            return Ok(());
        }
        // The lock isn't held during the driver call.
        let (_, total) = info()?;
        // Numbers outside the range of `usize` are clamped.
        self.lock().of(device).most = (total as f64 * self.ratio) as usize;
        Ok(())
    }
}

impl PendingFrees {
    /// Returns how many objects and allocations wait, those of a device or of all.
    fn len(&self, device: Option<Device>) -> usize {
        let mut len = self.objects.len();
        for of_device in &self.devices {
            if device.is_none_or(|device| device == of_device.device) {
                len += of_device.memory.len();
            }
        }
        len
    }

    /// Returns the queue of a device.
    #[inline]
    fn of(&mut self, device: Device) -> &mut DeviceQueue {
        let position = self.devices.iter().position(|other| other.device == device);
        let at = position.unwrap_or_else(|| {
            self.devices.push(DeviceQueue {
                device,
                most: usize::MAX,
                memory: Vec::new(),
                bytes: 0,
            });
            self.devices.len() - 1
        });
        &mut self.devices[at]
    }
}

/// An object that waits in the queue of a [`DeferredResource`] when it is dropped.
#[derive(Debug)]
pub struct DeferredObject<T: Send + 'static> {
    object: ManuallyDrop<T>,
    /// Weak, because the object may wait in the queue within another one.
    queue: Weak<Queue>,
}

impl<T: Send + 'static> Deref for DeferredObject<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.object
    }
}

impl<T: Send + 'static> DerefMut for DeferredObject<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.object
    }
}

impl<T: Send + 'static> Drop for DeferredObject<T> {
    #[inline]
    fn drop(&mut self) {
        if is_forked() {
            return;
        }
        // SAFETY: the value is dropped once, and nothing uses the object afterwards.
        let object = unsafe { ManuallyDrop::take(&mut self.object) };
        let Some(queue) = self.queue.upgrade() else {
            return drop(object);
        };
        let mut pending = queue.lock();
        pending.objects.push(Owner::new(object));
        let is_full = pending.len(None) > queue.count;
        drop(pending);
        if is_full {
            queue.clear(None);
        }
    }
}

/// Memory that waits to be freed when it is released.
struct PendingFree {
    memory: DeviceMemory,
    /// Weak, because a collected object may own the memory.
    queue: Weak<Queue>,
}

impl MemoryOwner for PendingFree {
    #[inline]
    fn release(self: Box<Self>, stream: &Stream) -> Result<(), Error> {
        let Self { memory, queue } = *self;
        let freed = match queue.upgrade() {
            Some(queue) => FreedMemory::new(memory, stream).map(|memory| queue.push(memory)),
            None => Err(memory),
        };
        match freed {
            Ok(()) => Ok(()),
            // SAFETY: the buffer belonged to the stream, so earlier work on the memory is ordered before the stream's.
            Err(memory) => unsafe { memory.release(stream) },
        }
    }
}

impl<M: MemoryResource> MemoryResource for DeferredResource<M> {
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        // What is allocated now is the graph's, which frees it in its order, or nobody does.
        if stream.is_recorded() {
            return self.resource.allocate(stream, layout);
        }
        let context = stream.context();
        let device = context.device();
        self.queue.learn(device, || self.resource.memory_info(context))?;
        let buffer = match self.resource.allocate(stream, layout) {
            Err(Error::OutOfMemory(_)) => {
                self.queue.clear(Some(device));
                self.resource.allocate(stream, layout)?
            }
            result => result?,
        };
        let (queue, stream) = (Arc::downgrade(&self.queue), buffer.stream().clone());
        let mut memory = buffer.into_memory();
        // A capture has begun meanwhile.
        if memory.captured_in().is_some() {
            // SAFETY: it was allocated on the stream, and no work uses it.
            return Ok(unsafe { memory.on(&stream) });
        }
        let (pointer, bytes) = (memory.as_raw(), memory.bytes());
        // SAFETY: the memory has that many bytes, belongs to the stream, and is used by the owner alone.
        Ok(unsafe {
            DeviceBuffer::from_owner(&stream, pointer, bytes, PendingFree { memory, queue })
        })
    }

    fn statistics(&self) -> Option<Statistics> {
        self.resource.statistics()
    }

    /// Frees all memory that waits, whatever `keep` is.
    fn trim(&self, keep: usize) -> Result<(), Error> {
        self.clear();
        self.resource.trim(keep)
    }

    fn memory_info(&self, context: &Context) -> Result<(usize, usize), CuResult> {
        self.resource.memory_info(context)
    }
}
