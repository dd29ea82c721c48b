// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::nvFatbinResult;

results! {
    "nvFatbin" nvFatbinResult {
        NVFATBIN_SUCCESS 0 "success",
        NVFATBIN_ERROR_INTERNAL 0 "internal error",
        NVFATBIN_ERROR_ELF_ARCH_MISMATCH 0 "the cubin is for another architecture than was said",
        NVFATBIN_ERROR_ELF_SIZE_MISMATCH 0 "the cubin has another word size than was said",
        NVFATBIN_ERROR_MISSING_PTX_VERSION 0 "the PTX has no .version",
        NVFATBIN_ERROR_NULL_POINTER 0 "a pointer is null",
        NVFATBIN_ERROR_COMPRESSION_FAILED 0 "compression failed",
        NVFATBIN_ERROR_COMPRESSED_SIZE_EXCEEDED 0 "the compressed entry is too large for the format",
        NVFATBIN_ERROR_UNRECOGNIZED_OPTION 0 "an option is unknown",
        NVFATBIN_ERROR_INVALID_ARCH 0 "the architecture is none",
        NVFATBIN_ERROR_INVALID_NVVM 0 "the LTO-IR is none",
        NVFATBIN_ERROR_EMPTY_INPUT 0 "the input is empty",
        NVFATBIN_ERROR_MISSING_PTX_ARCH 12090 "the PTX has no .target",
        NVFATBIN_ERROR_PTX_ARCH_MISMATCH 12090 "the PTX is for a newer architecture than was said",
        NVFATBIN_ERROR_MISSING_FATBIN 12090 "the host object holds no fat binary",
        NVFATBIN_ERROR_INVALID_INDEX 12090 "the index is none",
        NVFATBIN_ERROR_IDENTIFIER_REUSE 12090 "two relocatable entries for one architecture have the same name",
        NVFATBIN_ERROR_INTERNAL_PTX_OPTION 12090 "an option for the PTX is one that only NVIDIA's own tools may use",
    }
}
