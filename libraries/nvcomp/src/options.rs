use cuda_libraries_sys::nvcomp::{self as sys, Symbol, nvcompType_t};

use crate::codec::{Backend, Codec};
use crate::error::Error;
use crate::functions::{Compress, CompressFunctions, Decompress, DecompressFunctions};
use crate::library::Nvcomp;

/// The oldest release with the newer forms of the functions that have two.
const NEW: u32 = 5400;

/// A function of a table, with its symbol.
macro_rules! slot {
    ($table:ident.$name:ident) => {
        (Symbol::$name, $table.$name)
    };
}

/// Returns the functions that compress, with the codec's options.
pub(crate) fn compress_functions(nvcomp: Nvcomp, codec: Codec) -> Result<Box<dyn Compress>, Error> {
    let table = nvcomp.raw();
    Ok(match codec {
        Codec::Lz4 { .. } => Box::new(CompressFunctions {
            options: sys::nvcompBatchedLZ4CompressOpts_t {
                data_type: codec.raw_type(nvcomp)?,
                ..Default::default()
            },
            alignments: slot!(table.nvcompBatchedLZ4CompressGetRequiredAlignments),
            temp_size: slot!(table.nvcompBatchedLZ4CompressGetTempSize),
            temp_size_async: slot!(table.nvcompBatchedLZ4CompressGetTempSizeAsync),
            max_output: slot!(table.nvcompBatchedLZ4CompressGetMaxOutputChunkSize),
            compress: slot!(table.nvcompBatchedLZ4CompressAsync),
        }),
        Codec::Snappy => Box::new(CompressFunctions {
            options: sys::nvcompBatchedSnappyCompressOpts_t::default(),
            alignments: slot!(table.nvcompBatchedSnappyCompressGetRequiredAlignments),
            temp_size: slot!(table.nvcompBatchedSnappyCompressGetTempSize),
            temp_size_async: slot!(table.nvcompBatchedSnappyCompressGetTempSizeAsync),
            max_output: slot!(table.nvcompBatchedSnappyCompressGetMaxOutputChunkSize),
            compress: slot!(table.nvcompBatchedSnappyCompressAsync),
        }),
        Codec::Zstd => Box::new(CompressFunctions {
            options: sys::nvcompBatchedZstdCompressOpts_t::default(),
            alignments: slot!(table.nvcompBatchedZstdCompressGetRequiredAlignments),
            temp_size: slot!(table.nvcompBatchedZstdCompressGetTempSize),
            temp_size_async: slot!(table.nvcompBatchedZstdCompressGetTempSizeAsync),
            max_output: slot!(table.nvcompBatchedZstdCompressGetMaxOutputChunkSize),
            compress: slot!(table.nvcompBatchedZstdCompressAsync),
        }),
        Codec::Gdeflate { level } => Box::new(CompressFunctions {
            options: sys::nvcompBatchedGdeflateCompressOpts_t {
                algorithm: check_level(level)?,
                ..Default::default()
            },
            alignments: slot!(table.nvcompBatchedGdeflateCompressGetRequiredAlignments),
            temp_size: slot!(table.nvcompBatchedGdeflateCompressGetTempSize),
            temp_size_async: slot!(table.nvcompBatchedGdeflateCompressGetTempSizeAsync),
            max_output: slot!(table.nvcompBatchedGdeflateCompressGetMaxOutputChunkSize),
            compress: slot!(table.nvcompBatchedGdeflateCompressAsync),
        }),
        Codec::Deflate { level } => Box::new(CompressFunctions {
            options: sys::nvcompBatchedDeflateCompressOpts_t {
                algorithm: check_level(level)?,
                ..Default::default()
            },
            alignments: slot!(table.nvcompBatchedDeflateCompressGetRequiredAlignments),
            temp_size: slot!(table.nvcompBatchedDeflateCompressGetTempSize),
            temp_size_async: slot!(table.nvcompBatchedDeflateCompressGetTempSizeAsync),
            max_output: slot!(table.nvcompBatchedDeflateCompressGetMaxOutputChunkSize),
            compress: slot!(table.nvcompBatchedDeflateCompressAsync),
        }),
        Codec::Gzip { level } => Box::new(CompressFunctions {
            options: sys::nvcompBatchedGzipCompressOpts_t {
                algorithm: check_level(level)?,
                ..Default::default()
            },
            alignments: slot!(table.nvcompBatchedGzipCompressGetRequiredAlignments),
            temp_size: slot!(table.nvcompBatchedGzipCompressGetTempSize),
            temp_size_async: slot!(table.nvcompBatchedGzipCompressGetTempSizeAsync),
            max_output: slot!(table.nvcompBatchedGzipCompressGetMaxOutputChunkSize),
            compress: slot!(table.nvcompBatchedGzipCompressAsync),
        }),
        Codec::Bitcomp { .. } | Codec::Cascaded { .. } | Codec::Ans { .. } => {
            return of_numbers(nvcomp, codec);
        }
    })
}

