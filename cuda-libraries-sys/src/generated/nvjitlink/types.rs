// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;

aliases! {
    "https://docs.nvidia.com/cuda/nvjitlink/index.html"
    nvJitLinkHandle = *mut nvJitLink;
}

opaque! {
    nvJitLink,
}
