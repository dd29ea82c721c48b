// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::custatevecStatus_t;

results! {
    "cuStateVec" custatevecStatus_t {
        CUSTATEVEC_STATUS_SUCCESS 0 "success",
        CUSTATEVEC_STATUS_NOT_INITIALIZED 0 "the library or the handle isn't initialized",
        CUSTATEVEC_STATUS_ALLOC_FAILED 0 "memory could not be allocated",
        CUSTATEVEC_STATUS_INVALID_VALUE 0 "an argument has a value that isn't allowed",
        CUSTATEVEC_STATUS_ARCH_MISMATCH 0 "the device lacks a feature that the function needs",
        CUSTATEVEC_STATUS_EXECUTION_FAILED 0 "a kernel failed on the device",
        CUSTATEVEC_STATUS_INTERNAL_ERROR 0 "internal error",
        CUSTATEVEC_STATUS_NOT_SUPPORTED 0 "the function isn't supported, or there is no GPU",
        CUSTATEVEC_STATUS_INSUFFICIENT_WORKSPACE 0 "the workspace is too small",
        CUSTATEVEC_STATUS_SAMPLER_NOT_PREPROCESSED 0 "the sampler wasn't prepared",
        CUSTATEVEC_STATUS_NO_DEVICE_ALLOCATOR 0 "no pool of device memory was set",
        CUSTATEVEC_STATUS_DEVICE_ALLOCATOR_ERROR 0 "the pool of device memory failed",
        CUSTATEVEC_STATUS_COMMUNICATOR_ERROR 0 "communication between processes failed",
        CUSTATEVEC_STATUS_LOADING_LIBRARY_FAILED 0 "a library could not be loaded",
        CUSTATEVEC_STATUS_INVALID_CONFIGURATION 11500 "the configuration is invalid",
        CUSTATEVEC_STATUS_ALREADY_INITIALIZED 11500 "it is already initialized",
        CUSTATEVEC_STATUS_INVALID_WIRE 11500 "a wire is invalid",
        CUSTATEVEC_STATUS_SYSTEM_ERROR 11500 "a system call failed",
        CUSTATEVEC_STATUS_CUDA_ERROR 11500 "CUDA reported an error",
        CUSTATEVEC_STATUS_NUMERICAL_ERROR 11500 "a constraint is violated, or the numbers are unstable",
        CUSTATEVEC_STATUS_RESOURCES_NOT_ACCESSIBLE 11500 "the resources aren't exposed (custatevecExStateVectorExposeResources)",
        CUSTATEVEC_STATUS_MAX_VALUE 0 "the number after the last result code, and none itself",
    }
}
