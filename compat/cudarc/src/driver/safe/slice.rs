use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_driver::stream::StreamIdentity;
use cuda_driver::{DeviceBuffer, Event};

use super::{CudaContext, CudaStream, DeviceRepr};
use crate::driver::result::OrCode as _;
use crate::driver::{DriverError, sys};

/// Memory of a device with elements of a type, which is freed in the order of its stream.
#[derive(Debug)]
pub struct CudaSlice<T> {
    memory: ManuallyDrop<DeviceBuffer<u8>>,
    len: usize,
    stream: Arc<CudaStream>,
    uses: Uses,
    elements: PhantomData<*const T>,
}

// SAFETY: it is memory of the device, which only work of streams accesses; `T` has no part on the host.
unsafe impl<T> Send for CudaSlice<T> {}
// SAFETY: as above; `uses` is locked.
unsafe impl<T> Sync for CudaSlice<T> {}

/// Uses of memory by other streams than its own.
#[derive(Debug, Default)]
pub(super) struct Uses {
    others: Mutex<Others>,
    /// Whether there are any, so that memory of one stream isn't locked.
    any: AtomicBool,
}

#[derive(Debug, Default)]
struct Others {
    /// The last use of each stream, and those that threads noted at the same time.
    last: Vec<Other>,
    next: u64,
}

/// A use of another stream, and an event after it.
#[derive(Debug, Clone)]
struct Other {
    number: u64,
    stream: StreamIdentity,
    event: Event,
    /// Whether this use or one before it wrote.
    wrote: bool,
}

impl Uses {
    fn get(&self) -> MutexGuard<'_, Others> {
        self.others.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets work on `stream`, which reads or writes the memory of a slice of `owner`, wait for uses by other streams.
    pub(super) fn wait(
        &self,
        owner: &CudaStream,
        stream: &CudaStream,
        writes: bool,
    ) -> Result<(), DriverError> {
        // Before the stream joins that of the owner: uses that are missing by then are those that it has waited for.
        let uses: Vec<Other> = match self.any.load(Ordering::Acquire) {
            false => Vec::new(),
            true => self.get().last.iter().filter(|it| writes || it.wrote).cloned().collect(),
        };
        // The calls are made while it isn't locked: one may wait until a thread has noted another use.
        if stream != owner {
            stream.join(owner)?;
        }
        for it in uses.iter().filter(|it| !it.stream.is_of(stream.stream())) {
            stream.stream().wait_event(&it.event).or_code()?;
        }
        // What its own stream has waited for needs no further wait: others wait for that stream. A use that was noted
        // meanwhile has another number, also if it replaced one of these.
        if stream == owner && !uses.is_empty() {
            let mut others = self.get();
            others.last.retain(|it| uses.iter().all(|waited| waited.number != it.number));
            self.any.store(!others.last.is_empty(), Ordering::Release);
        }
        Ok(())
    }

    /// Notes a use on another stream that was submitted.
    pub(super) fn note(
        &self,
        owner: &CudaStream,
        stream: &CudaStream,
        writes: bool,
    ) -> Result<(), DriverError> {
        if stream == owner {
            return Ok(());
        }
        let stream = stream.stream();
        let after = self.get().next;
        let event = stream.record_pooled().or_code()?;
        let mut others = self.get();
        // The event is after those of the same stream that were noted before it was recorded. One that another thread has noted
        // meanwhile may be the later one.
        let before = others.last.extract_if(.., |it| it.number < after && it.stream.is_of(stream));
        let before: Vec<Other> = before.collect();
        let wrote = writes || before.iter().any(|it| it.wrote);
        let number = others.next;
        others.next += 1;
        others.last.push(Other { number, stream: stream.identity(), event, wrote });
        self.any.store(true, Ordering::Release);
        // Dropping the last event of a context may wait, too.
        drop(others);
        drop(before);
        Ok(())
    }
}

