use core::ops::Range;

use cuda_driver::memory::{DeviceSlice, DeviceSliceMut};
use cuda_driver::{DeviceBuffer, Stream};
use cuda_library_support::{Operand, StreamCall};

use crate::chunks::{CompressedChunks, check_count, lay_out};
use crate::compressor::{Compressor, addresses, new_batch};
use crate::error::Error;
use crate::functions::Batch;
use crate::outcome::{check_statuses, spread};

impl Compressor {
    /// Decompresses chunks to one buffer, one after the other, and waits until they are.
    ///
    /// The chunks were compressed by this crate, or described by [`CompressedChunks::new`], with this codec.
    ///
    /// # Errors
    /// As [`decompress_async`](Self::decompress_async), and as [`PendingDecompression::finish`].
    pub fn decompress(
        &self,
        stream: &Stream,
        chunks: &CompressedChunks,
    ) -> Result<DeviceBuffer<u8>, Error> {
        self.decompress_async(stream, chunks)?.finish()
    }

    /// Decompresses each chunk to the beginning of its slice, waits until they are, and returns the sizes.
    ///
    /// # Errors
    /// As [`decompress`](Self::decompress); [`Error::Count`] if there aren't as many slices as chunks, and [`Error::TooSmall`].
    pub fn decompress_into<'a>(
        &self,
        stream: &Stream,
        chunks: &CompressedChunks,
        outputs: impl IntoIterator<Item = impl Into<DeviceSliceMut<'a, u8>>>,
    ) -> Result<Vec<usize>, Error> {
        let call = self.call("decompress_into", stream)?;
        let sizes = self.sizes(&call, chunks)?;
        let outputs: Vec<DeviceSliceMut<'a, u8>> = outputs.into_iter().map(Into::into).collect();
        check_count(chunks.len(), outputs.len(), "slices")?;
        for (chunk, (output, &needed)) in outputs.iter().zip(&sizes).enumerate() {
            let found = output.len();
            if needed > found {
                return Err(Error::TooSmall { chunk, needed, found });
            }
        }
        let alignment = self.decompress.alignments(self.nvcomp)?.output;
        let written = outputs.iter().zip(&sizes).filter(|(_, size)| **size > 0);
        call.check::<Error>(written.map(|(output, _)| {
            Operand::new("output", output.stream(), output.as_raw(), alignment)
        }))?;
        let outputs: Vec<(u64, usize)> =
            outputs.iter().zip(&sizes).map(|(output, size)| (output.as_raw(), *size)).collect();
        let work = self.submit_decompression(&call, chunks, &outputs)?;
        work.check("decompress_into", &sizes)?;
        Ok(sizes)
    }

    /// Submits the decompression of chunks, whose sizes and statuses stay on the device until they are asked for.
    ///
    /// # Errors
    /// [`Error::Call`], [`Error::OtherCodec`] or [`Error::ChunkSize`], before nvCOMP is called; nvCOMP's error, or the driver's. If
    /// sizes aren't known, as [`decompressed_sizes`](Self::decompressed_sizes), which waits.
    #[doc(alias(
        "nvcompBatchedANSDecompressAsync",
        "nvcompBatchedANSDecompressGetRequiredAlignments",
        "nvcompBatchedANSDecompressGetTempSize",
        "nvcompBatchedANSDecompressGetTempSizeAsync",
        "nvcompBatchedANSGetDecompressSizeAsync",
        "nvcompBatchedBitcompDecompressAsync",
        "nvcompBatchedBitcompDecompressGetRequiredAlignments",
        "nvcompBatchedBitcompDecompressGetTempSize",
        "nvcompBatchedBitcompDecompressGetTempSizeAsync",
        "nvcompBatchedBitcompGetDecompressSizeAsync",
        "nvcompBatchedCascadedDecompressAsync",
        "nvcompBatchedCascadedDecompressAsync_5_3_0",
        "nvcompBatchedCascadedDecompressGetRequiredAlignments",
        "nvcompBatchedCascadedDecompressGetRequiredAlignments_5_3_0",
        "nvcompBatchedCascadedDecompressGetTempSize",
        "nvcompBatchedCascadedDecompressGetTempSizeAsync",
        "nvcompBatchedCascadedGetDecompressSizeAsync",
        "nvcompBatchedDeflateDecompressAsync",
        "nvcompBatchedDeflateDecompressGetRequiredAlignments",
        "nvcompBatchedDeflateDecompressGetTempSize",
        "nvcompBatchedDeflateDecompressGetTempSizeAsync",
        "nvcompBatchedDeflateGetDecompressSizeAsync",
        "nvcompBatchedGdeflateDecompressAsync",
        "nvcompBatchedGdeflateDecompressGetRequiredAlignments",
        "nvcompBatchedGdeflateDecompressGetTempSize",
        "nvcompBatchedGdeflateDecompressGetTempSizeAsync",
        "nvcompBatchedGdeflateGetDecompressSizeAsync",
        "nvcompBatchedGzipDecompressAsync",
        "nvcompBatchedGzipDecompressGetRequiredAlignments",
        "nvcompBatchedGzipDecompressGetTempSize",
        "nvcompBatchedGzipDecompressGetTempSizeAsync",
        "nvcompBatchedGzipGetDecompressSizeAsync",
        "nvcompBatchedLZ4DecompressAsync",
        "nvcompBatchedLZ4DecompressGetRequiredAlignments",
        "nvcompBatchedLZ4DecompressGetTempSize",
        "nvcompBatchedLZ4DecompressGetTempSizeAsync",
        "nvcompBatchedLZ4GetDecompressSizeAsync",
        "nvcompBatchedSnappyDecompressAsync",
        "nvcompBatchedSnappyDecompressGetRequiredAlignments",
        "nvcompBatchedSnappyDecompressGetTempSize",
        "nvcompBatchedSnappyDecompressGetTempSizeAsync",
        "nvcompBatchedSnappyGetDecompressSizeAsync",
        "nvcompBatchedZstdDecompressAsync",
        "nvcompBatchedZstdDecompressGetRequiredAlignments",
        "nvcompBatchedZstdDecompressGetTempSize",
        "nvcompBatchedZstdDecompressGetTempSizeAsync",
        "nvcompBatchedZstdGetDecompressSizeAsync"
    ))]
    pub fn decompress_async(
        &self,
        stream: &Stream,
        chunks: &CompressedChunks,
    ) -> Result<PendingDecompression, Error> {
        let call = self.call("decompress", stream)?;
        let sizes = self.sizes(&call, chunks)?;
        let alignment = self.decompress.alignments(self.nvcomp)?.output;
        let (ranges, len) = lay_out(sizes.iter().copied(), alignment);
        let buffer = stream.alloc::<u8>(len)?;
        let work = self.submit_decompression(&call, chunks, &addresses(&buffer, &ranges))?;
        Ok(PendingDecompression { buffer, ranges, sizes, work })
    }

    /// Asks nvCOMP for the bytes of each chunk uncompressed, and waits. A wrong chunk has any size.
    ///
    /// # Errors
    /// As [`decompress_async`](Self::decompress_async).
    pub fn decompressed_sizes(
        &self,
        stream: &Stream,
        chunks: &CompressedChunks,
    ) -> Result<Vec<usize>, Error> {
        let call = self.call("decompressed_sizes", stream)?;
        self.check_chunks(&call, chunks)?;
        let used: Vec<bool> = chunks.ranges.iter().map(|range| !range.is_empty()).collect();
        let inputs = used_only(&used, addresses(&chunks.buffer, &chunks.ranges));
        if inputs.is_empty() {
            return Ok(vec![0; used.len()]);
        }
        let batch = new_batch(stream, &inputs, &inputs, (0, 0))?;
        stream.context().with_current(|| {
            // SAFETY: the chunks are of the stream, aligned, and of the codec, as who made them guarantees.
            unsafe { self.decompress.sizes(self.nvcomp, &batch, stream) }
        })??;
        Ok(spread(&used, &batch.sizes.to_vec()?))
    }

    /// Returns the bytes of each chunk uncompressed, which are possible.
    fn sizes(&self, call: &StreamCall<'_>, chunks: &CompressedChunks) -> Result<Vec<usize>, Error> {
        self.check_chunks(call, chunks)?;
        let sizes = match &chunks.uncompressed {
            Some(sizes) => sizes.clone(),
            None => self.decompressed_sizes(call.stream, chunks)?,
        };
        let max = self.codec.max_decompressed_len();
        for (chunk, (&expected, range)) in sizes.iter().zip(&chunks.ranges).enumerate() {
            self.check_size(call.name, (chunk, expected), max)?;
            if range.is_empty() && expected > 0 {
                return Err(Error::Size { chunk, expected, found: 0 });
            }
            if !range.is_empty() && expected == 0 && chunks.uncompressed.is_none() {
                return Err(Error::UnknownSize { chunk });
            }
        }
        Ok(sizes)
    }

    /// Checks that the chunks can be decompressed on the stream.
    fn check_chunks(&self, call: &StreamCall<'_>, chunks: &CompressedChunks) -> Result<(), Error> {
        if !self.codec.decompresses(chunks.codec) {
            let (expected, found) = (self.codec.name(), chunks.codec.name());
            return Err(Error::OtherCodec { expected, found });
        }
        let alignment = self.input_alignment()?;
        let (stream, base) = (chunks.stream(), chunks.buffer.as_raw());
        let used = chunks.ranges.iter().filter(|range| !range.is_empty());
        let starts = used.map(|range| base + range.start as u64);
        // The buffer's own stream is checked, too, if no chunk is used.
        let buffer = Operand::new("chunks", stream, 0, 1);
        let starts = starts.map(|start| Operand::new("chunk", stream, start, alignment));
        call.check([buffer].into_iter().chain(starts))
    }

    /// Submits the decompression of chunks to memory of these addresses and sizes, the chunks' own. An empty one isn't looked at.
    fn submit_decompression(
        &self,
        call: &StreamCall<'_>,
        chunks: &CompressedChunks,
        outputs: &[(u64, usize)],
    ) -> Result<Decompression, Error> {
        let used: Vec<bool> = outputs.iter().map(|output| output.1 > 0).collect();
        let inputs = used_only(&used, addresses(&chunks.buffer, &chunks.ranges));
        let outputs = used_only(&used, outputs.iter().copied());
        if inputs.is_empty() {
            return Ok(Decompression { used, batch: None, checksums: None });
        }
        let (nvcomp, stream) = (self.nvcomp, call.stream);
        let sizes = || outputs.iter().map(|output| output.1);
        let batch = new_batch(
            stream,
            &inputs,
            &outputs,
            (sizes().max().unwrap_or(0), sizes().fold(0, usize::saturating_add)),
        )?;
        let context = stream.context();
        let needed =
            context.with_current(|| self.decompress.temp_size(nvcomp, &batch, stream))??;
        let temp = call.memory::<Error>(None, needed)?;
        context.with_current(|| {
            // SAFETY: the chunks are of the stream, aligned, and of the codec, as who made them guarantees; the output is of the
            // stream, aligned, and of these sizes.
            unsafe { self.decompress.decompress(nvcomp, &batch, &temp, stream) }
        })??;
        let checksums = match &chunks.checksums {
            Some(expected) if self.has_checksums => {
                // SAFETY: the output is of the stream.
                let found = unsafe { nvcomp.crc32(stream, &batch, (3, 2)) }?;
                Some((expected.clone(), found))
            }
            _ => None,
        };
        Ok(Decompression { used, batch: Some(batch), checksums })
    }
}

