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
        cufftResult {CUFFT_INCOMPLETE_PARAMETER_LIST, CUFFT_PARSE_ERROR, CUFFT_LICENSE_ERROR}
        cufftType {}
        cufftCompatibility {}
        cufftProperty {}
        cudaLibXtCopyType {}
        libFormat {}
        cufftXtSubFormat {}
        cufftXtCopyType {}
        cufftXtQueryType {}
        cufftXtWorkAreaPolicy {}
        cufftXtCallbackType {}
    }
}
