// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::{c_int, c_uint};

open_enum! {
    /// [`cusparseStatus_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseStatus_t: c_uint {
        CUSPARSE_STATUS_SUCCESS = 0, CUSPARSE_STATUS_NOT_INITIALIZED = 1, CUSPARSE_STATUS_ALLOC_FAILED = 2,
        CUSPARSE_STATUS_INVALID_VALUE = 3, CUSPARSE_STATUS_ARCH_MISMATCH = 4, CUSPARSE_STATUS_MAPPING_ERROR = 5,
        CUSPARSE_STATUS_EXECUTION_FAILED = 6, CUSPARSE_STATUS_INTERNAL_ERROR = 7,
        CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8, CUSPARSE_STATUS_ZERO_PIVOT = 9,
        CUSPARSE_STATUS_NOT_SUPPORTED = 10, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11,
    }
    /// [`cusparsePointerMode_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparsePointerMode_t: c_uint {
        CUSPARSE_POINTER_MODE_HOST = 0, CUSPARSE_POINTER_MODE_DEVICE = 1,
    }
    /// [`cusparseAction_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseAction_t: c_uint {
        CUSPARSE_ACTION_SYMBOLIC = 0, CUSPARSE_ACTION_NUMERIC = 1,
    }
    /// [`cusparseMatrixType_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseMatrixType_t: c_uint {
        CUSPARSE_MATRIX_TYPE_GENERAL = 0, CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1, CUSPARSE_MATRIX_TYPE_HERMITIAN = 2,
        CUSPARSE_MATRIX_TYPE_TRIANGULAR = 3,
    }
    /// [`cusparseFillMode_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseFillMode_t: c_uint {
        CUSPARSE_FILL_MODE_LOWER = 0, CUSPARSE_FILL_MODE_UPPER = 1,
    }
    /// [`cusparseDiagType_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseDiagType_t: c_uint {
        CUSPARSE_DIAG_TYPE_NON_UNIT = 0, CUSPARSE_DIAG_TYPE_UNIT = 1,
    }
    /// [`cusparseIndexBase_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseIndexBase_t: c_uint {
        CUSPARSE_INDEX_BASE_ZERO = 0, CUSPARSE_INDEX_BASE_ONE = 1,
    }
    /// [`cusparseOperation_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseOperation_t: c_uint {
        CUSPARSE_OPERATION_NON_TRANSPOSE = 0, CUSPARSE_OPERATION_TRANSPOSE = 1,
        CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2,
    }
    /// [`cusparseDirection_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseDirection_t: c_uint {
        CUSPARSE_DIRECTION_ROW = 0, CUSPARSE_DIRECTION_COLUMN = 1,
    }
    /// [`cusparseSolvePolicy_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseSolvePolicy_t: c_uint {
        CUSPARSE_SOLVE_POLICY_NO_LEVEL = 0, CUSPARSE_SOLVE_POLICY_USE_LEVEL = 1,
    }
    /// [`cusparseColorAlg_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseColorAlg_t: c_uint {
        CUSPARSE_COLOR_ALG0 = 0, CUSPARSE_COLOR_ALG1 = 1,
    }
    /// [`cusparseCsr2CscAlg_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseCsr2CscAlg_t: c_uint {
        CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1, CUSPARSE_CSR2CSC_ALG2 = 2,
    }
    /// [`cusparseFormat_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseFormat_t: c_uint {
        CUSPARSE_FORMAT_CSR = 1, CUSPARSE_FORMAT_CSC = 2, CUSPARSE_FORMAT_COO = 3, CUSPARSE_FORMAT_BLOCKED_ELL = 5,
        CUSPARSE_FORMAT_BSR = 6, CUSPARSE_FORMAT_SLICED_ELLPACK = 7, CUSPARSE_FORMAT_COO_AOS = 4,
    }
    /// [`cusparseOrder_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseOrder_t: c_uint {
        CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2,
    }
    /// [`cusparseIndexType_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseIndexType_t: c_uint {
        CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3,
    }
    /// [`cusparseSpMatAttribute_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseSpMatAttribute_t: c_uint {
        CUSPARSE_SPMAT_FILL_MODE = 0, CUSPARSE_SPMAT_DIAG_TYPE = 1, CUSPARSE_SPMAT_STORAGE = 2,
        CUSPARSE_SPMAT_SYMMETRY_TYPE = 3,
    }
    /// [`cusparseSpMatStorage_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseSpMatStorage_t: c_uint {
        CUSPARSE_STORE_FULL = 0, CUSPARSE_STORE_LOWER = 1, CUSPARSE_STORE_UPPER = 2,
    }
    /// [`cusparseSymmetryType_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseSymmetryType_t: c_uint {
        CUSPARSE_GENERAL = 0, CUSPARSE_SYMMETRIC = 1, CUSPARSE_HERMITIAN = 2,
    }
    /// [`cusparseSparseToDenseAlg_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseSparseToDenseAlg_t: c_uint {
        CUSPARSE_SPARSETODENSE_ALG_DEFAULT = 0,
    }
    /// [`cusparseDenseToSparseAlg_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseDenseToSparseAlg_t: c_uint {
        CUSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0,
    }
    /// [`cusparseSpMVAlg_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseSpMVAlg_t: c_uint {
        CUSPARSE_SPMV_ALG_DEFAULT = 0, CUSPARSE_SPMV_CSR_ALG1 = 2, CUSPARSE_SPMV_CSR_ALG2 = 3,
        CUSPARSE_SPMV_COO_ALG1 = 1, CUSPARSE_SPMV_COO_ALG2 = 4, CUSPARSE_SPMV_SELL_ALG1 = 5,
        CUSPARSE_SPMV_BSR_ALG1 = 6, CUSPARSE_MV_ALG_DEFAULT = 0, CUSPARSE_COOMV_ALG = 1, CUSPARSE_CSRMV_ALG1 = 2,
        CUSPARSE_CSRMV_ALG2 = 3,
    }
    /// [`cusparseSpSVAlg_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseSpSVAlg_t: c_uint {
        CUSPARSE_SPSV_ALG_DEFAULT = 0, CUSPARSE_SPSV_ALG1 = 1, CUSPARSE_SPSV_ALG2 = 2,
    }
    /// [`cusparseSpSVUpdate_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseSpSVUpdate_t: c_uint {
        CUSPARSE_SPSV_UPDATE_GENERAL = 0, CUSPARSE_SPSV_UPDATE_DIAGONAL = 1,
    }
    /// [`cusparseSpSMAlg_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseSpSMAlg_t: c_uint {
        CUSPARSE_SPSM_ALG_DEFAULT = 0,
    }
    /// [`cusparseSpSMUpdate_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseSpSMUpdate_t: c_uint {
        CUSPARSE_SPSM_UPDATE_GENERAL = 0, CUSPARSE_SPSM_UPDATE_DIAGONAL = 1,
    }
    /// [`cusparseSpMMAlg_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseSpMMAlg_t: c_uint {
        CUSPARSE_SPMM_ALG_DEFAULT = 0, CUSPARSE_SPMM_COO_ALG1 = 1, CUSPARSE_SPMM_COO_ALG2 = 2,
        CUSPARSE_SPMM_COO_ALG3 = 3, CUSPARSE_SPMM_COO_ALG4 = 5, CUSPARSE_SPMM_CSR_ALG1 = 4, CUSPARSE_SPMM_CSR_ALG2 = 6,
        CUSPARSE_SPMM_CSR_ALG3 = 12, CUSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13, CUSPARSE_SPMM_BSR_ALG1 = 14,
        CUSPARSE_MM_ALG_DEFAULT = 0, CUSPARSE_COOMM_ALG1 = 1, CUSPARSE_COOMM_ALG2 = 2, CUSPARSE_COOMM_ALG3 = 3,
        CUSPARSE_CSRMM_ALG1 = 4,
    }
    /// [`cusparseSpGEMMAlg_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseSpGEMMAlg_t: c_uint {
        CUSPARSE_SPGEMM_DEFAULT = 0, CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1,
        CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2, CUSPARSE_SPGEMM_ALG1 = 3, CUSPARSE_SPGEMM_ALG2 = 4,
        CUSPARSE_SPGEMM_ALG3 = 5,
    }
    /// [`cusparseSpGEAMAlg_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseSpGEAMAlg_t: c_uint {
        CUSPARSE_SPGEAM_ALG_DEFAULT = 0, CUSPARSE_SPGEAM_ALG1 = 1,
    }
    /// [`cusparseSDDMMAlg_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseSDDMMAlg_t: c_uint {
        CUSPARSE_SDDMM_ALG_DEFAULT = 0,
    }
    /// [`cusparseSpMMOpAlg_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseSpMMOpAlg_t: c_uint {
        CUSPARSE_SPMM_OP_ALG_DEFAULT = 0,
    }
    /// [`cusparseAlgMode_t`](https://docs.nvidia.com/cuda/cusparse/index.html)
    cusparseAlgMode_t: c_uint {
        CUSPARSE_ALG_MERGE_PATH = 0,
    }
}

