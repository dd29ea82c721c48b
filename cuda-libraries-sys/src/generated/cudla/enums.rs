// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::{c_int, c_uint};

open_enum! {
    "https://docs.nvidia.com/cuda/cudla-api/index.html"
    cudlaFenceType: c_uint { CUDLA_NVSCISYNC_FENCE = 1, CUDLA_NVSCISYNC_FENCE_SOF = 2 }
}

closed_enum! {
    "https://docs.nvidia.com/cuda/cudla-api/index.html"
    cudlaMode: c_uint { CUDLA_CUDA_DLA = 0, CUDLA_STANDALONE = 1 }
    cudlaScratchMemoryConfig: c_uint {
        CUDLA_SCRATCH_MEMORY_DEFAULT = 0, CUDLA_SCRATCH_MEMORY_SHARED_STATIC = 2,
        CUDLA_SCRATCH_MEMORY_CONFIG_MAX = 2147483647,
    }
    cudlaNvSciSyncAttributes: c_uint { CUDLA_NVSCISYNC_ATTR_WAIT = 1, CUDLA_NVSCISYNC_ATTR_SIGNAL = 2 }
    cudlaModuleAttributeType: c_uint {
        CUDLA_NUM_INPUT_TENSORS = 0, CUDLA_NUM_OUTPUT_TENSORS = 1, CUDLA_INPUT_TENSOR_DESCRIPTORS = 2,
        CUDLA_OUTPUT_TENSOR_DESCRIPTORS = 3, CUDLA_NUM_OUTPUT_TASK_STATISTICS = 4,
        CUDLA_OUTPUT_TASK_STATISTICS_DESCRIPTORS = 5,
    }
    cudlaModuleLoadFlags: c_uint { CUDLA_MODULE_DEFAULT = 0, CUDLA_MODULE_ENABLE_FAULT_DIAGNOSTICS = 1 }
    cudlaSubmissionFlags: c_uint {
        CUDLA_SUBMIT_NOOP = 1, CUDLA_SUBMIT_SKIP_LOCK_ACQUIRE = 2, CUDLA_SUBMIT_DIAGNOSTICS_TASK = 4,
    }
    cudlaAccessPermissionFlags: c_uint {
        CUDLA_READ_WRITE_PERM = 0, CUDLA_READ_ONLY_PERM = 1, CUDLA_TASK_STATISTICS = 2,
    }
    cudlaDevAttributeType: c_uint { CUDLA_UNIFIED_ADDRESSING = 0, CUDLA_DEVICE_VERSION = 1 }
}

result_enum! {
    "https://docs.nvidia.com/cuda/cudla-api/index.html"
    cudlaStatus: c_uint {
        cudlaSuccess = 0, cudlaErrorInvalidParam = 1, cudlaErrorOutOfResources = 2, cudlaErrorCreationFailed = 3,
        cudlaErrorInvalidAddress = 4, cudlaErrorOs = 5, cudlaErrorCuda = 6, cudlaErrorUmd = 7,
        cudlaErrorInvalidDevice = 8, cudlaErrorInvalidAttribute = 9, cudlaErrorIncompatibleDlaSWVersion = 10,
        cudlaErrorMemoryRegistered = 11, cudlaErrorInvalidModule = 12, cudlaErrorUnsupportedOperation = 13,
        cudlaErrorNvSci = 14, cudlaErrorDriverNotFound = 15, cudlaErrorDlaErrInvalidInput = 1073741825,
        cudlaErrorDlaErrInvalidPreAction = 1073741826, cudlaErrorDlaErrNoMem = 1073741827,
        cudlaErrorDlaErrProcessorBusy = 1073741828, cudlaErrorDlaErrTaskStatusMismatch = 1073741829,
        cudlaErrorDlaErrEngineTimeout = 1073741830, cudlaErrorDlaErrDataMismatch = 1073741831,
        cudlaErrorUnknown = 2147483647,
    }
}

