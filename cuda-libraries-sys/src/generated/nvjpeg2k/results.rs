// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::nvjpeg2kStatus_t;

results! {
    "nvJPEG2000" nvjpeg2kStatus_t {
        NVJPEG2K_STATUS_SUCCESS 0 "success",
        NVJPEG2K_STATUS_NOT_INITIALIZED 0 "the library or the handle isn't initialized",
        NVJPEG2K_STATUS_INVALID_PARAMETER 0 "an argument has a value that isn't allowed",
        NVJPEG2K_STATUS_BAD_JPEG 0 "the JPEG 2000 stream is damaged",
        NVJPEG2K_STATUS_JPEG_NOT_SUPPORTED 0 "this kind of JPEG 2000 isn't supported",
        NVJPEG2K_STATUS_ALLOCATOR_FAILURE 0 "memory could not be allocated",
        NVJPEG2K_STATUS_EXECUTION_FAILED 0 "a kernel failed on the device",
        NVJPEG2K_STATUS_ARCH_MISMATCH 0 "the device lacks a feature that the function needs",
        NVJPEG2K_STATUS_INTERNAL_ERROR 0 "internal error",
        NVJPEG2K_STATUS_IMPLEMENTATION_NOT_SUPPORTED 0 "the chosen backend doesn't support this",
    }
}
