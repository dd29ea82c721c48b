//! Encodes columns as messages. The values never leave the device.

use arrow_array::RecordBatch;
use arrow_ipc::writer::{
    DictionaryTracker, IpcDataGenerator, IpcWriteContext, IpcWriteOptions, write_message,
};
use arrow_ipc::{
    DictionaryBatchBuilder, FieldNode, MessageBuilder, MessageHeader, MetadataVersion,
    RecordBatchBuilder,
};
use arrow_schema::{DataType, Schema};
use cuda_driver::sys::CUdeviceptr;
use flatbuffers::{FlatBufferBuilder, WIPOffset};

use crate::array::DeviceArray;
use crate::batch::DeviceRecordBatch;
use crate::buffer::Buffer;
use crate::compact::{BufferCopy, compact};
use crate::error::Error;
use crate::ipc::schema::encapsulated;
use crate::kernels::{CopyKind, Jobs};
use crate::layout::ALIGNMENT;
use crate::manager::MemoryManager;
use crate::parts::ArrayParts;
use crate::runs;

/// The metadata of a message's columns, and the copies to its body.
#[derive(Default)]
struct EncodePlan {
    nodes: Vec<FieldNode>,
    buffers: Vec<arrow_ipc::Buffer>,
    variadic: Vec<i64>,
    /// The copies, and their positions in the body.
    copies: Vec<(BufferCopy, usize)>,
    body: usize,
}

impl EncodePlan {
    fn push(&mut self, copy: Option<&BufferCopy>) {
        let bytes = copy.map_or(0, BufferCopy::bytes);
        let buffer = arrow_ipc::Buffer::new(self.body as i64, bytes as i64);
        self.buffers.push(buffer);
        if let Some(copy) = copy {
            self.copies.push((*copy, self.body));
            self.body = (self.body + bytes).next_multiple_of(ALIGNMENT);
        }
    }

    /// Adds an array. Its null count is the next of `counts` if it isn't known.
    fn add(
        &mut self,
        parts: &ArrayParts<BufferCopy>,
        counts: &mut impl Iterator<Item = usize>,
    ) -> Result<(), Error> {
        let layout = parts.layout()?;
        let null_count = match (&parts.data_type, parts.null_count) {
            (DataType::Null, _) => parts.len,
            (_, Some(count)) => count,
            _ => parts.len - counts.next().unwrap_or(0),
        };
        let node = FieldNode::new(parts.len as i64, null_count as i64);
        self.nodes.push(node);
        if layout.validity {
            self.push(parts.nulls.as_ref());
        }
        for buffer in &parts.buffers {
            self.push(Some(buffer));
        }
        if layout.variadic {
            let count = parts.buffers.len() - layout.specs().len();
            self.variadic.push(count as i64);
        }
        for child in &parts.children {
            self.add(child, counts)?;
        }
        Ok(())
    }

    /// Returns the metadata with its prefix and padding.
    fn metadata(&self, rows: usize, dictionary: Option<i64>) -> Vec<u8> {
        let mut builder = FlatBufferBuilder::new();
        let nodes = builder.create_vector(&self.nodes);
        let buffers = builder.create_vector(&self.buffers);
        let variadic = match &self.variadic[..] {
            [] => None,
            counts => Some(builder.create_vector(counts)),
        };
        let batch = {
            let mut batch = RecordBatchBuilder::new(&mut builder);
            batch.add_length(rows as i64);
            batch.add_nodes(nodes);
            batch.add_buffers(buffers);
            if let Some(variadic) = variadic {
                batch.add_variadicBufferCounts(variadic);
            }
            batch.finish()
        };
        let (kind, header): (_, WIPOffset<_>) = match dictionary {
            None => (MessageHeader::RecordBatch, batch.as_union_value()),
            Some(id) => {
                let mut dictionary = DictionaryBatchBuilder::new(&mut builder);
                dictionary.add_id(id);
                dictionary.add_data(batch);
                let dictionary = dictionary.finish();
                (MessageHeader::DictionaryBatch, dictionary.as_union_value())
            }
        };
        let mut message = MessageBuilder::new(&mut builder);
        message.add_version(MetadataVersion::V5);
        message.add_header_type(kind);
        message.add_bodyLength(self.body as i64);
        message.add_header(header);
        let message = message.finish();
        builder.finish(message, None);
        let metadata = builder.finished_data();
        let len = (8 + metadata.len()).next_multiple_of(ALIGNMENT) - 8;
        let mut bytes = Vec::with_capacity(8 + len);
        bytes.extend([0xff; 4]);
        bytes.extend((len as i32).to_le_bytes());
        bytes.extend(metadata);
        bytes.resize(8 + len, 0);
        bytes
    }
}

