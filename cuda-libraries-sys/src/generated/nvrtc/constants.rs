// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use super::types::*;

/// `NVRTC_INSTALL_HEADERS_FORCE_OVERWRITE`, a macro of the header.
pub const NVRTC_INSTALL_HEADERS_FORCE_OVERWRITE: u32 = 1;
/// `NVRTC_INSTALL_HEADERS_NO_WAIT`, a macro of the header.
pub const NVRTC_INSTALL_HEADERS_NO_WAIT: u32 = 2;
/// `NVRTC_INSTALL_HEADERS_SKIP_IF_EXISTS`, a macro of the header.
pub const NVRTC_INSTALL_HEADERS_SKIP_IF_EXISTS: u32 = 0;
