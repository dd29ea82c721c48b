// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::{c_int, c_uint};

open_enum! {
    /// [`cublasStatus_t`](https://docs.nvidia.com/cuda/cublas/index.html)
    cublasStatus_t: c_uint {
        CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3,
        CUBLAS_STATUS_INVALID_VALUE = 7, CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11,
        CUBLAS_STATUS_EXECUTION_FAILED = 13, CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15,
        CUBLAS_STATUS_LICENSE_ERROR = 16,
    }
    /// [`cublasFillMode_t`](https://docs.nvidia.com/cuda/cublas/index.html)
    cublasFillMode_t: c_uint {
        CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2,
    }
    /// [`cublasDiagType_t`](https://docs.nvidia.com/cuda/cublas/index.html)
    cublasDiagType_t: c_uint {
        CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1,
    }
    /// [`cublasSideMode_t`](https://docs.nvidia.com/cuda/cublas/index.html)
    cublasSideMode_t: c_uint {
        CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1,
    }
    /// [`cublasOperation_t`](https://docs.nvidia.com/cuda/cublas/index.html)
    cublasOperation_t: c_uint {
        CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2, CUBLAS_OP_HERMITAN = 2, CUBLAS_OP_CONJG = 3,
    }
    /// [`cublasPointerMode_t`](https://docs.nvidia.com/cuda/cublas/index.html)
    cublasPointerMode_t: c_uint {
        CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1,
    }
    /// [`cublasAtomicsMode_t`](https://docs.nvidia.com/cuda/cublas/index.html)
    cublasAtomicsMode_t: c_uint {
        CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1,
    }
    /// [`cublasGemmAlgo_t`](https://docs.nvidia.com/cuda/cublas/index.html)
    cublasGemmAlgo_t: c_int {
        CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0 = 0, CUBLAS_GEMM_ALGO1 = 1,
        CUBLAS_GEMM_ALGO2 = 2, CUBLAS_GEMM_ALGO3 = 3, CUBLAS_GEMM_ALGO4 = 4, CUBLAS_GEMM_ALGO5 = 5,
        CUBLAS_GEMM_ALGO6 = 6, CUBLAS_GEMM_ALGO7 = 7, CUBLAS_GEMM_ALGO8 = 8, CUBLAS_GEMM_ALGO9 = 9,
        CUBLAS_GEMM_ALGO10 = 10, CUBLAS_GEMM_ALGO11 = 11, CUBLAS_GEMM_ALGO12 = 12, CUBLAS_GEMM_ALGO13 = 13,
        CUBLAS_GEMM_ALGO14 = 14, CUBLAS_GEMM_ALGO15 = 15, CUBLAS_GEMM_ALGO16 = 16, CUBLAS_GEMM_ALGO17 = 17,
        CUBLAS_GEMM_ALGO18 = 18, CUBLAS_GEMM_ALGO19 = 19, CUBLAS_GEMM_ALGO20 = 20, CUBLAS_GEMM_ALGO21 = 21,
        CUBLAS_GEMM_ALGO22 = 22, CUBLAS_GEMM_ALGO23 = 23, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
        CUBLAS_GEMM_DFALT_TENSOR_OP = 99, CUBLAS_GEMM_ALGO0_TENSOR_OP = 100, CUBLAS_GEMM_ALGO1_TENSOR_OP = 101,
        CUBLAS_GEMM_ALGO2_TENSOR_OP = 102, CUBLAS_GEMM_ALGO3_TENSOR_OP = 103, CUBLAS_GEMM_ALGO4_TENSOR_OP = 104,
        CUBLAS_GEMM_ALGO5_TENSOR_OP = 105, CUBLAS_GEMM_ALGO6_TENSOR_OP = 106, CUBLAS_GEMM_ALGO7_TENSOR_OP = 107,
        CUBLAS_GEMM_ALGO8_TENSOR_OP = 108, CUBLAS_GEMM_ALGO9_TENSOR_OP = 109, CUBLAS_GEMM_ALGO10_TENSOR_OP = 110,
        CUBLAS_GEMM_ALGO11_TENSOR_OP = 111, CUBLAS_GEMM_ALGO12_TENSOR_OP = 112, CUBLAS_GEMM_ALGO13_TENSOR_OP = 113,
        CUBLAS_GEMM_ALGO14_TENSOR_OP = 114, CUBLAS_GEMM_ALGO15_TENSOR_OP = 115, CUBLAS_GEMM_AUTOTUNE = 999,
    }
    /// [`cublasMath_t`](https://docs.nvidia.com/cuda/cublas/index.html)
    cublasMath_t: c_uint {
        CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3,
        CUBLAS_FP32_EMULATED_BF16X9_MATH = 4, CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH = 8,
        CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16,
    }
    /// [`cublasComputeType_t`](https://docs.nvidia.com/cuda/cublas/index.html)
    cublasComputeType_t: c_uint {
        CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68,
        CUBLAS_COMPUTE_32F_PEDANTIC = 69, CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75,
        CUBLAS_COMPUTE_32F_FAST_TF32 = 77, CUBLAS_COMPUTE_32F_EMULATED_16BFX9 = 78, CUBLAS_COMPUTE_64F = 70,
        CUBLAS_COMPUTE_64F_PEDANTIC = 71, CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT = 79, CUBLAS_COMPUTE_32I = 72,
        CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    }
    /// [`cublasEmulationStrategy_t`](https://docs.nvidia.com/cuda/cublas/index.html)
    cublasEmulationStrategy_t: c_uint {
        CUBLAS_EMULATION_STRATEGY_DEFAULT = 0, CUBLAS_EMULATION_STRATEGY_PERFORMANT = 1,
        CUBLAS_EMULATION_STRATEGY_EAGER = 2,
    }
    /// [`cublasXtPinnedMemMode_t`](https://docs.nvidia.com/cuda/cublas/index.html)
    cublasXtPinnedMemMode_t: c_uint {
        CUBLASXT_PINNING_DISABLED = 0, CUBLASXT_PINNING_ENABLED = 1,
    }
    /// [`cublasXtOpType_t`](https://docs.nvidia.com/cuda/cublas/index.html)
    cublasXtOpType_t: c_uint {
        CUBLASXT_FLOAT = 0, CUBLASXT_DOUBLE = 1, CUBLASXT_COMPLEX = 2, CUBLASXT_DOUBLECOMPLEX = 3,
    }
    /// [`cublasXtBlasOp_t`](https://docs.nvidia.com/cuda/cublas/index.html)
    cublasXtBlasOp_t: c_uint {
        CUBLASXT_GEMM = 0, CUBLASXT_SYRK = 1, CUBLASXT_HERK = 2, CUBLASXT_SYMM = 3, CUBLASXT_HEMM = 4,
        CUBLASXT_TRSM = 5, CUBLASXT_SYR2K = 6, CUBLASXT_HER2K = 7, CUBLASXT_SPMM = 8, CUBLASXT_SYRKX = 9,
        CUBLASXT_HERKX = 10, CUBLASXT_TRMM = 11, CUBLASXT_ROUTINE_MAX = 12,
    }
}

