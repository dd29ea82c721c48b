use std::mem::ManuallyDrop;
use std::sync::{Mutex, PoisonError};

use cuda_driver::{DeviceBuffer, DeviceSlice, Error, Stream};

/// The memory that views share. It was written on its home stream before, and is only read from now on, on any stream.
pub struct Storage<T> {
    buffer: ManuallyDrop<DeviceBuffer<T>>,
    /// The other streams that read the memory, for which its home waits before the memory is used again.
    readers: Mutex<Vec<Stream>>,
}

impl<T> Storage<T> {
    /// Wraps memory whose writes were submitted to its stream.
    pub fn new(written: DeviceBuffer<T>) -> Self {
        Self {
            buffer: ManuallyDrop::new(written),
            readers: Mutex::new(Vec::new()),
        }
    }

    /// Lets `stream` read the memory from now on.
    pub fn admit(&self, stream: &Stream) -> Result<(), Error> {
        let home = self.buffer.stream();
        if !stream.context().shares_memory_with(home.context()) {
            return Err(Error::OtherContext);
        }
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if stream != home && !readers.contains(stream) {
            stream.wait_stream(home)?;
            readers.push(stream.clone());
        }
        Ok(())
    }

    /// Returns the memory as a slice for `stream`.
    pub fn read<'a>(&'a self, stream: &'a Stream) -> Result<DeviceSlice<'a, T>, Error> {
        self.admit(stream)?;
        // SAFETY: the stream waits for the writes to the memory, which aren't repeated, and its release waits for the
        // stream: see `drop`.
        Ok(unsafe { self.buffer.as_slice().assume_on(stream) })
    }
}

impl<T> Drop for Storage<T> {
    fn drop(&mut self) {
        let home = self.buffer.stream();
        let readers = self
            .readers
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        let is_over = |reader: &Stream| home.wait_stream(reader).or_else(|_| reader.synchronize());
        if readers.iter().all(|reader| is_over(reader).is_ok()) {
            // SAFETY: the value is being dropped, once.
            unsafe { ManuallyDrop::drop(&mut self.buffer) };
        }
        // Otherwise a reader may still use the memory, so it is leaked.
    }
}
