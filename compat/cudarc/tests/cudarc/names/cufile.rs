//! Names of cudarc 0.19.10 with all releases, from its source.

mod cufile_sys {
    use cudarc::cufile::sys::{
        CUFILEStatus_enum, CUFileArrayConfigParameter_t, CUFileBoolConfigParameter_t,
        CUFileSizeTConfigParameter_t, CUFileStringConfigParameter_t, CUfileBatchHandle_t,
        CUfileBatchMode_t, CUfileDescr_t, CUfileDescr_t__bindgen_ty_1, CUfileDriverControlFlags,
        CUfileDriverControlFlags_t, CUfileDriverStatusFlags, CUfileDriverStatusFlags_t,
        CUfileDrvProps, CUfileDrvProps__bindgen_ty_1, CUfileDrvProps_t, CUfileError, CUfileError_t,
        CUfileFSOps, CUfileFSOps_t, CUfileFeatureFlags, CUfileFeatureFlags_t, CUfileFileHandleType,
        CUfileHandle_t, CUfileIOEvents, CUfileIOEvents_t, CUfileIOParams,
        CUfileIOParams__bindgen_ty_1, CUfileIOParams__bindgen_ty_1__bindgen_ty_1, CUfileIOParams_t,
        CUfileIOVec, CUfileIOVec_t, CUfileOpCounter, CUfileOpCounter_t, CUfileOpError,
        CUfileOpcode, CUfileOpcode_t, CUfileP2PFlags, CUfileP2PFlags_t, CUfilePerGpuStats,
        CUfilePerGpuStats_t, CUfileStatsLevel1, CUfileStatsLevel1_t, CUfileStatsLevel2,
        CUfileStatsLevel2_t, CUfileStatsLevel3, CUfileStatsLevel3_t, CUfileStatus_t, CUresult,
        CUstream, CUstream_st, cuFileBatchIOCancel, cuFileBatchIODestroy, cuFileBatchIOGetStatus,
        cuFileBatchIOSetUp, cuFileBatchIOSubmit, cuFileBufDeregister, cuFileBufRegister,
        cuFileDriverClose, cuFileDriverClose_v2, cuFileDriverGetP2PFlags,
        cuFileDriverGetProperties, cuFileDriverOpen, cuFileDriverSetMaxCacheSize,
        cuFileDriverSetMaxDirectIOSize, cuFileDriverSetMaxPinnedMemSize, cuFileDriverSetP2PFlags,
        cuFileDriverSetPollMode, cuFileExportPCIeTopology, cuFileGetBARSizeInKB,
        cuFileGetParameterBool, cuFileGetParameterGpuBounceBufferSlabArray,
        cuFileGetParameterMinMaxValue, cuFileGetParameterPosixPoolSlabArray,
        cuFileGetParameterSizeT, cuFileGetParameterString, cuFileGetStatsL1, cuFileGetStatsL2,
        cuFileGetStatsL3, cuFileGetStatsLevel, cuFileGetVersion, cuFileHandleDeregister,
        cuFileHandleRegister, cuFileRead, cuFileReadAsync, cuFileReadv, cuFileSetParameterBool,
        cuFileSetParameterGpuBounceBufferSlabArray, cuFileSetParameterPosixPoolSlabArray,
        cuFileSetParameterSizeT, cuFileSetParameterString, cuFileSetStatsLevel, cuFileStatsReset,
        cuFileStatsStart, cuFileStatsStop, cuFileStreamDeregister, cuFileStreamRegister,
        cuFileUseCount, cuFileWrite, cuFileWriteAsync, cuFileWritev, cudaError_enum,
        cufileBatchMode, cufileRDMAInfo, cufileRDMAInfo_t, culib, is_culib_present, loff_t, off_t,
        sockaddr, sockaddr_t, timespec,
    };
}

mod cufile_result {
    use cudarc::cufile::result::{
        CufileError, buf_deregister, buf_register, driver_close, driver_get_properties,
        driver_open, driver_set_max_cache_size, driver_set_max_direct_io_size,
        driver_set_max_pinned_mem_size, driver_set_poll_mode, handle_deregister, handle_register,
        read, read_async, stream_deregister, stream_register, write, write_async,
    };
}

mod cufile_safe {
    use cudarc::cufile::safe::{AsyncFileRead, AsyncFileWrite, Cufile, FileHandle};
}
