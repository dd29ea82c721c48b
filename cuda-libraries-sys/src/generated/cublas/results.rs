// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::cublasStatus_t;

results! {
    "cuBLAS" cublasStatus_t {
        CUBLAS_STATUS_SUCCESS 0 "success",
        CUBLAS_STATUS_NOT_INITIALIZED 0 "the library or the handle isn't initialized",
        CUBLAS_STATUS_ALLOC_FAILED 0 "memory could not be allocated",
        CUBLAS_STATUS_INVALID_VALUE 0 "an argument has a value that isn't allowed",
        CUBLAS_STATUS_ARCH_MISMATCH 0 "the device lacks a feature that the function needs",
        CUBLAS_STATUS_MAPPING_ERROR 0 "device memory could not be accessed",
        CUBLAS_STATUS_EXECUTION_FAILED 0 "a kernel failed on the device",
        CUBLAS_STATUS_INTERNAL_ERROR 0 "internal error",
        CUBLAS_STATUS_NOT_SUPPORTED 0 "the function isn't supported for these arguments",
        CUBLAS_STATUS_LICENSE_ERROR 0 "the license doesn't allow this function",
    }
}
