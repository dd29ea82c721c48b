// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::{c_int, c_uint};

open_enum! {
    /// [`cutensorOperator_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
    cutensorOperator_t: c_uint {
        CUTENSOR_OP_IDENTITY = 1, CUTENSOR_OP_SQRT = 2, CUTENSOR_OP_RELU = 8, CUTENSOR_OP_CONJ = 9,
        CUTENSOR_OP_RCP = 10, CUTENSOR_OP_SIGMOID = 11, CUTENSOR_OP_TANH = 12, CUTENSOR_OP_EXP = 22,
        CUTENSOR_OP_LOG = 23, CUTENSOR_OP_ABS = 24, CUTENSOR_OP_NEG = 25, CUTENSOR_OP_SIN = 26, CUTENSOR_OP_COS = 27,
        CUTENSOR_OP_TAN = 28, CUTENSOR_OP_SINH = 29, CUTENSOR_OP_COSH = 30, CUTENSOR_OP_ASIN = 31,
        CUTENSOR_OP_ACOS = 32, CUTENSOR_OP_ATAN = 33, CUTENSOR_OP_ASINH = 34, CUTENSOR_OP_ACOSH = 35,
        CUTENSOR_OP_ATANH = 36, CUTENSOR_OP_CEIL = 37, CUTENSOR_OP_FLOOR = 38, CUTENSOR_OP_MISH = 39,
        CUTENSOR_OP_SWISH = 40, CUTENSOR_OP_SOFT_PLUS = 41, CUTENSOR_OP_SOFT_SIGN = 42, CUTENSOR_OP_ADD = 3,
        CUTENSOR_OP_MUL = 5, CUTENSOR_OP_MAX = 6, CUTENSOR_OP_MIN = 7, CUTENSOR_OP_UNKNOWN = 126,
    }
    /// [`cutensorStatus_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
    cutensorStatus_t: c_uint {
        CUTENSOR_STATUS_SUCCESS = 0, CUTENSOR_STATUS_NOT_INITIALIZED = 1, CUTENSOR_STATUS_ALLOC_FAILED = 3,
        CUTENSOR_STATUS_INVALID_VALUE = 7, CUTENSOR_STATUS_ARCH_MISMATCH = 8, CUTENSOR_STATUS_MAPPING_ERROR = 11,
        CUTENSOR_STATUS_EXECUTION_FAILED = 13, CUTENSOR_STATUS_INTERNAL_ERROR = 14, CUTENSOR_STATUS_NOT_SUPPORTED = 15,
        CUTENSOR_STATUS_LICENSE_ERROR = 16, CUTENSOR_STATUS_CUBLAS_ERROR = 17, CUTENSOR_STATUS_CUDA_ERROR = 18,
        CUTENSOR_STATUS_INSUFFICIENT_WORKSPACE = 19, CUTENSOR_STATUS_INSUFFICIENT_DRIVER = 20,
        CUTENSOR_STATUS_IO_ERROR = 21,
    }
    /// [`cutensorAlgo_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
    cutensorAlgo_t: c_int {
        CUTENSOR_ALGO_DEFAULT_PATIENT = -6, CUTENSOR_ALGO_GETT = -4, CUTENSOR_ALGO_TGETT = -3, CUTENSOR_ALGO_TTGT = -2,
        CUTENSOR_ALGO_DEFAULT = -1,
    }
    /// [`cutensorWorksizePreference_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
    cutensorWorksizePreference_t: c_uint {
        CUTENSOR_WORKSPACE_MIN = 1, CUTENSOR_WORKSPACE_DEFAULT = 2, CUTENSOR_WORKSPACE_MAX = 3,
    }
    /// [`cutensorOperationDescriptorAttribute_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
    cutensorOperationDescriptorAttribute_t: c_uint {
        CUTENSOR_OPERATION_DESCRIPTOR_TAG = 0, CUTENSOR_OPERATION_DESCRIPTOR_SCALAR_TYPE = 1,
        CUTENSOR_OPERATION_DESCRIPTOR_FLOPS = 2, CUTENSOR_OPERATION_DESCRIPTOR_MOVED_BYTES = 3,
        CUTENSOR_OPERATION_DESCRIPTOR_PADDING_LEFT = 4, CUTENSOR_OPERATION_DESCRIPTOR_PADDING_RIGHT = 5,
        CUTENSOR_OPERATION_DESCRIPTOR_PADDING_VALUE = 6, CUTENSOR_OPERATION_DESCRIPTOR_BLOCKSPARSE_REPRODUCIBLE = 14,
    }
    /// [`cutensorPlanPreferenceAttribute_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
    cutensorPlanPreferenceAttribute_t: c_uint {
        CUTENSOR_PLAN_PREFERENCE_AUTOTUNE_MODE = 0, CUTENSOR_PLAN_PREFERENCE_CACHE_MODE = 1,
        CUTENSOR_PLAN_PREFERENCE_INCREMENTAL_COUNT = 2, CUTENSOR_PLAN_PREFERENCE_ALGO = 3,
        CUTENSOR_PLAN_PREFERENCE_KERNEL_RANK = 4, CUTENSOR_PLAN_PREFERENCE_JIT = 5,
        CUTENSOR_PLAN_PREFERENCE_GPU_ARCH = 6,
    }
    /// [`cutensorAutotuneMode_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
    cutensorAutotuneMode_t: c_uint {
        CUTENSOR_AUTOTUNE_MODE_NONE = 0, CUTENSOR_AUTOTUNE_MODE_INCREMENTAL = 1,
    }
    /// [`cutensorJitMode_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
    cutensorJitMode_t: c_uint {
        CUTENSOR_JIT_MODE_NONE = 0, CUTENSOR_JIT_MODE_DEFAULT = 1,
    }
    /// [`cutensorCacheMode_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
    cutensorCacheMode_t: c_uint {
        CUTENSOR_CACHE_MODE_NONE = 0, CUTENSOR_CACHE_MODE_PEDANTIC = 1,
    }
    /// [`cutensorPlanAttribute_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
    cutensorPlanAttribute_t: c_uint {
        CUTENSOR_PLAN_REQUIRED_WORKSPACE = 0,
    }
    /// [`cutensorDataType_t`](https://docs.nvidia.com/cuda/cutensor/latest/api/index.html)
    cutensorDataType_t: c_uint {
        CUTENSOR_R_16F = 2, CUTENSOR_C_16F = 6, CUTENSOR_R_16BF = 14, CUTENSOR_C_16BF = 15, CUTENSOR_R_32F = 0,
        CUTENSOR_C_32F = 4, CUTENSOR_R_64F = 1, CUTENSOR_C_64F = 5, CUTENSOR_R_4I = 16, CUTENSOR_C_4I = 17,
        CUTENSOR_R_4U = 18, CUTENSOR_C_4U = 19, CUTENSOR_R_8I = 3, CUTENSOR_C_8I = 7, CUTENSOR_R_8U = 8,
        CUTENSOR_C_8U = 9, CUTENSOR_R_16I = 20, CUTENSOR_C_16I = 21, CUTENSOR_R_16U = 22, CUTENSOR_C_16U = 23,
        CUTENSOR_R_32I = 10, CUTENSOR_C_32I = 11, CUTENSOR_R_32U = 12, CUTENSOR_C_32U = 13, CUTENSOR_R_64I = 24,
        CUTENSOR_C_64I = 25, CUTENSOR_R_64U = 26, CUTENSOR_C_64U = 27,
    }
}

