use core::ops::Range;

use cuda_driver::memory::DeviceSlice;
use cuda_driver::{DeviceBuffer, Stream};

use crate::codec::Codec;
use crate::error::Error;

/// Compressed chunks in device memory: what [`Compressor::compress`](crate::Compressor::compress) returns, or what came from
/// elsewhere.
#[derive(Debug)]
pub struct CompressedChunks {
    pub(crate) codec: Codec,
    pub(crate) buffer: DeviceBuffer<u8>,
    pub(crate) ranges: Vec<Range<usize>>,
    /// The sizes of the chunks uncompressed, if they are known.
    pub(crate) uncompressed: Option<Vec<usize>>,
    /// The CRC-32 of the chunks uncompressed that aren't empty, if they are to be verified.
    pub(crate) checksums: Option<Vec<u32>>,
}

impl CompressedChunks {
    /// Describes chunks that came from elsewhere, at `ranges` of a buffer, and their sizes uncompressed, if they are known:
    /// otherwise nvCOMP is asked, and the host waits. Ranges must begin at
    /// [multiples of some bytes](crate::Compressor::input_alignment).
    ///
    /// # Safety
    /// Each chunk is what a compressor of the codec has written, and the sizes are those of what was compressed: kernels write
    /// beyond smaller ones, as those of LZ4 of nvCOMP 6.0 do on an H200. Without sizes, a chunk of gzip is a single member of less
    /// than 4 GiB uncompressed, of which the format has the size. nvCOMP doesn't find all damage: a kernel may then access other
    /// memory.
    ///
    /// # Errors
    /// [`Error::Count`], or [`Error::Memory`] if a range isn't in the buffer.
    pub unsafe fn new(
        codec: Codec,
        buffer: DeviceBuffer<u8>,
        ranges: Vec<Range<usize>>,
        uncompressed: Option<Vec<usize>>,
    ) -> Result<Self, Error> {
        if let Some(sizes) = &uncompressed {
            check_count(ranges.len(), sizes.len(), "sizes")?;
        }
        for range in &ranges {
            buffer.slice(range.clone())?;
        }
        Ok(Self { codec, buffer, ranges, uncompressed, checksums: None })
    }

    /// Returns the number of chunks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Returns `true` if there are no chunks.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Returns the bytes of all chunks, without the space between them.
    #[must_use]
    pub fn compressed_len(&self) -> usize {
        self.ranges.iter().map(ExactSizeIterator::len).sum()
    }

    /// Returns where each chunk is in the buffer. A chunk that was empty stays empty.
    #[must_use]
    pub fn ranges(&self) -> &[Range<usize>] {
        &self.ranges
    }

    /// Returns the bytes of each chunk uncompressed, if they are known.
    #[must_use]
    pub fn uncompressed(&self) -> Option<&[usize]> {
        self.uncompressed.as_deref()
    }

    /// Returns a chunk.
    #[must_use]
    pub fn chunk(&self, index: usize) -> Option<DeviceSlice<'_, u8>> {
        self.buffer.slice(self.ranges.get(index)?.clone()).ok()
    }

    /// Returns how they were compressed.
    #[must_use]
    pub fn codec(&self) -> Codec {
        self.codec
    }

    /// Returns the stream that the memory belongs to.
    #[must_use]
    pub fn stream(&self) -> &Stream {
        self.buffer.stream()
    }

    /// Returns the buffer.
    #[must_use]
    pub fn into_buffer(self) -> DeviceBuffer<u8> {
        self.buffer
    }
}

/// Checks that there is one of something for each chunk.
pub(crate) fn check_count(chunks: usize, found: usize, of: &'static str) -> Result<(), Error> {
    if chunks == found { Ok(()) } else { Err(Error::Count { chunks, found, of }) }
}

/// Places of these sizes one after the other, each at a multiple of `alignment`; and the sum.
pub(crate) fn lay_out(
    sizes: impl IntoIterator<Item = usize>,
    alignment: usize,
) -> (Vec<Range<usize>>, usize) {
    let mut end = 0_usize;
    let ranges = sizes.into_iter().map(|size| {
        let start = end.saturating_add(alignment - 1) & !(alignment - 1);
        end = start.saturating_add(size);
        start..end
    });
    (ranges.collect(), end)
}
