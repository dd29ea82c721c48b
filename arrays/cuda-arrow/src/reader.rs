use std::io::{self, BufRead, Read, Seek, SeekFrom};

use crate::buffer::Buffer;
use crate::error::{Error, OutOfRange};

/// Reads device memory like a file, as `pyarrow.cuda.BufferReader` does. A window of it is kept on the host, so that
/// many small reads take one copy; [`read_slice`](Self::read_slice) takes none.
///
/// ```
/// use std::io::{BufRead, Seek, SeekFrom};
/// use cuda_arrow::{DeviceReader, MemoryManager};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let manager = MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
/// let mut reader = DeviceReader::new(manager.copy_from_host(b"one\ntwo\nthree")?);
/// reader.seek(SeekFrom::Start(4))?;
/// let mut line = String::new();
/// reader.read_line(&mut line)?;
/// assert_eq!(line, "two\n");
/// let rest = reader.read_slice(100); // on the device, up to the end
/// assert_eq!(rest.to_host()?.as_slice(), b"three");
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct DeviceReader {
    buffer: Buffer,
    position: usize,
    window: Vec<u8>,
    /// The start of the window in the buffer.
    start: usize,
    size: usize,
}

/// The size of a reader's window in bytes.
const WINDOW: usize = 64 << 10;

impl DeviceReader {
    /// Creates a reader at the beginning of a buffer, with a window of 64 KiB.
    #[must_use]
    pub fn new(buffer: Buffer) -> Self {
        Self::with_window(buffer, WINDOW)
    }

    /// Creates a reader at the beginning of a buffer, with a window of `size` bytes.
    #[must_use]
    pub fn with_window(buffer: Buffer, size: usize) -> Self {
        Self { buffer, position: 0, window: Vec::new(), start: 0, size: size.max(1) }
    }

    /// Returns the buffer.
    #[must_use]
    pub fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// Returns the position of the next read.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    fn left(&self) -> usize {
        self.buffer.len() - self.position
    }

    /// Returns the next `len` bytes, which stay on the device and share the memory; fewer at the end.
    pub fn read_slice(&mut self, len: usize) -> Buffer {
        let end = self.position + len.min(self.left());
        let slice = self.buffer.part(self.position..end);
        self.position = end;
        slice
    }

    /// Returns the next `len` bytes, which stay on the device and share the memory.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if there are fewer; the position doesn't change.
    pub fn read_slice_exact(&mut self, len: usize) -> Result<Buffer, Error> {
        match self.left() {
            left if left < len => Err(OutOfRange::Read.error(self.position, len, left)),
            _ => Ok(self.read_slice(len)),
        }
    }

    /// Returns the bytes of the window from the position on.
    fn known(&self) -> &[u8] {
        let at = self.position.checked_sub(self.start);
        at.and_then(|at| self.window.get(at..)).unwrap_or(&[])
    }
}

impl Read for DeviceReader {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let len = target.len().min(self.left());
        if self.known().is_empty() && len >= self.size {
            let range = self.position..self.position + len;
            self.buffer.download_into(range, target)?;
            self.position += len;
            return Ok(len);
        }
        let buffered = self.fill_buf()?;
        let len = len.min(buffered.len());
        target[..len].copy_from_slice(&buffered[..len]);
        self.consume(len);
        Ok(len)
    }
}

impl BufRead for DeviceReader {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.known().is_empty() && self.left() > 0 {
            let len = self.size.min(self.left());
            let mut window = core::mem::take(&mut self.window);
            window.resize(len, 0);
            let range = self.position..self.position + len;
            self.buffer.download_into(range, &mut window)?;
            (self.window, self.start) = (window, self.position);
        }
        Ok(self.known())
    }

    fn consume(&mut self, len: usize) {
        self.position += len.min(self.left());
    }
}

/// Returns the new position, or an error if it is before 0 or after `len`.
pub(crate) fn place(from: SeekFrom, position: usize, len: usize) -> Result<usize, Error> {
    let offset_from =
        |base: usize, by: i64| i128::try_from(base).unwrap_or(i128::MAX) + i128::from(by);
    let wanted = match from {
        SeekFrom::Start(at) => i128::from(at),
        SeekFrom::Current(by) => offset_from(position, by),
        SeekFrom::End(by) => offset_from(len, by),
    };
    match usize::try_from(wanted) {
        Ok(wanted) if wanted <= len => Ok(wanted),
        Ok(wanted) => Err(OutOfRange::Seek.error(wanted, 0, len)),
        Err(_) if wanted < 0 => Err(OutOfRange::Seek.error(0, 0, len)),
        Err(_) => Err(OutOfRange::Seek.error(usize::MAX, 0, len)),
    }
}

impl Seek for DeviceReader {
    /// Sets the position. A position past the end is an error.
    fn seek(&mut self, from: SeekFrom) -> io::Result<u64> {
        self.position = place(from, self.position, self.buffer.len())?;
        Ok(self.position as u64)
    }
}
