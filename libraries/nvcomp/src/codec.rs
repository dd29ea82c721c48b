use cuda_libraries_sys::nvcomp::{nvcompDecompressBackend_t, nvcompType_t};
use cuda_library_support::Release;

use crate::error::Error;
use crate::library::Nvcomp;

/// How chunks are compressed: the format, and options of the compressor.
///
/// [`Codec::ALL`] has each with nvCOMP's default options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Codec {
    /// Blocks of [LZ4](https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md), without frames.
    #[doc(alias = "nvcompBatchedLZ4CompressOpts_t")]
    Lz4 {
        /// Where matches begin: at elements of this type, of 1, 2 or 4 bytes.
        data_type: DataType,
    },
    /// Blocks of [Snappy](https://github.com/google/snappy/blob/main/format_description.txt), without frames.
    #[doc(alias = "nvcompBatchedSnappyCompressOpts_t")]
    Snappy,
    /// Frames of [Zstandard](https://www.rfc-editor.org/rfc/rfc8878).
    #[doc(alias = "nvcompBatchedZstdCompressOpts_t")]
    Zstd,
    /// NVIDIA's [variant of Deflate](https://github.com/microsoft/DirectStorage/tree/main/GDeflate) for parallel decompression.
    #[doc(alias = "nvcompBatchedGdeflateCompressOpts_t")]
    Gdeflate {
        /// From 0, fast, to 5, small.
        level: u8,
    },
    /// [Deflate](https://www.rfc-editor.org/rfc/rfc1951), without a header.
    #[doc(alias = "nvcompBatchedDeflateCompressOpts_t")]
    Deflate {
        /// From 0, fast, to 5, small.
        level: u8,
    },
    /// Members of [gzip](https://www.rfc-editor.org/rfc/rfc1952). nvCOMP compresses to it from 5.3 on.
    #[doc(alias = "nvcompBatchedGzipCompressOpts_t")]
    Gzip {
        /// From 0, fast, to 5, small.
        level: u8,
    },
    /// NVIDIA's Bitcomp, for numbers, without loss. Submitting its decompression waits for earlier work of the stream.
    #[doc(alias = "nvcompBatchedBitcompCompressOpts_t")]
    Bitcomp {
        /// The type of the numbers.
        data_type: DataType,
        /// Whether most of them are 0.
        is_sparse: bool,
    },
    /// NVIDIA's Cascaded, for integers: runs, differences, and packed bits.
    #[doc(alias = "nvcompBatchedCascadedCompressOpts_t")]
    Cascaded {
        /// The type of the integers.
        data_type: DataType,
    },
    /// NVIDIA's asymmetric numeral systems: entropy alone, without matches.
    #[doc(alias = "nvcompBatchedANSCompressOpts_t")]
    Ans {
        /// [`U8`](DataType::U8), [`F8E4M3`](DataType::F8E4M3), [`F16`](DataType::F16) or [`F32`](DataType::F32).
        data_type: DataType,
    },
}

impl Codec {
    /// Each format, with nvCOMP's default options.
    pub const ALL: [Self; 9] = [
        Self::Lz4 { data_type: DataType::I8 },
        Self::Snappy,
        Self::Zstd,
        Self::Gdeflate { level: 1 },
        Self::Deflate { level: 1 },
        Self::Gzip { level: 1 },
        Self::Bitcomp { data_type: DataType::U8, is_sparse: false },
        Self::Cascaded { data_type: DataType::U32 },
        Self::Ans { data_type: DataType::I8 },
    ];

