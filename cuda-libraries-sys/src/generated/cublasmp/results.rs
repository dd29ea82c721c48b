// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::cublasMpStatus_t;

results! {
    "cuBLASMp" cublasMpStatus_t {
        CUBLASMP_STATUS_SUCCESS 0 "success",
        CUBLASMP_STATUS_NOT_INITIALIZED 0 "the library or the handle isn't initialized",
        CUBLASMP_STATUS_ALLOCATION_FAILED 0 "memory could not be allocated",
        CUBLASMP_STATUS_INVALID_VALUE 0 "an argument has a value that isn't allowed",
        CUBLASMP_STATUS_ARCHITECTURE_MISMATCH 0 "the device lacks a feature that the function needs",
        CUBLASMP_STATUS_EXECUTION_FAILED 0 "a kernel failed on the device",
        CUBLASMP_STATUS_INTERNAL_ERROR 0 "internal error",
        CUBLASMP_STATUS_NOT_SUPPORTED 0 "the function isn't supported for these arguments",
    }
}
