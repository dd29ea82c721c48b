// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::{c_int, c_uint};

open_enum! {
    "https://docs.nvidia.com/cuda/nvjpeg2000/index.html"
    nvjpeg2kColorSpace_t: c_int {
        NVJPEG2K_COLORSPACE_NOT_SUPPORTED = -1, NVJPEG2K_COLORSPACE_UNKNOWN = 0, NVJPEG2K_COLORSPACE_SRGB = 1,
        NVJPEG2K_COLORSPACE_GRAY = 2, NVJPEG2K_COLORSPACE_SYCC = 3,
    }
    nvjpeg2kNLTType_t: c_uint { NVJPEG2K_NLT_NONE = 0, NVJPEG2K_NLT_TYPE3 = 3 }
    nvjpeg2kImageType_t: c_uint {
        NVJPEG2K_UINT8 = 0, NVJPEG2K_UINT16 = 1, NVJPEG2K_INT16 = 2, NVJPEG2K_FP16 = 3, NVJPEG2K_FP32 = 4,
    }
    nvjpeg2kProgOrder_t: c_uint {
        NVJPEG2K_LRCP = 0, NVJPEG2K_RLCP = 1, NVJPEG2K_RPCL = 2, NVJPEG2K_PCRL = 3, NVJPEG2K_CPRL = 4,
    }
    nvjpeg2kBitstreamType_t: c_uint { NVJPEG2K_STREAM_J2K = 0, NVJPEG2K_STREAM_JP2 = 1 }
}

closed_enum! {
    "https://docs.nvidia.com/cuda/nvjpeg2000/index.html"
    nvjpeg2kBackend_t: c_uint { NVJPEG2K_BACKEND_DEFAULT = 0 }
    nvjpeg2kImageFormat_t: c_uint { NVJPEG2K_FORMAT_PLANAR = 0, NVJPEG2K_FORMAT_INTERLEAVED = 1 }
    nvjpeg2kQualityType_t: c_uint {
        NVJPEG2K_QUALITY_TYPE_TARGET_PSNR = 0, NVJPEG2K_QUALITY_TYPE_QUANTIZATION_STEP = 1,
        NVJPEG2K_QUALITY_TYPE_Q_FACTOR = 2,
    }
    nvjpeg2kProgOrder: c_uint {
        NVJPEG2K_LRCP = 0, NVJPEG2K_RLCP = 1, NVJPEG2K_RPCL = 2, NVJPEG2K_PCRL = 3, NVJPEG2K_CPRL = 4,
    }
    nvjpeg2kBitstreamType: c_uint { NVJPEG2K_STREAM_J2K = 0, NVJPEG2K_STREAM_JP2 = 1 }
}

result_enum! {
    "https://docs.nvidia.com/cuda/nvjpeg2000/index.html"
    nvjpeg2kStatus_t: c_uint {
        NVJPEG2K_STATUS_SUCCESS = 0, NVJPEG2K_STATUS_NOT_INITIALIZED = 1, NVJPEG2K_STATUS_INVALID_PARAMETER = 2,
        NVJPEG2K_STATUS_BAD_JPEG = 3, NVJPEG2K_STATUS_JPEG_NOT_SUPPORTED = 4, NVJPEG2K_STATUS_ALLOCATOR_FAILURE = 5,
        NVJPEG2K_STATUS_EXECUTION_FAILED = 6, NVJPEG2K_STATUS_ARCH_MISMATCH = 7, NVJPEG2K_STATUS_INTERNAL_ERROR = 8,
        NVJPEG2K_STATUS_IMPLEMENTATION_NOT_SUPPORTED = 9,
    }
}