/// Returns them for the codecs of numbers, some of which have other options in older releases.
fn of_numbers(nvcomp: Nvcomp, codec: Codec) -> Result<Box<dyn Compress>, Error> {
    let table = nvcomp.raw();
    let is_old = nvcomp.version() < NEW;
    Ok(match codec {
        Codec::Bitcomp { is_sparse, .. } if is_old => Box::new(CompressFunctions {
            options: sys::nvcompBatchedBitcompCompressOpts_t_5_3_0 {
                algorithm: is_sparse.into(),
                data_type: codec.raw_type(nvcomp)?,
                ..Default::default()
            },
            alignments: slot!(table.nvcompBatchedBitcompCompressGetRequiredAlignments_5_3_0),
            temp_size: (Symbol::nvcompBatchedBitcompCompressGetTempSize, None),
            temp_size_async: slot!(table.nvcompBatchedBitcompCompressGetTempSizeAsync),
            max_output: slot!(table.nvcompBatchedBitcompCompressGetMaxOutputChunkSize_5_3_0),
            compress: slot!(table.nvcompBatchedBitcompCompressAsync_5_3_0),
        }),
        Codec::Bitcomp { is_sparse, .. } => Box::new(CompressFunctions {
            options: sys::nvcompBatchedBitcompCompressOpts_t {
                algorithm: is_sparse.into(),
                data_type: codec.raw_type(nvcomp)?,
                ..Default::default()
            },
            alignments: slot!(table.nvcompBatchedBitcompCompressGetRequiredAlignments),
            temp_size: slot!(table.nvcompBatchedBitcompCompressGetTempSize),
            temp_size_async: (Symbol::nvcompBatchedBitcompCompressGetTempSizeAsync, None),
            max_output: slot!(table.nvcompBatchedBitcompCompressGetMaxOutputChunkSize),
            compress: slot!(table.nvcompBatchedBitcompCompressAsync),
        }),
        Codec::Cascaded { .. } if is_old => Box::new(CompressFunctions {
            options: old_cascaded(codec.raw_type(nvcomp)?),
            alignments: slot!(table.nvcompBatchedCascadedCompressGetRequiredAlignments_5_3_0),
            temp_size: (Symbol::nvcompBatchedCascadedCompressGetTempSize, None),
            temp_size_async: slot!(table.nvcompBatchedCascadedCompressGetTempSizeAsync),
            max_output: slot!(table.nvcompBatchedCascadedCompressGetMaxOutputChunkSize_5_3_0),
            compress: slot!(table.nvcompBatchedCascadedCompressAsync_5_3_0),
        }),
        Codec::Cascaded { .. } => Box::new(CompressFunctions {
            options: cascaded(codec.raw_type(nvcomp)?),
            alignments: slot!(table.nvcompBatchedCascadedCompressGetRequiredAlignments),
            temp_size: slot!(table.nvcompBatchedCascadedCompressGetTempSize),
            temp_size_async: (Symbol::nvcompBatchedCascadedCompressGetTempSizeAsync, None),
            max_output: slot!(table.nvcompBatchedCascadedCompressGetMaxOutputChunkSize),
            compress: slot!(table.nvcompBatchedCascadedCompressAsync),
        }),
        // ANS: the caller has the others.
        _ => Box::new(CompressFunctions {
            options: sys::nvcompBatchedANSCompressOpts_t {
                data_type: codec.raw_type(nvcomp)?,
                ..Default::default()
            },
            alignments: slot!(table.nvcompBatchedANSCompressGetRequiredAlignments),
            temp_size: slot!(table.nvcompBatchedANSCompressGetTempSize),
            temp_size_async: slot!(table.nvcompBatchedANSCompressGetTempSizeAsync),
            max_output: slot!(table.nvcompBatchedANSCompressGetMaxOutputChunkSize),
            compress: slot!(table.nvcompBatchedANSCompressAsync),
        }),
    })
}

