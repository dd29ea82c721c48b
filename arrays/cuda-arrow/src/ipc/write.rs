use std::io::Write;

use arrow_ipc::Block;
use arrow_schema::{ArrowError, Schema};

use crate::array::DeviceArray;
use crate::batch::DeviceRecordBatch;
use crate::buffer::Buffer;
use crate::error::Error;
use crate::ipc::message::prefix;
use crate::ipc::schema::{Ids, encapsulated};
use crate::ipc::{Dictionaries, MessageKind, StreamSchema};
use crate::layout::children;
use crate::manager::MemoryManager;
use crate::parts::ArrayParts;

/// Writes batches on the device as an IPC stream on the host, which every Arrow library reads.
///
/// ```
/// use cuda_arrow::{DeviceStreamReader, DeviceStreamWriter};
/// # use std::sync::Arc;
/// # use cuda_arrow::MemoryManager;
/// # use cuda_arrow::arrow_array::{ArrayRef, Int32Array, RecordBatch};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let manager = MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
/// # let host = RecordBatch::try_from_iter([("x", Arc::new(Int32Array::from(vec![1, 2])) as ArrayRef)])?;
/// let batch = manager.upload(&host)?;
/// let mut writer = DeviceStreamWriter::new(&manager, Vec::new(), &host.schema())?;
/// writer.write(&batch.slice(1, 1)?)?; // its body is made on the device
/// let bytes = writer.finish()?;
///
/// let mut batches = DeviceStreamReader::from_host(&manager, &bytes[..])?;
/// assert_eq!(batches.next().ok_or("none")??.to_host()?, host.slice(1, 1));
/// # Ok(()) }
/// ```
pub struct DeviceStreamWriter<W> {
    manager: MemoryManager,
    writer: W,
    schema: StreamSchema,
    /// The dictionaries written so far.
    written: Dictionaries,
    /// Where messages are, for the footer of a file.
    pub(super) blocks: Option<Blocks>,
}

/// Where the messages of a file are.
#[derive(Default)]
pub(super) struct Blocks {
    /// The position of the next message.
    pub(super) position: u64,
    pub(super) dictionaries: Vec<Block>,
    pub(super) batches: Vec<Block>,
}

pub(super) fn io(error: std::io::Error) -> Error {
    ArrowError::from(error).into()
}

impl<W: Write> DeviceStreamWriter<W> {
    /// Writes the schema.
    ///
    /// # Errors
    /// As [`StreamSchema::new`]; [`Error::Arrow`] for errors of `writer`.
    pub fn new(manager: &MemoryManager, mut writer: W, schema: &Schema) -> Result<Self, Error> {
        let bytes = encapsulated(schema)?;
        writer.write_all(&bytes).map_err(io)?;
        Ok(Self {
            manager: manager.clone(),
            writer,
            schema: StreamSchema::new(schema)?,
            written: Dictionaries::new(),
            blocks: None,
        })
    }

    /// Returns the schema of the batches.
    pub(super) fn schema(&self) -> &Schema {
        self.schema.schema()
    }

    /// Writes a batch, after those of its dictionaries that weren't written yet.
    ///
    /// # Errors
    /// As [`MemoryManager::serialize`]; [`Error::Arrow`] for a batch of another schema, and for errors of the writer.
    pub fn write(&mut self, batch: &DeviceRecordBatch) -> Result<(), Error> {
        let schema = self.schema.schema();
        if schema.fields() != batch.schema().fields() {
            let text = "the batch has another schema than the stream".to_owned();
            return Err(ArrowError::SchemaError(text).into());
        }
        let mut dictionaries = Vec::new();
        for (ids, column) in self.schema.fields().iter().zip(batch.columns()) {
            collect(ids, column.parts(), &mut dictionaries);
        }
        for (id, values) in dictionaries {
            if self.written.get(id).is_some_and(|before| is_same(before.parts(), values.parts())) {
                continue;
            }
            if let (Some(_), Some(before)) = (&self.blocks, self.written.get(id)) {
                if before.to_host()? != values.to_host()? {
                    let text = "a file has one dictionary for each column, and this batch has another than those before: \
                                make one batch of all by `DeviceRecordBatch::concat`, or write a stream";
                    return Err(ArrowError::InvalidArgumentError(text.to_owned()).into());
                }
                continue;
            }
            let message = self.manager.serialize_dictionary(id, &values)?;
            self.send(&message, MessageKind::DictionaryBatch)?;
            self.written.insert(id, values);
        }
        let message = self.manager.serialize(batch)?;
        self.send(&message, MessageKind::RecordBatch)
    }

    fn send(&mut self, message: &Buffer, kind: MessageKind) -> Result<(), Error> {
        let bytes = message.to_host()?;
        if let (Some(blocks), Some((start, len))) = (&mut self.blocks, prefix(&bytes)?) {
            let body = bytes.len() - start - len;
            let block = Block::new(blocks.position as i64, (start + len) as i32, body as i64);
            blocks.position += bytes.len() as u64;
            match kind {
                MessageKind::DictionaryBatch => blocks.dictionaries.push(block),
                _ => blocks.batches.push(block),
            }
        }
        self.writer.write_all(&bytes).map_err(io)
    }

    /// Ends the stream, and returns the writer.
    ///
    /// # Errors
    /// [`Error::Arrow`] for errors of the writer.
    pub fn finish(self) -> Result<W, Error> {
        let mut writer = self.end()?;
        writer.flush().map_err(io)?;
        Ok(writer)
    }

    /// Ends the stream without flushing it.
    pub(super) fn end(mut self) -> Result<W, Error> {
        let end = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];
        self.writer.write_all(&end).map_err(io)?;
        Ok(self.writer)
    }
}

/// Collects the dictionaries of an array. A dictionary follows those that its values refer to.
fn collect(ids: &Ids, parts: &ArrayParts, into: &mut Vec<(i64, DeviceArray)>) {
    let values = parts.dictionary.as_deref();
    let nested = values.unwrap_or(parts);
    if !children(&nested.data_type).is_empty() {
        for (ids, child) in ids.children.iter().zip(&nested.children) {
            collect(ids, child, into);
        }
    }
    if let (Some(id), Some(values)) = (ids.id, values) {
        // SAFETY: the dictionary was checked with the array that contains it.
        let values = unsafe { DeviceArray::new_unchecked(values.clone()) };
        into.push((id, values));
    }
}

/// Returns `true` if both have the same entries in the same memory.
fn is_same(a: &ArrayParts, b: &ArrayParts) -> bool {
    let place = |buffer: &Buffer| (buffer.as_raw(), buffer.len());
    let all = |a: &[ArrayParts], b: &[ArrayParts]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
    };
    (a.len, a.offset, &a.data_type) == (b.len, b.offset, &b.data_type)
        && a.nulls.as_ref().map(place) == b.nulls.as_ref().map(place)
        && a.buffers.iter().map(place).eq(b.buffers.iter().map(place))
        && all(&a.children, &b.children)
        && match (&a.dictionary, &b.dictionary) {
            (Some(a), Some(b)) => is_same(a, b),
            (a, b) => a.is_none() && b.is_none(),
        }
}
