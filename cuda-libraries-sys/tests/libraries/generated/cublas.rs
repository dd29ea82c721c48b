// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cublas ["cublas_v2.h", "cublasXt.h"]
    types {
        cublasHandle_t {} cublasLogCallback {} cublasXtHandle_t {} cublasStatus_t {} cublasFillMode_t {}
        cublasDiagType_t {} cublasSideMode_t {} cublasOperation_t {} cublasPointerMode_t {} cublasAtomicsMode_t {}
        cublasGemmAlgo_t {} cublasMath_t {} cublasComputeType_t {} cublasEmulationStrategy_t {}
        cublasXtPinnedMemMode_t {} cublasXtOpType_t {} cublasXtBlasOp_t {}
    }
    enumerators {
        cublasStatus_t {}
        cublasFillMode_t {}
        cublasDiagType_t {}
        cublasSideMode_t {}
        cublasOperation_t {}
        cublasPointerMode_t {}
        cublasAtomicsMode_t {}
        cublasGemmAlgo_t {}
        cublasMath_t {}
        cublasComputeType_t {}
        cublasEmulationStrategy_t {}
        cublasXtPinnedMemMode_t {}
        cublasXtOpType_t {}
        cublasXtBlasOp_t {}
    }
}
