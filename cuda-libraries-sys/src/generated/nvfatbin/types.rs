// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;

/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct _nvFatbinHandle {
    _unused: [u8; 0],
}
/// [`nvFatbinHandle`](https://docs.nvidia.com/cuda/nvfatbin/index.html)
pub type nvFatbinHandle = *mut _nvFatbinHandle;

zero_default! {
}
