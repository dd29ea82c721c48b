// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cudss ["cudss.h"]
    types {
        cudssHandle_t {} cudssMatrix_t {} cudssData_t {} cudssConfig_t {} cudss_thr_func_t {} cudssLoggerCallback_t {}
        cudssSolveMode_t {} cudssMemoryEstimateState_t {} cudssDowncastFactorsMode_t {}
        cudssMemoryOptimizationFlags_t {} cudssConfigParam_t {} cudssDataParam_t {} cudssPhase_t {} cudssStatus_t {}
        cudssMatrixType_t {} cudssMatrixViewType_t {} cudssIndexBase_t {} cudssLayout_t {} cudssReorderingAlg_t {}
        cudssFactorizationAlg_t {} cudssPivotEpsilonAlg_t {} cudssSolveAlg_t {} cudssMatchingAlg_t {}
        cudssPivotType_t {} cudssMatrixFormat_t {} cudssOpType_t {}
        cudssDeviceMemHandler_t {"ctx" ctx, "device_alloc" device_alloc, "device_free" device_free, "name" name,}
        cudssPinnedMemHandler_t {"ctx" ctx, "pinned_alloc" pinned_alloc, "pinned_free" pinned_free, "name" name,}
        cudssDistributedInterface_t {"cudssCommRankDevice" cudssCommRankDevice, "cudssCommSizeDevice" cudssCommSizeDevice, "cudssSendDevice" cudssSendDevice, "cudssRecvDevice" cudssRecvDevice, "cudssBcastDevice" cudssBcastDevice, "cudssReduceDevice" cudssReduceDevice, "cudssAllreduceDevice" cudssAllreduceDevice, "cudssScattervDevice" cudssScattervDevice, "cudssCommSplitDevice" cudssCommSplitDevice, "cudssCommFreeDevice" cudssCommFreeDevice, "cudssCommRankHost" cudssCommRankHost, "cudssCommSizeHost" cudssCommSizeHost, "cudssSendHost" cudssSendHost, "cudssRecvHost" cudssRecvHost, "cudssBcastHost" cudssBcastHost, "cudssReduceHost" cudssReduceHost, "cudssAllreduceHost" cudssAllreduceHost, "cudssScattervHost" cudssScattervHost, "cudssCommSplitHost" cudssCommSplitHost, "cudssCommFreeHost" cudssCommFreeHost, "cudssDistributedGetProperty" cudssDistributedGetProperty,}
        cudssThreadingInterface_t {"cudssGetMaxThreads" cudssGetMaxThreads, "cudssParallelFor" cudssParallelFor, "cudssThreadingGetProperty" cudssThreadingGetProperty,}
    }
    enumerators {
        cudssSolveMode_t {}
        cudssMemoryEstimateState_t {}
        cudssDowncastFactorsMode_t {}
        cudssMemoryOptimizationFlags_t {}
        cudssConfigParam_t {CUDSS_CONFIG_USE_MATCHING, CUDSS_CONFIG_MATCHING_ALG_0_7_1, CUDSS_CONFIG_SOLVE_MODE_0_7_1, CUDSS_CONFIG_IR_N_STEPS_0_7_1, CUDSS_CONFIG_IR_TOL_0_7_1, CUDSS_CONFIG_PIVOT_TYPE_0_7_1, CUDSS_CONFIG_PIVOT_THRESHOLD_0_7_1, CUDSS_CONFIG_PIVOT_EPSILON_0_7_1, CUDSS_CONFIG_MAX_LU_NNZ_0_7_1, CUDSS_CONFIG_HYBRID_MODE, CUDSS_CONFIG_HYBRID_DEVICE_MEMORY_LIMIT_0_7_1, CUDSS_CONFIG_USE_CUDA_REGISTER_MEMORY_0_7_1, CUDSS_CONFIG_HOST_NTHREADS_0_7_1, CUDSS_CONFIG_HYBRID_EXECUTE_MODE_0_7_1, CUDSS_CONFIG_PIVOT_EPSILON_ALG_0_7_1, CUDSS_CONFIG_ND_NLEVELS_0_7_1, CUDSS_CONFIG_UBATCH_SIZE_0_7_1, CUDSS_CONFIG_UBATCH_INDEX_0_7_1, CUDSS_CONFIG_USE_SUPERPANELS_0_7_1, CUDSS_CONFIG_DEVICE_INDICES_0_7_1, CUDSS_CONFIG_SCHUR_MODE_0_7_1, CUDSS_CONFIG_DETERMINISTIC_MODE_0_7_1}
        cudssDataParam_t {CUDSS_DATA_COMM, CUDSS_DATA_MEMORY_ESTIMATES_0_7_1, CUDSS_DATA_PERM_MATCHING_0_7_1, CUDSS_DATA_SCALE_ROW_0_7_1, CUDSS_DATA_SCALE_COL_0_7_1, CUDSS_DATA_NSUPERPANELS_0_7_1, CUDSS_DATA_USER_SCHUR_INDICES_0_7_1, CUDSS_DATA_SCHUR_SHAPE_0_7_1, CUDSS_DATA_SCHUR_MATRIX_0_7_1, CUDSS_DATA_USER_ELIMINATION_TREE, CUDSS_DATA_ELIMINATION_TREE, CUDSS_DATA_USER_HOST_INTERRUPT_0_7_1}
        cudssPhase_t {}
        cudssStatus_t {}
        cudssMatrixType_t {}
        cudssMatrixViewType_t {}
        cudssIndexBase_t {}
        cudssLayout_t {}
        cudssReorderingAlg_t {}
        cudssFactorizationAlg_t {}
        cudssPivotEpsilonAlg_t {}
        cudssSolveAlg_t {}
        cudssMatchingAlg_t {}
        cudssPivotType_t {CUDSS_PIVOT_COL, CUDSS_PIVOT_ROW, CUDSS_PIVOT_NONE_0_7_1}
        cudssMatrixFormat_t {}
        cudssOpType_t {}
    }
}
