//! Parquet files, which the crate `parquet` decodes on the host.

mod int96;
mod keys;
mod pages;
mod rows;
mod thrift;

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, Schema, SchemaRef, TimeUnit};
use parquet::arrow::arrow_reader::{
    ArrowReaderBuilder, ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    SyncReader,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use parquet::file::reader::ChunkReader;

use crate::batch::DeviceRecordBatch;
use crate::error::Error;
use crate::manager::MemoryManager;
use crate::read_parquet::keys::narrowed;
use crate::read_parquet::rows::rows_at_once;

/// How [`MemoryManager::read_parquet_with`] reads a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ParquetOptions {
    int96_unit: Option<TimeUnit>,
}

impl ParquetOptions {
    /// Has the defaults, which are those of [`read_parquet`](MemoryManager::read_parquet).
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads timestamps of 96 bits (INT96), which Spark and Impala write, in this unit: pyarrow's `coerce_int96_timestamp_unit`. They are
    /// nanoseconds otherwise, from 1677 to 2262, unless the file has an Arrow schema, and its unit.
    #[must_use]
    pub fn int96_unit(mut self, unit: TimeUnit) -> Self {
        self.int96_unit = Some(unit);
        self
    }
}

/// Feature `parquet`.
impl MemoryManager {
    /// Reads a Parquet file, given as a [`File`](std::fs::File) or as `Bytes`, as one batch. The crate [`parquet`] decodes it on the
    /// host, with one thread, and then it is [uploaded](Self::upload) at once. The schema has the file's key-value metadata, such as that
    /// of pandas and GeoParquet, and the fields theirs.
    ///
    /// ```no_run
    /// # fn f(manager: &cuda_arrow::MemoryManager) -> Result<(), Box<dyn std::error::Error>> {
    /// let batch = manager.read_parquet(std::fs::File::open("x.parquet")?)?;
    /// # Ok(()) }
    /// ```
    ///
    /// A file is written by that crate, too, from host memory; larger tables in several batches, such as slices:
    ///
    /// ```
    /// use std::sync::Arc;
    /// use cuda_arrow::arrow_array::{ArrayRef, Int32Array, RecordBatch};
    /// use cuda_arrow::parquet::arrow::ArrowWriter;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let manager = cuda_arrow::MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
    /// # let host = RecordBatch::try_from_iter([("x", Arc::new(Int32Array::from(vec![1, 2, 3])) as ArrayRef)])?;
    /// let batch = manager.upload(&host)?;
    /// # let file = tempfile::tempfile()?;
    /// let mut writer = ArrowWriter::try_new(file, batch.schema().clone(), None)?;
    /// for begin in (0..batch.num_rows()).step_by(1 << 20) {
    ///     let rows = (batch.num_rows() - begin).min(1 << 20);
    ///     writer.write(&batch.slice(begin, rows)?.to_host()?)?;
    /// }
    /// let file = writer.into_inner()?;
    /// assert_eq!(manager.read_parquet(file)?.to_host()?, host);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`Error::Arrow`] for a file that isn't Parquet, is truncated or corrupt, or is compressed by what isn't compiled in: Snappy and
    /// gzip always are, LZ4 and Zstandard with the features of these names; or the driver's error. What pages declare is checked
    /// against what the file has before there is memory for it. A timestamp of 96 bits that int64 nanoseconds don't hold is an error that
    /// says how to [read](Self::read_parquet_with) it. For some corrupt files the crate panics: that is an error as
    /// well, after the panic's message, unless the program is compiled to abort.
    pub fn read_parquet(
        &self,
        file: impl ChunkReader + 'static,
    ) -> Result<DeviceRecordBatch, Error> {
        self.read_parquet_with(file, &ParquetOptions::new())
    }

