// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::nvJitLinkResult;

/// Every result code: its number, what it means, and the CUDA version whose headers first name it (0: 12.0 or before).
pub(crate) static RESULTS: [(nvJitLinkResult, &str, u16); 19] = [
    (nvJitLinkResult::NVJITLINK_SUCCESS, "success", 0),
    (nvJitLinkResult::NVJITLINK_ERROR_UNRECOGNIZED_OPTION, "an option is unknown", 0),
    (nvJitLinkResult::NVJITLINK_ERROR_MISSING_ARCH, "no architecture was given", 0),
    (nvJitLinkResult::NVJITLINK_ERROR_INVALID_INPUT, "invalid input", 0),
    (nvJitLinkResult::NVJITLINK_ERROR_PTX_COMPILE, "PTX could not be compiled", 0),
    (nvJitLinkResult::NVJITLINK_ERROR_NVVM_COMPILE, "LTO-IR could not be compiled", 0),
    (nvJitLinkResult::NVJITLINK_ERROR_INTERNAL, "internal error", 0),
    (nvJitLinkResult::NVJITLINK_ERROR_THREADPOOL, "the pool of threads failed", 12040),
    (nvJitLinkResult::NVJITLINK_ERROR_UNRECOGNIZED_INPUT, "an input is of no known kind", 12040),
    (nvJitLinkResult::NVJITLINK_ERROR_FINALIZE, "the final step failed", 12090),
    (nvJitLinkResult::NVJITLINK_ERROR_NULL_INPUT, "an input is null", 12040),
    (nvJitLinkResult::NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS, "options exclude each other", 12040),
    (nvJitLinkResult::NVJITLINK_ERROR_INCORRECT_INPUT_TYPE, "an input is of another kind than was said", 12040),
    (nvJitLinkResult::NVJITLINK_ERROR_ARCH_MISMATCH, "an input is for another architecture", 12040),
    (nvJitLinkResult::NVJITLINK_ERROR_OUTDATED_LIBRARY, "an input is newer than this nvJitLink", 12040),
    (nvJitLinkResult::NVJITLINK_ERROR_MISSING_FATBIN, "an input holds no fat binary", 12040),
    (nvJitLinkResult::NVJITLINK_ERROR_UNRECOGNIZED_ARCH, "the architecture is unknown", 13000),
    (nvJitLinkResult::NVJITLINK_ERROR_UNSUPPORTED_ARCH, "the architecture isn't supported", 13000),
    (nvJitLinkResult::NVJITLINK_ERROR_LTO_NOT_ENABLED, "link-time optimization wasn't requested (-lto)", 13000),
];
