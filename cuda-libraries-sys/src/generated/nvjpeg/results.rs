// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::nvjpegStatus_t;

results! {
    "nvJPEG" nvjpegStatus_t {
        NVJPEG_STATUS_SUCCESS 0 "success",
        NVJPEG_STATUS_NOT_INITIALIZED 0 "the library or the handle isn't initialized",
        NVJPEG_STATUS_INVALID_PARAMETER 0 "an argument has a value that isn't allowed",
        NVJPEG_STATUS_BAD_JPEG 0 "the JPEG stream is damaged",
        NVJPEG_STATUS_JPEG_NOT_SUPPORTED 0 "this kind of JPEG isn't supported",
        NVJPEG_STATUS_ALLOCATOR_FAILURE 0 "memory could not be allocated",
        NVJPEG_STATUS_EXECUTION_FAILED 0 "a kernel failed on the device",
        NVJPEG_STATUS_ARCH_MISMATCH 0 "the device lacks a feature that the function needs",
        NVJPEG_STATUS_INTERNAL_ERROR 0 "internal error",
        NVJPEG_STATUS_IMPLEMENTATION_NOT_SUPPORTED 0 "the chosen backend doesn't support this",
        NVJPEG_STATUS_INCOMPLETE_BITSTREAM 0 "the JPEG stream ends early",
    }
}
