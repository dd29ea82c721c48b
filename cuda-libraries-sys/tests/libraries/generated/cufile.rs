// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

rows! { cufile ["cufile.h"]
    types {
        CUstream {} off_t {} loff_t {} CUfileHandle_t {} CUfileBatchHandle_t {} CUresult {} CUfileOpError {}
        CUfileDriverStatusFlags_t {} CUfileDriverControlFlags_t {} CUfileFeatureFlags_t {} CUfileP2PFlags_t {}
        CUfileOpcode_t {} CUfileFileHandleType {} CUfileStatus_t {} CUfileBatchMode_t {}
        CUFileSizeTConfigParameter_t {} CUFileBoolConfigParameter_t {} CUFileStringConfigParameter_t {}
        CUFileArrayConfigParameter_t {}
        timespec {"tv_sec" tv_sec, "tv_nsec" tv_nsec,}
        sockaddr_t {"sa_family" sa_family, "sa_data" sa_data,}
        CUfileError_t {"err" err, "cu_err" cu_err,}
        CUfileDrvProps_t {"nvfs" nvfs, "nvfs.major_version" nvfs.major_version, "nvfs.minor_version" nvfs.minor_version, "nvfs.poll_thresh_size" nvfs.poll_thresh_size, "nvfs.max_direct_io_size" nvfs.max_direct_io_size, "nvfs.dstatusflags" nvfs.dstatusflags, "nvfs.dcontrolflags" nvfs.dcontrolflags, "fflags" fflags, "max_device_cache_size" max_device_cache_size, "per_buffer_cache_size" per_buffer_cache_size, "max_device_pinned_mem_size" max_device_pinned_mem_size, "max_batch_io_size" max_batch_io_size, "max_batch_io_timeout_msecs" max_batch_io_timeout_msecs,}
        cufileRDMAInfo_t {"version" version, "desc_len" desc_len, "desc_str" desc_str,}
        CUfileFSOps_t {"fs_type" fs_type, "getRDMADeviceList" getRDMADeviceList, "getRDMADevicePriority" getRDMADevicePriority, "read" read, "write" write,}
        CUfileDescr_t {"type" type_, "handle" handle, "handle.fd" handle.fd, "handle.handle" handle.handle, "fs_ops" fs_ops,}
        CUfileIOParams_t {"mode" mode, "u" u, "u.batch" u.batch, "u.batch.devPtr_base" u.batch.devPtr_base, "u.batch.file_offset" u.batch.file_offset, "u.batch.devPtr_offset" u.batch.devPtr_offset, "u.batch.size" u.batch.size, "fh" fh, "opcode" opcode, "cookie" cookie,}
        CUfileIOEvents_t {"cookie" cookie, "status" status, "ret" ret,}
        CUfileIOVec_t {"base" base, "len" len,}
        CUfileOpCounter_t {"ok" ok, "err" err,}
        CUfileStatsLevel1_t {"read_ops" read_ops, "write_ops" write_ops, "hdl_register_ops" hdl_register_ops, "hdl_deregister_ops" hdl_deregister_ops, "buf_register_ops" buf_register_ops, "buf_deregister_ops" buf_deregister_ops, "read_bytes" read_bytes, "write_bytes" write_bytes, "read_bw_bytes_per_sec" read_bw_bytes_per_sec, "write_bw_bytes_per_sec" write_bw_bytes_per_sec, "read_lat_avg_us" read_lat_avg_us, "write_lat_avg_us" write_lat_avg_us, "read_ops_per_sec" read_ops_per_sec, "write_ops_per_sec" write_ops_per_sec, "read_lat_sum_us" read_lat_sum_us, "write_lat_sum_us" write_lat_sum_us, "batch_submit_ops" batch_submit_ops, "batch_complete_ops" batch_complete_ops, "batch_setup_ops" batch_setup_ops, "batch_cancel_ops" batch_cancel_ops, "batch_destroy_ops" batch_destroy_ops, "batch_enqueued_ops" batch_enqueued_ops, "batch_posix_enqueued_ops" batch_posix_enqueued_ops, "batch_processed_ops" batch_processed_ops, "batch_posix_processed_ops" batch_posix_processed_ops, "batch_nvfs_submit_ops" batch_nvfs_submit_ops, "batch_p2p_submit_ops" batch_p2p_submit_ops, "batch_aio_submit_ops" batch_aio_submit_ops, "batch_iouring_submit_ops" batch_iouring_submit_ops, "batch_mixed_io_submit_ops" batch_mixed_io_submit_ops, "batch_total_submit_ops" batch_total_submit_ops, "batch_read_bytes" batch_read_bytes, "batch_write_bytes" batch_write_bytes, "batch_read_bw_bytes" batch_read_bw_bytes, "batch_write_bw_bytes" batch_write_bw_bytes, "batch_submit_lat_avg_us" batch_submit_lat_avg_us, "batch_completion_lat_avg_us" batch_completion_lat_avg_us, "batch_submit_ops_per_sec" batch_submit_ops_per_sec, "batch_complete_ops_per_sec" batch_complete_ops_per_sec, "batch_submit_lat_sum_us" batch_submit_lat_sum_us, "batch_completion_lat_sum_us" batch_completion_lat_sum_us, "last_batch_read_bytes" last_batch_read_bytes, "last_batch_write_bytes" last_batch_write_bytes, "readv_ops" readv_ops, "writev_ops" writev_ops, "readv_bytes" readv_bytes, "writev_bytes" writev_bytes, "readv_bw_bytes_per_sec" readv_bw_bytes_per_sec, "writev_bw_bytes_per_sec" writev_bw_bytes_per_sec, "readv_lat_avg_us" readv_lat_avg_us, "writev_lat_avg_us" writev_lat_avg_us, "readv_ops_per_sec" readv_ops_per_sec, "writev_ops_per_sec" writev_ops_per_sec, "readv_lat_sum_us" readv_lat_sum_us, "writev_lat_sum_us" writev_lat_sum_us,}
        CUfileStatsLevel2_t {"basic" basic, "read_size_kb_hist" read_size_kb_hist, "write_size_kb_hist" write_size_kb_hist,}
        CUfilePerGpuStats_t {"uuid" uuid, "read_bytes" read_bytes, "read_bw_bytes_per_sec" read_bw_bytes_per_sec, "read_utilization" read_utilization, "read_duration_us" read_duration_us, "n_total_reads" n_total_reads, "n_p2p_reads" n_p2p_reads, "n_nvfs_reads" n_nvfs_reads, "n_posix_reads" n_posix_reads, "n_unaligned_reads" n_unaligned_reads, "n_dr_reads" n_dr_reads, "n_sparse_regions" n_sparse_regions, "n_inline_regions" n_inline_regions, "n_reads_err" n_reads_err, "writes_bytes" writes_bytes, "write_bw_bytes_per_sec" write_bw_bytes_per_sec, "write_utilization" write_utilization, "write_duration_us" write_duration_us, "n_total_writes" n_total_writes, "n_p2p_writes" n_p2p_writes, "n_nvfs_writes" n_nvfs_writes, "n_posix_writes" n_posix_writes, "n_unaligned_writes" n_unaligned_writes, "n_dr_writes" n_dr_writes, "n_writes_err" n_writes_err, "n_mmap" n_mmap, "n_mmap_ok" n_mmap_ok, "n_mmap_err" n_mmap_err, "n_mmap_free" n_mmap_free, "reg_bytes" reg_bytes,}
        CUfileStatsLevel3_t {"detailed" detailed, "num_gpus" num_gpus, "per_gpu_stats" per_gpu_stats,}
    }
    enumerators {
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
}
