// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { nvjpeg2k ["nvjpeg2k.h"]
    types {
        nvjpeg2kDeviceMalloc {} nvjpeg2kDeviceFree {} nvjpeg2kPinnedMalloc {} nvjpeg2kPinnedFree {}
        nvjpeg2kDeviceMallocV2 {} nvjpeg2kDeviceFreeV2 {} nvjpeg2kPinnedMallocV2 {} nvjpeg2kPinnedFreeV2 {}
        nvjpeg2kHandle_t {} nvjpeg2kDecodeState_t {} nvjpeg2kStream_t {} nvjpeg2kDecodeParams_t {} nvjpeg2kEncoder_t {}
        nvjpeg2kEncodeState_t {} nvjpeg2kEncodeParams_t {} nvjpeg2kStatus_t {} nvjpeg2kBackend_t {}
        nvjpeg2kColorSpace_t {} nvjpeg2kNLTType_t {} nvjpeg2kImageType_t {} nvjpeg2kImageFormat_t {}
        nvjpeg2kProgOrder_t {} nvjpeg2kBitstreamType_t {} nvjpeg2kQualityType_t {}
        nvjpeg2kDeviceAllocator_t {"device_malloc" device_malloc, "device_free" device_free,}
        nvjpeg2kPinnedAllocator_t {"pinned_malloc" pinned_malloc, "pinned_free" pinned_free,}
        nvjpeg2kPinnedAllocatorV2_t {"pinned_malloc" pinned_malloc, "pinned_free" pinned_free, "pinned_ctx" pinned_ctx,}
        nvjpeg2kDeviceAllocatorV2_t {"device_malloc" device_malloc, "device_free" device_free, "device_ctx" device_ctx,}
        nvjpeg2kImageComponentInfo_t {"component_width" component_width, "component_height" component_height, "precision" precision, "sgn" sgn,}
        nvjpeg2kNLTInfo_t {"type" type_, "bit_depth" bit_depth,}
        nvjpeg2kImageInfo_t {"image_width" image_width, "image_height" image_height, "tile_width" tile_width, "tile_height" tile_height, "num_tiles_x" num_tiles_x, "num_tiles_y" num_tiles_y, "num_components" num_components,}
        nvjpeg2kImage_t {"pixel_data" pixel_data, "pitch_in_bytes" pitch_in_bytes, "pixel_type" pixel_type, "num_components" num_components,}
        nvjpeg2kEncodeConfig_t {"stream_type" stream_type, "color_space" color_space, "rsiz" rsiz, "image_width" image_width, "image_height" image_height, "enable_tiling" enable_tiling, "tile_width" tile_width, "tile_height" tile_height, "num_components" num_components, "image_comp_info" image_comp_info, "enable_SOP_marker" enable_SOP_marker, "enable_EPH_marker" enable_EPH_marker, "prog_order" prog_order, "num_layers" num_layers, "mct_mode" mct_mode, "num_resolutions" num_resolutions, "code_block_w" code_block_w, "code_block_h" code_block_h, "encode_modes" encode_modes, "irreversible" irreversible, "num_precincts_init" num_precincts_init, "precinct_width" precinct_width, "precinct_height" precinct_height,}
    }
    enumerators {
        nvjpeg2kStatus_t {}
        nvjpeg2kBackend_t {}
        nvjpeg2kColorSpace_t {}
        nvjpeg2kNLTType_t {}
        nvjpeg2kImageType_t {}
        nvjpeg2kImageFormat_t {}
        nvjpeg2kProgOrder_t {}
        nvjpeg2kBitstreamType_t {}
        nvjpeg2kQualityType_t {}
    }
}
