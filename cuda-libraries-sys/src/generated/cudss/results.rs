// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::cudssStatus_t;

results! {
    "cuDSS" cudssStatus_t {
        CUDSS_STATUS_SUCCESS 0 "success",
        CUDSS_STATUS_NOT_INITIALIZED 0 "the handle or an object isn't initialized",
        CUDSS_STATUS_ALLOC_FAILED 0 "memory could not be allocated",
        CUDSS_STATUS_INVALID_VALUE 0 "an argument has a value that isn't allowed",
        CUDSS_STATUS_NOT_SUPPORTED 0 "the function isn't supported for these arguments",
        CUDSS_STATUS_EXECUTION_FAILED 0 "a kernel failed on the device",
        CUDSS_STATUS_INTERNAL_ERROR 0 "internal error",
        CUDSS_STATUS_IR_FAILED 800 "iterative refinement didn't converge",
    }
}
