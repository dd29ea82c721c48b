// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use crate::shared::*;
use super::types::*;

constants! {
    CUTENSOR_MAJOR: u32 = 2; CUTENSOR_MINOR: u32 = 8; CUTENSOR_PATCH: u32 = 0; CUTENSOR_VERSION: u32 = 20800;
}
