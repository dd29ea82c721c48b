// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use crate::shared::*;
use crate::cublas::*;
use crate::nccl::*;
use super::types::*;

constants! {
    CUBLASMP_VERSION: u32 = 1000; CUBLASMP_VER_MAJOR: u32 = 0; CUBLASMP_VER_MINOR: u32 = 10;
    CUBLASMP_VER_PATCH: u32 = 0;
}
