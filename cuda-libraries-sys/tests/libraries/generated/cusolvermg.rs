// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cusolvermg ["cusolverMg.h"]
    types {
        cusolverMgHandle_t {} cudaLibMgGrid_t {} cudaLibMgMatrixDesc_t {} cusolverMgGridMapping_t {}
    }
    enumerators {
        cusolverMgGridMapping_t {CUDALIBMG_GRID_MAPPING_ROW_MAJOR, CUDALIBMG_GRID_MAPPING_COL_MAJOR}
    }
}