    /// Reads a Parquet file as [`read_parquet`](Self::read_parquet) does, with options.
    ///
    /// ```no_run
    /// # fn f(manager: &cuda_arrow::MemoryManager) -> Result<(), Box<dyn std::error::Error>> {
    /// use cuda_arrow::{ParquetOptions, arrow_schema::TimeUnit};
    ///
    /// let options = ParquetOptions::new().int96_unit(TimeUnit::Microsecond);
    /// let batch = manager.read_parquet_with(std::fs::File::open("of-spark.parquet")?, &options)?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As [`read_parquet`](Self::read_parquet).
    pub fn read_parquet_with(
        &self,
        file: impl ChunkReader + 'static,
        options: &ParquetOptions,
    ) -> Result<DeviceRecordBatch, Error> {
        check_magic(&file)?;
        let len = file.len();
        let metadata = decode(|| metadata(&file))?;
        let rows = checked_rows(metadata.metadata())?;
        check_chunks(metadata.metadata(), len)?;
        let mut schema = metadata.schema().clone();
        if let Some(unit) = options.int96_unit {
            let fields = int96::with_unit(schema.fields(), metadata.parquet_schema(), unit);
            schema = Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()));
        }
        // A file without columns has any number of rows.
        let most = if schema.fields().is_empty() {
            rows
        } else {
            usize::try_from(len).unwrap_or(usize::MAX).saturating_mul(8)
        };
        let at_once = rows_at_once(metadata.metadata(), rows, most);
        let reader = decode(|| pages::reader(file, &metadata, schema.fields(), at_once))?;
        let batch = self.upload_decoded(reader, schema)?;
        match batch.num_rows() {
            found if found == rows => Ok(batch),
            found => Err(ArrowError::ParquetError(format!(
                "the file is corrupt: its footer says {rows} rows, and {found} were decoded"
            ))
            .into()),
        }
    }

    /// Reads what a builder of the crate [`parquet`] selects, such as some columns, row groups or rows, as
    /// [`read_parquet`](Self::read_parquet) does; more than a million rows in several parts, which are concatenated on the
    /// device.
    ///
    /// ```no_run
    /// # fn f(manager: &cuda_arrow::MemoryManager) -> Result<(), Box<dyn std::error::Error>> {
    /// use cuda_arrow::parquet::arrow::{ProjectionMask, arrow_reader::ParquetRecordBatchReaderBuilder};
    ///
    /// let builder = ParquetRecordBatchReaderBuilder::try_new(std::fs::File::open("x.parquet")?)?;
    /// let columns = ProjectionMask::columns(builder.parquet_schema(), ["time", "price"]);
    /// let batch = manager.upload_parquet(builder.with_projection(columns))?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As [`read_parquet`](Self::read_parquet), but dictionaries that use all values of their keys are refused: read them with a
    /// schema of wider keys. And what pages declare isn't checked: the crate allocates for it, and a program
    /// ends if there isn't so much memory. Don't use it for files that may be corrupt on purpose. The crate wraps timestamps of 96 bits
    /// that their unit doesn't hold, and calls some files of older writers corrupt that `read_parquet` reads.
    pub fn upload_parquet<T: ChunkReader + 'static>(
        &self,
        builder: ArrowReaderBuilder<SyncReader<T>>,
    ) -> Result<DeviceRecordBatch, Error> {
        let rows = checked_rows(builder.metadata())?;
        let at_once = rows_at_once(builder.metadata(), rows, 0);
        let metadata = builder.schema().metadata().clone();
        let builder = builder.with_batch_size(at_once);
        let reader = decode(|| builder.build())?;
        // The schemas of the reader and of its batches lack the file's key-value metadata.
        let schema = Schema::new_with_metadata(reader.schema().fields().clone(), metadata);
        self.upload_decoded(reader, Arc::new(schema))
    }

    fn upload_decoded(
        &self,
        mut reader: ParquetRecordBatchReader,
        schema: SchemaRef,
    ) -> Result<DeviceRecordBatch, Error> {
        let mut next = || -> Result<Option<RecordBatch>, ArrowError> {
            let batch = decode(|| reader.next().transpose())?;
            batch.as_ref().map_or(Ok(()), check_values)?;
            batch.map(|batch| narrowed(batch, &schema)).transpose()
        };
        if schema.fields().is_empty() {
            let mut rows = 0usize;
            while let Some(batch) = next()? {
                rows = rows.saturating_add(batch.num_rows());
            }
            return DeviceRecordBatch::try_new(self, schema, Vec::new(), rows);
        }
        let batch = next()?.unwrap_or_else(|| RecordBatch::new_empty(schema.clone()));
        let mut batches = vec![self.upload(&batch)?];
        // Dictionaries of row groups that differ end a batch, too.
        while let Some(batch) = next()? {
            batches.push(self.upload(&batch)?);
        }
        DeviceRecordBatch::concat(&batches)
    }
}

/// Checks what columns have, such as texts, which the crate takes from some encodings as they are.
fn check_values(batch: &RecordBatch) -> Result<(), ArrowError> {
    for (field, column) in batch.schema_ref().fields().iter().zip(batch.columns()) {
        column.to_data().validate_full().map_err(|error| {
            let name = field.name();
            ArrowError::ParquetError(format!("the file is corrupt: column {name:?}: {error}"))
        })?;
    }
    Ok(())
}

/// How many times a byte of a file may be in its column chunks. It is once in all files that make sense.
const SHARED: u64 = 8;

/// Checks that column chunks don't share most of their bytes: a small file would take very long.
fn check_chunks(metadata: &ParquetMetaData, len: u64) -> Result<(), ArrowError> {
    let chunks = metadata.row_groups().iter().flat_map(|group| group.columns());
    let bytes = chunks.map(|chunk| u64::try_from(chunk.compressed_size()).unwrap_or(0));
    let together = bytes.fold(0, u64::saturating_add);
    if together > len.saturating_mul(SHARED) {
        Err(ArrowError::ParquetError(format!(
            "the file is corrupt: its column chunks have {together} bytes together, and the file has {len}"
        )))
    } else {
        Ok(())
    }
}

