// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::{c_int, c_uint};

open_enum! {
    /// [`curandStatus_t`](https://docs.nvidia.com/cuda/curand/index.html)
    curandStatus_t: c_uint {
        CURAND_STATUS_SUCCESS = 0,
        CURAND_STATUS_VERSION_MISMATCH = 100,
        CURAND_STATUS_NOT_INITIALIZED = 101,
        CURAND_STATUS_ALLOCATION_FAILED = 102,
        CURAND_STATUS_TYPE_ERROR = 103,
        CURAND_STATUS_OUT_OF_RANGE = 104,
        CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
        CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
        CURAND_STATUS_LAUNCH_FAILURE = 201,
        CURAND_STATUS_PREEXISTING_FAILURE = 202,
        CURAND_STATUS_INITIALIZATION_FAILED = 203,
        CURAND_STATUS_ARCH_MISMATCH = 204,
        CURAND_STATUS_INTERNAL_ERROR = 999,
    }
    /// [`curandRngType_t`](https://docs.nvidia.com/cuda/curand/index.html)
    curandRngType_t: c_uint {
        CURAND_RNG_TEST = 0,
        CURAND_RNG_PSEUDO_DEFAULT = 100,
        CURAND_RNG_PSEUDO_XORWOW = 101,
        CURAND_RNG_PSEUDO_MRG32K3A = 121,
        CURAND_RNG_PSEUDO_MTGP32 = 141,
        CURAND_RNG_PSEUDO_MT19937 = 142,
        CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
        CURAND_RNG_QUASI_DEFAULT = 200,
        CURAND_RNG_QUASI_SOBOL32 = 201,
        CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
        CURAND_RNG_QUASI_SOBOL64 = 203,
        CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204,
    }
    /// [`curandOrdering_t`](https://docs.nvidia.com/cuda/curand/index.html)
    curandOrdering_t: c_uint {
        CURAND_ORDERING_PSEUDO_BEST = 100,
        CURAND_ORDERING_PSEUDO_DEFAULT = 101,
        CURAND_ORDERING_PSEUDO_SEEDED = 102,
        CURAND_ORDERING_PSEUDO_LEGACY = 103,
        CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
        CURAND_ORDERING_QUASI_DEFAULT = 201,
    }
    /// [`curandDirectionVectorSet_t`](https://docs.nvidia.com/cuda/curand/index.html)
    curandDirectionVectorSet_t: c_uint {
        CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
        CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
        CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
        CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104,
    }
    /// [`curandMethod_t`](https://docs.nvidia.com/cuda/curand/index.html)
    curandMethod_t: c_uint {
        CURAND_CHOOSE_BEST = 0,
        CURAND_ITR = 1,
        CURAND_KNUTH = 2,
        CURAND_HITR = 3,
        CURAND_M1 = 4,
        CURAND_M2 = 5,
        CURAND_BINARY_SEARCH = 6,
        CURAND_DISCRETE_GAUSS = 7,
        CURAND_REJECTION = 8,
        CURAND_DEVICE_API = 9,
        CURAND_FAST_REJECTION = 10,
        CURAND_3RD = 11,
        CURAND_DEFINITION = 12,
        CURAND_POISSON = 13,
    }
}

