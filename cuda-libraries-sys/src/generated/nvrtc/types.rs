// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;

aliases! {
    "https://docs.nvidia.com/cuda/nvrtc/index.html"
    nvrtcProgram = *mut _nvrtcProgram;
}

structs! {
    "https://docs.nvidia.com/cuda/nvrtc/index.html"
    #[derive(Debug)] pub struct nvrtcBundledHeadersInfo {
        pub available: c_int, #[doc(hidden)] pub _padding_after_available: [u8; 4usize], pub compressedSize: usize,
        pub uncompressedSize: usize, pub cudaVersionMajor: c_int, pub cudaVersionMinor: c_int, pub numFiles: c_uint,
        #[doc(hidden)] pub _padding_after_numFiles: [u8; 4usize],
    }
}

opaque! {
    _nvrtcProgram,
}
