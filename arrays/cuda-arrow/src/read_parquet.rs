//! Parquet files, which the crate `parquet` decodes on the host.

use std::panic::{self, AssertUnwindSafe};

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use parquet::arrow::arrow_reader::{ArrowReaderBuilder, ParquetRecordBatchReaderBuilder};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::ChunkReader;

use crate::{DeviceRecordBatch, Error, MemoryManager};

/// Feature `parquet`.
impl MemoryManager {
    /// Reads a Parquet file, given as a [`File`](std::fs::File) or as `Bytes`, as one batch. The crate [`parquet`] decodes it on the
    /// host, with one thread, and then it is [uploaded](Self::upload) at once.
    ///
    /// ```no_run
    /// # fn f(manager: &cuda_arrow::MemoryManager) -> Result<(), Box<dyn std::error::Error>> {
    /// let batch = manager.read_parquet(std::fs::File::open("x.parquet")?)?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`Error::Arrow`] for a file that isn't Parquet, is truncated or corrupt, or is compressed by what isn't compiled in: Snappy and
    /// gzip always are, LZ4 and Zstandard with the features of these names; or the driver's error. For some corrupt files the crate
    /// panics: that is an error as well, after the panic's message, unless the program is compiled to abort.
    pub fn read_parquet(
        &self,
        file: impl ChunkReader + 'static,
    ) -> Result<DeviceRecordBatch, Error> {
        check_magic(&file)?;
        let len = usize::try_from(file.len()).unwrap_or(usize::MAX);
        let builder = decode(|| ParquetRecordBatchReaderBuilder::try_new(file))?;
        let rows = checked_rows(builder.metadata())?;
        let batch = self.upload_decoded(builder, len.saturating_mul(8))?;
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
    /// As [`read_parquet`](Self::read_parquet).
    pub fn upload_parquet<T: ChunkReader + 'static>(
        &self,
        builder: ArrowReaderBuilder<parquet::arrow::arrow_reader::SyncReader<T>>,
    ) -> Result<DeviceRecordBatch, Error> {
        self.upload_decoded(builder, 0)
    }

    /// Uploads batches of at most `most` rows, or of [`ROWS`], if that is more.
    fn upload_decoded<T: ChunkReader + 'static>(
        &self,
        builder: ArrowReaderBuilder<parquet::arrow::arrow_reader::SyncReader<T>>,
        most: usize,
    ) -> Result<DeviceRecordBatch, Error> {
        let rows = checked_rows(builder.metadata())?;
        let builder = builder.with_batch_size(rows.min(most.max(ROWS)).max(1));
        let mut reader = decode(|| builder.build())?;
        let schema = arrow_array::RecordBatchReader::schema(&reader);
        let mut next = || decode(|| reader.next().transpose());
        let batch = next()?.unwrap_or_else(|| RecordBatch::new_empty(schema));
        let mut batches = vec![self.upload(&batch)?];
        // Dictionaries of row groups that differ end a batch, too.
        while let Some(batch) = next()? {
            batches.push(self.upload(&batch)?);
        }
        DeviceRecordBatch::concat(&batches)
    }
}

/// The rows that any file may have in one batch. The crate allocates for a batch before it reads one, and a file can say any
/// number of rows; one with more for its size is decoded in several.
const ROWS: usize = 1 << 20;

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
        Ok(result) => result.map_err(Into::into),
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