impl<T> CudaSlice<T> {
    pub(super) fn new(memory: DeviceBuffer<u8>, len: usize, stream: &Arc<CudaStream>) -> Self {
        Self {
            memory: ManuallyDrop::new(memory),
            len,
            stream: stream.clone(),
            uses: Uses::default(),
            elements: PhantomData,
        }
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn num_bytes(&self) -> usize {
        self.len * size_of::<T>()
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn ordinal(&self) -> usize {
        self.stream.context().ordinal()
    }

    pub fn context(&self) -> &Arc<CudaContext> {
        self.stream.context()
    }

    /// Returns the stream in whose order the memory is freed.
    pub fn stream(&self) -> &Arc<CudaStream> {
        &self.stream
    }

    /// Returns the address, and never frees the memory. Its stream waits for the uses by others.
    pub fn leak(self) -> sys::CUdeviceptr {
        let address = self.address();
        let waited = self.uses.wait(&self.stream, &self.stream, true);
        self.stream.context().record_err(waited);
        let mut this = ManuallyDrop::new(self);
        // SAFETY: the value isn't used any more.
        let memory = unsafe { ManuallyDrop::take(&mut this.memory) };
        // SAFETY: as above; the last uses of the fields.
        unsafe {
            core::ptr::drop_in_place(&raw mut this.stream);
            core::ptr::drop_in_place(&raw mut this.uses);
        }
        // Memory of a graph isn't the program's to free, either.
        if let Err(memory) = memory.into_raw() {
            core::mem::forget(memory);
        }
        address
    }

    pub(super) fn address(&self) -> sys::CUdeviceptr {
        self.memory.as_raw()
    }

    pub(super) const fn uses(&self) -> &Uses {
        &self.uses
    }
}

impl<T: DeviceRepr> CudaSlice<T> {
    /// Copies the slice on its stream.
    pub fn try_clone(&self) -> Result<Self, DriverError> {
        self.stream.clone_dtod(self)
    }
}

impl<T: DeviceRepr> Clone for CudaSlice<T> {
    /// Copies the slice on its stream.
    ///
    /// # Panics
    /// If there isn't enough memory, as cudarc does; [`try_clone`](Self::try_clone) returns the error.
    fn clone(&self) -> Self {
        self.try_clone().expect("the slice can't be copied")
    }
}

impl<T: Clone + Default + DeviceRepr> TryFrom<CudaSlice<T>> for Vec<T> {
    type Error = DriverError;

    fn try_from(value: CudaSlice<T>) -> Result<Self, DriverError> {
        value.stream.clone_dtoh(&value)
    }
}

impl<T> Drop for CudaSlice<T> {
    fn drop(&mut self) {
        // The memory is freed in the order of its stream, so that waits for the uses of others.
        let waited = self.uses.wait(&self.stream, &self.stream, true);
        let is_free = waited.is_ok();
        self.stream.context().record_err(waited);
        if is_free {
            // SAFETY: it isn't used any more. Otherwise another stream may still use it, and it is leaked.
            let memory = unsafe { ManuallyDrop::take(&mut self.memory) };
            #[cfg(feature = "nccl")]
            if super::group::is_open() {
                let stream = self.stream.clone();
                return super::group::free(Box::new(move |others| {
                    match others.iter().try_for_each(|other| stream.join(other)) {
                        Ok(()) => drop(memory),
                        error => {
                            stream.context().record_err(error);
                            core::mem::forget(memory);
                        }
                    }
                }));
            }
            drop(memory);
        }
    }
}

impl CudaStream {
    /// Takes ownership of memory, which is freed with the slice, in the order of this stream.
    ///
    /// # Safety
    /// It is memory of the context with as many elements, which the driver allocated in stream order or immediately, and
    /// nothing else frees it.
    pub unsafe fn upgrade_device_ptr<T>(
        self: &Arc<Self>,
        cu_device_ptr: sys::CUdeviceptr,
        len: usize,
    ) -> CudaSlice<T> {
        // SAFETY: the caller guarantees it.
        let memory =
            unsafe { DeviceBuffer::from_raw(self.stream(), cu_device_ptr, len * size_of::<T>()) };
        CudaSlice::new(memory, len, self)
    }
}
