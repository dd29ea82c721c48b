// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

aliases! {
    "https://docs.nvidia.com/gpudirect-storage/api-reference-guide/index.html"
    CUstream = *mut CUstream_st; off_t = c_long; loff_t = c_long; CUfileHandle_t = *mut c_void;
    CUfileBatchHandle_t = *mut c_void;
}

structs! {
    "https://docs.nvidia.com/gpudirect-storage/api-reference-guide/index.html"
    #[derive(Debug)] pub struct timespec { pub tv_sec: c_long, pub tv_nsec: c_long }
    #[derive(Debug)] pub struct sockaddr_t { pub sa_family: c_ushort, pub sa_data: [c_char; 14usize] }
    #[derive(Debug)] pub struct CUfileError_t { pub err: CUfileOpError, pub cu_err: CUresult }
    #[derive(Debug)] pub struct CUfileDrvProps_t {
        pub nvfs: CUfileDrvProps_t_nvfs, pub fflags: c_uint, pub max_device_cache_size: c_uint,
        pub per_buffer_cache_size: c_uint, pub max_device_pinned_mem_size: c_uint, pub max_batch_io_size: c_uint,
        pub max_batch_io_timeout_msecs: c_uint,
    }
    #[derive(Debug)] pub struct CUfileDrvProps_t_nvfs {
        pub major_version: c_uint, pub minor_version: c_uint, pub poll_thresh_size: usize,
        pub max_direct_io_size: usize, pub dstatusflags: c_uint, pub dcontrolflags: c_uint,
    }
    #[derive(Debug)] pub struct cufileRDMAInfo_t {
        pub version: c_int, pub desc_len: c_int, pub desc_str: *const c_char,
    }
    #[derive(Debug)] pub struct CUfileFSOps_t {
        pub fs_type: Option<unsafe extern "C" fn(handle: *const c_void) -> *const c_char>,
        pub getRDMADeviceList: Option<unsafe extern "C" fn(handle: *const c_void, hostaddrs: *mut *mut sockaddr_t) -> c_int>,
        pub getRDMADevicePriority: Option<unsafe extern "C" fn(handle: *const c_void, arg1: *mut c_char, arg2: usize, arg3: loff_t, hostaddr: *const sockaddr_t) -> c_int>,
        pub read: Option<unsafe extern "C" fn(handle: *const c_void, arg1: *mut c_char, arg2: usize, arg3: loff_t, arg4: *const cufileRDMAInfo_t) -> isize>,
        pub write: Option<unsafe extern "C" fn(handle: *const c_void, arg1: *const c_char, arg2: usize, arg3: loff_t, arg4: *const cufileRDMAInfo_t) -> isize>,
    }
    pub struct CUfileDescr_t {
        pub type_: CUfileFileHandleType, #[doc(hidden)] pub _padding_after_type: [u8; 4usize],
        pub handle: CUfileDescr_t_handle, pub fs_ops: *const CUfileFSOps_t,
    }
    pub union CUfileDescr_t_handle { pub fd: c_int, pub handle: *mut c_void }
    pub struct CUfileIOParams_t {
        pub mode: CUfileBatchMode_t, #[doc(hidden)] pub _padding_after_mode: [u8; 4usize], pub u: CUfileIOParams_t_u,
        pub fh: CUfileHandle_t, pub opcode: CUfileOpcode_t, #[doc(hidden)] pub _padding_after_opcode: [u8; 4usize],
        pub cookie: *mut c_void,
    }
    pub union CUfileIOParams_t_u { pub batch: CUfileIOParams_t_u_batch }
    #[derive(Debug)] pub struct CUfileIOParams_t_u_batch {
        pub devPtr_base: *mut c_void, pub file_offset: off_t, pub devPtr_offset: off_t, pub size: usize,
    }
    #[derive(Debug)] pub struct CUfileIOEvents_t {
        pub cookie: *mut c_void, pub status: CUfileStatus_t, #[doc(hidden)] pub _padding_after_status: [u8; 4usize],
        pub ret: usize,
    }
    #[derive(Debug)] pub struct CUfileIOVec_t { pub base: *mut c_void, pub len: usize }
    #[derive(Debug)] pub struct CUfileOpCounter_t { pub ok: u64, pub err: u64 }
    #[derive(Debug)] pub struct CUfileStatsLevel1_t {
        pub read_ops: CUfileOpCounter_t, pub write_ops: CUfileOpCounter_t, pub hdl_register_ops: CUfileOpCounter_t,
        pub hdl_deregister_ops: CUfileOpCounter_t, pub buf_register_ops: CUfileOpCounter_t,
        pub buf_deregister_ops: CUfileOpCounter_t, pub read_bytes: u64, pub write_bytes: u64,
        pub read_bw_bytes_per_sec: u64, pub write_bw_bytes_per_sec: u64, pub read_lat_avg_us: u64,
        pub write_lat_avg_us: u64, pub read_ops_per_sec: u64, pub write_ops_per_sec: u64, pub read_lat_sum_us: u64,
        pub write_lat_sum_us: u64, pub batch_submit_ops: CUfileOpCounter_t, pub batch_complete_ops: CUfileOpCounter_t,
        pub batch_setup_ops: CUfileOpCounter_t, pub batch_cancel_ops: CUfileOpCounter_t,
        pub batch_destroy_ops: CUfileOpCounter_t, pub batch_enqueued_ops: CUfileOpCounter_t,
        pub batch_posix_enqueued_ops: CUfileOpCounter_t, pub batch_processed_ops: CUfileOpCounter_t,
        pub batch_posix_processed_ops: CUfileOpCounter_t, pub batch_nvfs_submit_ops: CUfileOpCounter_t,
        pub batch_p2p_submit_ops: CUfileOpCounter_t, pub batch_aio_submit_ops: CUfileOpCounter_t,
        pub batch_iouring_submit_ops: CUfileOpCounter_t, pub batch_mixed_io_submit_ops: CUfileOpCounter_t,
        pub batch_total_submit_ops: CUfileOpCounter_t, pub batch_read_bytes: u64, pub batch_write_bytes: u64,
        pub batch_read_bw_bytes: u64, pub batch_write_bw_bytes: u64, pub batch_submit_lat_avg_us: u64,
        pub batch_completion_lat_avg_us: u64, pub batch_submit_ops_per_sec: u64, pub batch_complete_ops_per_sec: u64,
        pub batch_submit_lat_sum_us: u64, pub batch_completion_lat_sum_us: u64, pub last_batch_read_bytes: u64,
        pub last_batch_write_bytes: u64, pub readv_ops: CUfileOpCounter_t, pub writev_ops: CUfileOpCounter_t,
        pub readv_bytes: u64, pub writev_bytes: u64, pub readv_bw_bytes_per_sec: u64, pub writev_bw_bytes_per_sec: u64,
        pub readv_lat_avg_us: u64, pub writev_lat_avg_us: u64, pub readv_ops_per_sec: u64, pub writev_ops_per_sec: u64,
        pub readv_lat_sum_us: u64, pub writev_lat_sum_us: u64,
    }
    #[derive(Debug)] pub struct CUfileStatsLevel2_t {
        pub basic: CUfileStatsLevel1_t, pub read_size_kb_hist: [u64; 32usize], pub write_size_kb_hist: [u64; 32usize],
    }
    #[derive(Debug)] pub struct CUfilePerGpuStats_t {
        pub uuid: [c_char; 16usize], pub read_bytes: u64, pub read_bw_bytes_per_sec: u64, pub read_utilization: u64,
        pub read_duration_us: u64, pub n_total_reads: u64, pub n_p2p_reads: u64, pub n_nvfs_reads: u64,
        pub n_posix_reads: u64, pub n_unaligned_reads: u64, pub n_dr_reads: u64, pub n_sparse_regions: u64,
        pub n_inline_regions: u64, pub n_reads_err: u64, pub writes_bytes: u64, pub write_bw_bytes_per_sec: u64,
        pub write_utilization: u64, pub write_duration_us: u64, pub n_total_writes: u64, pub n_p2p_writes: u64,
        pub n_nvfs_writes: u64, pub n_posix_writes: u64, pub n_unaligned_writes: u64, pub n_dr_writes: u64,
        pub n_writes_err: u64, pub n_mmap: u64, pub n_mmap_ok: u64, pub n_mmap_err: u64, pub n_mmap_free: u64,
        pub reg_bytes: u64,
    }
    #[derive(Debug)] pub struct CUfileStatsLevel3_t {
        pub detailed: CUfileStatsLevel2_t, pub num_gpus: u32, #[doc(hidden)] pub _padding_after_num_gpus: [u8; 4usize],
        pub per_gpu_stats: [CUfilePerGpuStats_t; 16usize],
    }
    #[derive(Debug)] pub struct CUfileStatsLevel1_t_1_15 {
        pub read_ops: CUfileOpCounter_t, pub write_ops: CUfileOpCounter_t, pub hdl_register_ops: CUfileOpCounter_t,
        pub hdl_deregister_ops: CUfileOpCounter_t, pub buf_register_ops: CUfileOpCounter_t,
        pub buf_deregister_ops: CUfileOpCounter_t, pub read_bytes: u64, pub write_bytes: u64,
        pub read_bw_bytes_per_sec: u64, pub write_bw_bytes_per_sec: u64, pub read_lat_avg_us: u64,
        pub write_lat_avg_us: u64, pub read_ops_per_sec: u64, pub write_ops_per_sec: u64, pub read_lat_sum_us: u64,
        pub write_lat_sum_us: u64, pub batch_submit_ops: CUfileOpCounter_t, pub batch_complete_ops: CUfileOpCounter_t,
        pub batch_setup_ops: CUfileOpCounter_t, pub batch_cancel_ops: CUfileOpCounter_t,
        pub batch_destroy_ops: CUfileOpCounter_t, pub batch_enqueued_ops: CUfileOpCounter_t,
        pub batch_posix_enqueued_ops: CUfileOpCounter_t, pub batch_processed_ops: CUfileOpCounter_t,
        pub batch_posix_processed_ops: CUfileOpCounter_t, pub batch_nvfs_submit_ops: CUfileOpCounter_t,
        pub batch_p2p_submit_ops: CUfileOpCounter_t, pub batch_aio_submit_ops: CUfileOpCounter_t,
        pub batch_iouring_submit_ops: CUfileOpCounter_t, pub batch_mixed_io_submit_ops: CUfileOpCounter_t,
        pub batch_total_submit_ops: CUfileOpCounter_t, pub batch_read_bytes: u64, pub batch_write_bytes: u64,
        pub batch_read_bw_bytes: u64, pub batch_write_bw_bytes: u64, pub batch_submit_lat_avg_us: u64,
        pub batch_completion_lat_avg_us: u64, pub batch_submit_ops_per_sec: u64, pub batch_complete_ops_per_sec: u64,
        pub batch_submit_lat_sum_us: u64, pub batch_completion_lat_sum_us: u64, pub last_batch_read_bytes: u64,
        pub last_batch_write_bytes: u64,
    }
    #[derive(Debug)] pub struct CUfileStatsLevel2_t_1_15 {
        pub basic: CUfileStatsLevel1_t_1_15, pub read_size_kb_hist: [u64; 32usize],
        pub write_size_kb_hist: [u64; 32usize],
    }
    #[derive(Debug)] pub struct CUfileStatsLevel3_t_1_15 {
        pub detailed: CUfileStatsLevel2_t_1_15, pub num_gpus: u32,
        #[doc(hidden)] pub _padding_after_num_gpus: [u8; 4usize], pub per_gpu_stats: [CUfilePerGpuStats_t; 16usize],
    }
}