/// Returns the functions that decompress.
pub(crate) fn decompress_functions(
    nvcomp: Nvcomp,
    codec: Codec,
    backend: Backend,
) -> Result<Box<dyn Decompress>, Error> {
    let table = nvcomp.raw();
    let is_old = nvcomp.version() < NEW;
    let backend = backend.as_raw();
    Ok(match codec {
        Codec::Lz4 { .. } => Box::new(DecompressFunctions {
            options: sys::nvcompBatchedLZ4DecompressOpts_t { backend, ..Default::default() },
            alignments: slot!(table.nvcompBatchedLZ4DecompressGetRequiredAlignments),
            temp_size: slot!(table.nvcompBatchedLZ4DecompressGetTempSize),
            temp_size_async: slot!(table.nvcompBatchedLZ4DecompressGetTempSizeAsync),
            size: slot!(table.nvcompBatchedLZ4GetDecompressSizeAsync),
            decompress: slot!(table.nvcompBatchedLZ4DecompressAsync),
        }),
        Codec::Snappy => Box::new(DecompressFunctions {
            options: sys::nvcompBatchedSnappyDecompressOpts_t { backend, ..Default::default() },
            alignments: slot!(table.nvcompBatchedSnappyDecompressGetRequiredAlignments),
            temp_size: slot!(table.nvcompBatchedSnappyDecompressGetTempSize),
            temp_size_async: slot!(table.nvcompBatchedSnappyDecompressGetTempSizeAsync),
            size: slot!(table.nvcompBatchedSnappyGetDecompressSizeAsync),
            decompress: slot!(table.nvcompBatchedSnappyDecompressAsync),
        }),
        Codec::Zstd => Box::new(DecompressFunctions {
            options: sys::nvcompBatchedZstdDecompressOpts_t { backend, ..Default::default() },
            alignments: slot!(table.nvcompBatchedZstdDecompressGetRequiredAlignments),
            temp_size: slot!(table.nvcompBatchedZstdDecompressGetTempSize),
            temp_size_async: slot!(table.nvcompBatchedZstdDecompressGetTempSizeAsync),
            size: slot!(table.nvcompBatchedZstdGetDecompressSizeAsync),
            decompress: slot!(table.nvcompBatchedZstdDecompressAsync),
        }),
        Codec::Gdeflate { .. } => Box::new(DecompressFunctions {
            options: sys::nvcompBatchedGdeflateDecompressOpts_t { backend, ..Default::default() },
            alignments: slot!(table.nvcompBatchedGdeflateDecompressGetRequiredAlignments),
            temp_size: slot!(table.nvcompBatchedGdeflateDecompressGetTempSize),
            temp_size_async: slot!(table.nvcompBatchedGdeflateDecompressGetTempSizeAsync),
            size: slot!(table.nvcompBatchedGdeflateGetDecompressSizeAsync),
            decompress: slot!(table.nvcompBatchedGdeflateDecompressAsync),
        }),
        Codec::Deflate { .. } => Box::new(DecompressFunctions {
            options: sys::nvcompBatchedDeflateDecompressOpts_t { backend, ..Default::default() },
            alignments: slot!(table.nvcompBatchedDeflateDecompressGetRequiredAlignments),
            temp_size: slot!(table.nvcompBatchedDeflateDecompressGetTempSize),
            temp_size_async: slot!(table.nvcompBatchedDeflateDecompressGetTempSizeAsync),
            size: slot!(table.nvcompBatchedDeflateGetDecompressSizeAsync),
            decompress: slot!(table.nvcompBatchedDeflateDecompressAsync),
        }),
        Codec::Gzip { .. } => Box::new(DecompressFunctions {
            options: sys::nvcompBatchedGzipDecompressOpts_t { backend, ..Default::default() },
            alignments: slot!(table.nvcompBatchedGzipDecompressGetRequiredAlignments),
            temp_size: slot!(table.nvcompBatchedGzipDecompressGetTempSize),
            temp_size_async: slot!(table.nvcompBatchedGzipDecompressGetTempSizeAsync),
            size: slot!(table.nvcompBatchedGzipGetDecompressSizeAsync),
            decompress: slot!(table.nvcompBatchedGzipDecompressAsync),
        }),
        Codec::Bitcomp { .. } => Box::new(DecompressFunctions {
            options: sys::nvcompBatchedBitcompDecompressOpts_t { backend, ..Default::default() },
            alignments: slot!(table.nvcompBatchedBitcompDecompressGetRequiredAlignments),
            temp_size: slot!(table.nvcompBatchedBitcompDecompressGetTempSize),
            temp_size_async: slot!(table.nvcompBatchedBitcompDecompressGetTempSizeAsync),
            size: slot!(table.nvcompBatchedBitcompGetDecompressSizeAsync),
            decompress: slot!(table.nvcompBatchedBitcompDecompressAsync),
        }),
        Codec::Cascaded { .. } if is_old => Box::new(DecompressFunctions {
            options: sys::nvcompBatchedCascadedDecompressOpts_t_5_3_0 {
                backend,
                ..Default::default()
            },
            alignments: slot!(table.nvcompBatchedCascadedDecompressGetRequiredAlignments_5_3_0),
            temp_size: (Symbol::nvcompBatchedCascadedDecompressGetTempSize, None),
            temp_size_async: slot!(table.nvcompBatchedCascadedDecompressGetTempSizeAsync),
            size: slot!(table.nvcompBatchedCascadedGetDecompressSizeAsync),
            decompress: slot!(table.nvcompBatchedCascadedDecompressAsync_5_3_0),
        }),
        Codec::Cascaded { .. } => Box::new(DecompressFunctions {
            options: sys::nvcompBatchedCascadedDecompressOpts_t {
                backend,
                common_opts: unspecified(),
                ..Default::default()
            },
            alignments: slot!(table.nvcompBatchedCascadedDecompressGetRequiredAlignments),
            temp_size: slot!(table.nvcompBatchedCascadedDecompressGetTempSize),
            temp_size_async: (Symbol::nvcompBatchedCascadedDecompressGetTempSizeAsync, None),
            size: slot!(table.nvcompBatchedCascadedGetDecompressSizeAsync),
            decompress: slot!(table.nvcompBatchedCascadedDecompressAsync),
        }),
        Codec::Ans { .. } => Box::new(DecompressFunctions {
            options: sys::nvcompBatchedANSDecompressOpts_t {
                backend,
                data_type: ans_type(codec, nvcomp)?,
                ..Default::default()
            },
            alignments: slot!(table.nvcompBatchedANSDecompressGetRequiredAlignments),
            temp_size: slot!(table.nvcompBatchedANSDecompressGetTempSize),
            temp_size_async: slot!(table.nvcompBatchedANSDecompressGetTempSizeAsync),
            size: slot!(table.nvcompBatchedANSGetDecompressSizeAsync),
            decompress: slot!(table.nvcompBatchedANSDecompressAsync),
        }),
    })
}

