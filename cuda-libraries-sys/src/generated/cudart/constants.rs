// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use super::types::*;

/// `CUDART_VERSION`, a macro of the header.
pub const CUDART_VERSION: u32 = 13050;
