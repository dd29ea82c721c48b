// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use crate::shared::*;
use super::types::*;

constants! {
    NCCL_API_MAGIC: u32 = 3405692655; NCCL_COMM_NULL: *mut c_void = core::ptr::null_mut();
    NCCL_CONFIG_UNDEF_INT: i32 = i32::MIN; NCCL_CONFIG_UNDEF_PTR: *mut c_void = core::ptr::null_mut();
    NCCL_CTA_POLICY_DEFAULT: u32 = 0; NCCL_CTA_POLICY_EFFICIENCY: u32 = 1; NCCL_CTA_POLICY_ZERO: u32 = 2;
    NCCL_MAJOR: u32 = 2; NCCL_MINOR: u32 = 32; NCCL_PATCH: u32 = 3; NCCL_REVOKE_DEFAULT: u32 = 0;
    NCCL_SHRINK_ABORT: u32 = 1; NCCL_SHRINK_DEFAULT: u32 = 0; NCCL_SPLIT_NOCOLOR: i32 = -1;
    NCCL_SUFFIX: & [u8 ; 1] = b"\0"; NCCL_SUSPEND_MEM: u32 = 1; NCCL_UNDEF_FLOAT: f64 = -1.0;
    NCCL_UNIQUE_ID_BYTES: u32 = 128; NCCL_VERSION_CODE: u32 = 23203; NCCL_WIN_CFT_COUNTED: u32 = 8;
    NCCL_WIN_COLL_SYMMETRIC: u32 = 1; NCCL_WIN_DEFAULT: u32 = 0; NCCL_WIN_GIN_ONLY: u32 = 4;
    NCCL_WIN_REQUIRED_ALIGNMENT: u32 = 4096; NCCL_WIN_STRICT_ORDERING: u32 = 2;
}