    /// Returns the format's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lz4 { .. } => "LZ4",
            Self::Snappy => "Snappy",
            Self::Zstd => "Zstd",
            Self::Gdeflate { .. } => "GDeflate",
            Self::Deflate { .. } => "Deflate",
            Self::Gzip { .. } => "gzip",
            Self::Bitcomp { .. } => "Bitcomp",
            Self::Cascaded { .. } => "Cascaded",
            Self::Ans { .. } => "ANS",
        }
    }

    /// Returns the most bytes of a chunk that is compressed. Chunks of 64 KiB suit most codecs best.
    #[must_use]
    pub const fn max_chunk_len(self) -> usize {
        match self {
            Self::Zstd => (1 << 31) - 1,
            Self::Gdeflate { .. } | Self::Deflate { .. } => 1 << 31,
            // As much as is decompressed.
            Self::Gzip { .. } => (1 << 32) - 1,
            _ => 1 << 24,
        }
    }

    /// Returns the most bytes of a chunk that is decompressed.
    pub(crate) const fn max_decompressed_len(self) -> usize {
        match self {
            Self::Snappy | Self::Zstd => (1 << 31) - 1,
            Self::Gdeflate { .. } => (1 << 32) + 288,
            Self::Lz4 { .. } | Self::Deflate { .. } | Self::Gzip { .. } => (1 << 32) - 1,
            Self::Bitcomp { .. } | Self::Ans { .. } => 1 << 25,
            Self::Cascaded { .. } => (1 << 24) + 8,
        }
    }

    /// Returns the type of elements, [`DataType::U8`] for those formats that have none.
    pub(crate) const fn data_type(self) -> DataType {
        match self {
            Self::Lz4 { data_type }
            | Self::Bitcomp { data_type, .. }
            | Self::Cascaded { data_type }
            | Self::Ans { data_type } => data_type,
            _ => DataType::U8,
        }
    }

    /// Returns whether what was compressed with `other` is decompressed by this.
    pub(crate) fn decompresses(self, other: Self) -> bool {
        // Of all formats, this one may have to be told the type.
        match (self, other) {
            (Self::Ans { .. }, Self::Ans { .. }) => self == other,
            _ => self.name() == other.name(),
        }
    }

    /// Returns the type of elements as this nvCOMP numbers it.
    pub(crate) fn raw_type(self, nvcomp: Nvcomp) -> Result<nvcompType_t, Error> {
        use nvcompType_t as T;
        let found = nvcomp.version();
        let data_type = self.data_type();
        // 6.0 has exchanged the values of two types, and added two.
        let (raw, since) = match data_type {
            DataType::I8 => (T::NVCOMP_TYPE_CHAR, 0),
            DataType::U8 => (T::NVCOMP_TYPE_UCHAR, 0),
            DataType::I16 => (T::NVCOMP_TYPE_SHORT, 0),
            DataType::U16 => (T::NVCOMP_TYPE_USHORT, 0),
            DataType::I32 => (T::NVCOMP_TYPE_INT, 0),
            DataType::U32 => (T::NVCOMP_TYPE_UINT, 0),
            DataType::I64 => (T::NVCOMP_TYPE_LONGLONG, 0),
            DataType::U64 => (T::NVCOMP_TYPE_ULONGLONG, 0),
            DataType::F8E4M3 if found < 6000 => (T::NVCOMP_TYPE_FLOAT8_E4M3_5_3_0, 5300),
            DataType::F8E4M3 => (T::NVCOMP_TYPE_FLOAT8_E4M3, 5300),
            DataType::F16 if found < 6000 => (T::NVCOMP_TYPE_FLOAT16_5_3_0, 0),
            DataType::F16 => (T::NVCOMP_TYPE_FLOAT16, 0),
            DataType::F32 => (T::NVCOMP_TYPE_FLOAT32, 6000),
            DataType::F64 => (T::NVCOMP_TYPE_FLOAT64, 6000),
        };
        if found >= since {
            return Ok(raw);
        }
        let (codec, data_type) = (self.name(), format!("{data_type:?}"));
        Err(Error::DataType {
            codec,
            data_type,
            since: Release::from_short(since),
            found: Release::from_short(found),
        })
    }
}

/// The type of a codec's elements. nvCOMP's error says which of them a codec lacks.
#[doc(alias = "nvcompType_t")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DataType {
    /// Signed integers of 8 bits, or any bytes.
    I8,
    /// Unsigned integers of 8 bits, or any bytes.
    U8,
    /// Signed integers of 16 bits.
    I16,
    /// Unsigned integers of 16 bits.
    U16,
    /// Signed integers of 32 bits.
    I32,
    /// Unsigned integers of 32 bits.
    U32,
    /// Signed integers of 64 bits.
    I64,
    /// Unsigned integers of 64 bits.
    U64,
    /// Floating-point numbers of 8 bits, from nvCOMP 5.3 on.
    F8E4M3,
    /// Floating-point numbers of 16 bits.
    F16,
    /// Floating-point numbers of 32 bits, from nvCOMP 6.0 on.
    F32,
    /// Floating-point numbers of 64 bits, from nvCOMP 6.0 on.
    F64,
}

impl DataType {
    /// Returns the bytes of an element.
    pub(crate) const fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 | Self::F8E4M3 => 1,
            Self::I16 | Self::U16 | Self::F16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }
}

/// What decompresses.
#[doc(alias = "nvcompDecompressBackend_t")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// Kernels.
    #[default]
    Cuda,
    /// nvCOMP's choice: the decompression engine of newer devices, if it can. The engine doesn't report damage.
    Any,
}

impl Backend {
    pub(crate) const fn as_raw(self) -> nvcompDecompressBackend_t {
        match self {
            Self::Cuda => nvcompDecompressBackend_t::NVCOMP_DECOMPRESS_BACKEND_CUDA,
            Self::Any => nvcompDecompressBackend_t::NVCOMP_DECOMPRESS_BACKEND_DEFAULT,
        }
    }
}
