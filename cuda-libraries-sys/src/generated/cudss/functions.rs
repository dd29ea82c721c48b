// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use super::types::*;
use crate::shared::*;

/// Calls the macro `$then` with every function of cuDSS, in the order of the table, after the tokens of `$first`.
///
/// Each is `name: since until "exported name", (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_cudss_function {
    ($then:path $(, $($first:tt)*)?) => {
        $then! {
            $($($first)*)?
            cudssConfigSet: 0 0 "", (config: cudssConfig_t, param: cudssConfigParam_t, value: *const c_void, sizeInBytes: usize) -> cudssStatus_t;
            cudssConfigGet: 0 0 "", (config: cudssConfig_t, param: cudssConfigParam_t, value: *mut c_void, sizeInBytes: usize, sizeWritten: *mut usize) -> cudssStatus_t;
            cudssDataSet: 0 0 "", (handle: cudssHandle_t, data: cudssData_t, param: cudssDataParam_t, value: *const c_void, sizeInBytes: usize) -> cudssStatus_t;
            cudssDataGet: 0 0 "", (handle: cudssHandle_t, data: cudssData_t, param: cudssDataParam_t, value: *mut c_void, sizeInBytes: usize, sizeWritten: *mut usize) -> cudssStatus_t;
            cudssExecute: 0 0 "", (handle: cudssHandle_t, phase: c_int, config: cudssConfig_t, data: cudssData_t, inputMatrix: cudssMatrix_t, solution: cudssMatrix_t, rhs: cudssMatrix_t) -> cudssStatus_t;
            cudssSetStream: 0 0 "", (handle: cudssHandle_t, stream: cudaStream_t) -> cudssStatus_t;
            cudssSetMgStreams: 800 0 "", (handle: cudssHandle_t, streams: *const cudaStream_t, stream_count: c_int) -> cudssStatus_t;
            cudssSetCommLayer: 0 0 "", (handle: cudssHandle_t, commLibFileName: *const c_char) -> cudssStatus_t;
            cudssSetThreadingLayer: 0 0 "", (handle: cudssHandle_t, thrLibFileName: *const c_char) -> cudssStatus_t;
            cudssSetJitCacheDir: 10000 0 "", (handle: cudssHandle_t, cacheDir: *const c_char) -> cudssStatus_t;
            cudssConfigCreate: 0 0 "", (config: *mut cudssConfig_t) -> cudssStatus_t;
            cudssConfigDestroy: 0 0 "", (config: cudssConfig_t) -> cudssStatus_t;
            cudssDataCreate: 0 0 "", (handle: cudssHandle_t, data: *mut cudssData_t) -> cudssStatus_t;
            cudssDataDestroy: 0 0 "", (handle: cudssHandle_t, data: cudssData_t) -> cudssStatus_t;
            cudssCreate: 0 0 "", (handle: *mut cudssHandle_t) -> cudssStatus_t;
            cudssCreateMg: 0 0 "", (handle: *mut cudssHandle_t, device_count: c_int, device_indices: *const c_int) -> cudssStatus_t;
            cudssDestroy: 0 0 "", (handle: cudssHandle_t) -> cudssStatus_t;
            cudssGetProperty: 0 0 "", (propertyType: libraryPropertyType, value: *mut c_int) -> cudssStatus_t;
            cudssMatrixCreateDn: 0 0 "cudssMatrixCreateDn", (matrix: *mut cudssMatrix_t, nrows: i64, ncols: i64, ld: i64, values: *const c_void, valueType: cudaDataType, layout: cudssLayout_t) -> cudssStatus_t;
            cudssMatrixCreateCsr: 10000 0 "cudssMatrixCreateCsr", (matrix: *mut cudssMatrix_t, nrows: i64, ncols: i64, nnz: i64, rowStart: *const c_void, rowEnd: *const c_void, colIndices: *const c_void, values: *const c_void, offsetType: cudaDataType, indexType: cudaDataType, valueType: cudaDataType, mtype: cudssMatrixType_t, mview: cudssMatrixViewType_t, indexBase: cudssIndexBase_t) -> cudssStatus_t;
            cudssMatrixCreateBatchDn: 0 0 "cudssMatrixCreateBatchDn", (matrix: *mut cudssMatrix_t, batchCount: i64, nrows: *const c_void, ncols: *const c_void, ld: *const c_void, values: *const *const c_void, integerType: cudaDataType, valueType: cudaDataType, layout: cudssLayout_t) -> cudssStatus_t;
            cudssMatrixCreateBatchCsr: 10000 0 "cudssMatrixCreateBatchCsr", (matrix: *mut cudssMatrix_t, batchCount: i64, nrows: *const c_void, ncols: *const c_void, nnz: *const c_void, rowStart: *const *const c_void, rowEnd: *const *const c_void, colIndices: *const *const c_void, values: *const *const c_void, offsetType: cudaDataType, indexType: cudaDataType, valueType: cudaDataType, mtype: cudssMatrixType_t, mview: cudssMatrixViewType_t, indexBase: cudssIndexBase_t) -> cudssStatus_t;
            cudssMatrixDestroy: 0 0 "", (matrix: cudssMatrix_t) -> cudssStatus_t;
            cudssMatrixGetDn: 0 0 "cudssMatrixGetDn", (matrix: cudssMatrix_t, nrows: *mut i64, ncols: *mut i64, ld: *mut i64, values: *mut *mut c_void, valueType: *mut cudaDataType, layout: *mut cudssLayout_t) -> cudssStatus_t;
            cudssMatrixGetCsr: 10000 0 "cudssMatrixGetCsr", (matrix: cudssMatrix_t, nrows: *mut i64, ncols: *mut i64, nnz: *mut i64, rowStart: *mut *mut c_void, rowEnd: *mut *mut c_void, colIndices: *mut *mut c_void, values: *mut *mut c_void, offsetType: *mut cudaDataType, indexType: *mut cudaDataType, valueType: *mut cudaDataType, mtype: *mut cudssMatrixType_t, mview: *mut cudssMatrixViewType_t, indexBase: *mut cudssIndexBase_t) -> cudssStatus_t;
            cudssMatrixSetValues: 0 0 "", (matrix: cudssMatrix_t, values: *const c_void) -> cudssStatus_t;
            cudssMatrixSetCsrPointers: 0 0 "", (matrix: cudssMatrix_t, rowStart: *const c_void, rowEnd: *const c_void, colIndices: *const c_void, values: *const c_void) -> cudssStatus_t;
            cudssMatrixGetBatchDn: 0 0 "cudssMatrixGetBatchDn", (matrix: cudssMatrix_t, batchCount: *mut i64, nrows: *mut *mut c_void, ncols: *mut *mut c_void, ld: *mut *mut c_void, values: *mut *mut *mut c_void, integerType: *mut cudaDataType, valueType: *mut cudaDataType, layout: *mut cudssLayout_t) -> cudssStatus_t;
            cudssMatrixGetBatchCsr: 10000 0 "cudssMatrixGetBatchCsr", (matrix: cudssMatrix_t, batchCount: *mut i64, nrows: *mut *mut c_void, ncols: *mut *mut c_void, nnz: *mut *mut c_void, rowStart: *mut *mut *mut c_void, rowEnd: *mut *mut *mut c_void, colIndices: *mut *mut *mut c_void, values: *mut *mut *mut c_void, offsetType: *mut cudaDataType, indexType: *mut cudaDataType, valueType: *mut cudaDataType, mtype: *mut cudssMatrixType_t, mview: *mut cudssMatrixViewType_t, indexBase: *mut cudssIndexBase_t) -> cudssStatus_t;
            cudssMatrixSetBatchValues: 0 0 "", (matrix: cudssMatrix_t, values: *const *const c_void) -> cudssStatus_t;
            cudssMatrixSetBatchCsrPointers: 0 0 "", (matrix: cudssMatrix_t, rowStart: *const *const c_void, rowEnd: *const *const c_void, colIndices: *const *const c_void, values: *const *const c_void) -> cudssStatus_t;
            cudssMatrixGetFormat: 0 0 "", (matrix: cudssMatrix_t, format: *mut c_int) -> cudssStatus_t;
            cudssMatrixSetDistributionRow1d: 0 0 "", (matrix: cudssMatrix_t, first_row: i64, last_row: i64) -> cudssStatus_t;
            cudssMatrixGetDistributionRow1d: 0 0 "", (matrix: cudssMatrix_t, first_row: *mut i64, last_row: *mut i64) -> cudssStatus_t;
            cudssGetDeviceMemHandler: 0 0 "", (handle: cudssHandle_t, handler: *mut cudssDeviceMemHandler_t) -> cudssStatus_t;
            cudssSetDeviceMemHandler: 0 0 "", (handle: cudssHandle_t, handler: *const cudssDeviceMemHandler_t) -> cudssStatus_t;
            cudssGetPinnedMemHandler: 10000 0 "", (handle: cudssHandle_t, handler: *mut cudssPinnedMemHandler_t) -> cudssStatus_t;
            cudssSetPinnedMemHandler: 10000 0 "", (handle: cudssHandle_t, handler: *const cudssPinnedMemHandler_t) -> cudssStatus_t;
            cudssLoggerSetCallback: 800 0 "", (callback: cudssLoggerCallback_t) -> cudssStatus_t;
            cudssLoggerSetFile: 800 0 "", (file: *mut FILE) -> cudssStatus_t;
            cudssLoggerOpenFile: 800 0 "", (logFile: *const c_char) -> cudssStatus_t;
            cudssLoggerSetLevel: 800 0 "", (level: c_int) -> cudssStatus_t;
            cudssLoggerSetMask: 800 0 "", (mask: c_int) -> cudssStatus_t;
            cudssLoggerForceDisable: 800 0 "", () -> cudssStatus_t;
            cudssMatrixCreateDn_0_8_0: 800 900 "cudssMatrixCreateDn", (matrix: *mut cudssMatrix_t, nrows: i64, ncols: i64, ld: i64, values: *const c_void, valueType: cudssDataType_t, layout: cudssLayout_t) -> cudssStatus_t;
            cudssMatrixCreateCsr_0_8_0: 800 900 "cudssMatrixCreateCsr", (matrix: *mut cudssMatrix_t, nrows: i64, ncols: i64, nnz: i64, rowStart: *const c_void, rowEnd: *const c_void, colIndices: *const c_void, values: *const c_void, offsetType: cudssDataType_t, indexType: cudssDataType_t, valueType: cudssDataType_t, mtype: cudssMatrixType_t, mview: cudssMatrixViewType_t, indexBase: cudssIndexBase_t) -> cudssStatus_t;
            cudssMatrixCreateBatchDn_0_8_0: 800 900 "cudssMatrixCreateBatchDn", (matrix: *mut cudssMatrix_t, batchCount: i64, nrows: *const c_void, ncols: *const c_void, ld: *const c_void, values: *const *const c_void, integerType: cudssDataType_t, valueType: cudssDataType_t, layout: cudssLayout_t) -> cudssStatus_t;
            cudssMatrixCreateBatchCsr_0_8_0: 800 900 "cudssMatrixCreateBatchCsr", (matrix: *mut cudssMatrix_t, batchCount: i64, nrows: *const c_void, ncols: *const c_void, nnz: *const c_void, rowStart: *const *const c_void, rowEnd: *const *const c_void, colIndices: *const *const c_void, values: *const *const c_void, offsetType: cudssDataType_t, indexType: cudssDataType_t, valueType: cudssDataType_t, mtype: cudssMatrixType_t, mview: cudssMatrixViewType_t, indexBase: cudssIndexBase_t) -> cudssStatus_t;
            cudssMatrixGetDn_0_8_0: 800 900 "cudssMatrixGetDn", (matrix: cudssMatrix_t, nrows: *mut i64, ncols: *mut i64, ld: *mut i64, values: *mut *mut c_void, type_: *mut cudssDataType_t, layout: *mut cudssLayout_t) -> cudssStatus_t;
            cudssMatrixGetCsr_0_8_0: 800 900 "cudssMatrixGetCsr", (matrix: cudssMatrix_t, nrows: *mut i64, ncols: *mut i64, nnz: *mut i64, rowStart: *mut *mut c_void, rowEnd: *mut *mut c_void, colIndices: *mut *mut c_void, values: *mut *mut c_void, offsetType: *mut cudssDataType_t, indexType: *mut cudssDataType_t, valueType: *mut cudssDataType_t, mtype: *mut cudssMatrixType_t, mview: *mut cudssMatrixViewType_t, indexBase: *mut cudssIndexBase_t) -> cudssStatus_t;
            cudssMatrixGetBatchDn_0_8_0: 800 900 "cudssMatrixGetBatchDn", (matrix: cudssMatrix_t, batchCount: *mut i64, nrows: *mut *mut c_void, ncols: *mut *mut c_void, ld: *mut *mut c_void, values: *mut *mut *mut c_void, indexType: *mut cudssDataType_t, valueType: *mut cudssDataType_t, layout: *mut cudssLayout_t) -> cudssStatus_t;
            cudssMatrixGetBatchCsr_0_8_0: 800 900 "cudssMatrixGetBatchCsr", (matrix: cudssMatrix_t, batchCount: *mut i64, nrows: *mut *mut c_void, ncols: *mut *mut c_void, nnz: *mut *mut c_void, rowStart: *mut *mut *mut c_void, rowEnd: *mut *mut *mut c_void, colIndices: *mut *mut *mut c_void, values: *mut *mut *mut c_void, offsetType: *mut cudssDataType_t, indexType: *mut cudssDataType_t, valueType: *mut cudssDataType_t, mtype: *mut cudssMatrixType_t, mview: *mut cudssMatrixViewType_t, indexBase: *mut cudssIndexBase_t) -> cudssStatus_t;
            cudssMatrixCreateCsr_0_7_1: 0 800 "cudssMatrixCreateCsr", (matrix: *mut cudssMatrix_t, nrows: i64, ncols: i64, nnz: i64, rowStart: *mut c_void, rowEnd: *mut c_void, colIndices: *mut c_void, values: *mut c_void, indexType: cudaDataType, valueType: cudaDataType, mtype: cudssMatrixType_t, mview: cudssMatrixViewType_t, indexBase: cudssIndexBase_t) -> cudssStatus_t;
            cudssMatrixCreateBatchCsr_0_7_1: 0 800 "cudssMatrixCreateBatchCsr", (matrix: *mut cudssMatrix_t, batchCount: i64, nrows: *mut c_void, ncols: *mut c_void, nnz: *mut c_void, rowStart: *mut *mut c_void, rowEnd: *mut *mut c_void, colIndices: *mut *mut c_void, values: *mut *mut c_void, indexType: cudaDataType, valueType: cudaDataType, mtype: cudssMatrixType_t, mview: cudssMatrixViewType_t, indexBase: cudssIndexBase_t) -> cudssStatus_t;
            cudssMatrixGetCsr_0_7_1: 0 800 "cudssMatrixGetCsr", (matrix: cudssMatrix_t, nrows: *mut i64, ncols: *mut i64, nnz: *mut i64, rowStart: *mut *mut c_void, rowEnd: *mut *mut c_void, colIndices: *mut *mut c_void, values: *mut *mut c_void, indexType: *mut cudaDataType, valueType: *mut cudaDataType, mtype: *mut cudssMatrixType_t, mview: *mut cudssMatrixViewType_t, indexBase: *mut cudssIndexBase_t) -> cudssStatus_t;
            cudssMatrixGetBatchCsr_0_7_1: 0 800 "cudssMatrixGetBatchCsr", (matrix: cudssMatrix_t, batchCount: *mut i64, nrows: *mut *mut c_void, ncols: *mut *mut c_void, nnz: *mut *mut c_void, rowStart: *mut *mut *mut c_void, rowEnd: *mut *mut *mut c_void, colIndices: *mut *mut *mut c_void, values: *mut *mut *mut c_void, indexType: *mut cudaDataType, valueType: *mut cudaDataType, mtype: *mut cudssMatrixType_t, mview: *mut cudssMatrixViewType_t, indexBase: *mut cudssIndexBase_t) -> cudssStatus_t;
        }
    };
}

for_each_cudss_function! {
    library,
    "cuDSS" CUDSS CudssTable cudssStatus_t CUDSS_STATUS_SUCCESS "https://docs.nvidia.com/cuda/cudss/index.html"
    required ["cudssCreate", "cudssExecute", "cudssGetProperty"] numbered [] version property (cudssGetProperty 10000 100 1)
}
