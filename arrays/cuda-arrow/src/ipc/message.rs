use crate::ipc::kind::MessageKind;
use arrow_array::Array as _;
use arrow_data::ArrayData;
use arrow_data::transform::MutableArrayData;
use arrow_ipc::MessageHeader;

use crate::array::DeviceArray;
use crate::batch::DeviceRecordBatch;
use crate::buffer::Buffer;
use crate::error::Error;
use crate::ipc::decode::Decoder;
use crate::ipc::format::IpcFormat;
use crate::ipc::metadata::verified;
use crate::ipc::{Dictionaries, IpcError, StreamSchema, format};
use crate::manager::MemoryManager;
use crate::parts::EXPANDED;

/// The number of bytes that are copied to the host to read a message's metadata. Longer metadata takes a second copy.
pub(crate) const WINDOW: usize = 64 << 10;

const CONTINUATION: [u8; 4] = [0xff; 4];

/// An encapsulated message: its metadata on the host, and its body on the device.
///
/// ```
/// use std::sync::Arc;
/// use cuda_arrow::arrow_array::{ArrayRef, Int32Array, RecordBatch};
/// use cuda_arrow::{Dictionaries, MemoryManager, Message, StreamSchema};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let manager = MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
/// let host = RecordBatch::try_from_iter([("x", Arc::new(Int32Array::from(vec![1, 2])) as ArrayRef)])?;
/// let buffer = manager.serialize_host(&host)?;
/// let message = Message::read(&buffer)?; // one copy of 64 KiB at most
/// let schema = StreamSchema::new(&host.schema())?;
/// let batch = message.record_batch(&schema, &Dictionaries::new())?; // slices of the buffer
/// assert_eq!(batch.to_host()?, host);
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct Message {
    metadata: Vec<u8>,
    body: Buffer,
    len: usize,
}

/// Returns the position and the length of a message's metadata, from its first bytes; `None` at the end of a stream.
pub(crate) fn prefix(bytes: &[u8]) -> Result<Option<(usize, usize)>, IpcError> {
    let cut = |needed| IpcError::Cut {
        part: "beginning of the message",
        needed,
        available: bytes.len() as u64,
    };
    let word = |at: usize| bytes.get(at..at + 4).and_then(|byte| <[u8; 4]>::try_from(byte).ok());
    let (start, len) = match word(0).ok_or(cut(4))? {
        CONTINUATION => (8, word(4).ok_or(cut(8))?),
        len => match format::other(len, IpcFormat::Stream) {
            Some(error) => return Err(error),
            None => (4, len),
        },
    };
    let len = i32::from_le_bytes(len);
    match usize::try_from(len) {
        Ok(0) => Ok(None),
        Ok(len) => Ok(Some((start, len))),
        Err(_) => Err(IpcError::Length { part: "metadata", len: len.into() }),
    }
}

/// Returns the length of the body in bytes.
pub(crate) fn body_len(message: arrow_ipc::Message<'_>) -> Result<usize, IpcError> {
    let len = message.bodyLength();
    usize::try_from(len).map_err(|_| IpcError::Length { part: "body", len })
}

impl Message {
    /// Reads the message at the beginning of a buffer. Its metadata is copied to the host, and its body is a slice of
    /// the buffer.
    ///
    /// # Errors
    /// [`Error::Ipc`] if it isn't a complete message, or the driver's error.
    pub fn read(buffer: &Buffer) -> Result<Self, Error> {
        let window = buffer.part(0..buffer.len().min(WINDOW)).to_host()?;
        Self::read_with(buffer, &window)
    }

    /// Reads the message at the beginning of a buffer, whose first bytes are `window`.
    pub(crate) fn read_with(buffer: &Buffer, window: &[u8]) -> Result<Self, Error> {
        let Some((start, len)) = prefix(window)? else {
            return Err(IpcError::EndOfStream.into());
        };
        let end = start + len;
        if end > buffer.len() {
            let cut = IpcError::Cut {
                part: "metadata",
                needed: len as u64,
                available: (buffer.len() - start) as u64,
            };
            return Err(cut.into());
        }
        let metadata = match window.get(start..end) {
            Some(metadata) => metadata.to_vec(),
            None => buffer.part(start..end).to_host()?.to_vec(),
        };
        let body = body_len(verified(&metadata)?)?;
        let available = buffer.len() - end;
        if body > available {
            let cut =
                IpcError::Cut { part: "body", needed: body as u64, available: available as u64 };
            return Err(cut.into());
        }
        Ok(Self { body: buffer.part(end..end + body), len: end + body, metadata })
    }

    /// Creates a message from its parts.
    ///
    /// # Safety
    /// The metadata was [`verified`].
    pub(crate) unsafe fn of_parts(metadata: Vec<u8>, body: Buffer) -> Self {
        Self { len: metadata.len() + body.len(), metadata, body }
    }

