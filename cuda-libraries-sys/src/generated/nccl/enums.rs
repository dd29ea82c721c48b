// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::{c_int, c_uint};

open_enum! {
    "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/api.html"
    ncclRedOp_t: c_uint {
        ncclSum = 0, ncclProd = 1, ncclMax = 2, ncclMin = 3, ncclAvg = 4, ncclNumOps = 5, ncclMaxRedOp = 2147483647,
    }
}

closed_enum! {
    "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/api.html"
    ncclHostCftMode_t: c_int {
        ncclHostCftDefault = -2147483648, ncclHostCftEnable = 1, ncclHostCftDisable = 2, ncclHostCftFallback = 3,
    }
    ncclNvlsHostMode_t: c_int {
        ncclNvlsHostModeDefault = -2147483648, ncclNvlsHostModeEnable = 0, ncclNvlsHostModeDisableTransport = 1,
        ncclNvlsHostModeDisableSymmetricMultimem = 2, ncclNvlsHostModeDisable = 2147483647,
    }
    ncclCommMemStat_t: c_uint {
        ncclStatGpuMemSuspend = 0, ncclStatGpuMemSuspended = 1, ncclStatGpuMemPersist = 2, ncclStatGpuMemTotal = 3,
    }
    ncclRedOp_dummy_t: c_uint { ncclNumOps_dummy = 5 }
    ncclDataType_t: c_uint {
        ncclInt8 = 0, ncclUint8 = 1, ncclInt32 = 2, ncclUint32 = 3, ncclInt64 = 4, ncclUint64 = 5, ncclFloat16 = 6,
        ncclFloat32 = 7, ncclFloat64 = 8, ncclBfloat16 = 9, ncclFloat8e4m3 = 10, ncclFloat8e5m2 = 11,
        ncclNumTypes = 12;
        ncclChar = 0, ncclInt = 2, ncclHalf = 6, ncclFloat = 7, ncclDouble = 8
    }
    ncclScalarResidence_t: c_uint { ncclScalarDevice = 0, ncclScalarHostImmediate = 1 }
    ncclEncryptionMode_t: c_uint { NCCL_ENCRYPTION_MODE_NONE = 0, NCCL_ENCRYPTION_MODE_PSK = 1 }
}

result_enum! {
    "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/api.html"
    ncclResult_t: c_uint {
        ncclSuccess = 0, ncclUnhandledCudaError = 1, ncclSystemError = 2, ncclInternalError = 3,
        ncclInvalidArgument = 4, ncclInvalidUsage = 5, ncclRemoteError = 6, ncclInProgress = 7, ncclTimeout = 8,
        ncclNumResults = 9,
    }
}

