// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::c_void;

use super::enums::*;
use crate::shared::*;
use super::types::*;

constants! {
    CUFILEOP_BASE_ERR: u32 = 5000; CUFILE_GPU_UUID_LEN: u32 = 16; CU_FILE_RDMA_ERR_BASE: u32 = 6000;
    CU_FILE_RDMA_REGISTER: u32 = 1; CU_FILE_RDMA_RELAXED_ORDERING: u32 = 2; CU_FILE_RDMA_RESET_TOKEN: u32 = 6001;
    CU_FILE_RDMA_RESET_TOKEN_FAILED: u32 = 6002; CU_FILE_RDMA_SUCCESS: u32 = 0;
    CU_FILE_STREAM_FIXED_BUF_OFFSET: u32 = 1; CU_FILE_STREAM_FIXED_FILE_OFFSET: u32 = 2;
    CU_FILE_STREAM_FIXED_FILE_SIZE: u32 = 4; CU_FILE_STREAM_PAGE_ALIGNED_INPUTS: u32 = 8;
}
