// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use crate::shared::*;
use super::types::*;

constants! {
    NVJPEG2K_MAXRES: u32 = 33; NVJPEG2K_MODE_HT: u32 = 64; NVJPEG2K_RSIZ_HT: u32 = 16384;
}