/// Returns the number of rows, which the footer has twice. The crate takes the first for the size of a batch, and the
/// others for what there is: if they differ, it would lose rows, or panic.
fn checked_rows(metadata: &ParquetMetaData) -> Result<usize, ArrowError> {
    let said = metadata.file_metadata().num_rows();
    let groups = metadata.row_groups().iter();
    let mut there = groups.map(|group| u64::try_from(group.num_rows()).ok());
    let there = there.try_fold(0u64, |sum, rows| sum.checked_add(rows?));
    match there.and_then(|rows| usize::try_from(rows).ok()) {
        Some(rows) if i64::try_from(rows) == Ok(said) => Ok(rows),
        _ => Err(ArrowError::ParquetError(format!(
            "the file is corrupt: its footer says {said} rows, and those of its row groups are {}",
            metadata
                .row_groups()
                .iter()
                .map(|group| group.num_rows().to_string())
                .collect::<Vec<_>>()
                .join(" + ")
        ))),
    }
}

/// Calls the crate `parquet`, whose panics become errors: it panics for some corrupt files, and has no way to check one
/// before.
fn decode<R, E: Into<ArrowError>>(call: impl FnOnce() -> Result<R, E>) -> Result<R, ArrowError> {
    // Nothing sees what a panic has left: a reader is given up after an error, and it shares nothing that is changed.
    match panic::catch_unwind(AssertUnwindSafe(call)) {
        Ok(result) => result.map_err(|error| naming_feature(error.into())),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            let text = text.unwrap_or("no message");
            let text = format!(
                "the file is corrupt, or the crate `parquet` has an error: it panicked with `{text}`"
            );
            // Dropping it could panic again.
            core::mem::forget(panic);
            Err(ArrowError::ParquetError(text))
        }
    }
}

/// Names the feature of this crate in the error of a compression that isn't compiled in.
fn naming_feature(error: ArrowError) -> ArrowError {
    let text = error.to_string();
    match text.split_once("Disabled feature at compile time: ").map(|(_, codec)| codec) {
        Some(codec @ ("lz4" | "zstd")) => ArrowError::ParquetError(format!(
            "the file is compressed with {codec}, which isn't compiled in: turn on the feature `{codec}` of `cuda-arrow`"
        )),
        Some(codec) => ArrowError::ParquetError(format!(
            "the file is compressed with {codec}, which `cuda-arrow` doesn't read: write it with Snappy, gzip, LZ4 or Zstandard"
        )),
        None => error,
    }
}

/// Reads the footer, which is checked and rewritten before the crate sees it: the crate allocates for children that elements of the
/// schema declare, and refuses what other readers skip.
fn metadata(file: &impl ChunkReader) -> Result<ArrowReaderMetadata, ParquetError> {
    let load = || ArrowReaderMetadata::load(file, ArrowReaderOptions::default());
    let len = file.len();
    let Some(end) = len.checked_sub(8) else { return load() };
    let tail = file.get_bytes(end, 8)?;
    let (size, magic) = tail.split_at(4);
    let size = u32::from_le_bytes(size.try_into().unwrap_or_default());
    // The crate has errors for what isn't a footer.
    let (b"PAR1", Some(start)) = (magic, end.checked_sub(size.into())) else { return load() };
    let footer = file.get_bytes(start, size as usize)?;
    let corrupt = |reason| ParquetError::General(format!("the file is corrupt: {reason}"));
    let footer = thrift::rewritten(&footer)
        .ok_or_else(|| corrupt(format!("its footer of {size} bytes can't be read")))?;
    match thrift::schema(&footer) {
        Some((elements, most)) if i64::from(most) <= elements as i64 => {}
        Some((elements, most)) => {
            return Err(corrupt(format!(
                "an element of its schema declares {most} children, and there are {elements} elements"
            )));
        }
        None => return Err(corrupt("its footer has no schema".to_owned())),
    }
    let metadata = ParquetMetaDataReader::decode_metadata(&footer)?;
    let metadata = pages::as_written(metadata, len)?;
    ArrowReaderMetadata::try_new(Arc::new(metadata), ArrowReaderOptions::default())
}

/// Checks that a file begins as Parquet does, so that the error says what it is otherwise.
fn check_magic(file: &impl ChunkReader) -> Result<(), Error> {
    let len = file.len();
    let message = match len {
        0..4 => format!("a file of {len} bytes isn't Parquet"),
        _ => {
            let first = decode(|| file.get_bytes(0, 4))?;
            match &first[..] {
                b"PAR1" | b"PARE" => return Ok(()),
                b"ARRO" => "the file begins with `ARROW1`: it is an Arrow file, or Feather of version 2; read it with `DeviceFileReader`".to_owned(),
                other => format!(
                    "the file begins with `{}`, and a Parquet file begins with `PAR1`",
                    other.escape_ascii()
                ),
            }
        }
    };
    Err(ArrowError::ParquetError(message).into())
}
