// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use crate::shared::*;
use super::types::*;

constants! {
    CUDENSITYMAT_ALLOCATOR_NAME_LEN: u32 = 64; CUDENSITYMAT_DISTRIBUTED_INTERFACE_VERSION: u32 = 260512;
    CUDENSITYMAT_MAJOR: u32 = 0; CUDENSITYMAT_MINOR: u32 = 7; CUDENSITYMAT_PATCH: u32 = 0;
    CUDENSITYMAT_VERSION: u32 = 700;
}
