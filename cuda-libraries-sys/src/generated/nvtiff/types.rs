// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

aliases! {
    "https://docs.nvidia.com/cuda/nvtiff/index.html"
    nvtiffEncoder_t = *mut nvtiffEncoder; nvtiffEncodeParams_t = *mut nvtiffEncodeParams;
    nvtiffDeviceMallocAsync = Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut *mut c_void, size: usize, stream: cudaStream_t) -> c_int>;
    nvtiffDeviceFreeAsync = Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut c_void, size: usize, stream: cudaStream_t) -> c_int>;
    nvtiffPinnedMallocAsync = Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut *mut c_void, size: usize, stream: cudaStream_t) -> c_int>;
    nvtiffPinnedFreeAsync = Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut c_void, size: usize, stream: cudaStream_t) -> c_int>;
    nvtiffDecoder_t = *mut nvtiffDecoder; nvtiffStream_t = *mut nvtiffStream; nvtiffImageType_t = u32;
    nvtiffDecodeParams_t = *mut nvtiffDecodeParams;
}

structs! {
    "https://docs.nvidia.com/cuda/nvtiff/index.html"
    #[derive(Debug)] pub struct nvtiffDeviceAllocator_t {
        pub device_malloc: nvtiffDeviceMallocAsync, pub device_free: nvtiffDeviceFreeAsync,
        pub device_ctx: *mut c_void,
    }
    #[derive(Debug)] pub struct nvtiffPinnedAllocator_t {
        pub pinned_malloc: nvtiffPinnedMallocAsync, pub pinned_free: nvtiffPinnedFreeAsync,
        pub pinned_ctx: *mut c_void,
    }
    #[derive(Debug)] pub struct nvtiffImageInfo_t {
        pub image_type: nvtiffImageType_t, pub image_width: u32, pub image_height: u32,
        pub compression: nvtiffCompression_t, pub photometric_int: nvtiffPhotometricInt_t,
        pub planar_config: nvtiffPlanarConfig_t, pub samples_per_pixel: u16, pub bits_per_pixel: u16,
        pub bits_per_sample: [u16; 16usize], pub sample_format: [nvtiffSampleFormat_t; 16usize],
    }
    #[derive(Debug)] pub struct nvtiffImageGeometry_t {
        pub type_: nvtiffImageGeometryType_t, pub image_depth: u32, pub strile_width: u32, pub strile_height: u32,
        pub strile_depth: u32, pub num_striles_per_plane: u32, pub num_striles: u32,
    }
    #[derive(Debug)] pub struct nvtiffJpegEncodeOptions_t {
        pub quality: c_int, pub optimized_huffman: c_int, pub chroma_subsampling: nvtiffJpegChromaSubsampling_t,
    }
    #[derive(Debug)] pub struct nvtiffImage_t {
        pub plane_data: *mut *mut c_void, pub plane_pitch_bytes: *mut usize, pub num_planes: u32,
        #[doc(hidden)] pub _padding_after_num_planes: [u8; 4usize],
    }
    #[derive(Debug)] pub struct nvtiffDecodeRegion_t {
        pub ifd_offset: usize, pub offset_x: i32, pub offset_y: i32, pub width: u32, pub height: u32,
    }
    #[derive(Debug)] pub struct nvtiffStreamHeader_t {
        pub variant: nvtiffVariant_t, #[doc(hidden)] pub _padding_after_variant: [u8; 4usize],
        pub first_ifd_offset: usize,
    }
}

opaque! {
    nvtiffEncoder, nvtiffEncodeParams, nvtiffDecoder, nvtiffStream, nvtiffDecodeParams,
}
