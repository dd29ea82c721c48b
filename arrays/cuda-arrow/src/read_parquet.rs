//! Parquet files, which the crate `parquet` decodes on the host.

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use parquet::arrow::arrow_reader::{ArrowReaderBuilder, ParquetRecordBatchReaderBuilder};
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
    /// gzip always are, LZ4 and Zstandard with the features of these names; or the driver's error.
    pub fn read_parquet(
        &self,
        file: impl ChunkReader + 'static,
    ) -> Result<DeviceRecordBatch, Error> {
        check_magic(&file)?;
        let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(ArrowError::from)?;
        self.upload_parquet(builder)
    }

    /// Reads what a builder of the crate [`parquet`] selects, such as some columns, row groups or rows, as
    /// [`read_parquet`](Self::read_parquet) does.
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
        let rows = builder.metadata().file_metadata().num_rows();
        let rows = usize::try_from(rows).unwrap_or(usize::MAX).max(1);
        let reader = builder.with_batch_size(rows).build();
        let mut reader = reader.map_err(ArrowError::from)?;
        let schema = arrow_array::RecordBatchReader::schema(&reader);
        let batch = match reader.next() {
            Some(batch) => batch?,
            None => RecordBatch::new_empty(schema),
        };
        let mut batches = vec![self.upload(&batch)?];
        // Dictionaries of row groups that differ end a batch.
        for batch in reader {
            batches.push(self.upload(&batch?)?);
        }
        DeviceRecordBatch::concat(&batches)
    }
}

/// Checks that a file begins as Parquet does, so that the error says what it is otherwise.
fn check_magic(file: &impl ChunkReader) -> Result<(), Error> {
    let len = file.len();
    let what = match len {
        0..4 => format!("a file of {len} bytes isn't Parquet"),
        _ => {
            let first = file.get_bytes(0, 4).map_err(ArrowError::from)?;
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
