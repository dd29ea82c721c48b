// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { nvtiff ["nvtiff.h"]
    types {
        nvtiffEncoder_t {} nvtiffEncodeParams_t {} nvtiffDeviceMallocAsync {} nvtiffDeviceFreeAsync {}
        nvtiffPinnedMallocAsync {} nvtiffPinnedFreeAsync {} nvtiffDecoder_t {} nvtiffStream_t {} nvtiffImageType_t {}
        nvtiffDecodeParams_t {} nvtiffStatus_t {} nvtiffVariant_t {} nvtiffGeoKey_t {} nvtiffGeoKeyDataType_t {}
        nvtiffTagDataType_t {} nvtiffSampleFormat_t {} nvtiffPhotometricInt_t {} nvtiffPlanarConfig_t {}
        nvtiffCompression_t {} nvtiffImageType {} nvtiffImageGeometryType_t {} nvtiffJpegChromaSubsampling_t {}
        nvtiffOutputFormat_t {}
        nvtiffDeviceAllocator_t {"device_malloc" device_malloc, "device_free" device_free, "device_ctx" device_ctx,}
        nvtiffPinnedAllocator_t {"pinned_malloc" pinned_malloc, "pinned_free" pinned_free, "pinned_ctx" pinned_ctx,}
        nvtiffImageInfo_t {"image_type" image_type, "image_width" image_width, "image_height" image_height, "compression" compression, "photometric_int" photometric_int, "planar_config" planar_config, "samples_per_pixel" samples_per_pixel, "bits_per_pixel" bits_per_pixel, "bits_per_sample" bits_per_sample, "sample_format" sample_format,}
        nvtiffImageGeometry_t {"type" type_, "image_depth" image_depth, "strile_width" strile_width, "strile_height" strile_height, "strile_depth" strile_depth, "num_striles_per_plane" num_striles_per_plane, "num_striles" num_striles,}
        nvtiffJpegEncodeOptions_t {"quality" quality, "optimized_huffman" optimized_huffman, "chroma_subsampling" chroma_subsampling,}
        nvtiffImage_t {"plane_data" plane_data, "plane_pitch_bytes" plane_pitch_bytes, "num_planes" num_planes,}
        nvtiffDecodeRegion_t {"ifd_offset" ifd_offset, "offset_x" offset_x, "offset_y" offset_y, "width" width, "height" height,}
        nvtiffStreamHeader_t {"variant" variant, "first_ifd_offset" first_ifd_offset,}
    }
    enumerators {
        nvtiffStatus_t {}
        nvtiffVariant_t {}
        nvtiffGeoKey_t {}
        nvtiffGeoKeyDataType_t {}
        nvtiffTagDataType_t {}
        nvtiffSampleFormat_t {}
        nvtiffPhotometricInt_t {}
        nvtiffPlanarConfig_t {}
        nvtiffCompression_t {}
        nvtiffImageType {}
        nvtiffImageGeometryType_t {}
        nvtiffJpegChromaSubsampling_t {}
        nvtiffOutputFormat_t {}
    }
}
