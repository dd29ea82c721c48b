// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::{c_int, c_uint};

open_enum! {
    /// [`cusolverDnFunction_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverDnFunction_t: c_uint {
        CUSOLVERDN_GETRF = 0, CUSOLVERDN_POTRF = 1, CUSOLVERDN_SYEVBATCHED = 2, CUSOLVERDN_GEQRF = 3,
        CUSOLVERDN_SYEVD = 4, CUSOLVERDN_GESVD = 5, CUSOLVERDN_GEEV = 6,
    }
    /// [`cusolverStatus_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverStatus_t: c_uint {
        CUSOLVER_STATUS_SUCCESS = 0, CUSOLVER_STATUS_NOT_INITIALIZED = 1, CUSOLVER_STATUS_ALLOC_FAILED = 2,
        CUSOLVER_STATUS_INVALID_VALUE = 3, CUSOLVER_STATUS_ARCH_MISMATCH = 4, CUSOLVER_STATUS_MAPPING_ERROR = 5,
        CUSOLVER_STATUS_EXECUTION_FAILED = 6, CUSOLVER_STATUS_INTERNAL_ERROR = 7,
        CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8, CUSOLVER_STATUS_NOT_SUPPORTED = 9,
        CUSOLVER_STATUS_ZERO_PIVOT = 10, CUSOLVER_STATUS_INVALID_LICENSE = 11,
        CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED = 12, CUSOLVER_STATUS_IRS_PARAMS_INVALID = 13,
        CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC = 14, CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE = 15,
        CUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER = 16, CUSOLVER_STATUS_IRS_INTERNAL_ERROR = 20,
        CUSOLVER_STATUS_IRS_NOT_SUPPORTED = 21, CUSOLVER_STATUS_IRS_OUT_OF_RANGE = 22,
        CUSOLVER_STATUS_IRS_NRHS_NOT_SUPPORTED_FOR_REFINE_GMRES = 23, CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED = 25,
        CUSOLVER_STATUS_IRS_INFOS_NOT_DESTROYED = 26, CUSOLVER_STATUS_IRS_MATRIX_SINGULAR = 30,
        CUSOLVER_STATUS_INVALID_WORKSPACE = 31,
    }
    /// [`cusolverEigType_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverEigType_t: c_uint {
        CUSOLVER_EIG_TYPE_1 = 1, CUSOLVER_EIG_TYPE_2 = 2, CUSOLVER_EIG_TYPE_3 = 3,
    }
    /// [`cusolverEigMode_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverEigMode_t: c_uint {
        CUSOLVER_EIG_MODE_NOVECTOR = 0, CUSOLVER_EIG_MODE_VECTOR = 1,
    }
    /// [`cusolverEigRange_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverEigRange_t: c_uint {
        CUSOLVER_EIG_RANGE_ALL = 1001, CUSOLVER_EIG_RANGE_I = 1002, CUSOLVER_EIG_RANGE_V = 1003,
    }
    /// [`cusolverEigComp_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverEigComp_t: c_uint {
        CUSOLVER_EIG_COMP_N = 10, CUSOLVER_EIG_COMP_I = 11, CUSOLVER_EIG_COMP_V = 12,
    }
    /// [`cusolverNorm_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverNorm_t: c_uint {
        CUSOLVER_INF_NORM = 104, CUSOLVER_MAX_NORM = 105, CUSOLVER_ONE_NORM = 106, CUSOLVER_FRO_NORM = 107,
    }
    /// [`cusolverIRSRefinement_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverIRSRefinement_t: c_uint {
        CUSOLVER_IRS_REFINE_NOT_SET = 1100, CUSOLVER_IRS_REFINE_NONE = 1101, CUSOLVER_IRS_REFINE_CLASSICAL = 1102,
        CUSOLVER_IRS_REFINE_CLASSICAL_GMRES = 1103, CUSOLVER_IRS_REFINE_GMRES = 1104,
        CUSOLVER_IRS_REFINE_GMRES_GMRES = 1105, CUSOLVER_IRS_REFINE_GMRES_NOPCOND = 1106, CUSOLVER_PREC_DD = 1150,
        CUSOLVER_PREC_SS = 1151, CUSOLVER_PREC_SHT = 1152,
    }
    /// [`cusolverPrecType_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverPrecType_t: c_uint {
        CUSOLVER_R_8I = 1201, CUSOLVER_R_8U = 1202, CUSOLVER_R_64F = 1203, CUSOLVER_R_32F = 1204,
        CUSOLVER_R_16F = 1205, CUSOLVER_R_16BF = 1206, CUSOLVER_R_TF32 = 1207, CUSOLVER_R_AP = 1208,
        CUSOLVER_C_8I = 1211, CUSOLVER_C_8U = 1212, CUSOLVER_C_64F = 1213, CUSOLVER_C_32F = 1214,
        CUSOLVER_C_16F = 1215, CUSOLVER_C_16BF = 1216, CUSOLVER_C_TF32 = 1217, CUSOLVER_C_AP = 1218,
    }
    /// [`cusolverAlgMode_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverAlgMode_t: c_uint {
        CUSOLVER_ALG_0 = 0, CUSOLVER_ALG_1 = 1, CUSOLVER_ALG_2 = 2,
    }
    /// [`cusolverStorevMode_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverStorevMode_t: c_uint {
        CUBLAS_STOREV_COLUMNWISE = 0, CUBLAS_STOREV_ROWWISE = 1,
    }
    /// [`cusolverDirectMode_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverDirectMode_t: c_uint {
        CUBLAS_DIRECT_FORWARD = 0, CUBLAS_DIRECT_BACKWARD = 1,
    }
    /// [`cusolverDeterministicMode_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverDeterministicMode_t: c_uint {
        CUSOLVER_DETERMINISTIC_RESULTS = 1, CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS = 2,
    }
    /// [`cusolverMathMode_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverMathMode_t: c_uint {
        CUSOLVER_DEFAULT_MATH = 1, CUSOLVER_FP32_EMULATED_BF16X9_MATH = 2, CUSOLVER_FP64_EMULATED_FIXEDPOINT_MATH = 4,
        CUSOLVER_FP32_FP64_EMULATED_MATH = 6,
    }
    /// [`cusolverRfResetValuesFastMode_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverRfResetValuesFastMode_t: c_uint {
        CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF = 0, CUSOLVERRF_RESET_VALUES_FAST_MODE_ON = 1,
    }
    /// [`cusolverRfMatrixFormat_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverRfMatrixFormat_t: c_uint {
        CUSOLVERRF_MATRIX_FORMAT_CSR = 0, CUSOLVERRF_MATRIX_FORMAT_CSC = 1,
    }
    /// [`cusolverRfUnitDiagonal_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverRfUnitDiagonal_t: c_uint {
        CUSOLVERRF_UNIT_DIAGONAL_STORED_L = 0, CUSOLVERRF_UNIT_DIAGONAL_STORED_U = 1,
        CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L = 2, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U = 3,
    }
    /// [`cusolverRfFactorization_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverRfFactorization_t: c_uint {
        CUSOLVERRF_FACTORIZATION_ALG0 = 0, CUSOLVERRF_FACTORIZATION_ALG1 = 1, CUSOLVERRF_FACTORIZATION_ALG2 = 2,
    }
    /// [`cusolverRfTriangularSolve_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverRfTriangularSolve_t: c_uint {
        CUSOLVERRF_TRIANGULAR_SOLVE_ALG1 = 1, CUSOLVERRF_TRIANGULAR_SOLVE_ALG2 = 2,
        CUSOLVERRF_TRIANGULAR_SOLVE_ALG3 = 3,
    }
    /// [`cusolverRfNumericBoostReport_t`](https://docs.nvidia.com/cuda/cusolver/index.html)
    cusolverRfNumericBoostReport_t: c_uint {
        CUSOLVERRF_NUMERIC_BOOST_NOT_USED = 0, CUSOLVERRF_NUMERIC_BOOST_USED = 1,
    }
}

