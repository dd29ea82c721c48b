// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use super::types::*;
use crate::shared::*;

/// Calls the macro `$then` with every function of nvTIFF, in the order of the table, after the tokens of `$first`.
///
/// Each is `name: since until "exported name", (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_nvtiff_function {
    ($then:path $(, $($first:tt)*)?) => {
        $then! {
            $($($first)*)?
            nvtiffGetProperty: 0 0 "", (type_: libraryPropertyType, value: *mut c_int) -> nvtiffStatus_t;
            nvtiffDecodeParamsCreate: 0 0 "", (decode_params: *mut nvtiffDecodeParams_t) -> nvtiffStatus_t;
            nvtiffDecodeParamsDestroy: 0 0 "", (decode_params: nvtiffDecodeParams_t) -> nvtiffStatus_t;
            nvtiffStreamClose: 800 0 "", (tiff_stream: nvtiffStream_t) -> nvtiffStatus_t;
            nvtiffDecoderCreate: 0 0 "", (decoder: *mut nvtiffDecoder_t, device_allocator: *mut nvtiffDeviceAllocator_t, pinned_allocator: *mut nvtiffPinnedAllocator_t, stream: cudaStream_t) -> nvtiffStatus_t;
            nvtiffDecoderCreateSimple: 0 0 "", (decoder: *mut nvtiffDecoder_t, stream: cudaStream_t) -> nvtiffStatus_t;
            nvtiffDecoderDestroy: 0 0 "", (decoder: nvtiffDecoder_t, stream: cudaStream_t) -> nvtiffStatus_t;
            nvtiffStreamOpenFromFile: 800 0 "", (fname: *const c_char, tiff_stream: *mut nvtiffStream_t) -> nvtiffStatus_t;
            nvtiffStreamOpen: 800 0 "", (buffer: *const u8, buffer_size: usize, tiff_stream: *mut nvtiffStream_t) -> nvtiffStatus_t;
            nvtiffStreamGetHeader: 800 0 "", (tiff_stream: nvtiffStream_t, header: *mut nvtiffStreamHeader_t) -> nvtiffStatus_t;
            nvtiffStreamGetNextIFDOffset: 800 0 "", (tiff_stream: nvtiffStream_t, ifd_offset: usize, next_ifd_offset: *mut usize) -> nvtiffStatus_t;
            nvtiffStreamPrint: 0 0 "", (tiff_stream: nvtiffStream_t) -> nvtiffStatus_t;
            nvtiffStreamGetImageInfo: 800 0 "nvtiffStreamGetImageInfo", (tiff_stream: nvtiffStream_t, ifd_offset: usize, image_info: *mut nvtiffImageInfo_t) -> nvtiffStatus_t;
            nvtiffStreamGetImageGeometry: 800 0 "nvtiffStreamGetImageGeometry", (tiff_stream: nvtiffStream_t, ifd_offset: usize, geometry: *mut nvtiffImageGeometry_t) -> nvtiffStatus_t;
            nvtiffStreamGetGeoKeyInfo: 0 0 "", (tiff_stream: nvtiffStream_t, key: nvtiffGeoKey_t, size: *mut u32, count: *mut u32, type_: *mut nvtiffGeoKeyDataType_t) -> nvtiffStatus_t;
            nvtiffStreamGetTagInfo: 800 0 "nvtiffStreamGetTagInfo", (tiff_stream: nvtiffStream_t, ifd_offset: usize, tiff_tag: u16, tag_type: *mut nvtiffTagDataType_t, size: *mut u32, count: *mut u32) -> nvtiffStatus_t;
            nvtiffStreamGetTagValue: 800 0 "nvtiffStreamGetTagValue", (tiff_stream: nvtiffStream_t, ifd_offset: usize, tiff_tag: u16, tag_value: *mut c_void, count: u32) -> nvtiffStatus_t;
            nvtiffStreamGetNumberOfTags: 800 0 "nvtiffStreamGetNumberOfTags", (tiff_stream: nvtiffStream_t, ifd_offset: usize, tags: *mut u16, num_tags: *mut u32) -> nvtiffStatus_t;
            nvtiffStreamHasTag: 800 0 "nvtiffStreamHasTag", (tiff_stream: nvtiffStream_t, ifd_offset: usize, tag: u16, has_tag: *mut c_int) -> nvtiffStatus_t;
            nvtiffStreamGetNumberOfGeoKeys: 0 0 "", (tiff_stream: nvtiffStream_t, key: *mut nvtiffGeoKey_t, num_keys: *mut u32) -> nvtiffStatus_t;
            nvtiffStreamGetGeoKey: 0 0 "", (tiff_stream: nvtiffStream_t, key: nvtiffGeoKey_t, val: *mut c_void, count: u32) -> nvtiffStatus_t;
            nvtiffStreamGetGeoKeyASCII: 0 0 "", (tiff_stream: nvtiffStream_t, key: nvtiffGeoKey_t, str_: *mut c_char, max_len: u32) -> nvtiffStatus_t;
            nvtiffStreamGetGeoKeySHORT: 0 0 "", (tiff_stream: nvtiffStream_t, key: nvtiffGeoKey_t, val: *mut c_ushort, index: u32, count: u32) -> nvtiffStatus_t;
            nvtiffStreamGetGeoKeyDOUBLE: 0 0 "", (tiff_stream: nvtiffStream_t, key: nvtiffGeoKey_t, val: *mut f64, index: u32, count: u32) -> nvtiffStatus_t;
            nvtiffDecode: 800 0 "nvtiffDecode", (tiff_stream: nvtiffStream_t, decoder: nvtiffDecoder_t, params: nvtiffDecodeParams_t, image_out: *mut nvtiffImage_t, stream: cudaStream_t) -> nvtiffStatus_t;
            nvtiffDecodeCheckSupported: 800 0 "nvtiffDecodeCheckSupported", (tiff_stream: nvtiffStream_t, decoder: nvtiffDecoder_t, params: nvtiffDecodeParams_t, image_out: *const nvtiffImage_t) -> nvtiffStatus_t;
            nvtiffDecodeParamsSetOutputFormat: 0 0 "", (decode_params: nvtiffDecodeParams_t, format: nvtiffOutputFormat_t) -> nvtiffStatus_t;
            nvtiffDecodeParamsSetRegions: 800 0 "", (decode_params: nvtiffDecodeParams_t, regions: *const nvtiffDecodeRegion_t, count: u32) -> nvtiffStatus_t;
            nvtiffEncoderCreate: 0 0 "", (encoder: *mut nvtiffEncoder_t, device_allocator: *mut nvtiffDeviceAllocator_t, pinned_allocator: *mut nvtiffPinnedAllocator_t, stream: cudaStream_t) -> nvtiffStatus_t;
            nvtiffEncoderDestroy: 0 0 "", (encoder: nvtiffEncoder_t, stream: cudaStream_t) -> nvtiffStatus_t;
            nvtiffGetBitstreamSize: 0 0 "", (encoder: nvtiffEncoder_t, params: *mut nvtiffEncodeParams_t, num_params: u32, metadata_size: *mut usize, bitstream_size: *mut usize) -> nvtiffStatus_t;
            nvtiffWriteTiffBuffer: 0 0 "", (encoder: nvtiffEncoder_t, params: *mut nvtiffEncodeParams_t, num_params: u32, buffer: *mut u8, size: usize, stream: cudaStream_t) -> nvtiffStatus_t;
            nvtiffWriteTiffFile: 0 0 "", (encoder: nvtiffEncoder_t, params: *mut nvtiffEncodeParams_t, num_params: u32, fname: *const c_char, stream: cudaStream_t) -> nvtiffStatus_t;
            nvtiffEncode: 0 0 "", (encoder: nvtiffEncoder_t, params: *mut nvtiffEncodeParams_t, num_params: u32, stream: cudaStream_t) -> nvtiffStatus_t;
            nvtiffEncodeFinalize: 0 0 "", (encoder: nvtiffEncoder_t, params: *mut nvtiffEncodeParams_t, num_params: u32, stream: cudaStream_t) -> nvtiffStatus_t;
            nvtiffEncodeParamsCreate: 0 0 "", (params: *mut nvtiffEncodeParams_t) -> nvtiffStatus_t;
            nvtiffEncodeParamsDestroy: 0 0 "", (params: nvtiffEncodeParams_t, stream: cudaStream_t) -> nvtiffStatus_t;
            nvtiffEncodeParamsSetTiffVariant: 0 0 "", (params: nvtiffEncodeParams_t, variant: nvtiffVariant_t) -> nvtiffStatus_t;
            nvtiffEncodeParamsSetImageInfo: 0 0 "", (params: nvtiffEncodeParams_t, image_info: *const nvtiffImageInfo_t) -> nvtiffStatus_t;
            nvtiffEncodeParamsSetImageGeometry: 0 0 "", (params: nvtiffEncodeParams_t, geometry: *const nvtiffImageGeometry_t) -> nvtiffStatus_t;
            nvtiffEncodeParamsSetJpegOptions: 800 0 "", (params: nvtiffEncodeParams_t, options: *const nvtiffJpegEncodeOptions_t) -> nvtiffStatus_t;
            nvtiffEncodeParamsSetInputs: 0 0 "", (params: nvtiffEncodeParams_t, images_d: *mut *mut u8, num_images: u32) -> nvtiffStatus_t;
            nvtiffEncodeParamsSetGeoKey: 0 0 "", (params: nvtiffEncodeParams_t, key: nvtiffGeoKey_t, type_: nvtiffGeoKeyDataType_t, value: *mut c_void, value_size: u32, count: u32) -> nvtiffStatus_t;
            nvtiffEncodeParamsSetTag: 0 0 "", (params: nvtiffEncodeParams_t, tag: u16, type_: nvtiffTagDataType_t, value: *mut c_void, count: u32) -> nvtiffStatus_t;
            nvtiffEncodeParamsSetGeoKeySHORT: 0 0 "", (params: nvtiffEncodeParams_t, key: nvtiffGeoKey_t, value: u16, count: u32) -> nvtiffStatus_t;
            nvtiffEncodeParamsSetGeoKeyDOUBLE: 0 0 "", (params: nvtiffEncodeParams_t, key: nvtiffGeoKey_t, value: f64, count: u32) -> nvtiffStatus_t;
            nvtiffEncodeParamsSetGeoKeyASCII: 0 0 "", (params: nvtiffEncodeParams_t, key: nvtiffGeoKey_t, value: *const c_char, value_size: u32) -> nvtiffStatus_t;
            nvtiffStreamCreate: 0 800 "", (tiff_stream: *mut nvtiffStream_t) -> nvtiffStatus_t;
            nvtiffStreamDestroy: 0 800 "", (tiff_stream: nvtiffStream_t) -> nvtiffStatus_t;
            nvtiffStreamParseFromFile: 0 800 "", (fname: *const c_char, tiff_stream: nvtiffStream_t) -> nvtiffStatus_t;
            nvtiffStreamParse: 0 800 "", (buffer: *const u8, buffer_size: usize, tiff_stream: nvtiffStream_t) -> nvtiffStatus_t;
            nvtiffStreamParseFromFileEx: 700 800 "", (fname: *const c_char, tiff_stream: nvtiffStream_t, bitstream_offset: usize, limit_images: u32, next_bitstream_offset: *mut usize) -> nvtiffStatus_t;
            nvtiffStreamParseEx: 700 800 "", (buffer: *const u8, buffer_size: usize, tiff_stream: nvtiffStream_t, bitstream_offset: usize, limit_images: u32, next_bitstream_offset: *mut usize) -> nvtiffStatus_t;
            nvtiffStreamParseFromParentStream: 700 800 "", (parent_stream: nvtiffStream_t, offset_stream: nvtiffStream_t, bitstream_offset: usize, limit_images: u32, next_bitstream_offset: *mut usize) -> nvtiffStatus_t;
            nvtiffStreamGetBitstreamOffset: 700 800 "", (tiff_stream: nvtiffStream_t, image_id: u32, offset: *mut usize) -> nvtiffStatus_t;
            nvtiffStreamGetNumImages: 0 800 "", (tiff_stream: nvtiffStream_t, num_images: *mut u32) -> nvtiffStatus_t;
            nvtiffStreamGetImageInfo_0_7_0: 0 800 "nvtiffStreamGetImageInfo", (tiff_stream: nvtiffStream_t, image_id: u32, image_info: *mut nvtiffImageInfo_t) -> nvtiffStatus_t;
            nvtiffStreamGetImageGeometry_0_7_0: 0 800 "nvtiffStreamGetImageGeometry", (tiff_stream: nvtiffStream_t, image_id: u32, geometry: *mut nvtiffImageGeometry_t) -> nvtiffStatus_t;
            nvtiffStreamGetTagInfo_0_7_0: 0 800 "nvtiffStreamGetTagInfo", (tiff_stream: nvtiffStream_t, image_id: u32, tiff_tag: nvtiffTag_t, tag_type: *mut nvtiffTagDataType_t, size: *mut u32, count: *mut u32) -> nvtiffStatus_t;
            nvtiffStreamGetTagValue_0_7_0: 0 800 "nvtiffStreamGetTagValue", (tiff_stream: nvtiffStream_t, image_id: u32, tiff_tag: nvtiffTag_t, tag_value: *mut c_void, count: u32) -> nvtiffStatus_t;
            nvtiffStreamGetTagInfoGeneric: 0 800 "", (tiff_stream: nvtiffStream_t, image_id: u32, tiff_tag: u16, tag_type: *mut nvtiffTagDataType_t, size: *mut u32, count: *mut u32) -> nvtiffStatus_t;
            nvtiffStreamGetTagValueGeneric: 0 800 "", (tiff_stream: nvtiffStream_t, image_id: u32, tiff_tag: u16, tag_value: *mut c_void, count: u32) -> nvtiffStatus_t;
            nvtiffStreamGetNumberOfTags_0_7_0: 700 800 "nvtiffStreamGetNumberOfTags", (tiff_stream: nvtiffStream_t, image_id: u32, tags: *mut u16, num_tags: *mut u32) -> nvtiffStatus_t;
            nvtiffStreamHasTag_0_7_0: 700 800 "nvtiffStreamHasTag", (tiff_stream: nvtiffStream_t, image_id: u32, tag: u16, has_tag: *mut c_int) -> nvtiffStatus_t;
            nvtiffDecodeRange: 0 800 "", (tiff_stream: nvtiffStream_t, decoder: nvtiffDecoder_t, sub_file_start: c_uint, sub_file_num: c_uint, image_out: *mut *mut c_uchar, stream: cudaStream_t) -> nvtiffStatus_t;
            nvtiffDecode_0_7_0: 0 800 "nvtiffDecode", (tiff_stream: nvtiffStream_t, decoder: nvtiffDecoder_t, image_out: *mut *mut c_uchar, stream: cudaStream_t) -> nvtiffStatus_t;
            nvtiffDecodeImage: 0 800 "", (tiff_stream: nvtiffStream_t, decoder: nvtiffDecoder_t, params: nvtiffDecodeParams_t, image_id: u32, image_out_d: *mut c_void, stream: cudaStream_t) -> nvtiffStatus_t;
            nvtiffDecodeImageEx: 0 800 "", (tiff_stream: nvtiffStream_t, decoder: nvtiffDecoder_t, params: nvtiffDecodeParams_t, image_id: u32, image_out: *mut nvtiffImage_t, stream: cudaStream_t) -> nvtiffStatus_t;
            nvtiffDecodeCheckSupported_0_7_0: 0 800 "nvtiffDecodeCheckSupported", (tiff_stream: nvtiffStream_t, decoder: nvtiffDecoder_t, params: nvtiffDecodeParams_t, image_id: u32) -> nvtiffStatus_t;
            nvtiffDecodeParamsSetROI: 0 800 "", (decode_params: nvtiffDecodeParams_t, offset_x: i32, offset_y: i32, roi_width: i32, roi_height: i32) -> nvtiffStatus_t;
        }
    };
}

for_each_nvtiff_function! {
    library,
    "nvTIFF" NVTIFF NvtiffTable nvtiffStatus_t NVTIFF_STATUS_SUCCESS "https://docs.nvidia.com/cuda/nvtiff/index.html"
    required ["nvtiffDecoderCreate", "nvtiffDecoderDestroy", "nvtiffGetProperty"] numbered [] version property (nvtiffGetProperty 10000 100 1)
}
