use std::io::Write;

use arrow_ipc::convert::IpcSchemaEncoder;
use arrow_ipc::writer::DictionaryTracker;
use arrow_ipc::{FooterBuilder, MetadataVersion};
use arrow_schema::Schema;
use flatbuffers::FlatBufferBuilder;

use crate::batch::DeviceRecordBatch;
use crate::error::Error;
use crate::ipc::file::{HEAD, MAGIC};
use crate::ipc::schema::encapsulated;
use crate::ipc::write::{Blocks, io};
use crate::ipc::{DeviceStreamWriter, IpcError};
use crate::manager::MemoryManager;

/// Writes batches on the device as a file in Arrow's file format, which is also Feather, version 2.
///
/// ```
/// use std::io::Cursor;
/// use cuda_arrow::{DeviceFileReader, DeviceFileWriter};
/// # use std::sync::Arc;
/// # use cuda_arrow::MemoryManager;
/// # use cuda_arrow::arrow_array::{ArrayRef, Int32Array, RecordBatch};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let manager = MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
/// # let host = RecordBatch::try_from_iter([("x", Arc::new(Int32Array::from(vec![1, 2])) as ArrayRef)])?;
/// let batch = manager.upload(&host)?;
/// let mut writer = DeviceFileWriter::new(&manager, Vec::new(), &host.schema())?;
/// writer.write(&batch)?;
/// let bytes = writer.finish()?; // `pyarrow.feather.read_table` reads it
///
/// let mut file = DeviceFileReader::from_host(&manager, Cursor::new(bytes))?;
/// assert_eq!(file.batch(0)?.to_host()?, host);
/// # Ok(()) }
/// ```
pub struct DeviceFileWriter<W> {
    inner: DeviceStreamWriter<W>,
}

impl<W: Write> DeviceFileWriter<W> {
    /// Writes the beginning and the schema.
    ///
    /// # Errors
    /// As [`DeviceStreamWriter::new`].
    pub fn new(manager: &MemoryManager, mut writer: W, schema: &Schema) -> Result<Self, Error> {
        // A schema that can't be written leaves the writer as it was.
        let len = encapsulated(schema)?.len() as u64;
        writer.write_all(&MAGIC).map_err(io)?;
        writer.write_all(&[0, 0]).map_err(io)?;
        let mut inner = DeviceStreamWriter::new(manager, writer, schema)?;
        inner.blocks = Some(Blocks { position: HEAD + len, ..Blocks::default() });
        Ok(Self { inner })
    }

    /// Writes a batch, after those of its dictionaries that weren't written yet.
    ///
    /// # Errors
    /// As [`DeviceStreamWriter::write`], and for a dictionary that differs from that of an earlier batch: a file has one for each
    /// column.
    pub fn write(&mut self, batch: &DeviceRecordBatch) -> Result<(), Error> {
        self.inner.write(batch)
    }

    /// Writes the footer, without which the file can't be read, and returns the writer.
    ///
    /// # Errors
    /// [`Error::Arrow`] for errors of the writer; [`Error::Ipc`] for a footer of more than 2 GiB.
    pub fn finish(mut self) -> Result<W, Error> {
        let blocks = self.inner.blocks.take().unwrap_or_default();
        let mut builder = FlatBufferBuilder::new();
        let dictionaries = builder.create_vector(&blocks.dictionaries);
        let batches = builder.create_vector(&blocks.batches);
        let mut tracker = DictionaryTracker::new(true);
        let schema = IpcSchemaEncoder::new()
            .with_dictionary_tracker(&mut tracker)
            .schema_to_fb_offset(&mut builder, self.inner.schema());
        let mut footer = FooterBuilder::new(&mut builder);
        footer.add_version(MetadataVersion::V5);
        footer.add_schema(schema);
        footer.add_dictionaries(dictionaries);
        footer.add_recordBatches(batches);
        let footer = footer.finish();
        builder.finish(footer, None);
        let footer = builder.finished_data();
        let len = i32::try_from(footer.len()).map_err(|_| IpcError::Footer {
            reason: format!("it would have {} bytes, and at most {}", footer.len(), i32::MAX),
        })?;
        let mut writer = self.inner.end()?;
        writer.write_all(footer).map_err(io)?;
        writer.write_all(&len.to_le_bytes()).map_err(io)?;
        writer.write_all(&MAGIC).map_err(io)?;
        writer.flush().map_err(io)?;
        Ok(writer)
    }
}
