// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;

aliases! {
    "https://docs.nvidia.com/cuda/nvfatbin/index.html"
    nvFatbinHandle = *mut _nvFatbinHandle;
}

opaque! {
    _nvFatbinHandle,
}
