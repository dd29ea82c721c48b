// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::nvrtcResult;

/// Every result code: its number, what it means, and the CUDA version whose headers first name it (0: 11.7 or before).
pub(crate) static RESULTS: [(nvrtcResult, &str, u16); 19] = [
    (nvrtcResult::NVRTC_SUCCESS, "success", 0),
    (nvrtcResult::NVRTC_ERROR_OUT_OF_MEMORY, "out of memory", 0),
    (nvrtcResult::NVRTC_ERROR_PROGRAM_CREATION_FAILURE, "the program could not be created", 0),
    (nvrtcResult::NVRTC_ERROR_INVALID_INPUT, "invalid input", 0),
    (nvrtcResult::NVRTC_ERROR_INVALID_PROGRAM, "invalid program", 0),
    (nvrtcResult::NVRTC_ERROR_INVALID_OPTION, "invalid option", 0),
    (nvrtcResult::NVRTC_ERROR_COMPILATION, "compilation failed", 0),
    (nvrtcResult::NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, "builtin operation failed (libnvrtc-builtins is missing or of another version)", 0),
    (nvrtcResult::NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION, "no name expression may be added after compilation", 0),
    (nvrtcResult::NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION, "there are no lowered names before compilation", 0),
    (nvrtcResult::NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID, "the name expression is not valid", 0),
    (nvrtcResult::NVRTC_ERROR_INTERNAL_ERROR, "internal error", 0),
    (nvrtcResult::NVRTC_ERROR_TIME_FILE_WRITE_FAILED, "the time file could not be written", 12040),
    (nvrtcResult::NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED, "no precompiled header was requested", 12090),
    (nvrtcResult::NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED, "the heap for precompiled headers is exhausted", 12090),
    (nvrtcResult::NVRTC_ERROR_PCH_CREATE, "the precompiled header could not be created", 12090),
    (nvrtcResult::NVRTC_ERROR_CANCELLED, "compilation was cancelled", 12090),
    (nvrtcResult::NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED, "the time trace could not be written", 13000),
    (nvrtcResult::NVRTC_ERROR_BUSY, "the compiler is busy", 13050),
];
