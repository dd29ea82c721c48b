// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use crate::shared::*;
use super::types::*;

constants! {
    CUSPARSE_VERSION: u32 = 12904; CUSPARSE_VER_BUILD: u32 = 2; CUSPARSE_VER_MAJOR: u32 = 12;
    CUSPARSE_VER_MINOR: u32 = 9; CUSPARSE_VER_PATCH: u32 = 4;
}
