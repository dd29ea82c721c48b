// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cusparselt ["cusparseLt.h"]
    types {
        cusparseLtSparsity_t {} cusparseLtMatDescAttribute_t {} cusparseComputeType {}
        cusparseLtMatmulDescAttribute_t {} cusparseLtMatmulMatrixScale_t {} cusparseLtMatmulAlg_t {}
        cusparseLtMatmulAlgAttribute_t {} cusparseLtSplitKMode_t {} cusparseLtPruneAlg_t {}
        cusparseLtHandle_t {"data" data,}
        cusparseLtMatDescriptor_t {"data" data,}
        cusparseLtMatmulDescriptor_t {"data" data,}
        cusparseLtMatmulAlgSelection_t {"data" data,}
        cusparseLtMatmulPlan_t {"data" data,}
    }
    enumerators {
        cusparseLtSparsity_t {}
        cusparseLtMatDescAttribute_t {}
        cusparseComputeType {}
        cusparseLtMatmulDescAttribute_t {}
        cusparseLtMatmulMatrixScale_t {}
        cusparseLtMatmulAlg_t {}
        cusparseLtMatmulAlgAttribute_t {}
        cusparseLtSplitKMode_t {}
        cusparseLtPruneAlg_t {}
    }
}