/// Returns the number of set bits of each validity bitmap whose nulls aren't counted yet.
fn count(manager: &MemoryManager, arrays: &[ArrayParts<BufferCopy>]) -> Result<Vec<usize>, Error> {
    fn add(parts: &ArrayParts<BufferCopy>, jobs: &mut Jobs) {
        if let (Some(nulls), None) = (&parts.nulls, parts.null_count) {
            jobs.add(CopyKind::Bits, 0, nulls.from, parts.len, nulls.bit);
        }
        parts.children.iter().for_each(|child| add(child, jobs));
    }
    let mut jobs = Jobs::default();
    arrays.iter().for_each(|parts| add(parts, &mut jobs));
    // SAFETY: the validities have a bit for each entry, and are of this stream.
    let counts = unsafe { jobs.count(manager.stream()) }?;
    Ok(counts.into_iter().map(|count| count as usize).collect())
}

/// Returns the message of a record batch, or of a dictionary if it has a number.
fn message(
    manager: &MemoryManager,
    arrays: &[ArrayParts],
    rows: usize,
    dictionary: Option<i64>,
) -> Result<Buffer, Error> {
    let mut copies = compact(manager, arrays.iter())?;
    let mut new_ends = Vec::new();
    runs::cut(manager, arrays, &mut copies, &mut new_ends)?;
    let arrays = copies;
    let mut counts = count(manager, &arrays)?.into_iter();
    let mut plan = EncodePlan::default();
    for parts in &arrays {
        plan.add(parts, &mut counts)?;
    }
    let metadata = plan.metadata(rows, dictionary);
    let mut memory = manager.allocate(metadata.len() + plan.body)?;
    let body = memory.as_raw() + metadata.len() as CUdeviceptr;
    let mut jobs = Jobs::default();
    for (copy, place) in &plan.copies {
        let to = body + *place as CUdeviceptr;
        let padding = copy.bytes().next_multiple_of(ALIGNMENT) - copy.bytes();
        jobs.add_padded(copy.kind, to, copy.from, copy.count, copy.bit, padding);
    }
    memory.upload_into(0, &metadata)?;
    // SAFETY: the buffers are of this stream and checked, and the body has room for each.
    unsafe { jobs.copy(manager) }?;
    // The copies are in the stream's order, and so is its release.
    drop(new_ends);
    Ok(memory.freeze())
}

impl MemoryManager {
    /// Writes a batch as an encapsulated message to one device buffer, as `serialize_record_batch` does. The values
    /// stay on the device: unknown offsets and unknown null counts each take one copy to the host, and the body takes
    /// one launch. Slices are written without unused entries; for that, partial run ends are copied to the host.
    /// Dictionaries are separate [messages](Self::serialize_dictionary).
    ///
    /// # Errors
    /// [`Error::Invalid`] for offsets that are out of range, and for run ends that don't increase or end too early;
    /// [`Error::Device`] for a batch of another context;
    /// [`OtherStream`](cuda_driver::Error::OtherStream) for one of another stream; or the driver's
    /// error.
    pub fn serialize(&self, batch: &DeviceRecordBatch) -> Result<Buffer, Error> {
        self.serves(batch.manager())?;
        message(self, &batch.parts(), batch.num_rows(), None)
    }

    /// Writes the values of a dictionary as an encapsulated message, with the dictionary's number in the stream.
    ///
    /// # Errors
    /// As [`serialize`](Self::serialize).
    pub fn serialize_dictionary(&self, id: i64, values: &DeviceArray) -> Result<Buffer, Error> {
        if let Some(manager) = values.manager() {
            self.serves(manager)?;
        }
        let parts = [values.clone().into_parts()];
        message(self, &parts, values.len(), Some(id))
    }

    /// Writes a host batch, without its dictionaries, as an encapsulated message to one device buffer.
    ///
    /// # Errors
    /// [`Error::Arrow`] if arrow-rs can't write the batch, or the driver's error.
    pub fn serialize_host(&self, batch: &RecordBatch) -> Result<Buffer, Error> {
        let options = IpcWriteOptions::default();
        let mut tracker = DictionaryTracker::new(false);
        let generator = IpcDataGenerator::default();
        // Dictionary ids are those of the schema.
        generator.schema_to_bytes_with_dictionary_tracker(&batch.schema(), &mut tracker, &options);
        let mut context = IpcWriteContext::default();
        let (_, encoded) = generator.encode(batch, &mut tracker, &options, &mut context)?;
        let mut bytes = Vec::new();
        write_message(&mut bytes, encoded, &options)?;
        self.copy_from_host(&bytes)
    }

    /// Writes a schema as an encapsulated message to a device buffer.
    ///
    /// # Errors
    /// As [`StreamSchema::new`](crate::ipc::schema::StreamSchema::new), or the driver's error.
    pub fn serialize_schema(&self, schema: &Schema) -> Result<Buffer, Error> {
        self.copy_from_host(&encapsulated(schema)?)
    }

    /// Checks that buffers of `other` can be used on this manager's stream directly.
    fn serves(&self, other: &Self) -> Result<(), Error> {
        self.reaches(other)?;
        if self.stream() == other.stream() {
            Ok(())
        } else {
            Err(cuda_driver::Error::OtherStream.into())
        }
    }
}
