use std::io::{Read, Seek, SeekFrom};

use arrow_schema::{ArrowError, SchemaRef};

use crate::batch::DeviceRecordBatch;
use crate::buffer::Buffer;
use crate::error::Error;
use crate::ipc::format::IpcFormat;
use crate::ipc::metadata::verified_footer;
use crate::ipc::stream::read;
use crate::ipc::{Dictionaries, IpcError, Message, MessageKind, StreamSchema, format};
use crate::manager::MemoryManager;

/// The beginning of a file, which two zeros follow, and its end.
pub(super) const MAGIC: [u8; 6] = *b"ARROW1";

/// The bytes before the first message, and those after the footer.
pub(super) const HEAD: u64 = 8;
const TAIL: u64 = 10;

/// The batches of a file in Arrow's file format, which is also Feather, version 2. Any of them can be read, with its columns on the
/// device; compressed ones as those of a [stream](crate::ipc::stream::DeviceStreamReader).
///
/// ```no_run
/// # fn f(manager: &cuda_arrow::MemoryManager) -> Result<(), Box<dyn std::error::Error>> {
/// use cuda_arrow::{DeviceFileReader, DeviceRecordBatch};
///
/// // Written by `pyarrow.feather.write_feather`, or `pyarrow.ipc.new_file`.
/// let mut file = DeviceFileReader::from_host(manager, std::fs::File::open("x.arrow")?)?;
/// let last = file.batch(file.num_batches() - 1)?;
/// let all = DeviceRecordBatch::concat(&file.collect::<Result<Vec<_>, _>>()?)?;
/// # Ok(()) }
/// ```
pub struct DeviceFileReader<'a> {
    source: Source<'a>,
    schema: StreamSchema,
    batches: Vec<Block>,
    dictionaries: Dictionaries,
    /// Those that aren't read yet.
    unread: Vec<Block>,
    next: usize,
}

enum Source<'a> {
    Device(Buffer),
    Host { manager: MemoryManager, reader: Box<dyn ReadSeek + 'a> },
}

/// A file on the host.
trait ReadSeek: Read + Seek + Send {}

impl<T: Read + Seek + Send> ReadSeek for T {}

/// Where a message is.
#[derive(Debug, Clone, Copy)]
struct Block {
    kind: MessageKind,
    index: usize,
    offset: u64,
    metadata: u64,
    body: u64,
}

fn io(error: std::io::Error) -> Error {
    ArrowError::from(error).into()
}

impl Source<'_> {
    fn len(&mut self) -> Result<u64, Error> {
        match self {
            Self::Device(buffer) => Ok(buffer.len() as u64),
            Self::Host { reader, .. } => reader.seek(SeekFrom::End(0)).map_err(io),
        }
    }

    /// Returns bytes on the host, which must be within the file.
    fn bytes(&mut self, start: u64, len: u64) -> Result<Vec<u8>, Error> {
        match self {
            Self::Device(buffer) => {
                let start = start as usize;
                Ok(buffer.slice(start..start + len as usize)?.to_host()?.to_vec())
            }
            Self::Host { reader, .. } => {
                reader.seek(SeekFrom::Start(start)).map_err(io)?;
                crate::ipc::stream::take_all(reader, "file", len as usize)
            }
        }
    }

    /// Returns a message, which must be within the file.
    fn message(&mut self, block: &Block) -> Result<Message, Error> {
        match self {
            Self::Device(buffer) => {
                let start = block.offset as usize;
                let len = (block.metadata + block.body) as usize;
                Message::read(&buffer.slice(start..start + len)?)
            }
            Self::Host { manager, reader } => {
                reader.seek(SeekFrom::Start(block.offset)).map_err(io)?;
                let mut bytes = reader.take(block.metadata + block.body);
                read(manager, &mut bytes)
            }
        }
    }
}

impl Block {
    /// Checks that a message is before the footer.
    fn of(
        kind: MessageKind,
        index: usize,
        block: &arrow_ipc::Block,
        end: u64,
    ) -> Result<Self, IpcError> {
        let (offset, metadata, body) = (block.offset(), block.metaDataLength(), block.bodyLength());
        let parts = (u64::try_from(offset), u64::try_from(metadata), u64::try_from(body));
        let within = |offset: u64, len: Option<u64>| {
            offset >= HEAD
                && len.and_then(|len| len.checked_add(offset)).is_some_and(|stop| stop <= end)
        };
        match parts {
            (Ok(offset), Ok(metadata), Ok(body)) if within(offset, metadata.checked_add(body)) => {
                Ok(Self { kind, index, offset, metadata, body })
            }
            _ => Err(IpcError::Block {
                kind,
                index,
                offset,
                len: i64::from(metadata).saturating_add(body),
                end,
            }),
        }
    }
}

impl<'a> DeviceFileReader<'a> {
    /// Reads a file in device memory. Columns are slices of the buffer; metadata is copied to the host.
    ///
    /// # Errors
    /// [`Error::Ipc`] if it isn't a whole file, or the driver's error.
    pub fn new(buffer: Buffer) -> Result<Self, Error> {
        Self::of(Source::Device(buffer))
    }

