// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { nvcomp ["nvcomp.h", "nvcomp/shared_types.h", "nvcomp/ans.h", "nvcomp/bitcomp.h", "nvcomp/cascaded.h", "nvcomp/crc32.h", "nvcomp/deflate.h", "nvcomp/gdeflate.h", "nvcomp/gzip.h", "nvcomp/lz4.h", "nvcomp/snappy.h", "nvcomp/zstd.h"]
    types {
        nvcompStatus_t {} nvcompType_t {} nvcompDecompressBackend_t {} nvcompBitshuffleMode_t {} nvcompANSType_t {}
        bitcompMode_t {} nvcompCascadedMode_t {} nvcompCascadedTerminalCodec_t {}
        nvcompCascadedFineGrainedEncoding_t {} nvcompCascadedCoarseGrainedEncoding_t {} nvcompCRC32KernelKind_t {}
        nvcompCRC32SegmentKind_t {} nvcompBatchedGzipDecompressAlgorithm_t {}
        nvcompProperties_t {"version" version, "cudart_version" cudart_version,}
        nvcompAlignmentRequirements_t {"input" input, "output" output, "temp" temp,}
        nvcompBatchedANSCompressOpts_t {"type" type_, "data_type" data_type, "max_sub_chunk_count" max_sub_chunk_count, "states_per_lane" states_per_lane, "histogram_reduction_log2" histogram_reduction_log2, "reserved" reserved,}
        nvcompBatchedANSDecompressOpts_t {"backend" backend, "data_type" data_type, "max_sub_chunk_count" max_sub_chunk_count, "states_per_lane" states_per_lane, "skip_validate" skip_validate, "reserved" reserved,}
        nvcompBatchedBitcompCompressOpts_t {"algorithm" algorithm, "data_type" data_type, "delta" delta, "mode" mode, "reserved" reserved,}
        nvcompBatchedBitcompDecompressOpts_t {"backend" backend, "reserved" reserved,}
        nvcompCascadedCommonOpts_t {"data_type" data_type, "mode" mode, "terminal_codec_flags" terminal_codec_flags, "coarse_grained_encoding_flags" coarse_grained_encoding_flags,}
        nvcompBatchedCascadedCompressOpts_t {"common_opts" common_opts, "fine_grained_encoding_flags" fine_grained_encoding_flags, "compression_level" compression_level, "reserved" reserved,}
        nvcompBatchedCascadedDecompressOpts_t {"backend" backend, "common_opts" common_opts, "reserved" reserved,}
        nvcompCRC32Spec_t {"poly" poly, "init" init, "ref_in" ref_in, "ref_out" ref_out, "xorout" xorout, "reserved" reserved,}
        nvcompCRC32KernelConf_t {"kernel_kind" kernel_kind, "bytes_per_read" bytes_per_read, "blocks_per_msg" blocks_per_msg, "reserved" reserved,}
        nvcompBatchedCRC32Opts_t {"spec" spec, "kernel_conf" kernel_conf, "reserved" reserved,}
        nvcompBatchedDeflateCompressOpts_t {"algorithm" algorithm, "reserved" reserved,}
        nvcompBatchedDeflateDecompressOpts_t {"backend" backend, "sort_before_hw_decompress" sort_before_hw_decompress, "reserved" reserved,}
        nvcompBatchedGdeflateCompressOpts_t {"algorithm" algorithm, "reserved" reserved,}
        nvcompBatchedGdeflateDecompressOpts_t {"backend" backend, "reserved" reserved,}
        nvcompBatchedGzipCompressOpts_t {"algorithm" algorithm, "reserved" reserved,}
        nvcompBatchedGzipDecompressOpts_t {"backend" backend, "algorithm" algorithm, "sort_before_hw_decompress" sort_before_hw_decompress, "reserved" reserved,}
        nvcompBatchedLZ4CompressOpts_t {"data_type" data_type, "bitshuffle_mode" bitshuffle_mode, "reserved" reserved,}
        nvcompBatchedLZ4DecompressOpts_t {"backend" backend, "sort_before_hw_decompress" sort_before_hw_decompress, "data_type" data_type, "bitshuffle_mode" bitshuffle_mode, "reserved" reserved,}
        nvcompBatchedSnappyCompressOpts_t {"reserved" reserved,}
        nvcompBatchedSnappyDecompressOpts_t {"backend" backend, "sort_before_hw_decompress" sort_before_hw_decompress, "reserved" reserved,}
        nvcompBatchedZstdCompressOpts_t {"reserved" reserved,}
        nvcompBatchedZstdDecompressOpts_t {"backend" backend, "reserved" reserved,}
    }
    enumerators {
        nvcompStatus_t {}
        nvcompType_t {NVCOMP_TYPE_FLOAT16_5_3_0, NVCOMP_TYPE_FLOAT8_E4M3_5_3_0, NVCOMP_TYPE_FLOAT16_5_2_0, NVCOMP_TYPE_FLOAT16_5_1_0}
        nvcompDecompressBackend_t {}
        nvcompBitshuffleMode_t {}
        nvcompANSType_t {}
        bitcompMode_t {}
        nvcompCascadedMode_t {}
        nvcompCascadedTerminalCodec_t {}
        nvcompCascadedFineGrainedEncoding_t {}
        nvcompCascadedCoarseGrainedEncoding_t {}
        nvcompCRC32KernelKind_t {}
        nvcompCRC32SegmentKind_t {}
        nvcompBatchedGzipDecompressAlgorithm_t {}
    }
}
