// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;

/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct nvJitLink {
    _unused: [u8; 0],
}
/// [`nvJitLinkHandle`](https://docs.nvidia.com/cuda/nvjitlink/index.html)
pub type nvJitLinkHandle = *mut nvJitLink;

zero_default! {
}
