// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::{c_int, c_uint};

closed_enum! {
    "https://docs.nvidia.com/cuda/cutensor/latest/api/index.html"
    cutensorComputeType_t: c_uint {
        CUTENSOR_COMPUTE_16F = 1, CUTENSOR_COMPUTE_16BF = 1024, CUTENSOR_COMPUTE_TF32 = 4096,
        CUTENSOR_COMPUTE_3XTF32 = 8192, CUTENSOR_COMPUTE_32F = 4, CUTENSOR_COMPUTE_64F = 16, CUTENSOR_COMPUTE_8U = 64,
        CUTENSOR_COMPUTE_8I = 256, CUTENSOR_COMPUTE_32U = 128, CUTENSOR_COMPUTE_32I = 512,
    }
    cutensorMgHostDevice_t: c_int { CUTENSOR_MG_DEVICE_HOST = -1, CUTENSOR_MG_DEVICE_HOST_PINNED = -2 }
    cutensorMgAlgo_t: c_int { CUTENSORMG_ALGO_DEFAULT = -1 }
    cutensorMgContractionFindAttribute_t: c_uint { CUTENSORMG_CONTRACTION_FIND_ATTRIBUTE_MAX = 65535 }
}

