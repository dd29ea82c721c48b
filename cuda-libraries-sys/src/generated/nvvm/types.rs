// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;

/// [`off_t`](https://docs.nvidia.com/cuda/libnvvm-api/index.html)
pub type off_t = c_long;
/// [`loff_t`](https://docs.nvidia.com/cuda/libnvvm-api/index.html)
pub type loff_t = c_long;
/// [`timespec`](https://docs.nvidia.com/cuda/libnvvm-api/index.html)
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct timespec {
    pub tv_sec: c_long,
    pub tv_nsec: c_long,
}
/// An opaque type behind a handle; only the library knows its fields.
#[repr(C)]
#[derive(Debug)]
pub struct _nvvmProgram {
    _unused: [u8; 0],
}
/// [`nvvmProgram`](https://docs.nvidia.com/cuda/libnvvm-api/index.html)
pub type nvvmProgram = *mut _nvvmProgram;

zero_default! {
    timespec,
}
