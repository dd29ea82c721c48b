// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

aliases! {
    "https://docs.nvidia.com/cuda/nvjpeg/index.html"
    tDevMalloc = Option<unsafe extern "C" fn(arg1: *mut *mut c_void, arg2: usize) -> c_int>;
    tDevFree = Option<unsafe extern "C" fn(arg1: *mut c_void) -> c_int>;
    tPinnedMalloc = Option<unsafe extern "C" fn(arg1: *mut *mut c_void, arg2: usize, flags: c_uint) -> c_int>;
    tPinnedFree = Option<unsafe extern "C" fn(arg1: *mut c_void) -> c_int>;
    tDevMallocV2 = Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut *mut c_void, size: usize, stream: cudaStream_t) -> c_int>;
    tDevFreeV2 = Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut c_void, size: usize, stream: cudaStream_t) -> c_int>;
    tPinnedMallocV2 = Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut *mut c_void, size: usize, stream: cudaStream_t) -> c_int>;
    tPinnedFreeV2 = Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut c_void, size: usize, stream: cudaStream_t) -> c_int>;
    nvjpegHandle_t = *mut nvjpegHandle; nvjpegJpegState_t = *mut nvjpegJpegState;
    nvjpegEncoderState_t = *mut nvjpegEncoderState; nvjpegEncoderParams_t = *mut nvjpegEncoderParams;
    nvjpegBufferPinned_t = *mut nvjpegBufferPinned; nvjpegBufferDevice_t = *mut nvjpegBufferDevice;
    nvjpegJpegStream_t = *mut nvjpegJpegStream; nvjpegDecodeParams_t = *mut nvjpegDecodeParams;
    nvjpegJpegDecoder_t = *mut nvjpegJpegDecoder;
}

structs! {
    "https://docs.nvidia.com/cuda/nvjpeg/index.html"
    #[derive(Debug)] pub struct nvjpegImage_t { pub channel: [*mut c_uchar; 4usize], pub pitch: [usize; 4usize] }
    #[derive(Debug)] pub struct nvjpegDevAllocator_t { pub dev_malloc: tDevMalloc, pub dev_free: tDevFree }
    #[derive(Debug)] pub struct nvjpegPinnedAllocator_t {
        pub pinned_malloc: tPinnedMalloc, pub pinned_free: tPinnedFree,
    }
    #[derive(Debug)] pub struct nvjpegDevAllocatorV2_t {
        pub dev_malloc: tDevMallocV2, pub dev_free: tDevFreeV2, pub dev_ctx: *mut c_void,
    }
    #[derive(Debug)] pub struct nvjpegPinnedAllocatorV2_t {
        pub pinned_malloc: tPinnedMallocV2, pub pinned_free: tPinnedFreeV2, pub pinned_ctx: *mut c_void,
    }
}

opaque! {
    nvjpegHandle, nvjpegJpegState, nvjpegEncoderState, nvjpegEncoderParams, nvjpegBufferPinned, nvjpegBufferDevice,
    nvjpegJpegStream, nvjpegDecodeParams, nvjpegJpegDecoder,
}
