use std::io::{self, Seek, SeekFrom, Write};

use cuda_driver::{PinnedBuffer, memory::Transfer};

use crate::buffer::{Buffer, MutableBuffer};
use crate::error::{Error, OutOfRange};
use crate::reader::place;

/// Writes device memory like a file, as `pyarrow.cuda.BufferWriter` does. Small writes are collected in two windows of pinned
/// host memory: one is copied to the device while the other one is filled.
///
/// ```
/// use std::io::Write;
/// use cuda_arrow::{DeviceWriter, MemoryManager};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let manager = MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
/// let mut writer = DeviceWriter::new(manager.allocate(11)?, 1 << 20);
/// write!(writer, "hello")?;
/// write!(writer, " world")?;
/// assert!(writer.write(b"!").is_err()); // there is no more room
/// assert_eq!(writer.finish()?.to_host()?.as_slice(), b"hello world");
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct DeviceWriter {
    /// `None` once the writer is finished.
    buffer: Option<MutableBuffer>,
    /// The position of the next byte.
    position: usize,
    size: usize,
    /// The half of the window that collects the bytes before the position.
    window: Option<PinnedBuffer<u8>>,
    filled: usize,
    /// The other half, while it is copied.
    before: Option<Transfer<PinnedBuffer<u8>>>,
}

impl DeviceWriter {
    /// Creates a writer at the beginning of a buffer. It collects up to `window` bytes before it copies them; 0 copies each write
    /// directly.
    #[must_use]
    pub fn new(buffer: MutableBuffer, window: usize) -> Self {
        Self {
            buffer: Some(buffer),
            position: 0,
            size: window,
            window: None,
            filled: 0,
            before: None,
        }
    }

    /// Returns the number of bytes of the buffer.
    #[must_use]
    pub fn len(&self) -> usize {
        self.buffer.as_ref().map_or(0, MutableBuffer::len)
    }

    /// Returns `true` if the buffer has no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the position of the next write: `tell`.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Returns the maximum number of bytes that are collected before they are copied.
    #[must_use]
    pub fn buffer_size(&self) -> usize {
        self.size
    }

    /// Sets the maximum number of bytes that are collected before they are copied, and writes those collected so far.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn set_buffer_size(&mut self, size: usize) -> Result<(), Error> {
        self.send()?;
        self.window = None;
        self.size = size;
        Ok(())
    }

    /// Returns the number of bytes that were collected and aren't copied yet.
    #[must_use]
    pub fn num_bytes_buffered(&self) -> usize {
        self.filled
    }

    /// Writes all of `data` at `position`, and continues after it. Bytes collected before are first written to their place.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], in which case nothing was written, or the driver's error.
    pub fn write_at(&mut self, position: usize, data: &[u8]) -> Result<(), Error> {
        self.room(position, data.len())?;
        self.send()?;
        self.position = position;
        self.push(data)
    }

    /// Writes the collected bytes, waits until they are on the device, and returns the buffer.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn finish(mut self) -> Result<Buffer, Error> {
        self.wait()?;
        let nothing = || OutOfRange::Write.error(0, 0, 0);
        Ok(self.buffer.take().ok_or_else(nothing)?.freeze())
    }

    /// Checks that `len` bytes fit from a position on.
    fn room(&self, position: usize, len: usize) -> Result<(), Error> {
        let available = self.len().saturating_sub(position);
        if position > self.len() || len > available {
            Err(OutOfRange::Write.error(position, len, available))
        } else {
            Ok(())
        }
    }

    /// Starts copying the collected bytes.
    fn send(&mut self) -> Result<(), Error> {
        let (Some(buffer), Some(window)) = (&mut self.buffer, self.window.take()) else {
            return Ok(());
        };
        let start = self.position - self.filled;
        let range = start..self.position;
        if core::mem::take(&mut self.filled) == 0 {
            self.window = Some(window);
            return Ok(());
        }
        if range.len() < window.len() {
            // A copy of the whole half would overwrite the bytes after the end.
            let target = buffer.slice_mut(range.clone())?;
            target.stream().upload_into(&window[..range.len()], target)?;
            self.window = Some(window);
            return Ok(());
        }
        let target = buffer.slice_mut(range)?;
        let transfer = target.stream().upload_owned(window, target);
        let transfer = transfer.map_err(|error| error.error)?;
        if let Some(before) = self.before.replace(transfer) {
            self.window = Some(before.wait().map_err(|error| error.error)?);
        }
        Ok(())
    }

    /// Collects bytes, or writes them directly if they don't fit into the window.
    fn push(&mut self, data: &[u8]) -> Result<(), Error> {
        if self.filled + data.len() > self.size || data.len() >= self.size {
            self.send()?;
        }
        if data.len() >= self.size {
            if let Some(buffer) = &mut self.buffer {
                buffer.upload_into(self.position, data)?;
            }
            self.position += data.len();
            return Ok(());
        }
        let window = match (&mut self.window, &self.buffer) {
            (Some(window), _) => window,
            (none, Some(buffer)) => none.insert(buffer.manager().windows().alloc(self.size)?),
            (None, None) => return Ok(()),
        };
        window[self.filled..self.filled + data.len()].copy_from_slice(data);
        self.filled += data.len();
        self.position += data.len();
        if self.filled == self.size {
            self.send()?;
        }
        Ok(())
    }

    fn wait(&mut self) -> Result<(), Error> {
        self.send()?;
        if let Some(before) = self.before.take() {
            let window = before.wait().map_err(|error| error.error)?;
            self.window.get_or_insert(window);
        }
        Ok(())
    }
}

impl Write for DeviceWriter {
    /// Writes all of `data`, or nothing if it doesn't fit.
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.room(self.position, data.len())?;
        self.push(data)?;
        Ok(data.len())
    }

    /// Writes the collected bytes, and waits until they are on the device.
    fn flush(&mut self) -> io::Result<()> {
        Ok(self.wait()?)
    }
}

impl Seek for DeviceWriter {
    /// Writes the collected bytes, and sets the position. A position past the end is an error.
    fn seek(&mut self, from: SeekFrom) -> io::Result<u64> {
        let place = place(from, self.position, self.len())?;
        self.send()?;
        self.position = place;
        Ok(place as u64)
    }
}

/// Writes the collected bytes. Only [`finish`](DeviceWriter::finish) returns errors.
impl Drop for DeviceWriter {
    fn drop(&mut self) {
        let _ = self.wait();
    }
}
