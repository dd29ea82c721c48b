// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::cudensitymatStatus_t;

results! {
    "cuDensityMat" cudensitymatStatus_t {
        CUDENSITYMAT_STATUS_SUCCESS 0 "success",
        CUDENSITYMAT_STATUS_NOT_INITIALIZED 0 "the library or the handle isn't initialized",
        CUDENSITYMAT_STATUS_ALLOC_FAILED 0 "memory could not be allocated",
        CUDENSITYMAT_STATUS_INVALID_VALUE 0 "an argument has a value that isn't allowed",
        CUDENSITYMAT_STATUS_ARCH_MISMATCH 0 "the device lacks a feature that the function needs",
        CUDENSITYMAT_STATUS_EXECUTION_FAILED 0 "a kernel failed on the device",
        CUDENSITYMAT_STATUS_INTERNAL_ERROR 0 "internal error",
        CUDENSITYMAT_STATUS_NOT_SUPPORTED 0 "the function isn't supported for these arguments",
        CUDENSITYMAT_STATUS_CALLBACK_ERROR 0 "a callback reported an error",
        CUDENSITYMAT_STATUS_CUBLAS_ERROR 0 "cuBLAS reported an error",
        CUDENSITYMAT_STATUS_CUDA_ERROR 0 "CUDA reported an error",
        CUDENSITYMAT_STATUS_INSUFFICIENT_WORKSPACE 0 "the workspace is too small",
        CUDENSITYMAT_STATUS_INSUFFICIENT_DRIVER 0 "the CUDA driver is too old",
        CUDENSITYMAT_STATUS_IO_ERROR 0 "a file could not be read or written",
        CUDENSITYMAT_STATUS_CUTENSOR_VERSION_MISMATCH 0 "cuTENSOR is of a version that doesn't fit",
        CUDENSITYMAT_STATUS_NO_DEVICE_ALLOCATOR 0 "no pool of device memory was set",
        CUDENSITYMAT_STATUS_CUTENSOR_ERROR 0 "cuTENSOR reported an error",
        CUDENSITYMAT_STATUS_CUSOLVER_ERROR 0 "cuSOLVER reported an error",
        CUDENSITYMAT_STATUS_DEVICE_ALLOCATOR_ERROR 0 "the pool of device memory failed",
        CUDENSITYMAT_STATUS_DISTRIBUTED_FAILURE 0 "communication between processes failed",
        CUDENSITYMAT_STATUS_INTERRUPTED 0 "the program interrupted the operation",
        CUDENSITYMAT_STATUS_CUTENSORNET_ERROR 0 "cuTensorNet reported an error",
    }
}
