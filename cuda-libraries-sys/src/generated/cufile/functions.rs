// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use super::types::*;
use crate::shared::*;

/// Calls the macro `$then` with every function of cuFile, in the order of the table, after the tokens of `$first`.
///
/// Each is `name: since until "exported name", (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_cufile_function {
    ($then:path $(, $($first:tt)*)?) => {
        $then! {
            $($($first)*)?
            cuFileHandleRegister: 0 0 "", (fh: *mut CUfileHandle_t, descr: *mut CUfileDescr_t) -> CUfileError_t;
            cuFileHandleDeregister: 0 0 "", (fh: CUfileHandle_t) -> ();
            cuFileBufRegister: 0 0 "", (bufPtr_base: *const c_void, length: usize, flags: c_int) -> CUfileError_t;
            cuFileBufDeregister: 0 0 "", (bufPtr_base: *const c_void) -> CUfileError_t;
            cuFileRead: 0 0 "", (fh: CUfileHandle_t, bufPtr_base: *mut c_void, size: usize, file_offset: off_t, bufPtr_offset: off_t) -> isize;
            cuFileWrite: 0 0 "", (fh: CUfileHandle_t, bufPtr_base: *const c_void, size: usize, file_offset: off_t, bufPtr_offset: off_t) -> isize;
            cuFileDriverOpen: 0 0 "", () -> CUfileError_t;
            cuFileDriverClose: 0 0 "", () -> CUfileError_t;
            cuFileDriverClose_v2: 0 0 "", () -> CUfileError_t;
            cuFileUseCount: 0 0 "", () -> c_long;
            cuFileDriverGetProperties: 0 0 "", (props: *mut CUfileDrvProps_t) -> CUfileError_t;
            cuFileDriverSetPollMode: 0 0 "", (poll: bool, poll_threshold_size: usize) -> CUfileError_t;
            cuFileDriverSetMaxDirectIOSize: 0 0 "", (max_direct_io_size: usize) -> CUfileError_t;
            cuFileDriverSetMaxCacheSize: 0 0 "", (max_cache_size: usize) -> CUfileError_t;
            cuFileDriverSetMaxPinnedMemSize: 0 0 "", (max_pinned_size: usize) -> CUfileError_t;
            cuFileBatchIOSetUp: 0 0 "", (batch_idp: *mut CUfileBatchHandle_t, nr: c_uint) -> CUfileError_t;
            cuFileBatchIOSubmit: 0 0 "", (batch_idp: CUfileBatchHandle_t, nr: c_uint, iocbp: *mut CUfileIOParams_t, flags: c_uint) -> CUfileError_t;
            cuFileBatchIOGetStatus: 0 0 "", (batch_idp: CUfileBatchHandle_t, min_nr: c_uint, nr: *mut c_uint, iocbp: *mut CUfileIOEvents_t, timeout: *mut timespec) -> CUfileError_t;
            cuFileBatchIOCancel: 0 0 "", (batch_idp: CUfileBatchHandle_t) -> CUfileError_t;
            cuFileBatchIODestroy: 0 0 "", (batch_idp: CUfileBatchHandle_t) -> ();
            cuFileReadAsync: 0 0 "", (fh: CUfileHandle_t, bufPtr_base: *mut c_void, size_p: *mut usize, file_offset_p: *mut off_t, bufPtr_offset_p: *mut off_t, bytes_read_p: *mut isize, stream: CUstream) -> CUfileError_t;
            cuFileWriteAsync: 0 0 "", (fh: CUfileHandle_t, bufPtr_base: *mut c_void, size_p: *mut usize, file_offset_p: *mut off_t, bufPtr_offset_p: *mut off_t, bytes_written_p: *mut isize, stream: CUstream) -> CUfileError_t;
            cuFileStreamRegister: 0 0 "", (stream: CUstream, flags: c_uint) -> CUfileError_t;
            cuFileStreamDeregister: 0 0 "", (stream: CUstream) -> CUfileError_t;
            cuFileReadv: 1200 0 "", (fh: CUfileHandle_t, iov: *const CUfileIOVec_t, iovcnt: usize, file_offset: off_t, flags: c_uint) -> isize;
            cuFileWritev: 1200 0 "", (fh: CUfileHandle_t, iov: *const CUfileIOVec_t, iovcnt: usize, file_offset: off_t, flags: c_uint) -> isize;
            cuFileGetVersion: 0 0 "", (version: *mut c_int) -> CUfileError_t;
            cuFileExportPCIeTopology: 1200 0 "", (filename: *const c_char) -> CUfileError_t;
            cuFileGetParameterSizeT: 1140 0 "", (param: CUFileSizeTConfigParameter_t, value: *mut usize) -> CUfileError_t;
            cuFileGetParameterBool: 1140 0 "", (param: CUFileBoolConfigParameter_t, value: *mut bool) -> CUfileError_t;
            cuFileGetParameterString: 1140 0 "", (param: CUFileStringConfigParameter_t, desc_str: *mut c_char, len: c_int) -> CUfileError_t;
            cuFileGetParameterMinMaxValue: 1150 0 "", (param: CUFileSizeTConfigParameter_t, min_value: *mut usize, max_value: *mut usize) -> CUfileError_t;
            cuFileSetParameterSizeT: 1140 0 "", (param: CUFileSizeTConfigParameter_t, value: usize) -> CUfileError_t;
            cuFileSetParameterBool: 1140 0 "", (param: CUFileBoolConfigParameter_t, value: bool) -> CUfileError_t;
            cuFileSetParameterString: 1140 0 "", (param: CUFileStringConfigParameter_t, desc_str: *const c_char) -> CUfileError_t;
            cuFileSetStatsLevel: 1150 0 "", (level: c_int) -> CUfileError_t;
            cuFileGetStatsLevel: 1150 0 "", (level: *mut c_int) -> CUfileError_t;
            cuFileStatsStart: 1150 0 "", () -> CUfileError_t;
            cuFileStatsStop: 1150 0 "", () -> CUfileError_t;
            cuFileStatsReset: 1150 0 "", () -> CUfileError_t;
            cuFileGetStatsL1: 1200 0 "cuFileGetStatsL1", (stats: *mut CUfileStatsLevel1_t) -> CUfileError_t;
            cuFileGetStatsL2: 1200 0 "cuFileGetStatsL2", (stats: *mut CUfileStatsLevel2_t) -> CUfileError_t;
            cuFileGetStatsL3: 1200 0 "cuFileGetStatsL3", (stats: *mut CUfileStatsLevel3_t) -> CUfileError_t;
            cuFileGetBARSizeInKB: 1150 0 "", (gpuIndex: c_int, barSize: *mut usize) -> CUfileError_t;
            cuFileSetParameterPosixPoolSlabArray: 1150 0 "", (size_values: *const usize, count_values: *const usize, len: c_int) -> CUfileError_t;
            cuFileGetParameterPosixPoolSlabArray: 1150 0 "", (size_values: *mut usize, count_values: *mut usize, len: c_int) -> CUfileError_t;
            cuFileSetParameterGpuBounceBufferSlabArray: 1200 0 "", (size_values: *const usize, count_values: *const usize, len: c_int) -> CUfileError_t;
            cuFileGetParameterGpuBounceBufferSlabArray: 1200 0 "", (size_values: *mut usize, count_values: *mut usize, len: c_int) -> CUfileError_t;
            cuFileDriverGetP2PFlags: 1200 0 "", (status_flag: CUfileDriverStatusFlags_t, p2p_flags: *mut CUfileP2PFlags_t) -> CUfileError_t;
            cuFileDriverSetP2PFlags: 1200 0 "", (status_flag: CUfileDriverStatusFlags_t, p2p_flags: CUfileP2PFlags_t) -> CUfileError_t;
            cuFileGetStatsL1_1_15: 1150 1160 "cuFileGetStatsL1", (stats: *mut CUfileStatsLevel1_t_1_15) -> CUfileError_t;
            cuFileGetStatsL2_1_15: 1150 1160 "cuFileGetStatsL2", (stats: *mut CUfileStatsLevel2_t_1_15) -> CUfileError_t;
            cuFileGetStatsL3_1_15: 1150 1160 "cuFileGetStatsL3", (stats: *mut CUfileStatsLevel3_t_1_15) -> CUfileError_t;
        }
    };
}

for_each_cufile_function! {
    library,
    "cuFile" CUFILE CufileTable CUfileOpError CU_FILE_SUCCESS "https://docs.nvidia.com/gpudirect-storage/api-reference-guide/index.html"
    required ["cuFileDriverOpen", "cuFileRead"] numbered [] version written_or (cuFileGetVersion)
}
