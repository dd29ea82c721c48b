// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use super::types::*;
use crate::shared::*;

/// Calls the macro `$then` with every function of nvJPEG, in the order of the table, after the tokens of `$first`.
///
/// Each is `name: since until "exported name", (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_nvjpeg_function {
    ($then:path $(, $($first:tt)*)?) => {
        $then! {
            $($($first)*)?
            nvjpegGetProperty: 0 0 "", (type_: libraryPropertyType, value: *mut c_int) -> nvjpegStatus_t;
            nvjpegGetCudartProperty: 0 0 "", (type_: libraryPropertyType, value: *mut c_int) -> nvjpegStatus_t;
            nvjpegCreate: 0 0 "", (backend: nvjpegBackend_t, dev_allocator: *mut nvjpegDevAllocator_t, handle: *mut nvjpegHandle_t) -> nvjpegStatus_t;
            nvjpegCreateSimple: 0 0 "", (handle: *mut nvjpegHandle_t) -> nvjpegStatus_t;
            nvjpegCreateEx: 0 0 "", (backend: nvjpegBackend_t, dev_allocator: *mut nvjpegDevAllocator_t, pinned_allocator: *mut nvjpegPinnedAllocator_t, flags: c_uint, handle: *mut nvjpegHandle_t) -> nvjpegStatus_t;
            nvjpegCreateExV2: 0 0 "", (backend: nvjpegBackend_t, dev_allocator: *mut nvjpegDevAllocatorV2_t, pinned_allocator: *mut nvjpegPinnedAllocatorV2_t, flags: c_uint, handle: *mut nvjpegHandle_t) -> nvjpegStatus_t;
            nvjpegDestroy: 0 0 "", (handle: nvjpegHandle_t) -> nvjpegStatus_t;
            nvjpegSetDeviceMemoryPadding: 0 0 "", (padding: usize, handle: nvjpegHandle_t) -> nvjpegStatus_t;
            nvjpegGetDeviceMemoryPadding: 0 0 "", (padding: *mut usize, handle: nvjpegHandle_t) -> nvjpegStatus_t;
            nvjpegSetPinnedMemoryPadding: 0 0 "", (padding: usize, handle: nvjpegHandle_t) -> nvjpegStatus_t;
            nvjpegGetPinnedMemoryPadding: 0 0 "", (padding: *mut usize, handle: nvjpegHandle_t) -> nvjpegStatus_t;
            nvjpegGetHardwareDecoderInfo: 0 0 "", (handle: nvjpegHandle_t, num_engines: *mut c_uint, num_cores_per_engine: *mut c_uint) -> nvjpegStatus_t;
            nvjpegGetHardwareEncoderInfo: 12400 0 "", (handle: nvjpegHandle_t, num_engines: *mut c_uint) -> nvjpegStatus_t;
            nvjpegJpegStateCreate: 0 0 "", (handle: nvjpegHandle_t, jpeg_handle: *mut nvjpegJpegState_t) -> nvjpegStatus_t;
            nvjpegJpegStateDestroy: 0 0 "", (jpeg_handle: nvjpegJpegState_t) -> nvjpegStatus_t;
            nvjpegGetImageInfo: 0 0 "", (handle: nvjpegHandle_t, data: *const c_uchar, length: usize, nComponents: *mut c_int, subsampling: *mut nvjpegChromaSubsampling_t, widths: *mut c_int, heights: *mut c_int) -> nvjpegStatus_t;
            nvjpegDecode: 0 0 "", (handle: nvjpegHandle_t, jpeg_handle: nvjpegJpegState_t, data: *const c_uchar, length: usize, output_format: nvjpegOutputFormat_t, destination: *mut nvjpegImage_t, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegDecodeBatchedInitialize: 0 0 "", (handle: nvjpegHandle_t, jpeg_handle: nvjpegJpegState_t, batch_size: c_int, max_cpu_threads: c_int, output_format: nvjpegOutputFormat_t) -> nvjpegStatus_t;
            nvjpegDecodeBatched: 0 0 "", (handle: nvjpegHandle_t, jpeg_handle: nvjpegJpegState_t, data: *const *const c_uchar, lengths: *const usize, destinations: *mut nvjpegImage_t, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegDecodeBatchedPreAllocate: 0 0 "", (handle: nvjpegHandle_t, jpeg_handle: nvjpegJpegState_t, batch_size: c_int, width: c_int, height: c_int, chroma_subsampling: nvjpegChromaSubsampling_t, output_format: nvjpegOutputFormat_t) -> nvjpegStatus_t;
            nvjpegDecodeBatchedParseJpegTables: 0 0 "", (handle: nvjpegHandle_t, jpeg_handle: nvjpegJpegState_t, data: *const c_uchar, length: usize) -> nvjpegStatus_t;
            nvjpegEncoderStateCreate: 0 0 "", (handle: nvjpegHandle_t, encoder_state: *mut nvjpegEncoderState_t, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegEncoderStateCreateWithBackend: 12400 0 "", (handle: nvjpegHandle_t, encoder_state: *mut nvjpegEncoderState_t, backend: nvjpegEncBackend_t, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegEncoderStateDestroy: 0 0 "", (encoder_state: nvjpegEncoderState_t) -> nvjpegStatus_t;
            nvjpegEncoderParamsCreate: 0 0 "", (handle: nvjpegHandle_t, encoder_params: *mut nvjpegEncoderParams_t, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegEncoderParamsDestroy: 0 0 "", (encoder_params: nvjpegEncoderParams_t) -> nvjpegStatus_t;
            nvjpegEncoderParamsSetQuality: 0 0 "", (encoder_params: nvjpegEncoderParams_t, quality: c_int, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegEncoderParamsSetEncoding: 0 0 "", (encoder_params: nvjpegEncoderParams_t, etype: nvjpegJpegEncoding_t, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegEncoderParamsSetOptimizedHuffman: 0 0 "", (encoder_params: nvjpegEncoderParams_t, optimized: c_int, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegEncoderParamsSetSamplingFactors: 0 0 "", (encoder_params: nvjpegEncoderParams_t, chroma_subsampling: nvjpegChromaSubsampling_t, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegEncoderParamsSetRestartInterval: 12400 0 "", (encoder_params: nvjpegEncoderParams_t, restart_interval: c_uint, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegEncodeGetBufferSize: 0 0 "", (handle: nvjpegHandle_t, encoder_params: nvjpegEncoderParams_t, image_width: c_int, image_height: c_int, max_stream_length: *mut usize) -> nvjpegStatus_t;
            nvjpegEncodeYUV: 0 0 "", (handle: nvjpegHandle_t, encoder_state: nvjpegEncoderState_t, encoder_params: nvjpegEncoderParams_t, source: *const nvjpegImage_t, chroma_subsampling: nvjpegChromaSubsampling_t, image_width: c_int, image_height: c_int, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegEncodeImage: 0 0 "", (handle: nvjpegHandle_t, encoder_state: nvjpegEncoderState_t, encoder_params: nvjpegEncoderParams_t, source: *const nvjpegImage_t, input_format: nvjpegInputFormat_t, image_width: c_int, image_height: c_int, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegEncode: 12400 0 "", (handle: nvjpegHandle_t, encoder_state: nvjpegEncoderState_t, encoder_params: nvjpegEncoderParams_t, source: *const nvjpegImage_t, input_subsampling: nvjpegChromaSubsampling_t, input_format: nvjpegInputFormat_t, image_width: c_int, image_height: c_int, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegEncodeRetrieveBitstreamDevice: 0 0 "", (handle: nvjpegHandle_t, encoder_state: nvjpegEncoderState_t, data: *mut c_uchar, length: *mut usize, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegEncodeRetrieveBitstream: 0 0 "", (handle: nvjpegHandle_t, encoder_state: nvjpegEncoderState_t, data: *mut c_uchar, length: *mut usize, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegBufferPinnedCreate: 0 0 "", (handle: nvjpegHandle_t, pinned_allocator: *mut nvjpegPinnedAllocator_t, buffer: *mut nvjpegBufferPinned_t) -> nvjpegStatus_t;
            nvjpegBufferPinnedCreateV2: 0 0 "", (handle: nvjpegHandle_t, pinned_allocator: *mut nvjpegPinnedAllocatorV2_t, buffer: *mut nvjpegBufferPinned_t) -> nvjpegStatus_t;
            nvjpegBufferPinnedResize: 12300 0 "", (buffer: nvjpegBufferPinned_t, size: usize, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegBufferPinnedDestroy: 0 0 "", (buffer: nvjpegBufferPinned_t) -> nvjpegStatus_t;
            nvjpegBufferDeviceCreate: 0 0 "", (handle: nvjpegHandle_t, device_allocator: *mut nvjpegDevAllocator_t, buffer: *mut nvjpegBufferDevice_t) -> nvjpegStatus_t;
            nvjpegBufferDeviceCreateV2: 0 0 "", (handle: nvjpegHandle_t, device_allocator: *mut nvjpegDevAllocatorV2_t, buffer: *mut nvjpegBufferDevice_t) -> nvjpegStatus_t;
            nvjpegBufferDeviceResize: 12300 0 "", (buffer: nvjpegBufferDevice_t, size: usize, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegBufferDeviceDestroy: 0 0 "", (buffer: nvjpegBufferDevice_t) -> nvjpegStatus_t;
            nvjpegBufferPinnedRetrieve: 0 0 "", (buffer: nvjpegBufferPinned_t, size: *mut usize, ptr: *mut *mut c_void) -> nvjpegStatus_t;
            nvjpegBufferDeviceRetrieve: 0 0 "", (buffer: nvjpegBufferDevice_t, size: *mut usize, ptr: *mut *mut c_void) -> nvjpegStatus_t;
            nvjpegStateAttachPinnedBuffer: 0 0 "", (decoder_state: nvjpegJpegState_t, pinned_buffer: nvjpegBufferPinned_t) -> nvjpegStatus_t;
            nvjpegStateAttachDeviceBuffer: 0 0 "", (decoder_state: nvjpegJpegState_t, device_buffer: nvjpegBufferDevice_t) -> nvjpegStatus_t;
            nvjpegJpegStreamCreate: 0 0 "", (handle: nvjpegHandle_t, jpeg_stream: *mut nvjpegJpegStream_t) -> nvjpegStatus_t;
            nvjpegJpegStreamDestroy: 0 0 "", (jpeg_stream: nvjpegJpegStream_t) -> nvjpegStatus_t;
            nvjpegJpegStreamParse: 0 0 "", (handle: nvjpegHandle_t, data: *const c_uchar, length: usize, save_metadata: c_int, save_stream: c_int, jpeg_stream: nvjpegJpegStream_t) -> nvjpegStatus_t;
            nvjpegJpegStreamParseHeader: 0 0 "", (handle: nvjpegHandle_t, data: *const c_uchar, length: usize, jpeg_stream: nvjpegJpegStream_t) -> nvjpegStatus_t;
            nvjpegJpegStreamParseTables: 0 0 "", (handle: nvjpegHandle_t, data: *const c_uchar, length: usize, jpeg_stream: nvjpegJpegStream_t) -> nvjpegStatus_t;
            nvjpegJpegStreamGetJpegEncoding: 0 0 "", (jpeg_stream: nvjpegJpegStream_t, jpeg_encoding: *mut nvjpegJpegEncoding_t) -> nvjpegStatus_t;
            nvjpegJpegStreamGetFrameDimensions: 0 0 "", (jpeg_stream: nvjpegJpegStream_t, width: *mut c_uint, height: *mut c_uint) -> nvjpegStatus_t;
            nvjpegJpegStreamGetComponentsNum: 0 0 "", (jpeg_stream: nvjpegJpegStream_t, components_num: *mut c_uint) -> nvjpegStatus_t;
            nvjpegJpegStreamGetComponentDimensions: 0 0 "", (jpeg_stream: nvjpegJpegStream_t, component: c_uint, width: *mut c_uint, height: *mut c_uint) -> nvjpegStatus_t;
            nvjpegJpegStreamGetExifOrientation: 0 0 "", (jpeg_stream: nvjpegJpegStream_t, orientation_flag: *mut nvjpegExifOrientation_t) -> nvjpegStatus_t;
            nvjpegJpegStreamGetSamplePrecision: 12101 0 "", (jpeg_stream: nvjpegJpegStream_t, precision: *mut c_uint) -> nvjpegStatus_t;
            nvjpegJpegStreamGetChromaSubsampling: 0 0 "", (jpeg_stream: nvjpegJpegStream_t, chroma_subsampling: *mut nvjpegChromaSubsampling_t) -> nvjpegStatus_t;
            nvjpegDecodeParamsCreate: 0 0 "", (handle: nvjpegHandle_t, decode_params: *mut nvjpegDecodeParams_t) -> nvjpegStatus_t;
            nvjpegDecodeParamsDestroy: 0 0 "", (decode_params: nvjpegDecodeParams_t) -> nvjpegStatus_t;
            nvjpegDecodeParamsSetOutputFormat: 0 0 "", (decode_params: nvjpegDecodeParams_t, output_format: nvjpegOutputFormat_t) -> nvjpegStatus_t;
            nvjpegDecodeParamsSetROI: 0 0 "", (decode_params: nvjpegDecodeParams_t, offset_x: c_int, offset_y: c_int, roi_width: c_int, roi_height: c_int) -> nvjpegStatus_t;
            nvjpegDecodeParamsSetAllowCMYK: 0 0 "", (decode_params: nvjpegDecodeParams_t, allow_cmyk: c_int) -> nvjpegStatus_t;
            nvjpegDecodeParamsSetScaleFactor: 0 0 "", (decode_params: nvjpegDecodeParams_t, scale_factor: nvjpegScaleFactor_t) -> nvjpegStatus_t;
            nvjpegDecodeParamsSetExifOrientation: 0 0 "", (decode_params: nvjpegDecodeParams_t, orientation: nvjpegExifOrientation_t) -> nvjpegStatus_t;
            nvjpegDecoderCreate: 0 0 "", (nvjpeg_handle: nvjpegHandle_t, implementation: nvjpegBackend_t, decoder_handle: *mut nvjpegJpegDecoder_t) -> nvjpegStatus_t;
            nvjpegDecoderDestroy: 0 0 "", (decoder_handle: nvjpegJpegDecoder_t) -> nvjpegStatus_t;
            nvjpegDecoderJpegSupported: 0 0 "", (decoder_handle: nvjpegJpegDecoder_t, jpeg_stream: nvjpegJpegStream_t, decode_params: nvjpegDecodeParams_t, is_supported: *mut c_int) -> nvjpegStatus_t;
            nvjpegDecodeBatchedSupported: 0 0 "", (handle: nvjpegHandle_t, jpeg_stream: nvjpegJpegStream_t, is_supported: *mut c_int) -> nvjpegStatus_t;
            nvjpegDecodeBatchedSupportedEx: 0 0 "", (handle: nvjpegHandle_t, jpeg_stream: nvjpegJpegStream_t, decode_params: nvjpegDecodeParams_t, is_supported: *mut c_int) -> nvjpegStatus_t;
            nvjpegDecoderStateCreate: 0 0 "", (nvjpeg_handle: nvjpegHandle_t, decoder_handle: nvjpegJpegDecoder_t, decoder_state: *mut nvjpegJpegState_t) -> nvjpegStatus_t;
            nvjpegDecodeJpeg: 0 0 "", (handle: nvjpegHandle_t, decoder: nvjpegJpegDecoder_t, decoder_state: nvjpegJpegState_t, jpeg_bitstream: nvjpegJpegStream_t, destination: *mut nvjpegImage_t, decode_params: nvjpegDecodeParams_t, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegDecodeJpegHost: 0 0 "", (handle: nvjpegHandle_t, decoder: nvjpegJpegDecoder_t, decoder_state: nvjpegJpegState_t, decode_params: nvjpegDecodeParams_t, jpeg_stream: nvjpegJpegStream_t) -> nvjpegStatus_t;
            nvjpegDecodeJpegTransferToDevice: 0 0 "", (handle: nvjpegHandle_t, decoder: nvjpegJpegDecoder_t, decoder_state: nvjpegJpegState_t, jpeg_stream: nvjpegJpegStream_t, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegDecodeJpegDevice: 0 0 "", (handle: nvjpegHandle_t, decoder: nvjpegJpegDecoder_t, decoder_state: nvjpegJpegState_t, destination: *mut nvjpegImage_t, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegDecodeBatchedEx: 0 0 "", (handle: nvjpegHandle_t, jpeg_handle: nvjpegJpegState_t, data: *const *const c_uchar, lengths: *const usize, destinations: *mut nvjpegImage_t, decode_params: *mut nvjpegDecodeParams_t, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegEncoderParamsCopyMetadata: 0 0 "", (encoder_state: nvjpegEncoderState_t, encode_params: nvjpegEncoderParams_t, jpeg_stream: nvjpegJpegStream_t, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegEncoderParamsCopyQuantizationTables: 0 0 "", (encode_params: nvjpegEncoderParams_t, jpeg_stream: nvjpegJpegStream_t, stream: cudaStream_t) -> nvjpegStatus_t;
            nvjpegEncoderParamsCopyHuffmanTables: 0 13000 "", (encoder_state: nvjpegEncoderState_t, encode_params: nvjpegEncoderParams_t, jpeg_stream: nvjpegJpegStream_t, stream: cudaStream_t) -> nvjpegStatus_t;
        }
    };
}

for_each_nvjpeg_function! {
    library,
    "nvJPEG" NVJPEG NvjpegTable nvjpegStatus_t NVJPEG_STATUS_SUCCESS "https://docs.nvidia.com/cuda/nvjpeg/index.html"
    required ["nvjpegCreateSimple", "nvjpegDecode", "nvjpegGetProperty"] numbered [] version property (nvjpegGetProperty 1000 100 1)
}
