// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use crate::shared::*;
use super::types::*;

constants! {
    CUTENSORNET_MAJOR: u32 = 2; CUTENSORNET_MINOR: u32 = 14; CUTENSORNET_PATCH: u32 = 0;
    CUTENSORNET_VERSION: u32 = 21400;
}
