// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

aliases! {
    "https://docs.nvidia.com/cuda/nvjpeg2000/index.html"
    nvjpeg2kDeviceMalloc = Option<unsafe extern "C" fn(arg1: *mut *mut c_void, arg2: usize) -> c_int>;
    nvjpeg2kDeviceFree = Option<unsafe extern "C" fn(arg1: *mut c_void) -> c_int>;
    nvjpeg2kPinnedMalloc = Option<unsafe extern "C" fn(arg1: *mut *mut c_void, arg2: usize, flags: c_uint) -> c_int>;
    nvjpeg2kPinnedFree = Option<unsafe extern "C" fn(arg1: *mut c_void) -> c_int>;
    nvjpeg2kDeviceMallocV2 = Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut *mut c_void, size: usize, stream: cudaStream_t) -> c_int>;
    nvjpeg2kDeviceFreeV2 = Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut c_void, size: usize, stream: cudaStream_t) -> c_int>;
    nvjpeg2kPinnedMallocV2 = Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut *mut c_void, size: usize, stream: cudaStream_t) -> c_int>;
    nvjpeg2kPinnedFreeV2 = Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut c_void, size: usize, stream: cudaStream_t) -> c_int>;
    nvjpeg2kHandle_t = *mut nvjpeg2kHandle; nvjpeg2kDecodeState_t = *mut nvjpeg2kDecodeState;
    nvjpeg2kStream_t = *mut nvjpeg2kStream; nvjpeg2kDecodeParams_t = *mut nvjpeg2kDecodeParams;
    nvjpeg2kEncoder_t = *mut nvjpeg2kEncoder; nvjpeg2kEncodeState_t = *mut nvjpeg2kEncodeState;
    nvjpeg2kEncodeParams_t = *mut nvjpeg2kEncodeParams;
}

structs! {
    "https://docs.nvidia.com/cuda/nvjpeg2000/index.html"
    #[derive(Debug)] pub struct nvjpeg2kDeviceAllocator_t {
        pub device_malloc: nvjpeg2kDeviceMalloc, pub device_free: nvjpeg2kDeviceFree,
    }
    #[derive(Debug)] pub struct nvjpeg2kPinnedAllocator_t {
        pub pinned_malloc: nvjpeg2kPinnedMalloc, pub pinned_free: nvjpeg2kPinnedFree,
    }
    #[derive(Debug)] pub struct nvjpeg2kPinnedAllocatorV2_t {
        pub pinned_malloc: nvjpeg2kPinnedMallocV2, pub pinned_free: nvjpeg2kPinnedFreeV2, pub pinned_ctx: *mut c_void,
    }
    #[derive(Debug)] pub struct nvjpeg2kDeviceAllocatorV2_t {
        pub device_malloc: nvjpeg2kDeviceMallocV2, pub device_free: nvjpeg2kDeviceFreeV2, pub device_ctx: *mut c_void,
    }
    #[derive(Debug)] pub struct nvjpeg2kImageComponentInfo_t {
        pub component_width: u32, pub component_height: u32, pub precision: u8, pub sgn: u8,
        #[doc(hidden)] pub _padding_after_sgn: [u8; 2usize],
    }
    #[derive(Debug)] pub struct nvjpeg2kNLTInfo_t {
        pub type_: nvjpeg2kNLTType_t, pub bit_depth: u8, #[doc(hidden)] pub _padding_after_bit_depth: [u8; 3usize],
    }
    #[derive(Debug)] pub struct nvjpeg2kImageInfo_t {
        pub image_width: u32, pub image_height: u32, pub tile_width: u32, pub tile_height: u32, pub num_tiles_x: u32,
        pub num_tiles_y: u32, pub num_components: u32,
    }
    #[derive(Debug)] pub struct nvjpeg2kImage_t {
        pub pixel_data: *mut *mut c_void, pub pitch_in_bytes: *mut usize, pub pixel_type: nvjpeg2kImageType_t,
        pub num_components: u32,
    }
    #[derive(Debug)] pub struct nvjpeg2kEncodeConfig_t {
        pub stream_type: nvjpeg2kBitstreamType_t, pub color_space: nvjpeg2kColorSpace_t, pub rsiz: u16,
        #[doc(hidden)] pub _padding_after_rsiz: [u8; 2usize], pub image_width: u32, pub image_height: u32,
        pub enable_tiling: u32, pub tile_width: u32, pub tile_height: u32, pub num_components: u32,
        #[doc(hidden)] pub _padding_after_num_components: [u8; 4usize],
        pub image_comp_info: *mut nvjpeg2kImageComponentInfo_t, pub enable_SOP_marker: u32, pub enable_EPH_marker: u32,
        pub prog_order: nvjpeg2kProgOrder_t, pub num_layers: u32, pub mct_mode: u32, pub num_resolutions: u32,
        pub code_block_w: u32, pub code_block_h: u32, pub encode_modes: u32, pub irreversible: u32,
        pub num_precincts_init: u32, pub precinct_width: [u32; 33usize], pub precinct_height: [u32; 33usize],
        #[doc(hidden)] pub _padding_after_precinct_height: [u8; 4usize],
    }
}

opaque! {
    nvjpeg2kHandle, nvjpeg2kDecodeState, nvjpeg2kStream, nvjpeg2kDecodeParams, nvjpeg2kEncoder, nvjpeg2kEncodeState,
    nvjpeg2kEncodeParams,
}
