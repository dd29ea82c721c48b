// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use super::enums::nvvmResult;

results! {
    "libNVVM" nvvmResult {
        NVVM_SUCCESS 0 "success",
        NVVM_ERROR_OUT_OF_MEMORY 0 "memory could not be allocated",
        NVVM_ERROR_PROGRAM_CREATION_FAILURE 0 "the program could not be created",
        NVVM_ERROR_IR_VERSION_MISMATCH 0 "the IR is of a version that isn't supported",
        NVVM_ERROR_INVALID_INPUT 0 "an argument has a value that isn't allowed",
        NVVM_ERROR_INVALID_PROGRAM 0 "the program is invalid",
        NVVM_ERROR_INVALID_IR 0 "the IR is invalid",
        NVVM_ERROR_INVALID_OPTION 0 "an option is unknown or has a wrong value",
        NVVM_ERROR_NO_MODULE_IN_PROGRAM 0 "the program has no module",
        NVVM_ERROR_COMPILATION 0 "the program could not be compiled (its log says why)",
        NVVM_ERROR_CANCELLED 12090 "the compilation was canceled",
    }
}
