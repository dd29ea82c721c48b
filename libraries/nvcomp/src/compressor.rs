use core::fmt;
use core::iter::repeat_n;
use core::ops::Range;

use cuda_driver::memory::DeviceSlice;
use cuda_driver::{DeviceBuffer, Stream};
use cuda_library_support::{Operand, StreamCall};

use crate::chunks::{CompressedChunks, lay_out};
use crate::codec::{Backend, Codec};
use crate::error::Error;
use crate::functions::{Batch, Compress, Decompress};
use crate::library::Nvcomp;
use crate::options::{compress_functions, decompress_functions};
use crate::outcome::{check_statuses, spread};

/// Compresses and decompresses batches of chunks with one codec, on any stream.
///
/// It has no memory of its own: each call allocates what it needs on its stream, and frees it there.
pub struct Compressor {
    pub(crate) nvcomp: Nvcomp,
    pub(crate) codec: Codec,
    pub(crate) compress: Box<dyn Compress>,
    pub(crate) decompress: Box<dyn Decompress>,
    pub(crate) has_checksums: bool,
}

impl Compressor {
    /// Compresses chunks, and waits until they are.
    ///
    /// They may be parts of one buffer, `buffer.as_slice().chunks(65_536)`, or of several. Each is compressed alone.
    ///
    /// # Errors
    /// As [`compress_async`](Self::compress_async), and as [`PendingCompression::finish`].
    pub fn compress<'a>(
        &self,
        stream: &Stream,
        chunks: impl IntoIterator<Item = impl Into<DeviceSlice<'a, u8>>>,
    ) -> Result<CompressedChunks, Error> {
        self.compress_async(stream, chunks)?.finish()
    }

    /// Submits the compression of chunks, whose sizes and statuses stay on the device until they are asked for.
    ///
    /// # Errors
    /// [`Error::Call`], [`Error::ChunkSize`] or [`Error::NotWhole`], before nvCOMP is called; nvCOMP's error, or the driver's.
    #[doc(alias(
        "nvcompBatchedANSCompressAsync",
        "nvcompBatchedANSCompressGetMaxOutputChunkSize",
        "nvcompBatchedANSCompressGetRequiredAlignments",
        "nvcompBatchedANSCompressGetTempSize",
        "nvcompBatchedANSCompressGetTempSizeAsync",
        "nvcompBatchedBitcompCompressAsync",
        "nvcompBatchedBitcompCompressAsync_5_3_0",
        "nvcompBatchedBitcompCompressGetMaxOutputChunkSize",
        "nvcompBatchedBitcompCompressGetMaxOutputChunkSize_5_3_0",
        "nvcompBatchedBitcompCompressGetRequiredAlignments",
        "nvcompBatchedBitcompCompressGetRequiredAlignments_5_3_0",
        "nvcompBatchedBitcompCompressGetTempSize",
        "nvcompBatchedBitcompCompressGetTempSizeAsync",
        "nvcompBatchedCascadedCompressAsync",
        "nvcompBatchedCascadedCompressAsync_5_3_0",
        "nvcompBatchedCascadedCompressGetMaxOutputChunkSize",
        "nvcompBatchedCascadedCompressGetMaxOutputChunkSize_5_3_0",
        "nvcompBatchedCascadedCompressGetRequiredAlignments",
        "nvcompBatchedCascadedCompressGetRequiredAlignments_5_3_0",
        "nvcompBatchedCascadedCompressGetTempSize",
        "nvcompBatchedCascadedCompressGetTempSizeAsync",
        "nvcompBatchedDeflateCompressAsync",
        "nvcompBatchedDeflateCompressGetMaxOutputChunkSize",
        "nvcompBatchedDeflateCompressGetRequiredAlignments",
        "nvcompBatchedDeflateCompressGetTempSize",
        "nvcompBatchedDeflateCompressGetTempSizeAsync",
        "nvcompBatchedGdeflateCompressAsync",
        "nvcompBatchedGdeflateCompressGetMaxOutputChunkSize",
        "nvcompBatchedGdeflateCompressGetRequiredAlignments",
        "nvcompBatchedGdeflateCompressGetTempSize",
        "nvcompBatchedGdeflateCompressGetTempSizeAsync",
        "nvcompBatchedGzipCompressAsync",
        "nvcompBatchedGzipCompressGetMaxOutputChunkSize",
        "nvcompBatchedGzipCompressGetRequiredAlignments",
        "nvcompBatchedGzipCompressGetTempSize",
        "nvcompBatchedGzipCompressGetTempSizeAsync",
        "nvcompBatchedLZ4CompressAsync",
        "nvcompBatchedLZ4CompressGetMaxOutputChunkSize",
        "nvcompBatchedLZ4CompressGetRequiredAlignments",
        "nvcompBatchedLZ4CompressGetTempSize",
        "nvcompBatchedLZ4CompressGetTempSizeAsync",
        "nvcompBatchedSnappyCompressAsync",
        "nvcompBatchedSnappyCompressGetMaxOutputChunkSize",
        "nvcompBatchedSnappyCompressGetRequiredAlignments",
        "nvcompBatchedSnappyCompressGetTempSize",
        "nvcompBatchedSnappyCompressGetTempSizeAsync",
        "nvcompBatchedZstdCompressAsync",
        "nvcompBatchedZstdCompressGetMaxOutputChunkSize",
        "nvcompBatchedZstdCompressGetRequiredAlignments",
        "nvcompBatchedZstdCompressGetTempSize",
        "nvcompBatchedZstdCompressGetTempSizeAsync"
    ))]
    pub fn compress_async<'a>(
        &self,
        stream: &Stream,
        chunks: impl IntoIterator<Item = impl Into<DeviceSlice<'a, u8>>>,
    ) -> Result<PendingCompression, Error> {
        let call = self.call("compress", stream)?;
        let chunks: Vec<DeviceSlice<'a, u8>> = chunks.into_iter().map(Into::into).collect();
        self.check_sizes(&chunks)?;
        let alignments = self.compress.alignments(self.nvcomp)?;
        call.check::<Error>(
            chunks.iter().filter(|chunk| !chunk.is_empty()).map(|chunk| {
                Operand::new("chunk", chunk.stream(), chunk.as_raw(), alignments.input)
            }),
        )?;
        let inputs: Vec<(u64, usize)> = chunks
            .iter()
            .filter(|chunk| !chunk.is_empty())
            .map(|chunk| (chunk.as_raw(), chunk.len()))
            .collect();
        let uncompressed = chunks.iter().map(DeviceSlice::len).collect();
        let max = inputs.iter().map(|input| input.1).max().unwrap_or(0);
        if max == 0 {
            let chunks = CompressedChunks {
                codec: self.codec,
                buffer: stream.alloc(0)?,
                ranges: vec![0..0; chunks.len()],
                uncompressed: Some(uncompressed),
                checksums: self.has_checksums.then(Vec::new),
            };
            return Ok(PendingCompression { chunks, batch: None, checksums: None });
        }
        let size = self.compress.max_output(self.nvcomp, max)?;
        let alignment = alignments.output.max(self.input_alignment()?);
        let (mut ranges, len) = lay_out(repeat_n(size, inputs.len()), alignment);
        let buffer = stream.alloc::<u8>(len)?;
        let outputs = addresses(&buffer, &ranges);
        let batch =
            new_batch(stream, &inputs, &outputs, (max, inputs.iter().map(|input| input.1).sum()))?;
        let checksums = self.submit(&call, &batch)?;
        let mut places = ranges.drain(..);
        let ranges = chunks
            .iter()
            .map(|chunk| if chunk.is_empty() { 0..0 } else { places.next().unwrap_or(0..0) });
        let chunks = CompressedChunks {
            codec: self.codec,
            ranges: ranges.collect(),
            buffer,
            uncompressed: Some(uncompressed),
            checksums: None,
        };
        Ok(PendingCompression { chunks, batch: Some(batch), checksums })
    }

    /// Submits a compression, and the computation of checksums.
    fn submit(
        &self,
        call: &StreamCall<'_>,
        batch: &Batch,
    ) -> Result<Option<DeviceBuffer<u32>>, Error> {
        let (nvcomp, stream) = (self.nvcomp, call.stream);
        let context = stream.context();
        let needed = context.with_current(|| self.compress.temp_size(nvcomp, batch, stream))??;
        let temp = call.memory::<Error>(None, needed)?;
        context.with_current(|| {
            // SAFETY: the input is of the stream, as is the rest; it is aligned, and as large as nvCOMP says.
            unsafe { self.compress.compress(nvcomp, batch, &temp, stream) }
        })??;
        if !self.has_checksums {
            return Ok(None);
        }
        // SAFETY: the input is of the stream.
        unsafe { nvcomp.crc32(stream, batch, (0, 1)) }.map(Some)
    }

    /// Computes the CRC-32 of what is compressed, and verifies it after decompression. It takes a pass over the chunks.
    #[doc(alias("nvcompBatchedCRC32Async", "nvcompBatchedCRC32GetHeuristicConf"))]
    #[must_use]
    pub fn checksums(mut self, has_checksums: bool) -> Self {
        self.has_checksums = has_checksums;
        self
    }

    /// Sets what decompresses.
    ///
    /// # Errors
    /// [`Error::DataType`].
    pub fn backend(mut self, backend: Backend) -> Result<Self, Error> {
        self.decompress = decompress_functions(self.nvcomp, self.codec, backend)?;
        Ok(self)
    }

    /// Returns the multiple of bytes at which a compressed chunk must begin to be decompressed.
    ///
    /// # Errors
    /// nvCOMP's error.
    pub fn input_alignment(&self) -> Result<usize, Error> {
        Ok(self.decompress.alignments(self.nvcomp)?.input)
    }

    /// Returns the most bytes to which a chunk of `len` bytes is compressed.
    ///
    /// # Errors
    /// nvCOMP's error.
    pub fn max_compressed_len(&self, len: usize) -> Result<usize, Error> {
        self.compress.max_output(self.nvcomp, len)
    }

    /// Returns the codec.
    #[must_use]
    pub fn codec(&self) -> Codec {
        self.codec
    }

    /// Returns the library.
    #[must_use]
    pub fn nvcomp(&self) -> Nvcomp {
        self.nvcomp
    }

    /// Checks that nvCOMP can be called on the stream.
    pub(crate) fn call<'a>(
        &self,
        name: &'static str,
        stream: &'a Stream,
    ) -> Result<StreamCall<'a>, Error> {
        self.nvcomp.check_driver(stream)?;
        let call = StreamCall { name, stream, context: stream.context(), is_recorded: false };
        call.check_not_captured::<Error>()?;
        Ok(call)
    }

    fn check_sizes(&self, chunks: &[DeviceSlice<'_, u8>]) -> Result<(), Error> {
        let size = self.codec.data_type().size();
        for (chunk, len) in chunks.iter().map(DeviceSlice::len).enumerate() {
            self.check_size("compress", (chunk, len), self.codec.max_chunk_len())?;
            if !len.is_multiple_of(size) {
                return Err(Error::NotWhole { chunk, len, size });
            }
        }
        Ok(())
    }

    pub(crate) fn check_size(
        &self,
        call: &'static str,
        (chunk, len): (usize, usize),
        max: usize,
    ) -> Result<(), Error> {
        if len > max {
            return Err(Error::ChunkSize { call, chunk, len, codec: self.codec.name(), max });
        }
        Ok(())
    }
}

