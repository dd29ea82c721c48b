// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { nvrtc ["nvrtc.h"]
    types {
        nvrtcProgram {} nvrtcResult {}
        nvrtcBundledHeadersInfo {"available" available, "compressedSize" compressedSize, "uncompressedSize" uncompressedSize, "cudaVersionMajor" cudaVersionMajor, "cudaVersionMinor" cudaVersionMinor, "numFiles" numFiles,}
    }
    enumerators {
        nvrtcResult {}
    }
}
