// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::nvrtcResult;

results! {
    "NVRTC" nvrtcResult {
        NVRTC_SUCCESS 0 "success",
        NVRTC_ERROR_OUT_OF_MEMORY 0 "out of memory",
        NVRTC_ERROR_PROGRAM_CREATION_FAILURE 0 "the program could not be created",
        NVRTC_ERROR_INVALID_INPUT 0 "invalid input",
        NVRTC_ERROR_INVALID_PROGRAM 0 "invalid program",
        NVRTC_ERROR_INVALID_OPTION 0 "invalid option",
        NVRTC_ERROR_COMPILATION 0 "compilation failed",
        NVRTC_ERROR_BUILTIN_OPERATION_FAILURE 0 "builtin operation failed (libnvrtc-builtins is missing or of another version)",
        NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION 0 "no name expression may be added after compilation",
        NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION 0 "there are no lowered names before compilation",
        NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID 0 "the name expression is not valid",
        NVRTC_ERROR_INTERNAL_ERROR 0 "internal error",
        NVRTC_ERROR_TIME_FILE_WRITE_FAILED 12040 "the time file could not be written",
        NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED 12090 "no precompiled header was requested",
        NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED 12090 "the heap for precompiled headers is exhausted",
        NVRTC_ERROR_PCH_CREATE 12090 "the precompiled header could not be created",
        NVRTC_ERROR_CANCELLED 12090 "compilation was cancelled",
        NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED 13000 "the time trace could not be written",
        NVRTC_ERROR_BUSY 13050 "the compiler is busy",
    }
}
