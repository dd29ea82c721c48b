// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::cufftResult;

results! {
    "cuFFT" cufftResult {
        CUFFT_SUCCESS 0 "success",
        CUFFT_INVALID_PLAN 0 "the plan is invalid",
        CUFFT_ALLOC_FAILED 0 "memory could not be allocated",
        CUFFT_INVALID_TYPE 0 "the type of transform is invalid",
        CUFFT_INVALID_VALUE 0 "an argument has a value that isn't allowed",
        CUFFT_INTERNAL_ERROR 0 "internal error",
        CUFFT_EXEC_FAILED 0 "the transform failed on the device",
        CUFFT_SETUP_FAILED 0 "the library could not be initialized",
        CUFFT_INVALID_SIZE 0 "the size of a transform isn't allowed",
        CUFFT_UNALIGNED_DATA 0 "the data is misaligned",
        CUFFT_INCOMPLETE_PARAMETER_LIST 0 "parameters are missing",
        CUFFT_INVALID_DEVICE 0 "the plan was made for another device",
        CUFFT_PARSE_ERROR 0 "the plan could not be parsed",
        CUFFT_NO_WORKSPACE 0 "no workspace was provided",
        CUFFT_NOT_IMPLEMENTED 0 "not implemented for these parameters",
        CUFFT_LICENSE_ERROR 0 "the license doesn't allow this function",
        CUFFT_NOT_SUPPORTED 0 "not supported for these parameters",
        CUFFT_MISSING_DEPENDENCY 12000 "a library that cuFFT needs is missing",
        CUFFT_NVRTC_FAILURE 12000 "NVRTC failed",
        CUFFT_NVJITLINK_FAILURE 12000 "nvJitLink failed",
        CUFFT_NVSHMEM_FAILURE 12000 "NVSHMEM failed",
    }
}