/// Returns those that are used.
fn used_only<T>(used: &[bool], all: impl IntoIterator<Item = T>) -> Vec<T> {
    used.iter().zip(all).filter_map(|(is_used, one)| is_used.then_some(one)).collect()
}

/// A decompression to memory of others.
#[derive(Debug)]
struct Decompression {
    /// Whether nvCOMP has each chunk.
    used: Vec<bool>,
    /// None if it has none.
    batch: Option<Batch>,
    /// The checksums that are expected, and those that are found.
    checksums: Option<(Vec<u32>, DeviceBuffer<u32>)>,
}

impl Decompression {
    /// Waits for it, and checks every chunk's status, size and checksum.
    fn check(&self, call: &'static str, expected: &[usize]) -> Result<(), Error> {
        let Some(batch) = &self.batch else {
            return Ok(());
        };
        check_statuses(call, batch, &self.used)?;
        let sizes = spread(&self.used, &batch.sizes.to_vec()?);
        for (chunk, (&expected, found)) in expected.iter().zip(sizes).enumerate() {
            if expected != found {
                return Err(Error::Size { chunk, expected, found });
            }
        }
        let Some((expected, found)) = &self.checksums else {
            return Ok(());
        };
        let chunks = self.used.iter().enumerate().filter(|chunk| *chunk.1);
        let pairs = expected.iter().copied().zip(found.to_vec()?);
        for ((chunk, _), (expected, found)) in chunks.zip(pairs) {
            if expected != found {
                return Err(Error::Checksum { chunk, expected, found });
            }
        }
        Ok(())
    }
}

