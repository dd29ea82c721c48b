// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use super::types::*;
use crate::shared::*;

/// Calls the macro `$then` with every function of nvJPEG2000, in the order of the table, after the tokens of `$first`.
///
/// Each is `name: since until "exported name", (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_nvjpeg2k_function {
    ($then:path $(, $($first:tt)*)?) => {
        $then! {
            $($($first)*)?
            nvjpeg2kGetCudartProperty: 0 0 "", (type_: libraryPropertyType, value: *mut c_int) -> nvjpeg2kStatus_t;
            nvjpeg2kGetProperty: 0 0 "", (type_: libraryPropertyType, value: *mut c_int) -> nvjpeg2kStatus_t;
            nvjpeg2kCreateSimple: 0 0 "", (handle: *mut nvjpeg2kHandle_t) -> nvjpeg2kStatus_t;
            nvjpeg2kCreate: 0 0 "", (backend: nvjpeg2kBackend_t, device_allocator: *mut nvjpeg2kDeviceAllocator_t, pinned_allocator: *mut nvjpeg2kPinnedAllocator_t, handle: *mut nvjpeg2kHandle_t) -> nvjpeg2kStatus_t;
            nvjpeg2kCreateV2: 0 0 "", (backend: nvjpeg2kBackend_t, dev_allocator: *mut nvjpeg2kDeviceAllocatorV2_t, pinned_allocator: *mut nvjpeg2kPinnedAllocatorV2_t, handle: *mut nvjpeg2kHandle_t) -> nvjpeg2kStatus_t;
            nvjpeg2kDestroy: 0 0 "", (handle: nvjpeg2kHandle_t) -> nvjpeg2kStatus_t;
            nvjpeg2kSetDeviceMemoryPadding: 0 0 "", (padding: usize, handle: nvjpeg2kHandle_t) -> nvjpeg2kStatus_t;
            nvjpeg2kGetDeviceMemoryPadding: 0 0 "", (padding: *mut usize, handle: nvjpeg2kHandle_t) -> nvjpeg2kStatus_t;
            nvjpeg2kSetPinnedMemoryPadding: 0 0 "", (padding: usize, handle: nvjpeg2kHandle_t) -> nvjpeg2kStatus_t;
            nvjpeg2kGetPinnedMemoryPadding: 0 0 "", (padding: *mut usize, handle: nvjpeg2kHandle_t) -> nvjpeg2kStatus_t;
            nvjpeg2kDecodeStateCreate: 0 0 "", (handle: nvjpeg2kHandle_t, decode_state: *mut nvjpeg2kDecodeState_t) -> nvjpeg2kStatus_t;
            nvjpeg2kDecodeStateDestroy: 0 0 "", (decode_state: nvjpeg2kDecodeState_t) -> nvjpeg2kStatus_t;
            nvjpeg2kStreamCreate: 0 0 "", (stream_handle: *mut nvjpeg2kStream_t) -> nvjpeg2kStatus_t;
            nvjpeg2kStreamDestroy: 0 0 "", (stream_handle: nvjpeg2kStream_t) -> nvjpeg2kStatus_t;
            nvjpeg2kStreamParse: 0 0 "", (handle: nvjpeg2kHandle_t, data: *const c_uchar, length: usize, save_metadata: c_int, save_stream: c_int, stream_handle: nvjpeg2kStream_t) -> nvjpeg2kStatus_t;
            nvjpeg2kStreamParseFile: 0 0 "", (handle: nvjpeg2kHandle_t, filename: *const c_char, stream_handle: nvjpeg2kStream_t) -> nvjpeg2kStatus_t;
            nvjpeg2kStreamGetImageInfo: 0 0 "", (stream_handle: nvjpeg2kStream_t, image_info: *mut nvjpeg2kImageInfo_t) -> nvjpeg2kStatus_t;
            nvjpeg2kStreamGetImageComponentInfo: 0 0 "", (stream_handle: nvjpeg2kStream_t, component_info: *mut nvjpeg2kImageComponentInfo_t, component_id: u32) -> nvjpeg2kStatus_t;
            nvjpeg2kStreamGetComponentNLTInfo: 1100 0 "", (stream_handle: nvjpeg2kStream_t, component_id: u32, nlt_info: *mut nvjpeg2kNLTInfo_t) -> nvjpeg2kStatus_t;
            nvjpeg2kStreamGetResolutionsInTile: 0 0 "", (stream_handle: nvjpeg2kStream_t, tile_id: u32, num_res: *mut u32) -> nvjpeg2kStatus_t;
            nvjpeg2kStreamGetTileComponentDim: 0 0 "", (stream_handle: nvjpeg2kStream_t, component_id: u32, tile_id: u32, tile_width: *mut u32, tile_height: *mut u32) -> nvjpeg2kStatus_t;
            nvjpeg2kStreamGetResolutionComponentDim: 0 0 "", (stream_handle: nvjpeg2kStream_t, component_id: u32, tile_id: u32, res_level: u32, res_width: *mut u32, res_height: *mut u32) -> nvjpeg2kStatus_t;
            nvjpeg2kStreamGetColorSpace: 0 0 "", (stream_handle: nvjpeg2kStream_t, color_space: *mut nvjpeg2kColorSpace_t) -> nvjpeg2kStatus_t;
            nvjpeg2kDecodeParamsCreate: 0 0 "", (decode_params: *mut nvjpeg2kDecodeParams_t) -> nvjpeg2kStatus_t;
            nvjpeg2kDecodeParamsDestroy: 0 0 "", (decode_params: nvjpeg2kDecodeParams_t) -> nvjpeg2kStatus_t;
            nvjpeg2kDecodeParamsSetDecodeArea: 0 0 "", (decode_params: nvjpeg2kDecodeParams_t, start_x: u32, end_x: u32, start_y: u32, end_y: u32) -> nvjpeg2kStatus_t;
            nvjpeg2kDecodeParamsSetRGBOutput: 0 0 "", (decode_params: nvjpeg2kDecodeParams_t, force_rgb: i32) -> nvjpeg2kStatus_t;
            nvjpeg2kDecodeParamsSetOutputFormat: 0 0 "", (decode_params: nvjpeg2kDecodeParams_t, format: nvjpeg2kImageFormat_t) -> nvjpeg2kStatus_t;
            nvjpeg2kDecode: 0 0 "", (handle: nvjpeg2kHandle_t, decode_state: nvjpeg2kDecodeState_t, jpeg2k_stream: nvjpeg2kStream_t, decode_output: *mut nvjpeg2kImage_t, stream: cudaStream_t) -> nvjpeg2kStatus_t;
            nvjpeg2kDecodeImage: 0 0 "", (handle: nvjpeg2kHandle_t, decode_state: nvjpeg2kDecodeState_t, jpeg2k_stream: nvjpeg2kStream_t, decode_params: nvjpeg2kDecodeParams_t, decode_output: *mut nvjpeg2kImage_t, stream: cudaStream_t) -> nvjpeg2kStatus_t;
            nvjpeg2kDecodeTile: 0 0 "", (handle: nvjpeg2kHandle_t, decode_state: nvjpeg2kDecodeState_t, jpeg2k_stream: nvjpeg2kStream_t, decode_params: nvjpeg2kDecodeParams_t, tile_id: u32, num_res_levels: u32, decode_output: *mut nvjpeg2kImage_t, stream: cudaStream_t) -> nvjpeg2kStatus_t;
            nvjpeg2kEncoderCreateSimple: 0 0 "", (enc_handle: *mut nvjpeg2kEncoder_t) -> nvjpeg2kStatus_t;
            nvjpeg2kEncoderDestroy: 0 0 "", (enc_handle: nvjpeg2kEncoder_t) -> nvjpeg2kStatus_t;
            nvjpeg2kEncodeStateCreate: 0 0 "", (enc_handle: nvjpeg2kEncoder_t, encode_state: *mut nvjpeg2kEncodeState_t) -> nvjpeg2kStatus_t;
            nvjpeg2kEncodeStateDestroy: 0 0 "", (encode_state: nvjpeg2kEncodeState_t) -> nvjpeg2kStatus_t;
            nvjpeg2kEncodeParamsCreate: 0 0 "", (encode_params: *mut nvjpeg2kEncodeParams_t) -> nvjpeg2kStatus_t;
            nvjpeg2kEncodeParamsDestroy: 0 0 "", (encode_params: nvjpeg2kEncodeParams_t) -> nvjpeg2kStatus_t;
            nvjpeg2kEncodeParamsSetEncodeConfig: 0 0 "", (encode_params: nvjpeg2kEncodeParams_t, encoder_config: *mut nvjpeg2kEncodeConfig_t) -> nvjpeg2kStatus_t;
            nvjpeg2kEncodeParamsSpecifyQuality: 900 0 "", (encode_params: nvjpeg2kEncodeParams_t, quality_type: nvjpeg2kQualityType_t, quality_value: f64) -> nvjpeg2kStatus_t;
            nvjpeg2kEncodeParamsSetInputFormat: 0 0 "", (encode_params: nvjpeg2kEncodeParams_t, format: nvjpeg2kImageFormat_t) -> nvjpeg2kStatus_t;
            nvjpeg2kEncodeParamsSetNLTInfo: 1100 0 "", (encode_params: nvjpeg2kEncodeParams_t, nlt_info: *const nvjpeg2kNLTInfo_t, num_components: u32) -> nvjpeg2kStatus_t;
            nvjpeg2kEncode: 0 0 "", (enc_handle: nvjpeg2kEncoder_t, encode_state: nvjpeg2kEncodeState_t, encode_params: nvjpeg2kEncodeParams_t, input_image: *const nvjpeg2kImage_t, stream: cudaStream_t) -> nvjpeg2kStatus_t;
            nvjpeg2kEncodeRetrieveBitstream: 0 0 "", (enc_handle: nvjpeg2kEncoder_t, encode_state: nvjpeg2kEncodeState_t, compressed_data: *mut c_uchar, length: *mut usize, stream: cudaStream_t) -> nvjpeg2kStatus_t;
            nvjpeg2kEncodeParamsSetQuality: 0 1000 "", (encode_params: nvjpeg2kEncodeParams_t, target_psnr: f64) -> nvjpeg2kStatus_t;
        }
    };
}

for_each_nvjpeg2k_function! {
    library,
    "nvJPEG2000" NVJPEG2K Nvjpeg2kTable nvjpeg2kStatus_t NVJPEG2K_STATUS_SUCCESS "https://docs.nvidia.com/cuda/nvjpeg2000/index.html"
    required ["nvjpeg2kCreateSimple", "nvjpeg2kDecode", "nvjpeg2kGetProperty"] numbered [] version property (nvjpeg2kGetProperty 10000 100 1)
}
