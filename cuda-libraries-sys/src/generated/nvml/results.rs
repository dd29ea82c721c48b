// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::nvmlReturn_t;

results! {
    "NVML" nvmlReturn_t {
        NVML_SUCCESS 0 "success",
        NVML_ERROR_UNINITIALIZED 0 "NVML isn't initialized (nvmlInit_v2)",
        NVML_ERROR_INVALID_ARGUMENT 0 "an argument has a value that isn't allowed",
        NVML_ERROR_NOT_SUPPORTED 0 "the device doesn't support this",
        NVML_ERROR_NO_PERMISSION 0 "the user may not do this",
        NVML_ERROR_ALREADY_INITIALIZED 0 "NVML is already initialized (no longer returned)",
        NVML_ERROR_NOT_FOUND 0 "it was not found",
        NVML_ERROR_INSUFFICIENT_SIZE 0 "the buffer is too small",
        NVML_ERROR_INSUFFICIENT_POWER 0 "the device lacks power: its external cables aren't attached properly",
        NVML_ERROR_DRIVER_NOT_LOADED 0 "the driver isn't loaded",
        NVML_ERROR_TIMEOUT 0 "out of time",
        NVML_ERROR_IRQ_ISSUE 0 "the kernel detected a problem with the device's interrupts",
        NVML_ERROR_LIBRARY_NOT_FOUND 0 "a library that NVML needs could not be loaded",
        NVML_ERROR_FUNCTION_NOT_FOUND 0 "this NVML or its driver lacks the function",
        NVML_ERROR_CORRUPTED_INFOROM 0 "the device's infoROM is corrupted",
        NVML_ERROR_GPU_IS_LOST 0 "the device is no longer accessible",
        NVML_ERROR_RESET_REQUIRED 0 "the device must be reset before it can be used again",
        NVML_ERROR_OPERATING_SYSTEM 0 "the operating system reported an error, or forbids the device (cgroups)",
        NVML_ERROR_LIB_RM_VERSION_MISMATCH 0 "NVML and the kernel's driver are of different versions",
        NVML_ERROR_IN_USE 0 "the device is in use",
        NVML_ERROR_MEMORY 0 "memory could not be allocated",
        NVML_ERROR_NO_DATA 0 "there is no data",
        NVML_ERROR_VGPU_ECC_NOT_SUPPORTED 0 "not possible for a virtual GPU while ECC is on",
        NVML_ERROR_INSUFFICIENT_RESOURCES 0 "resources other than memory don't suffice",
        NVML_ERROR_FREQ_NOT_SUPPORTED 0 "the frequency isn't supported",
        NVML_ERROR_ARGUMENT_VERSION_MISMATCH 0 "the version of a structure isn't supported",
        NVML_ERROR_DEPRECATED 12000 "the function is no longer supported",
        NVML_ERROR_NOT_READY 12020 "the system isn't ready for it",
        NVML_ERROR_GPU_NOT_FOUND 12030 "there are no GPUs",
        NVML_ERROR_INVALID_STATE 12040 "it is in a state in which this isn't possible",
        NVML_ERROR_RESET_TYPE_NOT_SUPPORTED 13000 "the device doesn't support this kind of reset",
        NVML_ERROR_UNKNOWN 0 "unknown error of the driver",
    }
}
