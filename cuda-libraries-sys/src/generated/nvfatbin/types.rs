// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;

/// [`nvFatbinHandle`](https://docs.nvidia.com/cuda/nvfatbin/index.html)
pub type nvFatbinHandle = *mut _nvFatbinHandle;

opaque! {
    _nvFatbinHandle,
}

zero_default! {

}
