// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::{c_int, c_uint};

open_enum! {
    "https://docs.nvidia.com/cuda/nvcomp/c_api.html"
    nvcompCRC32KernelKind_t: c_uint { nvcompCRC32WarpKernel = 0, nvcompCRC32BlockKernel = 1 }
}

closed_enum! {
    "https://docs.nvidia.com/cuda/nvcomp/c_api.html"
    nvcompType_t: c_uint {
        NVCOMP_TYPE_CHAR = 0, NVCOMP_TYPE_UCHAR = 1, NVCOMP_TYPE_SHORT = 2, NVCOMP_TYPE_USHORT = 3,
        NVCOMP_TYPE_INT = 4, NVCOMP_TYPE_UINT = 5, NVCOMP_TYPE_LONGLONG = 6, NVCOMP_TYPE_ULONGLONG = 7,
        NVCOMP_TYPE_FLOAT8_E4M3 = 9, NVCOMP_TYPE_FLOAT16 = 10, NVCOMP_TYPE_FLOAT32 = 11, NVCOMP_TYPE_FLOAT64 = 12,
        NVCOMP_TYPE_BITS = 255;
        NVCOMP_TYPE_FLOAT16_5_3_0 = 9, NVCOMP_TYPE_FLOAT8_E4M3_5_3_0 = 10, NVCOMP_TYPE_FLOAT16_5_2_0 = 9,
        NVCOMP_TYPE_FLOAT16_5_1_0 = 9
    }
    nvcompDecompressBackend_t: c_uint {
        NVCOMP_DECOMPRESS_BACKEND_DEFAULT = 0, NVCOMP_DECOMPRESS_BACKEND_HARDWARE = 1,
        NVCOMP_DECOMPRESS_BACKEND_CUDA = 2,
    }
    nvcompBitshuffleMode_t: c_uint {
        NVCOMP_BITSHUFFLE_NONE = 0, NVCOMP_BITSHUFFLE_MSB_FIRST = 1, NVCOMP_BITSHUFFLE_LSB_FIRST = 2,
    }
    nvcompANSType_t: c_uint { nvcomp_rANS = 0 }
    bitcompMode_t: c_uint { BITCOMP_LOSSLESS = 0, BITCOMP_LOSSY_FP_TO_SIGNED = 1, BITCOMP_LOSSY_FP_TO_UNSIGNED = 2 }
    nvcompCascadedMode_t: c_uint {
        NVCOMP_CASCADED_MODE_UNSPECIFIED = 0, NVCOMP_CASCADED_MODE_ASYMMETRIC = 1, NVCOMP_CASCADED_MODE_SYMMETRIC = 2,
    }
    nvcompCascadedTerminalCodec_t: c_uint {
        NVCOMP_CASCADED_TERMINAL_CODEC_UNSPECIFIED = 0, NVCOMP_CASCADED_TERMINAL_CODEC_CASCADED_BITPACK = 1,
    }
    nvcompCascadedFineGrainedEncoding_t: c_uint {
        NVCOMP_CASCADED_FINE_GRAINED_ENCODING_NONE = 0, NVCOMP_CASCADED_FINE_GRAINED_ENCODING_DELTA = 1,
        NVCOMP_CASCADED_FINE_GRAINED_ENCODING_RLE = 2, NVCOMP_CASCADED_FINE_GRAINED_ENCODING_FOR = 4,
        NVCOMP_CASCADED_FINE_GRAINED_ENCODING_ALL = 7,
    }
    nvcompCascadedCoarseGrainedEncoding_t: c_uint { NVCOMP_CASCADED_COARSE_GRAINED_ENCODING_NONE = 0 }
    nvcompCRC32SegmentKind_t: c_uint {
        nvcompCRC32OnlySegment = 0, nvcompCRC32FirstSegment = 1, nvcompCRC32MidSegment = 2, nvcompCRC32LastSegment = 3,
    }
    nvcompBatchedGzipDecompressAlgorithm_t: c_uint {
        NVCOMP_GZIP_DECOMPRESS_ALGORITHM_NAIVE = 0, NVCOMP_GZIP_DECOMPRESS_ALGORITHM_LOOKAHEAD = 1,
    }
}

result_enum! {
    "https://docs.nvidia.com/cuda/nvcomp/c_api.html"
    nvcompStatus_t: c_uint {
        nvcompSuccess = 0, nvcompErrorInvalidValue = 10, nvcompErrorNotSupported = 11,
        nvcompErrorCannotDecompress = 12, nvcompErrorBadChecksum = 13, nvcompErrorCannotVerifyChecksums = 14,
        nvcompErrorOutputBufferTooSmall = 15, nvcompErrorWrongHeaderLength = 16, nvcompErrorAlignment = 17,
        nvcompErrorChunkSizeTooLarge = 18, nvcompErrorCannotCompress = 19, nvcompErrorWrongInputLength = 20,
        nvcompErrorBatchSizeTooLarge = 21, nvcompErrorSubChunkCountTooLarge = 22,
        nvcompErrorSubChunkCountTooSmall = 23, nvcompErrorOutputBufferAlignmentTooSmall = 24,
        nvcompErrorCudaError = 1000, nvcompErrorInternal = 10000,
    }
}

