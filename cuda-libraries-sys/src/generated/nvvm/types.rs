// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;

/// [`nvvmProgram`](https://docs.nvidia.com/cuda/libnvvm-api/index.html)
pub type nvvmProgram = *mut _nvvmProgram;

opaque! {
    _nvvmProgram,
}

zero_default! {

}