impl fmt::Debug for Compressor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Compressor")
            .field("nvcomp", &self.nvcomp)
            .field("codec", &self.codec)
            .finish_non_exhaustive()
    }
}

/// A compression that was submitted.
#[derive(Debug)]
#[must_use = "`finish` returns the chunks"]
pub struct PendingCompression {
    chunks: CompressedChunks,
    /// None if all chunks are empty.
    batch: Option<Batch>,
    checksums: Option<DeviceBuffer<u32>>,
}

impl PendingCompression {
    /// Waits for the compression, checks every chunk's status, and returns the chunks.
    ///
    /// # Errors
    /// [`Error::Chunk`] for the first chunk that failed, or the driver's error.
    pub fn finish(mut self) -> Result<CompressedChunks, Error> {
        let Some(batch) = self.batch else {
            return Ok(self.chunks);
        };
        let is_used = |range: &Range<usize>| !range.is_empty();
        let used: Vec<bool> = self.chunks.ranges.iter().map(is_used).collect();
        check_statuses("compress", &batch, &used)?;
        let sizes = spread(&used, &batch.sizes.to_vec()?);
        for (chunk, (range, found)) in self.chunks.ranges.iter_mut().zip(sizes).enumerate() {
            if found > range.len() {
                return Err(Error::Size { chunk, expected: range.len(), found });
            }
            range.end = range.start + found;
        }
        self.chunks.checksums = self.checksums.map(|buffer| buffer.to_vec()).transpose()?;
        Ok(self.chunks)
    }

