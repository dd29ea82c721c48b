// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::{c_int, c_uint};

open_enum! {
    /// [`nvFatbinResult`](https://docs.nvidia.com/cuda/nvfatbin/index.html)
    nvFatbinResult: c_uint {
        NVFATBIN_SUCCESS = 0,
        NVFATBIN_ERROR_INTERNAL = 1,
        NVFATBIN_ERROR_ELF_ARCH_MISMATCH = 2,
        NVFATBIN_ERROR_ELF_SIZE_MISMATCH = 3,
        NVFATBIN_ERROR_MISSING_PTX_VERSION = 4,
        NVFATBIN_ERROR_NULL_POINTER = 5,
        NVFATBIN_ERROR_COMPRESSION_FAILED = 6,
        NVFATBIN_ERROR_COMPRESSED_SIZE_EXCEEDED = 7,
        NVFATBIN_ERROR_UNRECOGNIZED_OPTION = 8,
        NVFATBIN_ERROR_INVALID_ARCH = 9,
        NVFATBIN_ERROR_INVALID_NVVM = 10,
        NVFATBIN_ERROR_EMPTY_INPUT = 11,
        NVFATBIN_ERROR_MISSING_PTX_ARCH = 12,
        NVFATBIN_ERROR_PTX_ARCH_MISMATCH = 13,
        NVFATBIN_ERROR_MISSING_FATBIN = 14,
        NVFATBIN_ERROR_INVALID_INDEX = 15,
        NVFATBIN_ERROR_IDENTIFIER_REUSE = 16,
        NVFATBIN_ERROR_INTERNAL_PTX_OPTION = 17,
    }
}

