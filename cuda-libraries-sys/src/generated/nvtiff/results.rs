// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::nvtiffStatus_t;

results! {
    "nvTIFF" nvtiffStatus_t {
        NVTIFF_STATUS_SUCCESS 0 "success",
        NVTIFF_STATUS_NOT_INITIALIZED 0 "the library or the handle isn't initialized",
        NVTIFF_STATUS_INVALID_PARAMETER 0 "an argument has a value that isn't allowed",
        NVTIFF_STATUS_BAD_TIFF 0 "the TIFF file is damaged",
        NVTIFF_STATUS_TIFF_NOT_SUPPORTED 0 "this kind of TIFF isn't supported",
        NVTIFF_STATUS_ALLOCATOR_FAILURE 0 "memory could not be allocated",
        NVTIFF_STATUS_EXECUTION_FAILED 0 "a kernel failed on the device",
        NVTIFF_STATUS_ARCH_MISMATCH 0 "the device lacks a feature that the function needs",
        NVTIFF_STATUS_INTERNAL_ERROR 0 "internal error",
        NVTIFF_STATUS_NVCOMP_NOT_FOUND 0 "nvCOMP could not be loaded",
        NVTIFF_STATUS_NVJPEG_NOT_FOUND 0 "nvJPEG could not be loaded",
        NVTIFF_STATUS_TAG_NOT_FOUND 0 "the file lacks the tag",
        NVTIFF_STATUS_PARAMETER_OUT_OF_BOUNDS 0 "an argument is out of range",
        NVTIFF_STATUS_NVJPEG2K_NOT_FOUND 0 "nvJPEG2000 could not be loaded",
        NVTIFF_STATUS_BATCH_INCOMPATIBLE 800 "the images can't be in one batch",
    }
}
