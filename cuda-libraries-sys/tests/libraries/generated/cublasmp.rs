// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cublasmp ["cublasmp.h"]
    types {
        cublasMpHandle_t {} cublasMpGrid_t {} cublasMpMatrixDescriptor_t {} cublasMpMatmulDescriptor_t {}
        cublasMpLoggerCallback_t {} cublasMpStatus_t {} cublasMpGridLayout_t {} cublasMpMatmulDescriptorAttribute_t {}
        cublasMpMatmulAlgoType_t {} cublasMpMatmulEpilogue_t {} cublasMpMatmulMatrixScale_t {}
        cublasMpEmulationStrategy_t {} cublasMpResultScheme_t {}
    }
    enumerators {
        cublasMpStatus_t {}
        cublasMpGridLayout_t {}
        cublasMpMatmulDescriptorAttribute_t {}
        cublasMpMatmulAlgoType_t {}
        cublasMpMatmulEpilogue_t {}
        cublasMpMatmulMatrixScale_t {}
        cublasMpEmulationStrategy_t {}
        cublasMpResultScheme_t {}
    }
}
