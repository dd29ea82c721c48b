// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use super::types::*;

constants! {
    NVRTC_INSTALL_HEADERS_FORCE_OVERWRITE: u32 = 1; NVRTC_INSTALL_HEADERS_NO_WAIT: u32 = 2;
    NVRTC_INSTALL_HEADERS_SKIP_IF_EXISTS: u32 = 0;
}