    /// Returns the sizes and statuses of the chunks that aren't empty, in device memory; none if all are empty.
    #[must_use]
    pub fn on_device(&self) -> Option<(DeviceSlice<'_, u64>, DeviceSlice<'_, u32>)> {
        self.batch.as_ref().map(|batch| (batch.sizes.as_slice(), batch.statuses.as_slice()))
    }

    /// Returns the buffer, and where the chunks are in it: each range has the largest size that the chunk can have.
    #[must_use]
    pub fn places(&self) -> (DeviceSlice<'_, u8>, &[Range<usize>]) {
        (self.chunks.buffer.as_slice(), &self.chunks.ranges)
    }
}

/// Returns the addresses and sizes of parts of a buffer.
pub(crate) fn addresses(buffer: &DeviceBuffer<u8>, ranges: &[Range<usize>]) -> Vec<(u64, usize)> {
    let base = buffer.as_raw();
    ranges.iter().map(|range| (base + range.start as u64, range.len())).collect()
}

/// Copies the addresses and sizes of chunks to the device; the host doesn't wait.
pub(crate) fn new_batch(
    stream: &Stream,
    inputs: &[(u64, usize)],
    outputs: &[(u64, usize)],
    (max, total): (usize, usize),
) -> Result<Batch, Error> {
    let count = inputs.len();
    let mut arguments = stream.alloc::<u64>(4 * count)?;
    let columns =
        inputs.iter().map(|input| input.0).chain(inputs.iter().map(|input| input.1 as u64));
    let columns = columns.chain(outputs.iter().map(|output| output.1 as u64));
    let columns: Vec<u64> = columns.chain(outputs.iter().map(|output| output.0)).collect();
    // It keeps the host's memory until the copy is done.
    drop(stream.upload_owned(columns, &mut arguments).map_err(|error| error.error)?);
    let (sizes, statuses) = (stream.alloc_zeroed(count)?, stream.alloc_zeroed(count)?);
    Ok(Batch { arguments, sizes, statuses, count, max, total })
}

impl Nvcomp {
    /// Returns a compressor of a codec.
    ///
    /// # Errors
    /// [`Error::Level`], or [`Error::DataType`].
    pub fn compressor(self, codec: Codec) -> Result<Compressor, Error> {
        Ok(Compressor {
            nvcomp: self,
            codec,
            compress: compress_functions(self, codec)?,
            decompress: decompress_functions(self, codec, Backend::default())?,
            has_checksums: false,
        })
    }
}
