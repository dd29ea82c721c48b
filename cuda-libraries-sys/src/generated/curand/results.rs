// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::curandStatus_t;

results! {
    "cuRAND" curandStatus_t {
        CURAND_STATUS_SUCCESS 0 "success",
        CURAND_STATUS_VERSION_MISMATCH 0 "header and library are of different versions",
        CURAND_STATUS_NOT_INITIALIZED 0 "the generator isn't initialized",
        CURAND_STATUS_ALLOCATION_FAILED 0 "memory could not be allocated",
        CURAND_STATUS_TYPE_ERROR 0 "the generator is of another type",
        CURAND_STATUS_OUT_OF_RANGE 0 "an argument is out of range",
        CURAND_STATUS_LENGTH_NOT_MULTIPLE 0 "the length isn't a multiple of what the generator yields at once",
        CURAND_STATUS_DOUBLE_PRECISION_REQUIRED 0 "the device lacks double precision",
        CURAND_STATUS_LAUNCH_FAILURE 0 "a kernel could not be launched",
        CURAND_STATUS_PREEXISTING_FAILURE 0 "an earlier call failed",
        CURAND_STATUS_INITIALIZATION_FAILED 0 "CUDA could not be initialized",
        CURAND_STATUS_ARCH_MISMATCH 0 "the device lacks a feature that the generator needs",
        CURAND_STATUS_INTERNAL_ERROR 0 "internal error",
    }
}
