//! Parquet files, which the crate `parquet` decodes on the host.

mod keys;
mod pages;
mod rows;
mod thrift;

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use parquet::arrow::arrow_reader::{
    ArrowReaderBuilder, ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    SyncReader,
};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::ChunkReader;

use crate::batch::DeviceRecordBatch;
use crate::error::Error;
use crate::manager::MemoryManager;
use crate::read_parquet::keys::narrowed;
use crate::read_parquet::rows::rows_at_once;

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
    /// # Errors
    /// [`Error::Arrow`] for a file that isn't Parquet, is truncated or corrupt, or is compressed by what isn't compiled in: Snappy and
    /// gzip always are, LZ4 and Zstandard with the features of these names; or the driver's error. What pages declare is checked
    /// against what the file has before there is memory for it. For some corrupt files the crate panics: that is an error as
    /// well, after the panic's message, unless the program is compiled to abort.
    pub fn read_parquet(
        &self,
        file: impl ChunkReader + 'static,
    ) -> Result<DeviceRecordBatch, Error> {
        check_magic(&file)?;
        check_schema(&file)?;
        let len = file.len();
        let metadata = decode(|| ArrowReaderMetadata::load(&file, ArrowReaderOptions::default()))?;
        let rows = checked_rows(metadata.metadata())?;
        check_chunks(metadata.metadata(), len)?;
        // A file without columns has any number of rows.
        let most = match metadata.schema().fields().is_empty() {
            true => rows,
            false => usize::try_from(len).unwrap_or(usize::MAX).saturating_mul(8),
        };
        let at_once = rows_at_once(metadata.metadata(), rows, most);
        let reader = decode(|| pages::reader(file, &metadata, at_once))?;
        let batch = self.upload_decoded(reader, metadata.schema().clone())?;
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
    /// ends if there isn't so much memory. Don't use it for files that may be corrupt on purpose.
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
    match together > len.saturating_mul(SHARED) {
        true => Err(ArrowError::ParquetError(format!(
            "the file is corrupt: its column chunks have {together} bytes together, and the file has {len}"
        ))),
        false => Ok(()),
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

/// Checks that no element of the schema declares more children than there are elements: the crate allocates for them.
fn check_schema(file: &impl ChunkReader) -> Result<(), ArrowError> {
    let len = file.len();
    let Some(end) = len.checked_sub(8) else { return Ok(()) };
    let tail = decode(|| file.get_bytes(end, 8))?;
    let (size, magic) = tail.split_at(4);
    let size = u32::from_le_bytes(size.try_into().unwrap_or_default());
    // The crate has errors for what isn't a footer.
    let (b"PAR1", Some(start)) = (magic, end.checked_sub(size.into())) else { return Ok(()) };
    let footer = decode(|| file.get_bytes(start, size as usize))?;
    let what = match thrift::schema(&footer) {
        Some((elements, most)) if i64::from(most) <= elements as i64 => return Ok(()),
        Some((elements, most)) => {
            format!(
                "an element of its schema declares {most} children, and there are {elements} elements"
            )
        }
        None => format!("its footer of {size} bytes can't be read"),
    };
    Err(ArrowError::ParquetError(format!("the file is corrupt: {what}")))
}

/// Checks that a file begins as Parquet does, so that the error says what it is otherwise.
fn check_magic(file: &impl ChunkReader) -> Result<(), Error> {
    let len = file.len();
    let what = match len {
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
    Err(ArrowError::ParquetError(what).into())
}
