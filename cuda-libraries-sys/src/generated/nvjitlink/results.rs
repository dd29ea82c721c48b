// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::nvJitLinkResult;

results! {
    "nvJitLink" nvJitLinkResult {
        NVJITLINK_SUCCESS 0 "success",
        NVJITLINK_ERROR_UNRECOGNIZED_OPTION 0 "an option is unknown",
        NVJITLINK_ERROR_MISSING_ARCH 0 "no architecture was given",
        NVJITLINK_ERROR_INVALID_INPUT 0 "invalid input",
        NVJITLINK_ERROR_PTX_COMPILE 0 "PTX could not be compiled",
        NVJITLINK_ERROR_NVVM_COMPILE 0 "LTO-IR could not be compiled",
        NVJITLINK_ERROR_INTERNAL 0 "internal error",
        NVJITLINK_ERROR_THREADPOOL 12040 "the pool of threads failed",
        NVJITLINK_ERROR_UNRECOGNIZED_INPUT 12040 "an input is of no known kind",
        NVJITLINK_ERROR_FINALIZE 12090 "the final step failed",
        NVJITLINK_ERROR_NULL_INPUT 13000 "an input is null",
        NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS 13000 "options exclude each other",
        NVJITLINK_ERROR_INCORRECT_INPUT_TYPE 13000 "an input is of another kind than was said",
        NVJITLINK_ERROR_ARCH_MISMATCH 13000 "an input is for another architecture",
        NVJITLINK_ERROR_OUTDATED_LIBRARY 13000 "an input is newer than this nvJitLink",
        NVJITLINK_ERROR_MISSING_FATBIN 13000 "an input holds no fat binary",
        NVJITLINK_ERROR_UNRECOGNIZED_ARCH 13000 "the architecture is unknown",
        NVJITLINK_ERROR_UNSUPPORTED_ARCH 13000 "the architecture isn't supported",
        NVJITLINK_ERROR_LTO_NOT_ENABLED 13000 "link-time optimization wasn't requested (-lto)",
    }
}
