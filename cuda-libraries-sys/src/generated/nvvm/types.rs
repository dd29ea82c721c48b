// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;

/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct _nvvmProgram {
    _unused: [u8; 0],
}
/// [`nvvmProgram`](https://docs.nvidia.com/cuda/libnvvm-api/index.html)
pub type nvvmProgram = *mut _nvvmProgram;

zero_default! {
}
