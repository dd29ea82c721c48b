// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use crate::shared::*;
use crate::cusparse::*;
use super::types::*;

constants! {
    CUSPARSELT_VERSION: u32 = 1000; CUSPARSELT_VER_BUILD: u32 = 12; CUSPARSELT_VER_MAJOR: u32 = 0;
    CUSPARSELT_VER_MINOR: u32 = 10; CUSPARSELT_VER_PATCH: u32 = 0;
}
