// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cufile ["cufile.h"]
    types {
        CUstream {}
        off_t {}
        loff_t {}
        timespec {"tv_sec" tv_sec, "tv_nsec" tv_nsec,}
        sockaddr_t {"sa_family" sa_family, "sa_data" sa_data,}
        CUfileError_t {"err" err, "cu_err" cu_err,}
        CUfileDrvProps_t {"nvfs" nvfs, "nvfs.major_version" nvfs.major_version, "nvfs.minor_version" nvfs.minor_version, "nvfs.poll_thresh_size" nvfs.poll_thresh_size, "nvfs.max_direct_io_size" nvfs.max_direct_io_size, "nvfs.dstatusflags" nvfs.dstatusflags, "nvfs.dcontrolflags" nvfs.dcontrolflags, "fflags" fflags, "max_device_cache_size" max_device_cache_size, "per_buffer_cache_size" per_buffer_cache_size, "max_device_pinned_mem_size" max_device_pinned_mem_size, "max_batch_io_size" max_batch_io_size, "max_batch_io_timeout_msecs" max_batch_io_timeout_msecs,}
        cufileRDMAInfo_t {"version" version, "desc_len" desc_len, "desc_str" desc_str,}
        CUfileFSOps_t {"fs_type" fs_type, "getRDMADeviceList" getRDMADeviceList, "getRDMADevicePriority" getRDMADevicePriority, "read" read, "write" write,}
        CUfileDescr_t {"type" type_, "handle" handle, "handle.fd" handle.fd, "handle.handle" handle.handle, "fs_ops" fs_ops,}
        CUfileHandle_t {}
        CUfileIOParams_t {"mode" mode, "u" u, "u.batch" u.batch, "u.batch.devPtr_base" u.batch.devPtr_base, "u.batch.file_offset" u.batch.file_offset, "u.batch.devPtr_offset" u.batch.devPtr_offset, "u.batch.size" u.batch.size, "fh" fh, "opcode" opcode, "cookie" cookie,}
        CUfileIOEvents_t {"cookie" cookie, "status" status, "ret" ret,}
        CUfileBatchHandle_t {}
        CUfileIOVec_t {"base" base, "len" len,}
        CUfileOpCounter_t {"ok" ok, "err" err,}
        CUfileStatsLevel1_t {"read_ops" read_ops, "write_ops" write_ops, "hdl_register_ops" hdl_register_ops, "hdl_deregister_ops" hdl_deregister_ops, "buf_register_ops" buf_register_ops, "buf_deregister_ops" buf_deregister_ops, "read_bytes" read_bytes, "write_bytes" write_bytes, "read_bw_bytes_per_sec" read_bw_bytes_per_sec, "write_bw_bytes_per_sec" write_bw_bytes_per_sec, "read_lat_avg_us" read_lat_avg_us, "write_lat_avg_us" write_lat_avg_us, "read_ops_per_sec" read_ops_per_sec, "write_ops_per_sec" write_ops_per_sec, "read_lat_sum_us" read_lat_sum_us, "write_lat_sum_us" write_lat_sum_us, "batch_submit_ops" batch_submit_ops, "batch_complete_ops" batch_complete_ops, "batch_setup_ops" batch_setup_ops, "batch_cancel_ops" batch_cancel_ops, "batch_destroy_ops" batch_destroy_ops, "batch_enqueued_ops" batch_enqueued_ops, "batch_posix_enqueued_ops" batch_posix_enqueued_ops, "batch_processed_ops" batch_processed_ops, "batch_posix_processed_ops" batch_posix_processed_ops, "batch_nvfs_submit_ops" batch_nvfs_submit_ops, "batch_p2p_submit_ops" batch_p2p_submit_ops, "batch_aio_submit_ops" batch_aio_submit_ops, "batch_iouring_submit_ops" batch_iouring_submit_ops, "batch_mixed_io_submit_ops" batch_mixed_io_submit_ops, "batch_total_submit_ops" batch_total_submit_ops, "batch_read_bytes" batch_read_bytes, "batch_write_bytes" batch_write_bytes, "batch_read_bw_bytes" batch_read_bw_bytes, "batch_write_bw_bytes" batch_write_bw_bytes, "batch_submit_lat_avg_us" batch_submit_lat_avg_us, "batch_completion_lat_avg_us" batch_completion_lat_avg_us, "batch_submit_ops_per_sec" batch_submit_ops_per_sec, "batch_complete_ops_per_sec" batch_complete_ops_per_sec, "batch_submit_lat_sum_us" batch_submit_lat_sum_us, "batch_completion_lat_sum_us" batch_completion_lat_sum_us, "last_batch_read_bytes" last_batch_read_bytes, "last_batch_write_bytes" last_batch_write_bytes, "readv_ops" readv_ops, "writev_ops" writev_ops, "readv_bytes" readv_bytes, "writev_bytes" writev_bytes, "readv_bw_bytes_per_sec" readv_bw_bytes_per_sec, "writev_bw_bytes_per_sec" writev_bw_bytes_per_sec, "readv_lat_avg_us" readv_lat_avg_us, "writev_lat_avg_us" writev_lat_avg_us, "readv_ops_per_sec" readv_ops_per_sec, "writev_ops_per_sec" writev_ops_per_sec, "readv_lat_sum_us" readv_lat_sum_us, "writev_lat_sum_us" writev_lat_sum_us,}
        CUfileStatsLevel2_t {"basic" basic, "read_size_kb_hist" read_size_kb_hist, "write_size_kb_hist" write_size_kb_hist,}
        CUfilePerGpuStats_t {"uuid" uuid, "read_bytes" read_bytes, "read_bw_bytes_per_sec" read_bw_bytes_per_sec, "read_utilization" read_utilization, "read_duration_us" read_duration_us, "n_total_reads" n_total_reads, "n_p2p_reads" n_p2p_reads, "n_nvfs_reads" n_nvfs_reads, "n_posix_reads" n_posix_reads, "n_unaligned_reads" n_unaligned_reads, "n_dr_reads" n_dr_reads, "n_sparse_regions" n_sparse_regions, "n_inline_regions" n_inline_regions, "n_reads_err" n_reads_err, "writes_bytes" writes_bytes, "write_bw_bytes_per_sec" write_bw_bytes_per_sec, "write_utilization" write_utilization, "write_duration_us" write_duration_us, "n_total_writes" n_total_writes, "n_p2p_writes" n_p2p_writes, "n_nvfs_writes" n_nvfs_writes, "n_posix_writes" n_posix_writes, "n_unaligned_writes" n_unaligned_writes, "n_dr_writes" n_dr_writes, "n_writes_err" n_writes_err, "n_mmap" n_mmap, "n_mmap_ok" n_mmap_ok, "n_mmap_err" n_mmap_err, "n_mmap_free" n_mmap_free, "reg_bytes" reg_bytes,}
        CUfileStatsLevel3_t {"detailed" detailed, "num_gpus" num_gpus, "per_gpu_stats" per_gpu_stats,}
        CUresult {}
        CUfileOpError {}
        CUfileDriverStatusFlags_t {}
        CUfileDriverControlFlags_t {}
        CUfileFeatureFlags_t {}
        CUfileP2PFlags_t {}
        CUfileOpcode_t {}
        CUfileFileHandleType {}
        CUfileStatus_t {}
        CUfileBatchMode_t {}
        CUFileSizeTConfigParameter_t {}
        CUFileBoolConfigParameter_t {}
        CUFileStringConfigParameter_t {}
        CUFileArrayConfigParameter_t {}
    }
    enumerators {
        CUresult {CUDA_SUCCESS}
        CUfileOpError {CU_FILE_SUCCESS, CU_FILE_DRIVER_NOT_INITIALIZED, CU_FILE_DRIVER_INVALID_PROPS, CU_FILE_DRIVER_UNSUPPORTED_LIMIT, CU_FILE_DRIVER_VERSION_MISMATCH, CU_FILE_DRIVER_VERSION_READ_ERROR, CU_FILE_DRIVER_CLOSING, CU_FILE_PLATFORM_NOT_SUPPORTED, CU_FILE_IO_NOT_SUPPORTED, CU_FILE_DEVICE_NOT_SUPPORTED, CU_FILE_NVFS_DRIVER_ERROR, CU_FILE_CUDA_DRIVER_ERROR, CU_FILE_CUDA_POINTER_INVALID, CU_FILE_CUDA_MEMORY_TYPE_INVALID, CU_FILE_CUDA_POINTER_RANGE_ERROR, CU_FILE_CUDA_CONTEXT_MISMATCH, CU_FILE_INVALID_MAPPING_SIZE, CU_FILE_INVALID_MAPPING_RANGE, CU_FILE_INVALID_FILE_TYPE, CU_FILE_INVALID_FILE_OPEN_FLAG, CU_FILE_DIO_NOT_SET, CU_FILE_INVALID_VALUE, CU_FILE_MEMORY_ALREADY_REGISTERED, CU_FILE_MEMORY_NOT_REGISTERED, CU_FILE_PERMISSION_DENIED, CU_FILE_DRIVER_ALREADY_OPEN, CU_FILE_HANDLE_NOT_REGISTERED, CU_FILE_HANDLE_ALREADY_REGISTERED, CU_FILE_DEVICE_NOT_FOUND, CU_FILE_INTERNAL_ERROR, CU_FILE_GETNEWFD_FAILED, CU_FILE_NVFS_SETUP_ERROR, CU_FILE_IO_DISABLED, CU_FILE_BATCH_SUBMIT_FAILED, CU_FILE_GPU_MEMORY_PINNING_FAILED, CU_FILE_BATCH_FULL, CU_FILE_ASYNC_NOT_SUPPORTED, CU_FILE_INTERNAL_BATCH_SETUP_ERROR, CU_FILE_INTERNAL_BATCH_SUBMIT_ERROR, CU_FILE_INTERNAL_BATCH_GETSTATUS_ERROR, CU_FILE_INTERNAL_BATCH_CANCEL_ERROR, CU_FILE_NOMEM_ERROR, CU_FILE_IO_ERROR, CU_FILE_INTERNAL_BUF_REGISTER_ERROR, CU_FILE_HASH_OPR_ERROR, CU_FILE_INVALID_CONTEXT_ERROR, CU_FILE_NVFS_INTERNAL_DRIVER_ERROR, CU_FILE_BATCH_NOCOMPAT_ERROR, CU_FILE_IO_MAX_ERROR}
        CUfileDriverStatusFlags_t {CU_FILE_LUSTRE_SUPPORTED, CU_FILE_WEKAFS_SUPPORTED, CU_FILE_NFS_SUPPORTED, CU_FILE_GPFS_SUPPORTED, CU_FILE_NVME_SUPPORTED, CU_FILE_NVMEOF_SUPPORTED, CU_FILE_SCSI_SUPPORTED, CU_FILE_SCALEFLUX_CSD_SUPPORTED, CU_FILE_NVMESH_SUPPORTED, CU_FILE_BEEGFS_SUPPORTED, CU_FILE_NVME_P2P_SUPPORTED, CU_FILE_SCATEFS_SUPPORTED, CU_FILE_VIRTIOFS_SUPPORTED, CU_FILE_PANFS_SUPPORTED, CU_FILE_MAX_TARGET_TYPES}
        CUfileDriverControlFlags_t {CU_FILE_USE_POLL_MODE, CU_FILE_ALLOW_COMPAT_MODE, CU_FILE_VANILLA_POSIX_IO_MODE, CU_FILE_POSIX_IO_MODE, CU_FILE_FALLBACK_IO_MODE}
        CUfileFeatureFlags_t {CU_FILE_DYN_ROUTING_SUPPORTED, CU_FILE_BATCH_IO_SUPPORTED, CU_FILE_STREAMS_SUPPORTED, CU_FILE_PARALLEL_IO_SUPPORTED, CU_FILE_P2P_SUPPORTED}
        CUfileP2PFlags_t {CUFILE_P2PDMA, CUFILE_NVFS, CUFILE_DMABUF, CUFILE_C2C, CUFILE_NVIDIA_PEERMEM}
        CUfileOpcode_t {CUFILE_READ, CUFILE_WRITE}
        CUfileFileHandleType {CU_FILE_HANDLE_TYPE_OPAQUE_FD, CU_FILE_HANDLE_TYPE_OPAQUE_WIN32, CU_FILE_HANDLE_TYPE_USERSPACE_FS}
        CUfileStatus_t {CUFILE_WAITING, CUFILE_PENDING, CUFILE_INVALID, CUFILE_CANCELED, CUFILE_COMPLETE, CUFILE_TIMEOUT, CUFILE_FAILED}
        CUfileBatchMode_t {CUFILE_BATCH}
        CUFileSizeTConfigParameter_t {CUFILE_PARAM_PROFILE_STATS, CUFILE_PARAM_EXECUTION_MAX_IO_QUEUE_DEPTH, CUFILE_PARAM_EXECUTION_MAX_IO_THREADS, CUFILE_PARAM_EXECUTION_MIN_IO_THRESHOLD_SIZE_KB, CUFILE_PARAM_EXECUTION_MAX_REQUEST_PARALLELISM, CUFILE_PARAM_PROPERTIES_MAX_DIRECT_IO_SIZE_KB, CUFILE_PARAM_PROPERTIES_MAX_DEVICE_CACHE_SIZE_KB, CUFILE_PARAM_PROPERTIES_PER_BUFFER_CACHE_SIZE_KB, CUFILE_PARAM_PROPERTIES_MAX_DEVICE_PINNED_MEM_SIZE_KB, CUFILE_PARAM_PROPERTIES_IO_BATCHSIZE, CUFILE_PARAM_POLLTHRESHOLD_SIZE_KB, CUFILE_PARAM_PROPERTIES_BATCH_IO_TIMEOUT_MS}
        CUFileBoolConfigParameter_t {CUFILE_PARAM_PROPERTIES_USE_POLL_MODE, CUFILE_PARAM_PROPERTIES_ALLOW_COMPAT_MODE, CUFILE_PARAM_FORCE_COMPAT_MODE, CUFILE_PARAM_FS_MISC_API_CHECK_AGGRESSIVE, CUFILE_PARAM_EXECUTION_PARALLEL_IO, CUFILE_PARAM_PROFILE_NVTX, CUFILE_PARAM_PROPERTIES_ALLOW_SYSTEM_MEMORY, CUFILE_PARAM_USE_PCIP2PDMA, CUFILE_PARAM_PREFER_IO_URING, CUFILE_PARAM_FORCE_ODIRECT_MODE, CUFILE_PARAM_SKIP_TOPOLOGY_DETECTION, CUFILE_PARAM_STREAM_MEMOPS_BYPASS, CUFILE_PARAM_PROPERTIES_POSIX_IO_MODE, CUFILE_PARAM_GDS_FALLBACK_IO}
        CUFileStringConfigParameter_t {CUFILE_PARAM_LOGGING_LEVEL, CUFILE_PARAM_ENV_LOGFILE_PATH, CUFILE_PARAM_LOG_DIR, CUFILE_PARAM_RDMA_TRANSPORT}
        CUFileArrayConfigParameter_t {CUFILE_PARAM_POSIX_POOL_SLAB_SIZE_KB, CUFILE_PARAM_POSIX_POOL_SLAB_COUNT, CUFILE_PARAM_GPU_BOUNCE_BUFFER_SLAB_SIZE_KB, CUFILE_PARAM_GPU_BOUNCE_BUFFER_SLAB_COUNT}
    }
}
