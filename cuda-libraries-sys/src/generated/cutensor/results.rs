// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::cutensorStatus_t;

results! {
    "cuTENSOR" cutensorStatus_t {
        CUTENSOR_STATUS_SUCCESS 0 "success",
        CUTENSOR_STATUS_NOT_INITIALIZED 0 "the handle isn't initialized",
        CUTENSOR_STATUS_ALLOC_FAILED 0 "memory could not be allocated",
        CUTENSOR_STATUS_INVALID_VALUE 0 "an argument has a value that isn't allowed",
        CUTENSOR_STATUS_ARCH_MISMATCH 0 "the device lacks a feature that the function needs",
        CUTENSOR_STATUS_MAPPING_ERROR 0 "device memory could not be accessed",
        CUTENSOR_STATUS_EXECUTION_FAILED 0 "a kernel failed on the device",
        CUTENSOR_STATUS_INTERNAL_ERROR 0 "internal error",
        CUTENSOR_STATUS_NOT_SUPPORTED 0 "the function isn't supported for these arguments",
        CUTENSOR_STATUS_LICENSE_ERROR 0 "the license doesn't allow this function",
        CUTENSOR_STATUS_CUBLAS_ERROR 0 "cuBLAS reported an error",
        CUTENSOR_STATUS_CUDA_ERROR 0 "CUDA reported an error",
        CUTENSOR_STATUS_INSUFFICIENT_WORKSPACE 0 "the workspace is too small",
        CUTENSOR_STATUS_INSUFFICIENT_DRIVER 0 "the CUDA driver is too old",
        CUTENSOR_STATUS_IO_ERROR 0 "a file could not be read or written",
    }
}