    /// Reads a file on the host, or bytes in a [`Cursor`](std::io::Cursor). Its metadata stays there, and each body takes one copy
    /// to the device.
    ///
    /// # Errors
    /// [`Error::Ipc`] if it isn't a whole file; [`Error::Arrow`] for errors of `reader`.
    pub fn from_host(
        manager: &MemoryManager,
        reader: impl Read + Seek + Send + 'a,
    ) -> Result<Self, Error> {
        Self::of(Source::Host { manager: manager.clone(), reader: Box::new(reader) })
    }

    fn of(mut source: Source<'a>) -> Result<Self, Error> {
        let len = source.len()?;
        let head = source.bytes(0, len.min(HEAD))?;
        if !head.starts_with(&MAGIC) {
            let first = head.first_chunk().copied();
            if let Some(error) = first.and_then(|first| format::other(first, IpcFormat::File)) {
                return Err(error.into());
            }
            let cut = MAGIC.starts_with(&head);
            return Err(if cut {
                IpcError::Cut {
                    part: "file",
                    needed: HEAD + TAIL,
                    available: len,
                }
            } else {
                IpcError::Format {
                    format: "an unknown format",
                    expected: "a file",
                    remedy: "a file begins with `ARROW1`, as `DeviceFileWriter` and pyarrow's `ipc.new_file` write it; \
                             read a stream with `DeviceStreamReader`",
                }
            }
            .into());
        }
        if len < HEAD + TAIL {
            let (needed, available) = (HEAD + TAIL, len);
            return Err(IpcError::Cut { part: "file", needed, available }.into());
        }
        let tail = source.bytes(len - TAIL, TAIL)?;
        let (size, magic) = tail.split_at(4);
        if magic != MAGIC {
            let found = magic.escape_ascii().to_string();
            return Err(IpcError::Unfinished { len, found }.into());
        }
        let size = i32::from_le_bytes(size.try_into().unwrap_or_default());
        let most = len - HEAD - TAIL;
        let footer = match u64::try_from(size) {
            Ok(size) if size <= most => size,
            Ok(needed) => {
                return Err(IpcError::Cut { part: "footer", needed, available: most }.into());
            }
            Err(_) => {
                return Err(IpcError::Length { part: "footer", len: size.into() }.into());
            }
        };
        let end = len - TAIL - footer;
        let bytes = source.bytes(end, footer)?;
        let footer = verified_footer(&bytes)?;
        let schema = StreamSchema::of_header(footer.schema())?;
        let blocks = |kind, list: Option<flatbuffers::Vector<'_, arrow_ipc::Block>>| {
            let list = list.into_iter().flatten().enumerate();
            list.map(|(index, block)| Block::of(kind, index, block, end))
                .collect::<Result<Vec<_>, _>>()
        };
        let mut unread = blocks(MessageKind::DictionaryBatch, footer.dictionaries())?;
        // The first one is read first.
        unread.reverse();
        Ok(Self {
            batches: blocks(MessageKind::RecordBatch, footer.recordBatches())?,
            unread,
            source,
            schema,
            dictionaries: Dictionaries::new(),
            next: 0,
        })
    }

    /// Returns the schema of the batches.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        self.schema.schema().clone()
    }

    /// Returns the number of batches.
    #[must_use]
    pub fn num_batches(&self) -> usize {
        self.batches.len()
    }

    /// Reads a batch. All dictionaries of the file are read before the first one.
    ///
    /// # Errors
    /// [`Error::Ipc`] if there is no such batch, or if it isn't one of the file's schema, as
    /// [`Message::record_batch`]; [`Error::Arrow`] for errors of the reader.
    pub fn batch(&mut self, index: usize) -> Result<DeviceRecordBatch, Error> {
        let Some(block) = self.batches.get(index).copied() else {
            let count = self.batches.len();
            return Err(IpcError::NoBatch { index, count }.into());
        };
        while let Some(block) = self.unread.last().copied() {
            let message = self.message(&block)?;
            message
                .read_dictionary(&self.schema, &mut self.dictionaries)
                .map_err(|error| in_block(&block, error))?;
            self.unread.pop();
        }
        let message = self.message(&block)?;
        message
            .record_batch(&self.schema, &self.dictionaries)
            .map_err(|error| in_block(&block, error))
    }

    fn message(&mut self, block: &Block) -> Result<Message, Error> {
        let message = self.source.message(block);
        let message = message.map_err(|error| in_block(block, error))?;
        let expected = message.expect(block.kind);
        expected.map_err(|error| in_block(block, error.into()))?;
        Ok(message)
    }
}

/// Says in which message of a file an error is.
fn in_block(block: &Block, error: Error) -> Error {
    match error {
        Error::Ipc(error) => IpcError::InBlock {
            kind: block.kind,
            index: block.index,
            offset: block.offset,
            error: Box::new(error),
        }
        .into(),
        other => other,
    }
}

/// The batches in their order. It ends with the first error.
impl Iterator for DeviceFileReader<'_> {
    type Item = Result<DeviceRecordBatch, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next >= self.batches.len() {
            return None;
        }
        let batch = self.batch(self.next);
        self.next = match batch {
            Ok(_) => self.next + 1,
            Err(_) => self.batches.len(),
        };
        Some(batch)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.batches.len() - self.next))
    }
}
