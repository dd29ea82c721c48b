// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

structs! {
    "https://docs.nvidia.com/cuda/nvcomp/c_api.html"
    #[derive(Debug)] pub struct nvcompProperties_t { pub version: u32, pub cudart_version: u32 }
    #[derive(Debug)] pub struct nvcompAlignmentRequirements_t { pub input: usize, pub output: usize, pub temp: usize }
    #[derive(Debug)] pub struct nvcompBatchedANSCompressOpts_t {
        pub type_: nvcompANSType_t, pub data_type: nvcompType_t, pub max_sub_chunk_count: u8, pub states_per_lane: u8,
        pub histogram_reduction_log2: u8, pub reserved: [c_char; 53usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedANSDecompressOpts_t {
        pub backend: nvcompDecompressBackend_t, pub data_type: nvcompType_t, pub max_sub_chunk_count: u8,
        pub states_per_lane: u8, pub skip_validate: u8, pub reserved: [c_char; 53usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedBitcompCompressOpts_t {
        pub algorithm: c_int, pub data_type: nvcompType_t, pub delta: f64, pub mode: bitcompMode_t,
        pub reserved: [c_char; 44usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedBitcompDecompressOpts_t {
        pub backend: nvcompDecompressBackend_t, pub reserved: [c_char; 60usize],
    }
    #[derive(Debug)] pub struct nvcompCascadedCommonOpts_t {
        pub data_type: nvcompType_t, pub mode: nvcompCascadedMode_t, pub terminal_codec_flags: u64,
        pub coarse_grained_encoding_flags: u64,
    }
    #[derive(Debug)] pub struct nvcompBatchedCascadedCompressOpts_t {
        pub common_opts: nvcompCascadedCommonOpts_t, pub fine_grained_encoding_flags: u64, pub compression_level: u8,
        pub reserved: [c_char; 31usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedCascadedDecompressOpts_t {
        pub backend: nvcompDecompressBackend_t, #[doc(hidden)] pub _padding_after_backend: [u8; 4usize],
        pub common_opts: nvcompCascadedCommonOpts_t, pub reserved: [c_char; 32usize],
    }
    #[derive(Debug)] pub struct nvcompCRC32Spec_t {
        pub poly: u32, pub init: u32, pub ref_in: bool, pub ref_out: bool,
        #[doc(hidden)] pub _padding_after_ref_out: [u8; 2usize], pub xorout: u32, pub reserved: [c_char; 16usize],
    }
    #[derive(Debug)] pub struct nvcompCRC32KernelConf_t {
        pub kernel_kind: nvcompCRC32KernelKind_t, pub bytes_per_read: i32, pub blocks_per_msg: i32,
        pub reserved: [c_char; 20usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedCRC32Opts_t {
        pub spec: nvcompCRC32Spec_t, pub kernel_conf: nvcompCRC32KernelConf_t, pub reserved: [c_char; 64usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedDeflateCompressOpts_t {
        pub algorithm: c_int, pub reserved: [c_char; 60usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedDeflateDecompressOpts_t {
        pub backend: nvcompDecompressBackend_t, pub sort_before_hw_decompress: c_int, pub reserved: [c_char; 56usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedGdeflateCompressOpts_t {
        pub algorithm: c_int, pub reserved: [c_char; 60usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedGdeflateDecompressOpts_t {
        pub backend: nvcompDecompressBackend_t, pub reserved: [c_char; 60usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedGzipCompressOpts_t {
        pub algorithm: c_int, pub reserved: [c_char; 60usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedGzipDecompressOpts_t {
        pub backend: nvcompDecompressBackend_t, pub algorithm: nvcompBatchedGzipDecompressAlgorithm_t,
        pub sort_before_hw_decompress: c_int, pub reserved: [c_char; 52usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedLZ4CompressOpts_t {
        pub data_type: nvcompType_t, pub bitshuffle_mode: nvcompBitshuffleMode_t, pub reserved: [c_char; 56usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedLZ4DecompressOpts_t {
        pub backend: nvcompDecompressBackend_t, pub sort_before_hw_decompress: c_int, pub data_type: nvcompType_t,
        pub bitshuffle_mode: nvcompBitshuffleMode_t, pub reserved: [c_char; 48usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedSnappyCompressOpts_t { pub reserved: [c_char; 64usize] }
    #[derive(Debug)] pub struct nvcompBatchedSnappyDecompressOpts_t {
        pub backend: nvcompDecompressBackend_t, pub sort_before_hw_decompress: c_int, pub reserved: [c_char; 56usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedZstdCompressOpts_t { pub reserved: [c_char; 64usize] }
    #[derive(Debug)] pub struct nvcompBatchedZstdDecompressOpts_t {
        pub backend: nvcompDecompressBackend_t, pub reserved: [c_char; 60usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedBitcompCompressOpts_t_5_3_0 {
        pub algorithm: c_int, pub data_type: nvcompType_t, pub reserved: [c_char; 56usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedCascadedCompressOpts_t_5_3_0 {
        pub internal_chunk_bytes: usize, pub type_: nvcompType_t, pub num_RLEs: c_int, pub num_deltas: c_int,
        pub use_bp: c_int, pub reserved: [c_char; 40usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedCascadedDecompressOpts_t_5_3_0 {
        pub backend: nvcompDecompressBackend_t, pub reserved: [c_char; 60usize],
    }
    #[derive(Debug)] pub struct nvcompBatchedGzipCompressOpts_t_5_2_0 { pub reserved: [c_char; 64usize] }
}