/// A decompression that was submitted.
#[derive(Debug)]
#[must_use = "`finish` returns the bytes"]
pub struct PendingDecompression {
    buffer: DeviceBuffer<u8>,
    ranges: Vec<Range<usize>>,
    sizes: Vec<usize>,
    work: Decompression,
}

impl PendingDecompression {
    /// Waits for the decompression, checks every chunk, and returns the bytes of all, one after the other.
    ///
    /// If the codec must write chunks at multiples of some bytes, and sizes aren't, this copies each chunk.
    ///
    /// # Errors
    /// For the first chunk that failed, [`Error::Chunk`], [`Error::Size`] or [`Error::Checksum`]; the driver's error.
    pub fn finish(self) -> Result<DeviceBuffer<u8>, Error> {
        self.work.check("decompress", &self.sizes)?;
        let len = self.sizes.iter().sum();
        if self.buffer.len() == len {
            return Ok(self.buffer);
        }
        let stream = self.buffer.stream();
        let mut joined = stream.alloc::<u8>(len)?;
        let mut rest = joined.as_slice_mut();
        for range in &self.ranges {
            let (chunk, others) = rest.split_at_mut(range.len())?;
            stream.copy(self.buffer.slice(range.clone())?, chunk)?;
            rest = others;
        }
        Ok(joined)
    }

    /// Returns the sizes and statuses of the chunks that aren't empty, in device memory; none if all are empty.
    #[must_use]
    pub fn on_device(&self) -> Option<(DeviceSlice<'_, u64>, DeviceSlice<'_, u32>)> {
        self.work.batch.as_ref().map(|batch| (batch.sizes.as_slice(), batch.statuses.as_slice()))
    }

    /// Returns the buffer, and where the chunks are in it.
    #[must_use]
    pub fn places(&self) -> (DeviceSlice<'_, u8>, &[Range<usize>]) {
        (self.buffer.as_slice(), &self.ranges)
    }
}
