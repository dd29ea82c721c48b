// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use crate::shared::*;
use super::types::*;

constants! {
    CUSTATEVEC_ALLOCATOR_NAME_LEN: u32 = 64; CUSTATEVEC_MAX_SEGMENT_MASK_SIZE: u32 = 48;
    CUSTATEVEC_VERSION: u32 = 11500; CUSTATEVEC_VER_MAJOR: u32 = 1; CUSTATEVEC_VER_MINOR: u32 = 15;
    CUSTATEVEC_VER_PATCH: u32 = 0;
}
