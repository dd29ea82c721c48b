// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;

aliases! {
    "https://docs.nvidia.com/cuda/libnvvm-api/index.html"
    nvvmProgram = *mut _nvvmProgram;
}

opaque! {
    _nvvmProgram,
}
