use std::io::Read;

use arrow_schema::SchemaRef;

use crate::batch::DeviceRecordBatch;
use crate::buffer::Buffer;
use crate::error::Error;
use crate::ipc::message::{WINDOW, body_len, prefix};
use crate::ipc::metadata::verified;
use crate::ipc::{Dictionaries, IpcError, Message, MessageKind, StreamSchema};
use crate::manager::MemoryManager;
use crate::upload;

/// An iterator over the batches of an IPC stream, with their columns on the device.
///
/// ```no_run
/// # fn f(manager: &cuda_arrow::MemoryManager) -> Result<(), Box<dyn std::error::Error>> {
/// use cuda_arrow::DeviceStreamReader;
///
/// for batch in DeviceStreamReader::from_host(manager, std::fs::File::open("x.arrows")?)? {
///     let x = batch?.column("x")?.values::<f32>()?.len();
/// }
/// # Ok(()) }
/// ```
pub struct DeviceStreamReader<'a> {
    source: Source<'a>,
    schema: StreamSchema,
    dictionaries: Dictionaries,
    is_over: bool,
}

/// The source of messages.
enum Source<'a> {
    Device {
        buffer: Buffer,
        /// The position of the next message.
        position: usize,
        /// The bytes that were copied to the host, which begin at `start`.
        window: arrow_buffer::Buffer,
        start: usize,
    },
    Host {
        manager: MemoryManager,
        reader: Box<dyn Read + Send + 'a>,
    },
}

impl Source<'_> {
    /// Returns the next message, or `None` at the end.
    fn next(&mut self) -> Result<Option<Message>, Error> {
        let message = match self {
            Self::Device { buffer, position, window, start } => {
                let rest = buffer.part(*position..buffer.len());
                if rest.is_empty() {
                    return Ok(None);
                }
                let is_known = |window: &[u8], start: usize| {
                    let bytes = window.get(*position - start..)?;
                    let whole = match prefix(bytes) {
                        Ok(Some((start, len))) => start + len,
                        _ => 8,
                    };
                    (bytes.len() >= whole.min(rest.len())).then_some(())
                };
                if is_known(window, *start).is_none() {
                    let len = rest.len().min(WINDOW);
                    (*window, *start) = (rest.part(0..len).to_host()?, *position);
                }
                let message = Message::read_with(&rest, &window[*position - *start..]);
                if let Ok(message) = &message {
                    *position += message.encapsulated_len();
                }
                message
            }
            Self::Host { manager, reader } => read(manager, reader),
        };
        match message {
            Ok(message) => Ok(Some(message)),
            Err(Error::Ipc(IpcError::EndOfStream)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Reads `len` bytes, or fewer at the reader's end. Memory is allocated as bytes arrive, because `len` may be wrong.
fn take(reader: &mut impl Read, len: usize) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = reader.take(len as u64).read_to_end(&mut bytes);
    read.map_err(arrow_schema::ArrowError::from)?;
    Ok(bytes)
}

pub(super) fn take_all(
    reader: &mut impl Read,
    part: &'static str,
    len: usize,
) -> Result<Vec<u8>, Error> {
    let bytes = take(reader, len)?;
    match bytes.len() {
        found if found < len => {
            let (needed, available) = (len as u64, found as u64);
            let cut = IpcError::Cut { part, needed, available };
            Err(cut.into())
        }
        _ => Ok(bytes),
    }
}

/// Reads the next message of a host stream, and copies its body to the device.
pub(super) fn read(manager: &MemoryManager, reader: &mut impl Read) -> Result<Message, Error> {
    let mut first = take(reader, 4)?;
    if first.is_empty() {
        return Err(IpcError::EndOfStream.into());
    }
    if first == [0xff; 4] {
        first.extend(take(reader, 4)?);
    }
    let Some((_, len)) = prefix(&first)? else {
        return Err(IpcError::EndOfStream.into());
    };
    let metadata = take_all(reader, "metadata", len)?;
    let body = body_len(verified(&metadata)?)?;
    let body = read_body(manager, reader, body)?;
    // SAFETY: the metadata was verified against the body's length.
    Ok(unsafe { Message::of_parts(metadata, body) })
}

/// Reads a body and copies it to the device. A body of at most `upload::WINDOW` bytes is read into pinned memory and
/// copied asynchronously. A longer one is read completely before device memory is allocated, because `len` may be
/// wrong.
fn read_body(manager: &MemoryManager, reader: &mut impl Read, len: usize) -> Result<Buffer, Error> {
    if len == 0 || len > upload::WINDOW {
        let body = take_all(reader, "body", len)?;
        return manager.copy_from_host(&body);
    }
    let mut window = manager.windows().alloc::<u8>(len)?;
    let mut filled = 0;
    while filled < len {
        match reader.read(&mut window[filled..]) {
            Ok(0) => {
                let cut =
                    IpcError::Cut { part: "body", needed: len as u64, available: filled as u64 };
                return Err(cut.into());
            }
            Ok(count) => filled += count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(arrow_schema::ArrowError::from(error).into()),
        }
    }
    let mut body = manager.allocate(len)?;
    let target = body.as_slice_mut();
    let stream = manager.stream();
    drop(stream.upload_owned(window, target).map_err(|error| error.error)?);
    Ok(body.freeze())
}

impl<'a> DeviceStreamReader<'a> {
    /// Reads a stream from a buffer. Columns are slices of the buffer; metadata is copied to the host, 64 KiB at a
    /// time.
    ///
    /// # Errors
    /// [`Error::Ipc`] if it doesn't begin with a schema, or the driver's error.
    pub fn new(buffer: Buffer) -> Result<Self, Error> {
        Self::of(Source::Device {
            buffer,
            position: 0,
            window: arrow_buffer::Buffer::default(),
            start: 0,
        })
    }

    /// Reads a stream on the host, such as that of a file. Metadata stays on the host, and each body takes one copy to
    /// the device; the host waits only for those of more than 8 MiB.
    ///
    /// # Errors
    /// [`Error::Ipc`] if it doesn't begin with a schema; [`Error::Arrow`] for errors of `reader`.
    pub fn from_host(
        manager: &MemoryManager,
        reader: impl Read + Send + 'a,
    ) -> Result<Self, Error> {
        Self::of(Source::Host { manager: manager.clone(), reader: Box::new(reader) })
    }

    fn of(mut source: Source<'a>) -> Result<Self, Error> {
        let message = source.next()?.ok_or(IpcError::EndOfStream)?;
        Ok(Self {
            source,
            schema: message.schema()?,
            dictionaries: Dictionaries::new(),
            is_over: false,
        })
    }

    /// Returns the schema of the batches.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        self.schema.schema().clone()
    }

    /// Returns the dictionaries read so far.
    #[must_use]
    pub fn dictionaries(&self) -> &Dictionaries {
        &self.dictionaries
    }

    fn next_batch(&mut self) -> Result<Option<DeviceRecordBatch>, Error> {
        while let Some(message) = self.source.next()? {
            match message.kind() {
                MessageKind::DictionaryBatch => {
                    message.read_dictionary(&self.schema, &mut self.dictionaries)?;
                }
                _ => {
                    let batch = message.record_batch(&self.schema, &self.dictionaries)?;
                    return Ok(Some(batch));
                }
            }
        }
        Ok(None)
    }
}

/// It ends with the first error.
impl Iterator for DeviceStreamReader<'_> {
    type Item = Result<DeviceRecordBatch, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self.next_batch().transpose();
        self.is_over = !matches!(next, Some(Ok(_)));
        next
    }
}
