// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::cutensornetStatus_t;

results! {
    "cuTensorNet" cutensornetStatus_t {
        CUTENSORNET_STATUS_SUCCESS 0 "success",
        CUTENSORNET_STATUS_NOT_INITIALIZED 0 "the library or the handle isn't initialized",
        CUTENSORNET_STATUS_ALLOC_FAILED 0 "memory could not be allocated",
        CUTENSORNET_STATUS_INVALID_VALUE 0 "an argument has a value that isn't allowed",
        CUTENSORNET_STATUS_ARCH_MISMATCH 0 "the device lacks a feature that the function needs",
        CUTENSORNET_STATUS_MAPPING_ERROR 0 "device memory could not be accessed",
        CUTENSORNET_STATUS_EXECUTION_FAILED 0 "a kernel failed on the device",
        CUTENSORNET_STATUS_INTERNAL_ERROR 0 "internal error",
        CUTENSORNET_STATUS_NOT_SUPPORTED 0 "the function isn't supported for these arguments",
        CUTENSORNET_STATUS_LICENSE_ERROR 0 "the license doesn't allow this function",
        CUTENSORNET_STATUS_CUBLAS_ERROR 0 "cuBLAS reported an error",
        CUTENSORNET_STATUS_CUDA_ERROR 0 "CUDA reported an error",
        CUTENSORNET_STATUS_INSUFFICIENT_WORKSPACE 0 "the workspace is too small",
        CUTENSORNET_STATUS_INSUFFICIENT_DRIVER 0 "the CUDA driver is too old",
        CUTENSORNET_STATUS_IO_ERROR 0 "a file could not be read or written",
        CUTENSORNET_STATUS_CUTENSOR_VERSION_MISMATCH 0 "cuTENSOR is of a version that doesn't fit",
        CUTENSORNET_STATUS_NO_DEVICE_ALLOCATOR 0 "no pool of device memory was set",
        CUTENSORNET_STATUS_ALL_HYPER_SAMPLES_FAILED 0 "each try to find a path failed",
        CUTENSORNET_STATUS_CUSOLVER_ERROR 0 "cuSOLVER reported an error",
        CUTENSORNET_STATUS_DEVICE_ALLOCATOR_ERROR 0 "the pool of device memory failed",
        CUTENSORNET_STATUS_DISTRIBUTED_FAILURE 0 "communication between processes failed",
        CUTENSORNET_STATUS_INTERRUPTED 0 "the program interrupted the operation",
        CUTENSORNET_STATUS_CUTENSOR_ERROR 21400 "cuTENSOR reported an error",
    }
}
