// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cusolvermg ["cusolverMg.h"]
    types {
        cusolverMgHandle_t {} cudaLibMgGrid_t {} cudaLibMgMatrixDesc_t {} cusolverMgGridMapping_t {}
    }
    enumerators {
        cusolverMgGridMapping_t {}
    }
}
