// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::nvFatbinResult;

/// Every result code: its number, what it means, and the CUDA version whose headers first name it (0: 12.4 or before).
pub(crate) static RESULTS: [(nvFatbinResult, &str, u16); 18] = [
    (nvFatbinResult::NVFATBIN_SUCCESS, "success", 0),
    (nvFatbinResult::NVFATBIN_ERROR_INTERNAL, "internal error", 0),
    (nvFatbinResult::NVFATBIN_ERROR_ELF_ARCH_MISMATCH, "the cubin is for another architecture than was said", 0),
    (nvFatbinResult::NVFATBIN_ERROR_ELF_SIZE_MISMATCH, "the cubin has another word size than was said", 0),
    (nvFatbinResult::NVFATBIN_ERROR_MISSING_PTX_VERSION, "the PTX has no .version", 0),
    (nvFatbinResult::NVFATBIN_ERROR_NULL_POINTER, "a pointer is null", 0),
    (nvFatbinResult::NVFATBIN_ERROR_COMPRESSION_FAILED, "compression failed", 0),
    (nvFatbinResult::NVFATBIN_ERROR_COMPRESSED_SIZE_EXCEEDED, "the compressed entry is too large for the format", 0),
    (nvFatbinResult::NVFATBIN_ERROR_UNRECOGNIZED_OPTION, "an option is unknown", 0),
    (nvFatbinResult::NVFATBIN_ERROR_INVALID_ARCH, "the architecture is none", 0),
    (nvFatbinResult::NVFATBIN_ERROR_INVALID_NVVM, "the LTO-IR is none", 0),
    (nvFatbinResult::NVFATBIN_ERROR_EMPTY_INPUT, "the input is empty", 0),
    (nvFatbinResult::NVFATBIN_ERROR_MISSING_PTX_ARCH, "the PTX has no .target", 12090),
    (nvFatbinResult::NVFATBIN_ERROR_PTX_ARCH_MISMATCH, "the PTX is for a newer architecture than was said", 12090),
    (nvFatbinResult::NVFATBIN_ERROR_MISSING_FATBIN, "the host object holds no fat binary", 12090),
    (nvFatbinResult::NVFATBIN_ERROR_INVALID_INDEX, "the index is none", 12090),
    (nvFatbinResult::NVFATBIN_ERROR_IDENTIFIER_REUSE, "two relocatable entries for one architecture have the same name", 12090),
    (nvFatbinResult::NVFATBIN_ERROR_INTERNAL_PTX_OPTION, "an option for the PTX is one that only NVIDIA's own tools may use", 12090),
];
