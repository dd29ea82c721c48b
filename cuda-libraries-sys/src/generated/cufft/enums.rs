// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::{c_int, c_uint};

open_enum! {
    /// [`cufftResult`](https://docs.nvidia.com/cuda/cufft/index.html)
    cufftResult: c_uint {
        CUFFT_SUCCESS = 0, CUFFT_INVALID_PLAN = 1, CUFFT_ALLOC_FAILED = 2, CUFFT_INVALID_TYPE = 3,
        CUFFT_INVALID_VALUE = 4, CUFFT_INTERNAL_ERROR = 5, CUFFT_EXEC_FAILED = 6, CUFFT_SETUP_FAILED = 7,
        CUFFT_INVALID_SIZE = 8, CUFFT_UNALIGNED_DATA = 9, CUFFT_INVALID_DEVICE = 11, CUFFT_NO_WORKSPACE = 13,
        CUFFT_NOT_IMPLEMENTED = 14, CUFFT_NOT_SUPPORTED = 16, CUFFT_MISSING_DEPENDENCY = 17, CUFFT_NVRTC_FAILURE = 18,
        CUFFT_NVJITLINK_FAILURE = 19, CUFFT_NVSHMEM_FAILURE = 20, CUFFT_INCOMPLETE_PARAMETER_LIST = 10,
        CUFFT_PARSE_ERROR = 12, CUFFT_LICENSE_ERROR = 15,
    }
    /// [`cufftType`](https://docs.nvidia.com/cuda/cufft/index.html)
    cufftType: c_uint {
        CUFFT_R2C = 42, CUFFT_C2R = 44, CUFFT_C2C = 41, CUFFT_D2Z = 106, CUFFT_Z2D = 108, CUFFT_Z2Z = 105,
    }
    /// [`cufftCompatibility`](https://docs.nvidia.com/cuda/cufft/index.html)
    cufftCompatibility: c_uint {
        CUFFT_COMPATIBILITY_FFTW_PADDING = 1,
    }
    /// [`cufftProperty`](https://docs.nvidia.com/cuda/cufft/index.html)
    cufftProperty: c_uint {
        NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT = 1, NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS = 2,
        NVFFT_PLAN_PROPERTY_INT64_BLUESTEIN_ONLY = 3, NVFFT_PLAN_PROPERTY_INT64_DISABLE_FMA = 4,
    }
    /// [`cudaLibXtCopyType`](https://docs.nvidia.com/cuda/cufft/index.html)
    cudaLibXtCopyType: c_uint {
        LIB_XT_COPY_HOST_TO_DEVICE = 0, LIB_XT_COPY_DEVICE_TO_HOST = 1, LIB_XT_COPY_DEVICE_TO_DEVICE = 2,
    }
    /// [`libFormat`](https://docs.nvidia.com/cuda/cufft/index.html)
    libFormat: c_uint {
        LIB_FORMAT_CUFFT = 0, LIB_FORMAT_UNDEFINED = 1,
    }
    /// [`cufftXtSubFormat`](https://docs.nvidia.com/cuda/cufft/index.html)
    cufftXtSubFormat: c_uint {
        CUFFT_XT_FORMAT_INPUT = 0, CUFFT_XT_FORMAT_OUTPUT = 1, CUFFT_XT_FORMAT_INPLACE = 2,
        CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3, CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4,
        CUFFT_XT_FORMAT_DISTRIBUTED_INPUT = 5, CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT = 6, CUFFT_FORMAT_UNDEFINED = 7,
    }
    /// [`cufftXtCopyType`](https://docs.nvidia.com/cuda/cufft/index.html)
    cufftXtCopyType: c_uint {
        CUFFT_COPY_HOST_TO_DEVICE = 0, CUFFT_COPY_DEVICE_TO_HOST = 1, CUFFT_COPY_DEVICE_TO_DEVICE = 2,
        CUFFT_COPY_UNDEFINED = 3,
    }
    /// [`cufftXtQueryType`](https://docs.nvidia.com/cuda/cufft/index.html)
    cufftXtQueryType: c_uint {
        CUFFT_QUERY_1D_FACTORS = 0, CUFFT_QUERY_UNDEFINED = 1,
    }
    /// [`cufftXtWorkAreaPolicy`](https://docs.nvidia.com/cuda/cufft/index.html)
    cufftXtWorkAreaPolicy: c_uint {
        CUFFT_WORKAREA_MINIMAL = 0, CUFFT_WORKAREA_USER = 1, CUFFT_WORKAREA_PERFORMANCE = 2,
    }
    /// [`cufftXtCallbackType`](https://docs.nvidia.com/cuda/cufft/index.html)
    cufftXtCallbackType: c_uint {
        CUFFT_CB_LD_COMPLEX = 0, CUFFT_CB_LD_COMPLEX_DOUBLE = 1, CUFFT_CB_LD_REAL = 2, CUFFT_CB_LD_REAL_DOUBLE = 3,
        CUFFT_CB_ST_COMPLEX = 4, CUFFT_CB_ST_COMPLEX_DOUBLE = 5, CUFFT_CB_ST_REAL = 6, CUFFT_CB_ST_REAL_DOUBLE = 7,
        CUFFT_CB_UNDEFINED = 8,
    }
}