    pub(crate) fn header(&self) -> arrow_ipc::Message<'_> {
        // SAFETY: the metadata was verified before the message was made from it.
        unsafe { arrow_ipc::root_as_message_unchecked(&self.metadata) }
    }

    /// Returns the kind of the message.
    #[must_use]
    pub fn kind(&self) -> MessageKind {
        match self.header().header_type() {
            MessageHeader::Schema => MessageKind::Schema,
            MessageHeader::DictionaryBatch => MessageKind::DictionaryBatch,
            MessageHeader::RecordBatch => MessageKind::RecordBatch,
            MessageHeader::Tensor | MessageHeader::SparseTensor => MessageKind::Tensor,
            _ => MessageKind::Other,
        }
    }

    pub(crate) fn expect(&self, expected: MessageKind) -> Result<(), IpcError> {
        match self.kind() {
            found if found == expected => Ok(()),
            found => Err(IpcError::Kind { expected, found }),
        }
    }

    /// Returns the metadata, for [`arrow_ipc::root_as_message`].
    #[must_use]
    pub fn metadata(&self) -> &[u8] {
        &self.metadata
    }

    /// Returns the body, on the device.
    #[must_use]
    pub fn body(&self) -> &Buffer {
        &self.body
    }

    /// Returns the size of the whole message in bytes; the next one begins after it.
    #[must_use]
    pub fn encapsulated_len(&self) -> usize {
        self.len
    }

    /// Returns the schema of a schema message.
    ///
    /// # Errors
    /// [`Error::Ipc`], [`Error::Arrow`].
    pub fn schema(&self) -> Result<StreamSchema, Error> {
        self.expect(MessageKind::Schema)?;
        StreamSchema::of(self.header())
    }

    /// Returns the columns, as slices of the message's body; a compressed body is first decompressed on the host.
    /// `dictionaries` are those of earlier messages, as collected by [`read_dictionary`](Self::read_dictionary); a
    /// [`DeviceStreamReader`](crate::ipc::stream::DeviceStreamReader) does all of this.
    ///
    /// # Errors
    /// [`Error::Ipc`] if the message isn't one for this schema, [`Error::Invalid`] if a buffer is too short for the
    /// message's number of entries.
    pub fn record_batch(
        &self,
        schema: &StreamSchema,
        dictionaries: &Dictionaries,
    ) -> Result<DeviceRecordBatch, Error> {
        self.expect(MessageKind::RecordBatch)?;
        let header = self.header();
        let Some(batch) = header.header_as_record_batch() else {
            return Err(IpcError::metadata("there is no batch").into());
        };
        let mut decoder = Decoder::new(header, batch, &self.body, dictionaries)?;
        let fields = schema.schema().fields().iter().zip(schema.fields());
        let columns = fields.map(|(field, ids)| decoder.array(field.data_type(), ids));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        let columns = columns.into_iter().map(DeviceArray::try_new);
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        let rows = decoder.rows()?;
        let manager: &MemoryManager = self.body.manager();
        DeviceRecordBatch::try_new(manager, schema.schema().clone(), columns, rows)
    }

    /// Adds the values of a dictionary message to `dictionaries`. A delta is appended on the host.
    ///
    /// # Errors
    /// As [`record_batch`](Self::record_batch).
    pub fn read_dictionary(
        &self,
        schema: &StreamSchema,
        dictionaries: &mut Dictionaries,
    ) -> Result<(), Error> {
        self.expect(MessageKind::DictionaryBatch)?;
        let header = self.header();
        let dictionary = header.header_as_dictionary_batch();
        let Some((dictionary, batch)) =
            dictionary.and_then(|dictionary| Some((dictionary, dictionary.data()?)))
        else {
            return Err(IpcError::metadata("there is no dictionary").into());
        };
        let id = dictionary.id();
        let (data_type, ids) = schema.dictionary(id)?;
        let mut decoder = Decoder::new(header, batch, &self.body, dictionaries)?;
        let parts = decoder.values(data_type, ids)?;
        let values = DeviceArray::try_new(parts)?;
        if values.len() != decoder.rows()? {
            let rows = decoder.rows()?;
            let reason = format!("its message has {rows} rows");
            return Err(values.parts().invalid(reason));
        }
        let values = match dictionaries.get(id) {
            Some(before) if dictionary.isDelta() => appended(self.body.manager(), before, &values)?,
            _ => values,
        };
        dictionaries.insert(id, values);
        Ok(())
    }
}

/// Returns the entries of both arrays, one after the other.
fn appended(
    manager: &MemoryManager,
    first: &DeviceArray,
    second: &DeviceArray,
) -> Result<DeviceArray, Error> {
    let datas = [first.to_host()?.to_data(), second.to_host()?.to_data()];
    for (array, data) in [first, second].into_iter().zip(&datas) {
        let bytes = data.get_buffer_memory_size();
        if let Some(entries) = longer_than(data, bytes.max(EXPANDED)) {
            let reason = format!("{entries} entries of {bytes} bytes can't be appended");
            return Err(array.parts().invalid(reason));
        }
    }
    let arrays = datas.iter().collect();
    let mut all = MutableArrayData::new(arrays, false, 0);
    for (index, array) in datas.iter().enumerate() {
        all.try_extend(index, 0, array.len())?;
    }
    manager.upload_array(&arrow_array::make_array(all.freeze()))
}

/// Returns the length of the first array in a tree that has more entries than `bytes` bytes have bits. A message may
/// claim any number of entries without bytes, for each of which arrow-rs allocates a bit.
fn longer_than(data: &ArrayData, bytes: usize) -> Option<usize> {
    if data.len() / 8 > bytes {
        return Some(data.len());
    }
    let mut children = data.child_data().iter();
    children.find_map(|child| longer_than(child, bytes))
}
