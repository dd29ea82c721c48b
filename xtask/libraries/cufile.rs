// Written by `cargo xtask generate --wheels cufile`. Do not edit.

pub const CUFILEOP_BASE_ERR: u32 = 5000;
pub const CU_FILE_RDMA_REGISTER: u32 = 1;
pub const CU_FILE_RDMA_RELAXED_ORDERING: u32 = 2;
pub const CU_FILE_RDMA_ERR_BASE: u32 = 6000;
pub const CU_FILE_RDMA_SUCCESS: u32 = 0;
pub const CU_FILE_RDMA_RESET_TOKEN: u32 = 6001;
pub const CU_FILE_RDMA_RESET_TOKEN_FAILED: u32 = 6002;
pub const CU_FILE_STREAM_FIXED_BUF_OFFSET: u32 = 1;
pub const CU_FILE_STREAM_FIXED_FILE_OFFSET: u32 = 2;
pub const CU_FILE_STREAM_FIXED_FILE_SIZE: u32 = 4;
pub const CU_FILE_STREAM_PAGE_ALIGNED_INPUTS: u32 = 8;
pub const CUFILE_GPU_UUID_LEN: u32 = 16;
pub struct CUresult(pub ::core::ffi::c_uint);
impl CUresult {
    pub const CUDA_SUCCESS: CUresult = CUresult(0);
}
pub struct CUfileOpError(pub ::core::ffi::c_uint);
impl CUfileOpError {
    pub const CU_FILE_SUCCESS: CUfileOpError = CUfileOpError(0);
    pub const CU_FILE_DRIVER_NOT_INITIALIZED: CUfileOpError = CUfileOpError(5001);
    pub const CU_FILE_DRIVER_INVALID_PROPS: CUfileOpError = CUfileOpError(5002);
    pub const CU_FILE_DRIVER_UNSUPPORTED_LIMIT: CUfileOpError = CUfileOpError(5003);
    pub const CU_FILE_DRIVER_VERSION_MISMATCH: CUfileOpError = CUfileOpError(5004);
    pub const CU_FILE_DRIVER_VERSION_READ_ERROR: CUfileOpError = CUfileOpError(5005);
    pub const CU_FILE_DRIVER_CLOSING: CUfileOpError = CUfileOpError(5006);
    pub const CU_FILE_PLATFORM_NOT_SUPPORTED: CUfileOpError = CUfileOpError(5007);
    pub const CU_FILE_IO_NOT_SUPPORTED: CUfileOpError = CUfileOpError(5008);
    pub const CU_FILE_DEVICE_NOT_SUPPORTED: CUfileOpError = CUfileOpError(5009);
    pub const CU_FILE_NVFS_DRIVER_ERROR: CUfileOpError = CUfileOpError(5010);
    pub const CU_FILE_CUDA_DRIVER_ERROR: CUfileOpError = CUfileOpError(5011);
    pub const CU_FILE_CUDA_POINTER_INVALID: CUfileOpError = CUfileOpError(5012);
    pub const CU_FILE_CUDA_MEMORY_TYPE_INVALID: CUfileOpError = CUfileOpError(5013);
    pub const CU_FILE_CUDA_POINTER_RANGE_ERROR: CUfileOpError = CUfileOpError(5014);
    pub const CU_FILE_CUDA_CONTEXT_MISMATCH: CUfileOpError = CUfileOpError(5015);
    pub const CU_FILE_INVALID_MAPPING_SIZE: CUfileOpError = CUfileOpError(5016);
    pub const CU_FILE_INVALID_MAPPING_RANGE: CUfileOpError = CUfileOpError(5017);
    pub const CU_FILE_INVALID_FILE_TYPE: CUfileOpError = CUfileOpError(5018);
    pub const CU_FILE_INVALID_FILE_OPEN_FLAG: CUfileOpError = CUfileOpError(5019);
    pub const CU_FILE_DIO_NOT_SET: CUfileOpError = CUfileOpError(5020);
    pub const CU_FILE_INVALID_VALUE: CUfileOpError = CUfileOpError(5022);
    pub const CU_FILE_MEMORY_ALREADY_REGISTERED: CUfileOpError = CUfileOpError(5023);
    pub const CU_FILE_MEMORY_NOT_REGISTERED: CUfileOpError = CUfileOpError(5024);
    pub const CU_FILE_PERMISSION_DENIED: CUfileOpError = CUfileOpError(5025);
    pub const CU_FILE_DRIVER_ALREADY_OPEN: CUfileOpError = CUfileOpError(5026);
    pub const CU_FILE_HANDLE_NOT_REGISTERED: CUfileOpError = CUfileOpError(5027);
    pub const CU_FILE_HANDLE_ALREADY_REGISTERED: CUfileOpError = CUfileOpError(5028);
    pub const CU_FILE_DEVICE_NOT_FOUND: CUfileOpError = CUfileOpError(5029);
    pub const CU_FILE_INTERNAL_ERROR: CUfileOpError = CUfileOpError(5030);
    pub const CU_FILE_GETNEWFD_FAILED: CUfileOpError = CUfileOpError(5031);
    pub const CU_FILE_NVFS_SETUP_ERROR: CUfileOpError = CUfileOpError(5033);
    pub const CU_FILE_IO_DISABLED: CUfileOpError = CUfileOpError(5034);
    pub const CU_FILE_BATCH_SUBMIT_FAILED: CUfileOpError = CUfileOpError(5035);
    pub const CU_FILE_GPU_MEMORY_PINNING_FAILED: CUfileOpError = CUfileOpError(5036);
    pub const CU_FILE_BATCH_FULL: CUfileOpError = CUfileOpError(5037);
    pub const CU_FILE_ASYNC_NOT_SUPPORTED: CUfileOpError = CUfileOpError(5038);
    pub const CU_FILE_INTERNAL_BATCH_SETUP_ERROR: CUfileOpError = CUfileOpError(5039);
    pub const CU_FILE_INTERNAL_BATCH_SUBMIT_ERROR: CUfileOpError = CUfileOpError(5040);
    pub const CU_FILE_INTERNAL_BATCH_GETSTATUS_ERROR: CUfileOpError = CUfileOpError(
        5041,
    );
    pub const CU_FILE_INTERNAL_BATCH_CANCEL_ERROR: CUfileOpError = CUfileOpError(5042);
    pub const CU_FILE_NOMEM_ERROR: CUfileOpError = CUfileOpError(5043);
    pub const CU_FILE_IO_ERROR: CUfileOpError = CUfileOpError(5044);
    pub const CU_FILE_INTERNAL_BUF_REGISTER_ERROR: CUfileOpError = CUfileOpError(5045);
    pub const CU_FILE_HASH_OPR_ERROR: CUfileOpError = CUfileOpError(5046);
    pub const CU_FILE_INVALID_CONTEXT_ERROR: CUfileOpError = CUfileOpError(5047);
    pub const CU_FILE_NVFS_INTERNAL_DRIVER_ERROR: CUfileOpError = CUfileOpError(5048);
    pub const CU_FILE_BATCH_NOCOMPAT_ERROR: CUfileOpError = CUfileOpError(5049);
    pub const CU_FILE_IO_MAX_ERROR: CUfileOpError = CUfileOpError(5050);
}
pub struct CUfileDriverStatusFlags_t(pub ::core::ffi::c_uint);
impl CUfileDriverStatusFlags_t {
    pub const CU_FILE_LUSTRE_SUPPORTED: CUfileDriverStatusFlags_t = CUfileDriverStatusFlags_t(
        0,
    );
    pub const CU_FILE_WEKAFS_SUPPORTED: CUfileDriverStatusFlags_t = CUfileDriverStatusFlags_t(
        1,
    );
    pub const CU_FILE_NFS_SUPPORTED: CUfileDriverStatusFlags_t = CUfileDriverStatusFlags_t(
        2,
    );
    pub const CU_FILE_GPFS_SUPPORTED: CUfileDriverStatusFlags_t = CUfileDriverStatusFlags_t(
        3,
    );
    pub const CU_FILE_NVME_SUPPORTED: CUfileDriverStatusFlags_t = CUfileDriverStatusFlags_t(
        4,
    );
    pub const CU_FILE_NVMEOF_SUPPORTED: CUfileDriverStatusFlags_t = CUfileDriverStatusFlags_t(
        5,
    );
    pub const CU_FILE_SCSI_SUPPORTED: CUfileDriverStatusFlags_t = CUfileDriverStatusFlags_t(
        6,
    );
    pub const CU_FILE_SCALEFLUX_CSD_SUPPORTED: CUfileDriverStatusFlags_t = CUfileDriverStatusFlags_t(
        7,
    );
    pub const CU_FILE_NVMESH_SUPPORTED: CUfileDriverStatusFlags_t = CUfileDriverStatusFlags_t(
        8,
    );
    pub const CU_FILE_BEEGFS_SUPPORTED: CUfileDriverStatusFlags_t = CUfileDriverStatusFlags_t(
        9,
    );
    pub const CU_FILE_NVME_P2P_SUPPORTED: CUfileDriverStatusFlags_t = CUfileDriverStatusFlags_t(
        11,
    );
    pub const CU_FILE_SCATEFS_SUPPORTED: CUfileDriverStatusFlags_t = CUfileDriverStatusFlags_t(
        12,
    );
    pub const CU_FILE_VIRTIOFS_SUPPORTED: CUfileDriverStatusFlags_t = CUfileDriverStatusFlags_t(
        13,
    );
    pub const CU_FILE_PANFS_SUPPORTED: CUfileDriverStatusFlags_t = CUfileDriverStatusFlags_t(
        14,
    );
    pub const CU_FILE_MAX_TARGET_TYPES: CUfileDriverStatusFlags_t = CUfileDriverStatusFlags_t(
        15,
    );
}
pub struct CUfileDriverControlFlags_t(pub ::core::ffi::c_uint);
impl CUfileDriverControlFlags_t {
    pub const CU_FILE_USE_POLL_MODE: CUfileDriverControlFlags_t = CUfileDriverControlFlags_t(
        0,
    );
    pub const CU_FILE_ALLOW_COMPAT_MODE: CUfileDriverControlFlags_t = CUfileDriverControlFlags_t(
        1,
    );
    pub const CU_FILE_VANILLA_POSIX_IO_MODE: CUfileDriverControlFlags_t = CUfileDriverControlFlags_t(
        2,
    );
    pub const CU_FILE_POSIX_IO_MODE: CUfileDriverControlFlags_t = CUfileDriverControlFlags_t(
        2,
    );
    pub const CU_FILE_FALLBACK_IO_MODE: CUfileDriverControlFlags_t = CUfileDriverControlFlags_t(
        4,
    );
}
pub struct CUfileFeatureFlags_t(pub ::core::ffi::c_uint);
impl CUfileFeatureFlags_t {
    pub const CU_FILE_DYN_ROUTING_SUPPORTED: CUfileFeatureFlags_t = CUfileFeatureFlags_t(
        0,
    );
    pub const CU_FILE_BATCH_IO_SUPPORTED: CUfileFeatureFlags_t = CUfileFeatureFlags_t(1);
    pub const CU_FILE_STREAMS_SUPPORTED: CUfileFeatureFlags_t = CUfileFeatureFlags_t(2);
    pub const CU_FILE_PARALLEL_IO_SUPPORTED: CUfileFeatureFlags_t = CUfileFeatureFlags_t(
        3,
    );
    pub const CU_FILE_P2P_SUPPORTED: CUfileFeatureFlags_t = CUfileFeatureFlags_t(4);
}
pub struct CUfileP2PFlags_t(pub ::core::ffi::c_uint);
impl CUfileP2PFlags_t {
    pub const CUFILE_P2PDMA: CUfileP2PFlags_t = CUfileP2PFlags_t(0);
    pub const CUFILE_NVFS: CUfileP2PFlags_t = CUfileP2PFlags_t(1);
    pub const CUFILE_DMABUF: CUfileP2PFlags_t = CUfileP2PFlags_t(2);
    pub const CUFILE_C2C: CUfileP2PFlags_t = CUfileP2PFlags_t(3);
    pub const CUFILE_NVIDIA_PEERMEM: CUfileP2PFlags_t = CUfileP2PFlags_t(4);
}
pub struct CUfileOpcode_t(pub ::core::ffi::c_uint);
impl CUfileOpcode_t {
    pub const CUFILE_READ: CUfileOpcode_t = CUfileOpcode_t(0);
    pub const CUFILE_WRITE: CUfileOpcode_t = CUfileOpcode_t(1);
}
pub struct CUfileFileHandleType(pub ::core::ffi::c_uint);
impl CUfileFileHandleType {
    pub const CU_FILE_HANDLE_TYPE_OPAQUE_FD: CUfileFileHandleType = CUfileFileHandleType(
        1,
    );
    pub const CU_FILE_HANDLE_TYPE_OPAQUE_WIN32: CUfileFileHandleType = CUfileFileHandleType(
        2,
    );
    pub const CU_FILE_HANDLE_TYPE_USERSPACE_FS: CUfileFileHandleType = CUfileFileHandleType(
        3,
    );
}
pub struct CUfileStatus_t(pub ::core::ffi::c_uint);
impl CUfileStatus_t {
    pub const CUFILE_WAITING: CUfileStatus_t = CUfileStatus_t(1);
    pub const CUFILE_PENDING: CUfileStatus_t = CUfileStatus_t(2);
    pub const CUFILE_INVALID: CUfileStatus_t = CUfileStatus_t(4);
    pub const CUFILE_CANCELED: CUfileStatus_t = CUfileStatus_t(8);
    pub const CUFILE_COMPLETE: CUfileStatus_t = CUfileStatus_t(16);
    pub const CUFILE_TIMEOUT: CUfileStatus_t = CUfileStatus_t(32);
    pub const CUFILE_FAILED: CUfileStatus_t = CUfileStatus_t(64);
}
pub struct CUfileBatchMode_t(pub ::core::ffi::c_uint);
impl CUfileBatchMode_t {
    pub const CUFILE_BATCH: CUfileBatchMode_t = CUfileBatchMode_t(1);
}
pub struct CUFileSizeTConfigParameter_t(pub ::core::ffi::c_uint);
impl CUFileSizeTConfigParameter_t {
    pub const CUFILE_PARAM_PROFILE_STATS: CUFileSizeTConfigParameter_t = CUFileSizeTConfigParameter_t(
        0,
    );
    pub const CUFILE_PARAM_EXECUTION_MAX_IO_QUEUE_DEPTH: CUFileSizeTConfigParameter_t = CUFileSizeTConfigParameter_t(
        1,
    );
    pub const CUFILE_PARAM_EXECUTION_MAX_IO_THREADS: CUFileSizeTConfigParameter_t = CUFileSizeTConfigParameter_t(
        2,
    );
    pub const CUFILE_PARAM_EXECUTION_MIN_IO_THRESHOLD_SIZE_KB: CUFileSizeTConfigParameter_t = CUFileSizeTConfigParameter_t(
        3,
    );
    pub const CUFILE_PARAM_EXECUTION_MAX_REQUEST_PARALLELISM: CUFileSizeTConfigParameter_t = CUFileSizeTConfigParameter_t(
        4,
    );
    pub const CUFILE_PARAM_PROPERTIES_MAX_DIRECT_IO_SIZE_KB: CUFileSizeTConfigParameter_t = CUFileSizeTConfigParameter_t(
        5,
    );
    pub const CUFILE_PARAM_PROPERTIES_MAX_DEVICE_CACHE_SIZE_KB: CUFileSizeTConfigParameter_t = CUFileSizeTConfigParameter_t(
        6,
    );
    pub const CUFILE_PARAM_PROPERTIES_PER_BUFFER_CACHE_SIZE_KB: CUFileSizeTConfigParameter_t = CUFileSizeTConfigParameter_t(
        7,
    );
    pub const CUFILE_PARAM_PROPERTIES_MAX_DEVICE_PINNED_MEM_SIZE_KB: CUFileSizeTConfigParameter_t = CUFileSizeTConfigParameter_t(
        8,
    );
    pub const CUFILE_PARAM_PROPERTIES_IO_BATCHSIZE: CUFileSizeTConfigParameter_t = CUFileSizeTConfigParameter_t(
        9,
    );
    pub const CUFILE_PARAM_POLLTHRESHOLD_SIZE_KB: CUFileSizeTConfigParameter_t = CUFileSizeTConfigParameter_t(
        10,
    );
    pub const CUFILE_PARAM_PROPERTIES_BATCH_IO_TIMEOUT_MS: CUFileSizeTConfigParameter_t = CUFileSizeTConfigParameter_t(
        11,
    );
}
pub struct CUFileBoolConfigParameter_t(pub ::core::ffi::c_uint);
impl CUFileBoolConfigParameter_t {
    pub const CUFILE_PARAM_PROPERTIES_USE_POLL_MODE: CUFileBoolConfigParameter_t = CUFileBoolConfigParameter_t(
        0,
    );
    pub const CUFILE_PARAM_PROPERTIES_ALLOW_COMPAT_MODE: CUFileBoolConfigParameter_t = CUFileBoolConfigParameter_t(
        1,
    );
    pub const CUFILE_PARAM_FORCE_COMPAT_MODE: CUFileBoolConfigParameter_t = CUFileBoolConfigParameter_t(
        2,
    );
    pub const CUFILE_PARAM_FS_MISC_API_CHECK_AGGRESSIVE: CUFileBoolConfigParameter_t = CUFileBoolConfigParameter_t(
        3,
    );
    pub const CUFILE_PARAM_EXECUTION_PARALLEL_IO: CUFileBoolConfigParameter_t = CUFileBoolConfigParameter_t(
        4,
    );
    pub const CUFILE_PARAM_PROFILE_NVTX: CUFileBoolConfigParameter_t = CUFileBoolConfigParameter_t(
        5,
    );
    pub const CUFILE_PARAM_PROPERTIES_ALLOW_SYSTEM_MEMORY: CUFileBoolConfigParameter_t = CUFileBoolConfigParameter_t(
        6,
    );
    pub const CUFILE_PARAM_USE_PCIP2PDMA: CUFileBoolConfigParameter_t = CUFileBoolConfigParameter_t(
        7,
    );
    pub const CUFILE_PARAM_PREFER_IO_URING: CUFileBoolConfigParameter_t = CUFileBoolConfigParameter_t(
        8,
    );
    pub const CUFILE_PARAM_FORCE_ODIRECT_MODE: CUFileBoolConfigParameter_t = CUFileBoolConfigParameter_t(
        9,
    );
    pub const CUFILE_PARAM_SKIP_TOPOLOGY_DETECTION: CUFileBoolConfigParameter_t = CUFileBoolConfigParameter_t(
        10,
    );
    pub const CUFILE_PARAM_STREAM_MEMOPS_BYPASS: CUFileBoolConfigParameter_t = CUFileBoolConfigParameter_t(
        11,
    );
    pub const CUFILE_PARAM_PROPERTIES_POSIX_IO_MODE: CUFileBoolConfigParameter_t = CUFileBoolConfigParameter_t(
        12,
    );
    pub const CUFILE_PARAM_GDS_FALLBACK_IO: CUFileBoolConfigParameter_t = CUFileBoolConfigParameter_t(
        13,
    );
}
pub struct CUFileStringConfigParameter_t(pub ::core::ffi::c_uint);
impl CUFileStringConfigParameter_t {
    pub const CUFILE_PARAM_LOGGING_LEVEL: CUFileStringConfigParameter_t = CUFileStringConfigParameter_t(
        0,
    );
    pub const CUFILE_PARAM_ENV_LOGFILE_PATH: CUFileStringConfigParameter_t = CUFileStringConfigParameter_t(
        1,
    );
    pub const CUFILE_PARAM_LOG_DIR: CUFileStringConfigParameter_t = CUFileStringConfigParameter_t(
        2,
    );
    pub const CUFILE_PARAM_RDMA_TRANSPORT: CUFileStringConfigParameter_t = CUFileStringConfigParameter_t(
        3,
    );
}
pub struct CUFileArrayConfigParameter_t(pub ::core::ffi::c_uint);
impl CUFileArrayConfigParameter_t {
    pub const CUFILE_PARAM_POSIX_POOL_SLAB_SIZE_KB: CUFileArrayConfigParameter_t = CUFileArrayConfigParameter_t(
        0,
    );
    pub const CUFILE_PARAM_POSIX_POOL_SLAB_COUNT: CUFileArrayConfigParameter_t = CUFileArrayConfigParameter_t(
        1,
    );
    pub const CUFILE_PARAM_GPU_BOUNCE_BUFFER_SLAB_SIZE_KB: CUFileArrayConfigParameter_t = CUFileArrayConfigParameter_t(
        2,
    );
    pub const CUFILE_PARAM_GPU_BOUNCE_BUFFER_SLAB_COUNT: CUFileArrayConfigParameter_t = CUFileArrayConfigParameter_t(
        3,
    );
}
pub type CUstream = *mut CUstream_st;
pub type off_t = ::core::ffi::c_long;
pub type loff_t = ::core::ffi::c_long;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct timespec {
    pub tv_sec: ::core::ffi::c_long,
    pub tv_nsec: ::core::ffi::c_long,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct sockaddr_t {
    pub sa_family: ::core::ffi::c_ushort,
    pub sa_data: [::core::ffi::c_char; 14usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUfileError_t {
    pub err: CUfileOpError,
    pub cu_err: CUresult,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUfileDrvProps_t {
    pub nvfs: CUfileDrvProps_t_nvfs,
    pub fflags: ::core::ffi::c_uint,
    pub max_device_cache_size: ::core::ffi::c_uint,
    pub per_buffer_cache_size: ::core::ffi::c_uint,
    pub max_device_pinned_mem_size: ::core::ffi::c_uint,
    pub max_batch_io_size: ::core::ffi::c_uint,
    pub max_batch_io_timeout_msecs: ::core::ffi::c_uint,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUfileDrvProps_t_nvfs {
    pub major_version: ::core::ffi::c_uint,
    pub minor_version: ::core::ffi::c_uint,
    pub poll_thresh_size: usize,
    pub max_direct_io_size: usize,
    pub dstatusflags: ::core::ffi::c_uint,
    pub dcontrolflags: ::core::ffi::c_uint,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cufileRDMAInfo_t {
    pub version: ::core::ffi::c_int,
    pub desc_len: ::core::ffi::c_int,
    pub desc_str: *const ::core::ffi::c_char,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUfileFSOps_t {
    pub fs_type: ::core::option::Option<
        unsafe extern "C" fn(
            handle: *const ::core::ffi::c_void,
        ) -> *const ::core::ffi::c_char,
    >,
    pub getRDMADeviceList: ::core::option::Option<
        unsafe extern "C" fn(
            handle: *const ::core::ffi::c_void,
            hostaddrs: *mut *mut sockaddr_t,
        ) -> ::core::ffi::c_int,
    >,
    pub getRDMADevicePriority: ::core::option::Option<
        unsafe extern "C" fn(
            handle: *const ::core::ffi::c_void,
            arg1: *mut ::core::ffi::c_char,
            arg2: usize,
            arg3: loff_t,
            hostaddr: *const sockaddr_t,
        ) -> ::core::ffi::c_int,
    >,
    pub read: ::core::option::Option<
        unsafe extern "C" fn(
            handle: *const ::core::ffi::c_void,
            arg1: *mut ::core::ffi::c_char,
            arg2: usize,
            arg3: loff_t,
            arg4: *const cufileRDMAInfo_t,
        ) -> isize,
    >,
    pub write: ::core::option::Option<
        unsafe extern "C" fn(
            handle: *const ::core::ffi::c_void,
            arg1: *const ::core::ffi::c_char,
            arg2: usize,
            arg3: loff_t,
            arg4: *const cufileRDMAInfo_t,
        ) -> isize,
    >,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUfileDescr_t {
    pub type_: CUfileFileHandleType,
    pub _padding_after_type: [u8; 4usize],
    pub handle: CUfileDescr_t_handle,
    pub fs_ops: *const CUfileFSOps_t,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUfileDescr_t_handle {
    pub fd: ::core::ffi::c_int,
    pub handle: *mut ::core::ffi::c_void,
}
pub type CUfileHandle_t = *mut ::core::ffi::c_void;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct CUfileIOParams_t {
    pub mode: CUfileBatchMode_t,
    pub _padding_after_mode: [u8; 4usize],
    pub u: CUfileIOParams_t_u,
    pub fh: CUfileHandle_t,
    pub opcode: CUfileOpcode_t,
    pub _padding_after_opcode: [u8; 4usize],
    pub cookie: *mut ::core::ffi::c_void,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union CUfileIOParams_t_u {
    pub batch: CUfileIOParams_t_u_batch,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUfileIOParams_t_u_batch {
    pub devPtr_base: *mut ::core::ffi::c_void,
    pub file_offset: off_t,
    pub devPtr_offset: off_t,
    pub size: usize,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUfileIOEvents_t {
    pub cookie: *mut ::core::ffi::c_void,
    pub status: CUfileStatus_t,
    pub _padding_after_status: [u8; 4usize],
    pub ret: usize,
}
pub type CUfileBatchHandle_t = *mut ::core::ffi::c_void;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUfileIOVec_t {
    pub base: *mut ::core::ffi::c_void,
    pub len: usize,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUfileOpCounter_t {
    pub ok: u64,
    pub err: u64,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUfileStatsLevel1_t {
    pub read_ops: CUfileOpCounter_t,
    pub write_ops: CUfileOpCounter_t,
    pub hdl_register_ops: CUfileOpCounter_t,
    pub hdl_deregister_ops: CUfileOpCounter_t,
    pub buf_register_ops: CUfileOpCounter_t,
    pub buf_deregister_ops: CUfileOpCounter_t,
    pub read_bytes: u64,
    pub write_bytes: u64,
    pub read_bw_bytes_per_sec: u64,
    pub write_bw_bytes_per_sec: u64,
    pub read_lat_avg_us: u64,
    pub write_lat_avg_us: u64,
    pub read_ops_per_sec: u64,
    pub write_ops_per_sec: u64,
    pub read_lat_sum_us: u64,
    pub write_lat_sum_us: u64,
    pub batch_submit_ops: CUfileOpCounter_t,
    pub batch_complete_ops: CUfileOpCounter_t,
    pub batch_setup_ops: CUfileOpCounter_t,
    pub batch_cancel_ops: CUfileOpCounter_t,
    pub batch_destroy_ops: CUfileOpCounter_t,
    pub batch_enqueued_ops: CUfileOpCounter_t,
    pub batch_posix_enqueued_ops: CUfileOpCounter_t,
    pub batch_processed_ops: CUfileOpCounter_t,
    pub batch_posix_processed_ops: CUfileOpCounter_t,
    pub batch_nvfs_submit_ops: CUfileOpCounter_t,
    pub batch_p2p_submit_ops: CUfileOpCounter_t,
    pub batch_aio_submit_ops: CUfileOpCounter_t,
    pub batch_iouring_submit_ops: CUfileOpCounter_t,
    pub batch_mixed_io_submit_ops: CUfileOpCounter_t,
    pub batch_total_submit_ops: CUfileOpCounter_t,
    pub batch_read_bytes: u64,
    pub batch_write_bytes: u64,
    pub batch_read_bw_bytes: u64,
    pub batch_write_bw_bytes: u64,
    pub batch_submit_lat_avg_us: u64,
    pub batch_completion_lat_avg_us: u64,
    pub batch_submit_ops_per_sec: u64,
    pub batch_complete_ops_per_sec: u64,
    pub batch_submit_lat_sum_us: u64,
    pub batch_completion_lat_sum_us: u64,
    pub last_batch_read_bytes: u64,
    pub last_batch_write_bytes: u64,
    pub readv_ops: CUfileOpCounter_t,
    pub writev_ops: CUfileOpCounter_t,
    pub readv_bytes: u64,
    pub writev_bytes: u64,
    pub readv_bw_bytes_per_sec: u64,
    pub writev_bw_bytes_per_sec: u64,
    pub readv_lat_avg_us: u64,
    pub writev_lat_avg_us: u64,
    pub readv_ops_per_sec: u64,
    pub writev_ops_per_sec: u64,
    pub readv_lat_sum_us: u64,
    pub writev_lat_sum_us: u64,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUfileStatsLevel2_t {
    pub basic: CUfileStatsLevel1_t,
    pub read_size_kb_hist: [u64; 32usize],
    pub write_size_kb_hist: [u64; 32usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUfilePerGpuStats_t {
    pub uuid: [::core::ffi::c_char; 16usize],
    pub read_bytes: u64,
    pub read_bw_bytes_per_sec: u64,
    pub read_utilization: u64,
    pub read_duration_us: u64,
    pub n_total_reads: u64,
    pub n_p2p_reads: u64,
    pub n_nvfs_reads: u64,
    pub n_posix_reads: u64,
    pub n_unaligned_reads: u64,
    pub n_dr_reads: u64,
    pub n_sparse_regions: u64,
    pub n_inline_regions: u64,
    pub n_reads_err: u64,
    pub writes_bytes: u64,
    pub write_bw_bytes_per_sec: u64,
    pub write_utilization: u64,
    pub write_duration_us: u64,
    pub n_total_writes: u64,
    pub n_p2p_writes: u64,
    pub n_nvfs_writes: u64,
    pub n_posix_writes: u64,
    pub n_unaligned_writes: u64,
    pub n_dr_writes: u64,
    pub n_writes_err: u64,
    pub n_mmap: u64,
    pub n_mmap_ok: u64,
    pub n_mmap_err: u64,
    pub n_mmap_free: u64,
    pub reg_bytes: u64,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUfileStatsLevel3_t {
    pub detailed: CUfileStatsLevel2_t,
    pub num_gpus: u32,
    pub _padding_after_num_gpus: [u8; 4usize],
    pub per_gpu_stats: [CUfilePerGpuStats_t; 16usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUfileStatsLevel1_t_1_15 {
    pub read_ops: CUfileOpCounter_t,
    pub write_ops: CUfileOpCounter_t,
    pub hdl_register_ops: CUfileOpCounter_t,
    pub hdl_deregister_ops: CUfileOpCounter_t,
    pub buf_register_ops: CUfileOpCounter_t,
    pub buf_deregister_ops: CUfileOpCounter_t,
    pub read_bytes: u64,
    pub write_bytes: u64,
    pub read_bw_bytes_per_sec: u64,
    pub write_bw_bytes_per_sec: u64,
    pub read_lat_avg_us: u64,
    pub write_lat_avg_us: u64,
    pub read_ops_per_sec: u64,
    pub write_ops_per_sec: u64,
    pub read_lat_sum_us: u64,
    pub write_lat_sum_us: u64,
    pub batch_submit_ops: CUfileOpCounter_t,
    pub batch_complete_ops: CUfileOpCounter_t,
    pub batch_setup_ops: CUfileOpCounter_t,
    pub batch_cancel_ops: CUfileOpCounter_t,
    pub batch_destroy_ops: CUfileOpCounter_t,
    pub batch_enqueued_ops: CUfileOpCounter_t,
    pub batch_posix_enqueued_ops: CUfileOpCounter_t,
    pub batch_processed_ops: CUfileOpCounter_t,
    pub batch_posix_processed_ops: CUfileOpCounter_t,
    pub batch_nvfs_submit_ops: CUfileOpCounter_t,
    pub batch_p2p_submit_ops: CUfileOpCounter_t,
    pub batch_aio_submit_ops: CUfileOpCounter_t,
    pub batch_iouring_submit_ops: CUfileOpCounter_t,
    pub batch_mixed_io_submit_ops: CUfileOpCounter_t,
    pub batch_total_submit_ops: CUfileOpCounter_t,
    pub batch_read_bytes: u64,
    pub batch_write_bytes: u64,
    pub batch_read_bw_bytes: u64,
    pub batch_write_bw_bytes: u64,
    pub batch_submit_lat_avg_us: u64,
    pub batch_completion_lat_avg_us: u64,
    pub batch_submit_ops_per_sec: u64,
    pub batch_complete_ops_per_sec: u64,
    pub batch_submit_lat_sum_us: u64,
    pub batch_completion_lat_sum_us: u64,
    pub last_batch_read_bytes: u64,
    pub last_batch_write_bytes: u64,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUfileStatsLevel2_t_1_15 {
    pub basic: CUfileStatsLevel1_t_1_15,
    pub read_size_kb_hist: [u64; 32usize],
    pub write_size_kb_hist: [u64; 32usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUfileStatsLevel3_t_1_15 {
    pub detailed: CUfileStatsLevel2_t_1_15,
    pub num_gpus: u32,
    pub _padding_after_num_gpus: [u8; 4usize],
    pub per_gpu_stats: [CUfilePerGpuStats_t; 16usize],
}
unsafe extern "C" {
    pub fn cuFileHandleRegister(
        fh: *mut CUfileHandle_t,
        descr: *mut CUfileDescr_t,
    ) -> CUfileError_t;
    pub fn cuFileHandleDeregister(fh: CUfileHandle_t) -> ();
    pub fn cuFileBufRegister(
        bufPtr_base: *const ::core::ffi::c_void,
        length: usize,
        flags: ::core::ffi::c_int,
    ) -> CUfileError_t;
    pub fn cuFileBufDeregister(bufPtr_base: *const ::core::ffi::c_void) -> CUfileError_t;
    pub fn cuFileRead(
        fh: CUfileHandle_t,
        bufPtr_base: *mut ::core::ffi::c_void,
        size: usize,
        file_offset: off_t,
        bufPtr_offset: off_t,
    ) -> isize;
    pub fn cuFileWrite(
        fh: CUfileHandle_t,
        bufPtr_base: *const ::core::ffi::c_void,
        size: usize,
        file_offset: off_t,
        bufPtr_offset: off_t,
    ) -> isize;
    pub fn cuFileDriverOpen() -> CUfileError_t;
    pub fn cuFileDriverClose() -> CUfileError_t;
    pub fn cuFileDriverClose_v2() -> CUfileError_t;
    pub fn cuFileUseCount() -> ::core::ffi::c_long;
    pub fn cuFileDriverGetProperties(props: *mut CUfileDrvProps_t) -> CUfileError_t;
    pub fn cuFileDriverSetPollMode(
        poll: bool,
        poll_threshold_size: usize,
    ) -> CUfileError_t;
    pub fn cuFileDriverSetMaxDirectIOSize(max_direct_io_size: usize) -> CUfileError_t;
    pub fn cuFileDriverSetMaxCacheSize(max_cache_size: usize) -> CUfileError_t;
    pub fn cuFileDriverSetMaxPinnedMemSize(max_pinned_size: usize) -> CUfileError_t;
    pub fn cuFileBatchIOSetUp(
        batch_idp: *mut CUfileBatchHandle_t,
        nr: ::core::ffi::c_uint,
    ) -> CUfileError_t;
    pub fn cuFileBatchIOSubmit(
        batch_idp: CUfileBatchHandle_t,
        nr: ::core::ffi::c_uint,
        iocbp: *mut CUfileIOParams_t,
        flags: ::core::ffi::c_uint,
    ) -> CUfileError_t;
    pub fn cuFileBatchIOGetStatus(
        batch_idp: CUfileBatchHandle_t,
        min_nr: ::core::ffi::c_uint,
        nr: *mut ::core::ffi::c_uint,
        iocbp: *mut CUfileIOEvents_t,
        timeout: *mut timespec,
    ) -> CUfileError_t;
    pub fn cuFileBatchIOCancel(batch_idp: CUfileBatchHandle_t) -> CUfileError_t;
    pub fn cuFileBatchIODestroy(batch_idp: CUfileBatchHandle_t) -> ();
    pub fn cuFileReadAsync(
        fh: CUfileHandle_t,
        bufPtr_base: *mut ::core::ffi::c_void,
        size_p: *mut usize,
        file_offset_p: *mut off_t,
        bufPtr_offset_p: *mut off_t,
        bytes_read_p: *mut isize,
        stream: CUstream,
    ) -> CUfileError_t;
    pub fn cuFileWriteAsync(
        fh: CUfileHandle_t,
        bufPtr_base: *mut ::core::ffi::c_void,
        size_p: *mut usize,
        file_offset_p: *mut off_t,
        bufPtr_offset_p: *mut off_t,
        bytes_written_p: *mut isize,
        stream: CUstream,
    ) -> CUfileError_t;
    pub fn cuFileStreamRegister(
        stream: CUstream,
        flags: ::core::ffi::c_uint,
    ) -> CUfileError_t;
    pub fn cuFileStreamDeregister(stream: CUstream) -> CUfileError_t;
    pub fn cuFileReadv(
        fh: CUfileHandle_t,
        iov: *const CUfileIOVec_t,
        iovcnt: usize,
        file_offset: off_t,
        flags: ::core::ffi::c_uint,
    ) -> isize;
    pub fn cuFileWritev(
        fh: CUfileHandle_t,
        iov: *const CUfileIOVec_t,
        iovcnt: usize,
        file_offset: off_t,
        flags: ::core::ffi::c_uint,
    ) -> isize;
    pub fn cuFileGetVersion(version: *mut ::core::ffi::c_int) -> CUfileError_t;
    pub fn cuFileExportPCIeTopology(
        filename: *const ::core::ffi::c_char,
    ) -> CUfileError_t;
    pub fn cuFileGetParameterSizeT(
        param: CUFileSizeTConfigParameter_t,
        value: *mut usize,
    ) -> CUfileError_t;
    pub fn cuFileGetParameterBool(
        param: CUFileBoolConfigParameter_t,
        value: *mut bool,
    ) -> CUfileError_t;
    pub fn cuFileGetParameterString(
        param: CUFileStringConfigParameter_t,
        desc_str: *mut ::core::ffi::c_char,
        len: ::core::ffi::c_int,
    ) -> CUfileError_t;
    pub fn cuFileGetParameterMinMaxValue(
        param: CUFileSizeTConfigParameter_t,
        min_value: *mut usize,
        max_value: *mut usize,
    ) -> CUfileError_t;
    pub fn cuFileSetParameterSizeT(
        param: CUFileSizeTConfigParameter_t,
        value: usize,
    ) -> CUfileError_t;
    pub fn cuFileSetParameterBool(
        param: CUFileBoolConfigParameter_t,
        value: bool,
    ) -> CUfileError_t;
    pub fn cuFileSetParameterString(
        param: CUFileStringConfigParameter_t,
        desc_str: *const ::core::ffi::c_char,
    ) -> CUfileError_t;
    pub fn cuFileSetStatsLevel(level: ::core::ffi::c_int) -> CUfileError_t;
    pub fn cuFileGetStatsLevel(level: *mut ::core::ffi::c_int) -> CUfileError_t;
    pub fn cuFileStatsStart() -> CUfileError_t;
    pub fn cuFileStatsStop() -> CUfileError_t;
    pub fn cuFileStatsReset() -> CUfileError_t;
    pub fn cuFileGetStatsL1(stats: *mut CUfileStatsLevel1_t) -> CUfileError_t;
    pub fn cuFileGetStatsL2(stats: *mut CUfileStatsLevel2_t) -> CUfileError_t;
    pub fn cuFileGetStatsL3(stats: *mut CUfileStatsLevel3_t) -> CUfileError_t;
    pub fn cuFileGetBARSizeInKB(
        gpuIndex: ::core::ffi::c_int,
        barSize: *mut usize,
    ) -> CUfileError_t;
    pub fn cuFileSetParameterPosixPoolSlabArray(
        size_values: *const usize,
        count_values: *const usize,
        len: ::core::ffi::c_int,
    ) -> CUfileError_t;
    pub fn cuFileGetParameterPosixPoolSlabArray(
        size_values: *mut usize,
        count_values: *mut usize,
        len: ::core::ffi::c_int,
    ) -> CUfileError_t;
    pub fn cuFileSetParameterGpuBounceBufferSlabArray(
        size_values: *const usize,
        count_values: *const usize,
        len: ::core::ffi::c_int,
    ) -> CUfileError_t;
    pub fn cuFileGetParameterGpuBounceBufferSlabArray(
        size_values: *mut usize,
        count_values: *mut usize,
        len: ::core::ffi::c_int,
    ) -> CUfileError_t;
    pub fn cuFileDriverGetP2PFlags(
        status_flag: CUfileDriverStatusFlags_t,
        p2p_flags: *mut CUfileP2PFlags_t,
    ) -> CUfileError_t;
    pub fn cuFileDriverSetP2PFlags(
        status_flag: CUfileDriverStatusFlags_t,
        p2p_flags: CUfileP2PFlags_t,
    ) -> CUfileError_t;
    pub fn cuFileGetStatsL1_1_15(stats: *mut CUfileStatsLevel1_t_1_15) -> CUfileError_t;
    pub fn cuFileGetStatsL2_1_15(stats: *mut CUfileStatsLevel2_t_1_15) -> CUfileError_t;
    pub fn cuFileGetStatsL3_1_15(stats: *mut CUfileStatsLevel3_t_1_15) -> CUfileError_t;
}
