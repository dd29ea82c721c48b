// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::cudlaStatus;

results! {
    "cuDLA" cudlaStatus {
        cudlaSuccess 0 "success",
        cudlaErrorInvalidParam 0 "an argument has a value that isn't allowed",
        cudlaErrorOutOfResources 0 "resources don't suffice",
        cudlaErrorCreationFailed 0 "the device's handle could not be created",
        cudlaErrorInvalidAddress 0 "the memory isn't registered",
        cudlaErrorOs 0 "the operating system reported an error",
        cudlaErrorCuda 0 "CUDA reported an error",
        cudlaErrorUmd 0 "the DLA's runtime reported an error",
        cudlaErrorInvalidDevice 0 "the device's handle is invalid",
        cudlaErrorInvalidAttribute 0 "the attribute is unknown",
        cudlaErrorIncompatibleDlaSWVersion 0 "the DLA's runtime is of a version that doesn't fit",
        cudlaErrorMemoryRegistered 0 "the memory is already registered",
        cudlaErrorInvalidModule 0 "the module is invalid",
        cudlaErrorUnsupportedOperation 0 "the operation isn't supported",
        cudlaErrorNvSci 0 "NvSci reported an error",
        cudlaErrorDriverNotFound 13050 "the driver of the DLA (libnvcudla) could not be loaded",
        cudlaErrorDlaErrInvalidInput 0 "DLA: the input is invalid",
        cudlaErrorDlaErrInvalidPreAction 0 "DLA: an action before the task is invalid",
        cudlaErrorDlaErrNoMem 0 "DLA: memory could not be allocated",
        cudlaErrorDlaErrProcessorBusy 0 "DLA: the processor is busy",
        cudlaErrorDlaErrTaskStatusMismatch 0 "DLA: a task has an unexpected status",
        cudlaErrorDlaErrEngineTimeout 0 "DLA: the engine is out of time",
        cudlaErrorDlaErrDataMismatch 0 "DLA: data is not as expected",
        cudlaErrorUnknown 0 "unknown error",
    }
}
