//! The allocation that buffers share, and the streams that read it.

use core::mem::ManuallyDrop;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cuda_driver::{DeviceBuffer, Error, Stream};

use crate::MemoryManager;

/// The origin of memory, which determines how it may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The stream's pool.
    Pool,
    /// `cuMemAlloc`, which can be shared with other processes.
    Shareable,
    /// Foreign memory that only this buffer uses, and may write.
    Writable,
    /// Foreign memory that is only read.
    Foreign,
}

/// Memory of a stream, which is released after the work of all streams that read it.
pub(crate) struct Memory {
    buffer: ManuallyDrop<DeviceBuffer<u8>>,
    pub(crate) origin: Origin,
    /// The other streams that read the memory. Its home stream waits for them before the memory is written or released.
    readers: Mutex<Vec<Stream>>,
    pub(crate) home: MemoryManager,
}

impl Memory {
    pub(crate) fn new(home: &MemoryManager, buffer: DeviceBuffer<u8>, origin: Origin) -> Self {
        let memory = Self {
            buffer: ManuallyDrop::new(buffer),
            origin,
            readers: Mutex::new(Vec::new()),
            home: home.clone(),
        };
        memory.home.counters().device.add(memory.counted());
        memory
    }

    pub(crate) fn buffer(&self) -> &DeviceBuffer<u8> {
        &self.buffer
    }

    fn counted(&self) -> usize {
        match self.origin {
            Origin::Pool | Origin::Shareable => self.buffer.len(),
            Origin::Writable | Origin::Foreign => 0,
        }
    }

    /// Adds `stream` to the readers: it waits for the work that was submitted to the home stream so far.
    pub(crate) fn admit(&self, stream: &Stream) -> Result<(), Error> {
        let home = self.home.stream();
        if stream.context() != home.context() {
            return Err(Error::OtherContext);
        }
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if stream != home && !readers.contains(stream) {
            stream.wait_stream(home)?;
            readers.push(stream.clone());
        }
        Ok(())
    }

    /// Makes the home stream wait for all readers so far.
    pub(crate) fn dismiss_readers(&mut self) -> Result<(), Error> {
        let readers = self
            .readers
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        // Readers are removed only after the home stream waits for all: on an error, the memory stays shared with them.
        for reader in readers.iter() {
            self.home.stream().wait_stream(reader)?;
        }
        readers.clear();
        Ok(())
    }

    /// Releases the memory and returns the driver's result, unless a buffer still uses it.
    pub(crate) fn destroy(self: Arc<Self>) -> Result<(), crate::Error> {
        let Some(mut memory) = Arc::into_inner(self) else {
            return Ok(());
        };
        memory.dismiss_readers()?;
        memory.home.counters().device.remove(memory.counted());
        let memory = ManuallyDrop::new(memory);
        // SAFETY: each field is read once, and the value is not dropped.
        let (buffer, _readers, _home) = unsafe {
            (
                core::ptr::read(&raw const *memory.buffer),
                core::ptr::read(&raw const memory.readers),
                core::ptr::read(&raw const memory.home),
            )
        };
        buffer
            .destroy()
            .map_err(|error| cuda_driver::Error::from(error).into())
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        let home = self.home.stream();
        let readers = self
            .readers
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        // If the home stream can't wait, the host does; if that fails, too, the memory is leaked, unless the context is lost,
        // so that nothing runs in it any more.
        let is_over = |reader: &Stream| {
            let waited = home.wait_stream(reader).or_else(|_| reader.synchronize());
            waited.map_or_else(cuda_driver::CuResult::is_context_lost, |()| true)
        };
        if readers.iter().all(is_over) {
            let counted = self.counted();
            // SAFETY: it is dropped once, after everything that reads it.
            unsafe { ManuallyDrop::drop(&mut self.buffer) };
            self.home.counters().device.remove(counted);
        }
    }
}

/// The number of allocated bytes.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicUsize);

impl Counter {
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

/// The allocations of a manager and its clones.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    pub(crate) device: Counter,
    pub(crate) host: Counter,
}
