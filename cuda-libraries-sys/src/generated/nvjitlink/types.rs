// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;

/// [`nvJitLinkHandle`](https://docs.nvidia.com/cuda/nvjitlink/index.html)
pub type nvJitLinkHandle = *mut nvJitLink;

opaque! {
    nvJitLink,
}

zero_default! {

}