fn check_level(level: u8) -> Result<i32, Error> {
    if level > 5 { Err(Error::Level(level)) } else { Ok(level.into()) }
}

/// Returns nvCOMP's default options, with this type.
fn old_cascaded(type_: nvcompType_t) -> sys::nvcompBatchedCascadedCompressOpts_t_5_3_0 {
    sys::nvcompBatchedCascadedCompressOpts_t_5_3_0 {
        internal_chunk_bytes: 4096,
        type_,
        num_RLEs: 2,
        num_deltas: 1,
        use_bp: 1,
        ..Default::default()
    }
}

/// Returns nvCOMP's default options, with this type.
fn cascaded(data_type: nvcompType_t) -> sys::nvcompBatchedCascadedCompressOpts_t {
    use sys::{
        nvcompCascadedFineGrainedEncoding_t as Fine, nvcompCascadedTerminalCodec_t as Terminal,
    };
    let common_opts = sys::nvcompCascadedCommonOpts_t {
        data_type,
        mode: sys::nvcompCascadedMode_t::NVCOMP_CASCADED_MODE_ASYMMETRIC,
        terminal_codec_flags: Terminal::NVCOMP_CASCADED_TERMINAL_CODEC_CASCADED_BITPACK.0.into(),
        ..Default::default()
    };
    sys::nvcompBatchedCascadedCompressOpts_t {
        common_opts,
        fine_grained_encoding_flags: Fine::NVCOMP_CASCADED_FINE_GRAINED_ENCODING_ALL.0.into(),
        compression_level: 3,
        ..Default::default()
    }
}

/// Returns the options that decompress whatever was compressed.
fn unspecified() -> sys::nvcompCascadedCommonOpts_t {
    let data_type = nvcompType_t::NVCOMP_TYPE_BITS;
    sys::nvcompCascadedCommonOpts_t { data_type, ..Default::default() }
}

/// Returns the type that ANS decompresses: 6.0 finds it in the chunks, and before 5.3 there is no such option.
fn ans_type(codec: Codec, nvcomp: Nvcomp) -> Result<nvcompType_t, Error> {
    match nvcomp.version() {
        6000.. => Ok(nvcompType_t::NVCOMP_TYPE_BITS),
        5300.. => codec.raw_type(nvcomp),
        _ => Ok(nvcompType_t::default()),
    }
}
