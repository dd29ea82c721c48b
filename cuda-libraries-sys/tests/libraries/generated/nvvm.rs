// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { nvvm ["nvvm.h"]
    types {
        nvvmProgram {}
        nvvmResult {}
    }
    enumerators {
        nvvmResult {NVVM_SUCCESS, NVVM_ERROR_OUT_OF_MEMORY, NVVM_ERROR_PROGRAM_CREATION_FAILURE, NVVM_ERROR_IR_VERSION_MISMATCH, NVVM_ERROR_INVALID_INPUT, NVVM_ERROR_INVALID_PROGRAM, NVVM_ERROR_INVALID_IR, NVVM_ERROR_INVALID_OPTION, NVVM_ERROR_NO_MODULE_IN_PROGRAM, NVVM_ERROR_COMPILATION, NVVM_ERROR_CANCELLED}
    }
}
