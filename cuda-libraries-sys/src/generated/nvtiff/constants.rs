// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use crate::shared::*;
use super::types::*;

constants! {
    MAX_NUM_SAMPLES: u32 = 16; NVTIFF_NO_IMAGE: usize = usize::MAX; NVTIFF_TAG_MODEL_PIXEL_SCALE: u32 = 33550;
    NVTIFF_TAG_MODEL_TIE_POINT: u32 = 33922; NVTIFF_TAG_MODEL_TRANSFORMATION: u32 = 34264;
}
