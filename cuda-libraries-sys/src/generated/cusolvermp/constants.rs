// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use crate::shared::*;
use crate::cublas::*;
use crate::cusparse::*;
use crate::cusolver::*;
use crate::nccl::*;
use super::types::*;

constants! {
    CUSOLVERMP_VERSION: u32 = 901; CUSOLVERMP_VER_BUILD: u32 = 0; CUSOLVERMP_VER_MAJOR: u32 = 0;
    CUSOLVERMP_VER_MINOR: u32 = 9; CUSOLVERMP_VER_PATCH: u32 = 1;
}
