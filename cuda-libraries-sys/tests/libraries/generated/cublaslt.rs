// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cublaslt ["cublasLt.h"]
    types {
        cublasLtHandle_t {} cublasLtMatrixLayout_t {} cublasLtMatmulDesc_t {} cublasLtMatrixTransformDesc_t {}
        cublasLtMatmulPreference_t {} cublasLtEmulationDesc_t {} cublasLtNumericalImplFlags_t {}
        cublasLtLoggerCallback_t {} cublasLtMatmulTile_t {} cublasLtMatmulStages_t {} cublasLtClusterShape_t {}
        cublasLtMatmulInnerShape_t {} cublasLtMatmulMatrixScale_t {} cublasLtPointerMode_t {}
        cublasLtPointerModeMask_t {} cublasLtOrder_t {} cublasLtBatchMode_t {} cublasLtIntegerWidth_t {}
        cublasLtMatrixLayoutAttribute_t {} cublasLtMatmulDescAttributes_t {} cublasLtMatmulBatchInvarianceFlags_t {}
        cublasLtMatrixTransformDescAttributes_t {} cublasLtEmulationDescAttributes_t {} cublasLtReductionScheme_t {}
        cublasLtEpilogue_t {} cublasLtMatmulSearch_t {} cublasLtMatmulPreferenceAttributes_t {}
        cublasLtMatmulAlgoCapAttributes_t {} cublasLtMatmulAlgoConfigAttributes_t {}
        cublasLtMatrixLayoutOpaque_t {"data" data,}
        cublasLtMatmulAlgo_t {"data" data,}
        cublasLtMatmulDescOpaque_t {"data" data,}
        cublasLtMatrixTransformDescOpaque_t {"data" data,}
        cublasLtMatmulPreferenceOpaque_t {"data" data,}
        cublasLtEmulationDescOpaque_t {"data" data,}
        cublasLtMatmulHeuristicResult_t {"algo" algo, "workspaceSize" workspaceSize, "state" state, "wavesCount" wavesCount, "reserved" reserved,}
    }
    enumerators {
        cublasLtMatmulTile_t {}
        cublasLtMatmulStages_t {CUBLASLT_MATMUL_STAGES_16x80, CUBLASLT_MATMUL_STAGES_64x80}
        cublasLtClusterShape_t {}
        cublasLtMatmulInnerShape_t {}
        cublasLtMatmulMatrixScale_t {}
        cublasLtPointerMode_t {}
        cublasLtPointerModeMask_t {CUBLASLT_POINTER_MODE_MASK_NO_FILTERING}
        cublasLtOrder_t {}
        cublasLtBatchMode_t {}
        cublasLtIntegerWidth_t {}
        cublasLtMatrixLayoutAttribute_t {}
        cublasLtMatmulDescAttributes_t {CUBLASLT_MATMUL_DESC_ATOMIC_SYNC_NUM_CHUNKS_D_ROWS, CUBLASLT_MATMUL_DESC_ATOMIC_SYNC_NUM_CHUNKS_D_COLS, CUBLASLT_MATMUL_DESC_ATOMIC_SYNC_IN_COUNTERS_POINTER, CUBLASLT_MATMUL_DESC_ATOMIC_SYNC_OUT_COUNTERS_POINTER}
        cublasLtMatmulBatchInvarianceFlags_t {}
        cublasLtMatrixTransformDescAttributes_t {}
        cublasLtEmulationDescAttributes_t {}
        cublasLtReductionScheme_t {}
        cublasLtEpilogue_t {}
        cublasLtMatmulSearch_t {}
        cublasLtMatmulPreferenceAttributes_t {CUBLASLT_MATMUL_PREF_MATH_MODE_MASK, CUBLASLT_MATMUL_PREF_GAUSSIAN_MODE_MASK, CUBLASLT_MATMUL_PREF_POINTER_MODE_MASK, CUBLASLT_MATMUL_PREF_EPILOGUE_MASK, CUBLASLT_MATMUL_PREF_SM_COUNT_TARGET}
        cublasLtMatmulAlgoCapAttributes_t {CUBLASLT_ALGO_CAP_ATOMIC_SYNC, CUBLASLT_ALGO_CAP_MATHMODE_IMPL, CUBLASLT_ALGO_CAP_GAUSSIAN_IMPL}
        cublasLtMatmulAlgoConfigAttributes_t {}
    }
}
