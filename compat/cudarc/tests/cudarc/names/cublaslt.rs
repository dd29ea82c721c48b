//! Names of cudarc 0.19.10 with all features, from its source.

use cudarc::cublaslt::{
    Activation, CudaBlasLT, Matmul, MatmulConfig, MatmulShared, Workspace, result, safe, sys,
};

mod cublaslt_result {
    use cudarc::cublaslt::result::{
        CublasError, create_handle, create_matmul_desc, create_matmul_pref, create_matrix_layout,
        destroy_handle, destroy_matmul_desc, destroy_matmul_pref, destroy_matrix_layout,
        get_matmul_algo_heuristic, matmul, set_matmul_desc_attribute, set_matmul_pref_attribute,
        set_matrix_layout_attribute,
    };
}

mod cublaslt_safe {
    use cudarc::cublaslt::safe::{
        Activation, CudaBlasLT, Matmul, MatmulConfig, MatmulShared, Workspace,
    };
}

mod cublaslt_sys {
    use cudarc::cublaslt::sys::{
        CUstream_st, FILE, cublasComputeType_t, cublasLt3mMode_t, cublasLtBatchMode_t,
        cublasLtClusterShape_t, cublasLtContext, cublasLtCreate, cublasLtDestroy,
        cublasLtEmulationDesc_t, cublasLtEmulationDescAttributes_t, cublasLtEmulationDescCreate,
        cublasLtEmulationDescDestroy, cublasLtEmulationDescGetAttribute,
        cublasLtEmulationDescInit_internal, cublasLtEmulationDescOpaque_t,
        cublasLtEmulationDescSetAttribute, cublasLtEpilogue_t, cublasLtGetCudartVersion,
        cublasLtGetProperty, cublasLtGetStatusName, cublasLtGetStatusString, cublasLtGetVersion,
        cublasLtGroupedMatrixLayoutCreate, cublasLtGroupedMatrixLayoutInit_internal,
        cublasLtHandle_t, cublasLtHeuristicsCacheGetCapacity, cublasLtHeuristicsCacheSetCapacity,
        cublasLtIntegerWidth_t, cublasLtLoggerCallback_t, cublasLtLoggerForceDisable,
        cublasLtLoggerOpenFile, cublasLtLoggerSetCallback, cublasLtLoggerSetFile,
        cublasLtLoggerSetLevel, cublasLtLoggerSetMask, cublasLtMatmul, cublasLtMatmulAlgo_t,
        cublasLtMatmulAlgoCapAttributes_t, cublasLtMatmulAlgoCapGetAttribute,
        cublasLtMatmulAlgoCheck, cublasLtMatmulAlgoCheckForStream,
        cublasLtMatmulAlgoConfigAttributes_t, cublasLtMatmulAlgoConfigGetAttribute,
        cublasLtMatmulAlgoConfigSetAttribute, cublasLtMatmulAlgoGetHeuristic,
        cublasLtMatmulAlgoGetHeuristicForStream, cublasLtMatmulAlgoGetIds, cublasLtMatmulAlgoInit,
        cublasLtMatmulBatchInvarianceFlags_t, cublasLtMatmulDesc_t, cublasLtMatmulDescAttributes_t,
        cublasLtMatmulDescCreate, cublasLtMatmulDescDestroy, cublasLtMatmulDescGetAttribute,
        cublasLtMatmulDescInit_internal, cublasLtMatmulDescOpaque_t,
        cublasLtMatmulDescSetAttribute, cublasLtMatmulHeuristicResult_t,
        cublasLtMatmulInnerShape_t, cublasLtMatmulMatrixScale_t, cublasLtMatmulPreference_t,
        cublasLtMatmulPreferenceAttributes_t, cublasLtMatmulPreferenceCreate,
        cublasLtMatmulPreferenceDestroy, cublasLtMatmulPreferenceGetAttribute,
        cublasLtMatmulPreferenceInit_internal, cublasLtMatmulPreferenceOpaque_t,
        cublasLtMatmulPreferenceSetAttribute, cublasLtMatmulSearch_t, cublasLtMatmulStages_t,
        cublasLtMatmulTile_t, cublasLtMatrixLayout_t, cublasLtMatrixLayoutAttribute_t,
        cublasLtMatrixLayoutCreate, cublasLtMatrixLayoutDestroy, cublasLtMatrixLayoutGetAttribute,
        cublasLtMatrixLayoutInit_internal, cublasLtMatrixLayoutOpaque_t,
        cublasLtMatrixLayoutSetAttribute, cublasLtMatrixTransform, cublasLtMatrixTransformDesc_t,
        cublasLtMatrixTransformDescAttributes_t, cublasLtMatrixTransformDescCreate,
        cublasLtMatrixTransformDescDestroy, cublasLtMatrixTransformDescGetAttribute,
        cublasLtMatrixTransformDescInit_internal, cublasLtMatrixTransformDescOpaque_t,
        cublasLtMatrixTransformDescSetAttribute, cublasLtNumericalImplFlags_t, cublasLtOrder_t,
        cublasLtPointerMode_t, cublasLtPointerModeMask_t, cublasLtReductionScheme_t,
        cublasStatus_t, cudaDataType, cudaDataType_t, cudaStream_t, culib, is_culib_present,
        libraryPropertyType, libraryPropertyType_t,
    };
}
