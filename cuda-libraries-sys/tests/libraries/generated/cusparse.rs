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
        cusparseStatus_t {}
        cusparsePointerMode_t {}
        cusparseAction_t {}
        cusparseMatrixType_t {}
        cusparseFillMode_t {}
        cusparseDiagType_t {}
        cusparseIndexBase_t {}
        cusparseOperation_t {}
        cusparseDirection_t {}
        cusparseSolvePolicy_t {}
        cusparseColorAlg_t {}
        cusparseCsr2CscAlg_t {CUSPARSE_CSR2CSC_ALG2}
        cusparseFormat_t {CUSPARSE_FORMAT_COO_AOS}
        cusparseOrder_t {}
        cusparseIndexType_t {}
        cusparseSpMatAttribute_t {}
        cusparseSpMatStorage_t {}
        cusparseSymmetryType_t {}
        cusparseSparseToDenseAlg_t {}
        cusparseDenseToSparseAlg_t {}
        cusparseSpMVAlg_t {CUSPARSE_MV_ALG_DEFAULT, CUSPARSE_COOMV_ALG, CUSPARSE_CSRMV_ALG1, CUSPARSE_CSRMV_ALG2}
        cusparseSpSVAlg_t {}
        cusparseSpSVUpdate_t {}
        cusparseSpSMAlg_t {}
        cusparseSpSMUpdate_t {}
        cusparseSpMMAlg_t {CUSPARSE_MM_ALG_DEFAULT, CUSPARSE_COOMM_ALG1, CUSPARSE_COOMM_ALG2, CUSPARSE_COOMM_ALG3, CUSPARSE_CSRMM_ALG1}
        cusparseSpGEMMAlg_t {}
        cusparseSpGEAMAlg_t {}
        cusparseSDDMMAlg_t {}
        cusparseSpMMOpAlg_t {}
    }
}
