// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use crate::shared::*;
use super::types::*;

constants! {
    CURAND_VERSION: u32 = 10405; CURAND_VER_BUILD: u32 = 25; CURAND_VER_MAJOR: u32 = 10; CURAND_VER_MINOR: u32 = 4;
    CURAND_VER_PATCH: u32 = 5;
}
