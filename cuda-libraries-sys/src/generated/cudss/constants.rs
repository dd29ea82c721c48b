// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use crate::shared::*;
use super::types::*;

constants! {
    CUDSS_VERSION: u32 = 10000; CUDSS_VERSION_MAJOR: u32 = 1; CUDSS_VERSION_MINOR: u32 = 0;
    CUDSS_VERSION_PATCH: u32 = 0;
}
