// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use crate::shared::*;
use super::types::*;

constants! {
    CUFFT_COMPATIBILITY_DEFAULT: cufftCompatibility = cufftCompatibility::CUFFT_COMPATIBILITY_FFTW_PADDING;
    CUFFT_FORWARD: i32 = -1; CUFFT_INVERSE: u32 = 1; CUFFT_PLAN_NULL: i32 = -1; CUFFT_VERSION: u32 = 12500;
    CUFFT_VER_BUILD: u32 = 14; CUFFT_VER_MAJOR: u32 = 12; CUFFT_VER_MINOR: u32 = 5; CUFFT_VER_PATCH: u32 = 0;
    MAX_CUFFT_ERROR: u32 = 21; MAX_SHIM_RANK: u32 = 3;
}
