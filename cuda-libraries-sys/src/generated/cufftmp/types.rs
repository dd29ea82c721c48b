// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;
use crate::cufft::*;

aliases! {
    "https://docs.nvidia.com/cuda/cufftmp/index.html"
    cufftReshapeHandle = *mut cufftReshapeHandle_st;
}

opaque! {
    cufftReshapeHandle_st,
}
