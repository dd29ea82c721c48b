// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cusparse ["cusparse.h"]
    types {
        cusparseHandle_t {} cusparseMatDescr_t {} bsrsv2Info_t {} bsrsm2Info_t {} csric02Info_t {} bsric02Info_t {}
        csrilu02Info_t {} bsrilu02Info_t {} csru2csrInfo_t {} cusparseColorInfo_t {} pruneInfo_t {}
        cusparseLoggerCallback_t {} cusparseSpVecDescr_t {} cusparseDnVecDescr_t {} cusparseSpMatDescr_t {}
        cusparseDnMatDescr_t {} cusparseConstSpVecDescr_t {} cusparseConstDnVecDescr_t {} cusparseConstSpMatDescr_t {}
        cusparseConstDnMatDescr_t {} cusparseSpSVDescr_t {} cusparseSpSMDescr_t {} cusparseSpGEMMDescr_t {}
        cusparseSpGEAMDescr_t {} cusparseSpMMOpPlan_t {} cusparseStatus_t {} cusparsePointerMode_t {}
        cusparseAction_t {} cusparseMatrixType_t {} cusparseFillMode_t {} cusparseDiagType_t {} cusparseIndexBase_t {}
        cusparseOperation_t {} cusparseDirection_t {} cusparseSolvePolicy_t {} cusparseColorAlg_t {}
        cusparseCsr2CscAlg_t {} cusparseFormat_t {} cusparseOrder_t {} cusparseIndexType_t {}
        cusparseSpMatAttribute_t {} cusparseSpMatStorage_t {} cusparseSymmetryType_t {} cusparseSparseToDenseAlg_t {}
        cusparseDenseToSparseAlg_t {} cusparseSpMVAlg_t {} cusparseSpSVAlg_t {} cusparseSpSVUpdate_t {}
        cusparseSpSMAlg_t {} cusparseSpSMUpdate_t {} cusparseSpMMAlg_t {} cusparseSpGEMMAlg_t {} cusparseSpGEAMAlg_t {}
        cusparseSDDMMAlg_t {} cusparseSpMMOpAlg_t {}
    }
    enumerators {
        cusparseStatus_t {CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED, CUSPARSE_STATUS_ALLOC_FAILED, CUSPARSE_STATUS_INVALID_VALUE, CUSPARSE_STATUS_ARCH_MISMATCH, CUSPARSE_STATUS_MAPPING_ERROR, CUSPARSE_STATUS_EXECUTION_FAILED, CUSPARSE_STATUS_INTERNAL_ERROR, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSPARSE_STATUS_ZERO_PIVOT, CUSPARSE_STATUS_NOT_SUPPORTED, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES}
        cusparsePointerMode_t {CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE}
        cusparseAction_t {CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC}
        cusparseMatrixType_t {CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_MATRIX_TYPE_SYMMETRIC, CUSPARSE_MATRIX_TYPE_HERMITIAN, CUSPARSE_MATRIX_TYPE_TRIANGULAR}
        cusparseFillMode_t {CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER}
        cusparseDiagType_t {CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT}
        cusparseIndexBase_t {CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE}
        cusparseOperation_t {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE}
        cusparseDirection_t {CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN}
        cusparseSolvePolicy_t {CUSPARSE_SOLVE_POLICY_NO_LEVEL, CUSPARSE_SOLVE_POLICY_USE_LEVEL}
        cusparseColorAlg_t {CUSPARSE_COLOR_ALG0, CUSPARSE_COLOR_ALG1}
        cusparseCsr2CscAlg_t {CUSPARSE_CSR2CSC_ALG_DEFAULT, CUSPARSE_CSR2CSC_ALG1}
        cusparseFormat_t {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO, CUSPARSE_FORMAT_BLOCKED_ELL, CUSPARSE_FORMAT_BSR, CUSPARSE_FORMAT_SLICED_ELLPACK}
        cusparseOrder_t {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW}
        cusparseIndexType_t {CUSPARSE_INDEX_16U, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I}
        cusparseSpMatAttribute_t {CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE, CUSPARSE_SPMAT_STORAGE, CUSPARSE_SPMAT_SYMMETRY_TYPE}
        cusparseSpMatStorage_t {CUSPARSE_STORE_FULL, CUSPARSE_STORE_LOWER, CUSPARSE_STORE_UPPER}
        cusparseSymmetryType_t {CUSPARSE_GENERAL, CUSPARSE_SYMMETRIC, CUSPARSE_HERMITIAN}
        cusparseSparseToDenseAlg_t {CUSPARSE_SPARSETODENSE_ALG_DEFAULT}
        cusparseDenseToSparseAlg_t {CUSPARSE_DENSETOSPARSE_ALG_DEFAULT}
        cusparseSpMVAlg_t {CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_SPMV_CSR_ALG1, CUSPARSE_SPMV_CSR_ALG2, CUSPARSE_SPMV_COO_ALG1, CUSPARSE_SPMV_COO_ALG2, CUSPARSE_SPMV_SELL_ALG1, CUSPARSE_SPMV_BSR_ALG1}
        cusparseSpSVAlg_t {CUSPARSE_SPSV_ALG_DEFAULT, CUSPARSE_SPSV_ALG1, CUSPARSE_SPSV_ALG2}
        cusparseSpSVUpdate_t {CUSPARSE_SPSV_UPDATE_GENERAL, CUSPARSE_SPSV_UPDATE_DIAGONAL}
        cusparseSpSMAlg_t {CUSPARSE_SPSM_ALG_DEFAULT}
        cusparseSpSMUpdate_t {CUSPARSE_SPSM_UPDATE_GENERAL, CUSPARSE_SPSM_UPDATE_DIAGONAL}
        cusparseSpMMAlg_t {CUSPARSE_SPMM_ALG_DEFAULT, CUSPARSE_SPMM_COO_ALG1, CUSPARSE_SPMM_COO_ALG2, CUSPARSE_SPMM_COO_ALG3, CUSPARSE_SPMM_COO_ALG4, CUSPARSE_SPMM_CSR_ALG1, CUSPARSE_SPMM_CSR_ALG2, CUSPARSE_SPMM_CSR_ALG3, CUSPARSE_SPMM_BLOCKED_ELL_ALG1, CUSPARSE_SPMM_BSR_ALG1}
        cusparseSpGEMMAlg_t {CUSPARSE_SPGEMM_DEFAULT, CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC, CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC, CUSPARSE_SPGEMM_ALG1, CUSPARSE_SPGEMM_ALG2, CUSPARSE_SPGEMM_ALG3}
        cusparseSpGEAMAlg_t {CUSPARSE_SPGEAM_ALG_DEFAULT, CUSPARSE_SPGEAM_ALG1}
        cusparseSDDMMAlg_t {CUSPARSE_SDDMM_ALG_DEFAULT}
        cusparseSpMMOpAlg_t {CUSPARSE_SPMM_OP_ALG_DEFAULT}
    }
}
