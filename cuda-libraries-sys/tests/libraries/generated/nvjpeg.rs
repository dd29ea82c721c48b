// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { nvjpeg ["nvjpeg.h"]
    types {
        tDevMalloc {} tDevFree {} tPinnedMalloc {} tPinnedFree {} tDevMallocV2 {} tDevFreeV2 {} tPinnedMallocV2 {}
        tPinnedFreeV2 {} nvjpegHandle_t {} nvjpegJpegState_t {} nvjpegEncoderState_t {} nvjpegEncoderParams_t {}
        nvjpegBufferPinned_t {} nvjpegBufferDevice_t {} nvjpegJpegStream_t {} nvjpegDecodeParams_t {}
        nvjpegJpegDecoder_t {} nvjpegStatus_t {} nvjpegExifOrientation_t {} nvjpegChromaSubsampling_t {}
        nvjpegOutputFormat_t {} nvjpegInputFormat_t {} nvjpegBackend_t {} nvjpegEncBackend_t {} nvjpegJpegEncoding_t {}
        nvjpegScaleFactor_t {}
        nvjpegImage_t {"channel" channel, "pitch" pitch,}
        nvjpegDevAllocator_t {"dev_malloc" dev_malloc, "dev_free" dev_free,}
        nvjpegPinnedAllocator_t {"pinned_malloc" pinned_malloc, "pinned_free" pinned_free,}
        nvjpegDevAllocatorV2_t {"dev_malloc" dev_malloc, "dev_free" dev_free, "dev_ctx" dev_ctx,}
        nvjpegPinnedAllocatorV2_t {"pinned_malloc" pinned_malloc, "pinned_free" pinned_free, "pinned_ctx" pinned_ctx,}
    }
    enumerators {
        nvjpegStatus_t {}
        nvjpegExifOrientation_t {}
        nvjpegChromaSubsampling_t {}
        nvjpegOutputFormat_t {}
        nvjpegInputFormat_t {}
        nvjpegBackend_t {}
        nvjpegEncBackend_t {}
        nvjpegJpegEncoding_t {}
        nvjpegScaleFactor_t {}
    }
}
