// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cufft ["cufft.h", "cufftXt.h"]
    types {
        cufftReal {} cufftDoubleReal {} cufftComplex {} cufftDoubleComplex {} cufftHandle {} cufftCallbackLoadC {}
        cufftCallbackLoadZ {} cufftCallbackLoadR {} cufftCallbackLoadD {} cufftCallbackStoreC {} cufftCallbackStoreZ {}
        cufftCallbackStoreR {} cufftCallbackStoreD {} cufftJITCallbackLoadC {} cufftJITCallbackLoadZ {}
        cufftJITCallbackLoadR {} cufftJITCallbackLoadD {} cufftJITCallbackStoreC {} cufftJITCallbackStoreZ {}
        cufftJITCallbackStoreR {} cufftJITCallbackStoreD {} cufftResult {} cufftType {} cufftCompatibility {}
        cufftProperty {} cudaLibXtCopyType {} libFormat {} cufftXtSubFormat {} cufftXtCopyType {} cufftXtQueryType {}
        cufftXtWorkAreaPolicy {} cufftXtCallbackType {}
        cudaXtDesc {"version" version, "nGPUs" nGPUs, "GPUs" GPUs, "data" data, "size" size, "cudaXtState" cudaXtState,}
        cudaLibXtDesc {"version" version, "descriptor" descriptor, "library" library, "subFormat" subFormat, "libDescriptor" libDescriptor,}
        cufftXt1dFactors {"size" size, "stringCount" stringCount, "stringLength" stringLength, "substringLength" substringLength, "factor1" factor1, "factor2" factor2, "stringMask" stringMask, "substringMask" substringMask, "factor1Mask" factor1Mask, "factor2Mask" factor2Mask, "stringShift" stringShift, "substringShift" substringShift, "factor1Shift" factor1Shift, "factor2Shift" factor2Shift,}
    }
    enumerators {
        cufftResult {CUFFT_SUCCESS, CUFFT_INVALID_PLAN, CUFFT_ALLOC_FAILED, CUFFT_INVALID_TYPE, CUFFT_INVALID_VALUE, CUFFT_INTERNAL_ERROR, CUFFT_EXEC_FAILED, CUFFT_SETUP_FAILED, CUFFT_INVALID_SIZE, CUFFT_UNALIGNED_DATA, CUFFT_INVALID_DEVICE, CUFFT_NO_WORKSPACE, CUFFT_NOT_IMPLEMENTED, CUFFT_NOT_SUPPORTED, CUFFT_MISSING_DEPENDENCY, CUFFT_NVRTC_FAILURE, CUFFT_NVJITLINK_FAILURE, CUFFT_NVSHMEM_FAILURE}
        cufftType {CUFFT_R2C, CUFFT_C2R, CUFFT_C2C, CUFFT_D2Z, CUFFT_Z2D, CUFFT_Z2Z}
        cufftCompatibility {CUFFT_COMPATIBILITY_FFTW_PADDING}
        cufftProperty {NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS, NVFFT_PLAN_PROPERTY_INT64_BLUESTEIN_ONLY, NVFFT_PLAN_PROPERTY_INT64_DISABLE_FMA}
        cudaLibXtCopyType {LIB_XT_COPY_HOST_TO_DEVICE, LIB_XT_COPY_DEVICE_TO_HOST, LIB_XT_COPY_DEVICE_TO_DEVICE}
        libFormat {LIB_FORMAT_CUFFT, LIB_FORMAT_UNDEFINED}
        cufftXtSubFormat {CUFFT_XT_FORMAT_INPUT, CUFFT_XT_FORMAT_OUTPUT, CUFFT_XT_FORMAT_INPLACE, CUFFT_XT_FORMAT_INPLACE_SHUFFLED, CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED, CUFFT_XT_FORMAT_DISTRIBUTED_INPUT, CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT, CUFFT_FORMAT_UNDEFINED}
        cufftXtCopyType {CUFFT_COPY_HOST_TO_DEVICE, CUFFT_COPY_DEVICE_TO_HOST, CUFFT_COPY_DEVICE_TO_DEVICE, CUFFT_COPY_UNDEFINED}
        cufftXtQueryType {CUFFT_QUERY_1D_FACTORS, CUFFT_QUERY_UNDEFINED}
        cufftXtWorkAreaPolicy {CUFFT_WORKAREA_MINIMAL, CUFFT_WORKAREA_USER, CUFFT_WORKAREA_PERFORMANCE}
        cufftXtCallbackType {CUFFT_CB_LD_COMPLEX, CUFFT_CB_LD_COMPLEX_DOUBLE, CUFFT_CB_LD_REAL, CUFFT_CB_LD_REAL_DOUBLE, CUFFT_CB_ST_COMPLEX, CUFFT_CB_ST_COMPLEX_DOUBLE, CUFFT_CB_ST_REAL, CUFFT_CB_ST_REAL_DOUBLE, CUFFT_CB_UNDEFINED}
    }
}
