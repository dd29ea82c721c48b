// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use super::types::*;
use crate::shared::*;
use crate::cublas::*;

/// Calls the macro `$then` with every function of cuBLASLt, in the order of the table, after the tokens of `$first`.
///
/// Each is `name: since until "exported name", (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_cublaslt_function {
    ($then:path $(, $($first:tt)*)?) => {
        $then! {
            $($($first)*)?
            cublasLtCreate: 0 0 "", (lightHandle: *mut cublasLtHandle_t) -> cublasStatus_t;
            cublasLtDestroy: 0 0 "", (lightHandle: cublasLtHandle_t) -> cublasStatus_t;
            cublasLtGetStatusName: 0 0 "", (status: cublasStatus_t) -> *const c_char;
            cublasLtGetStatusString: 0 0 "", (status: cublasStatus_t) -> *const c_char;
            cublasLtGetVersion: 0 0 "", () -> usize;
            cublasLtGetCudartVersion: 0 0 "", () -> usize;
            cublasLtGetProperty: 0 0 "", (type_: libraryPropertyType, value: *mut c_int) -> cublasStatus_t;
            cublasLtHeuristicsCacheGetCapacity: 0 0 "", (capacity: *mut usize) -> cublasStatus_t;
            cublasLtHeuristicsCacheSetCapacity: 0 0 "", (capacity: usize) -> cublasStatus_t;
            cublasLtMatmul: 0 0 "", (lightHandle: cublasLtHandle_t, computeDesc: cublasLtMatmulDesc_t, alpha: *const c_void, A: *const c_void, Adesc: cublasLtMatrixLayout_t, B: *const c_void, Bdesc: cublasLtMatrixLayout_t, beta: *const c_void, C: *const c_void, Cdesc: cublasLtMatrixLayout_t, D: *mut c_void, Ddesc: cublasLtMatrixLayout_t, algo: *const cublasLtMatmulAlgo_t, workspace: *mut c_void, workspaceSizeInBytes: usize, stream: cudaStream_t) -> cublasStatus_t;
            cublasLtMatrixTransform: 0 0 "", (lightHandle: cublasLtHandle_t, transformDesc: cublasLtMatrixTransformDesc_t, alpha: *const c_void, A: *const c_void, Adesc: cublasLtMatrixLayout_t, beta: *const c_void, B: *const c_void, Bdesc: cublasLtMatrixLayout_t, C: *mut c_void, Cdesc: cublasLtMatrixLayout_t, stream: cudaStream_t) -> cublasStatus_t;
            cublasLtMatrixLayoutInit_internal: 0 0 "", (matLayout: cublasLtMatrixLayout_t, size: usize, type_: cudaDataType, rows: u64, cols: u64, ld: i64) -> cublasStatus_t;
            cublasLtGroupedMatrixLayoutInit_internal: 131000 0 "", (matLayout: cublasLtMatrixLayout_t, size: usize, type_: cudaDataType, groupCount: c_int, rows_array: *const c_void, cols_array: *const c_void, ld_array: *const c_void) -> cublasStatus_t;
            cublasLtMatrixLayoutCreate: 0 0 "", (matLayout: *mut cublasLtMatrixLayout_t, type_: cudaDataType, rows: u64, cols: u64, ld: i64) -> cublasStatus_t;
            cublasLtGroupedMatrixLayoutCreate: 131000 0 "", (matLayout: *mut cublasLtMatrixLayout_t, type_: cudaDataType, groupCount: c_int, rows_array: *const c_void, cols_array: *const c_void, ld_array: *const c_void) -> cublasStatus_t;
            cublasLtMatrixLayoutDestroy: 0 0 "", (matLayout: cublasLtMatrixLayout_t) -> cublasStatus_t;
            cublasLtMatrixLayoutSetAttribute: 0 0 "", (matLayout: cublasLtMatrixLayout_t, attr: cublasLtMatrixLayoutAttribute_t, buf: *const c_void, sizeInBytes: usize) -> cublasStatus_t;
            cublasLtMatrixLayoutGetAttribute: 0 0 "", (matLayout: cublasLtMatrixLayout_t, attr: cublasLtMatrixLayoutAttribute_t, buf: *mut c_void, sizeInBytes: usize, sizeWritten: *mut usize) -> cublasStatus_t;
            cublasLtMatmulDescInit_internal: 0 0 "", (matmulDesc: cublasLtMatmulDesc_t, size: usize, computeType: cublasComputeType_t, scaleType: cudaDataType) -> cublasStatus_t;
            cublasLtMatmulDescCreate: 0 0 "", (matmulDesc: *mut cublasLtMatmulDesc_t, computeType: cublasComputeType_t, scaleType: cudaDataType) -> cublasStatus_t;
            cublasLtMatmulDescDestroy: 0 0 "", (matmulDesc: cublasLtMatmulDesc_t) -> cublasStatus_t;
            cublasLtMatmulDescSetAttribute: 0 0 "", (matmulDesc: cublasLtMatmulDesc_t, attr: cublasLtMatmulDescAttributes_t, buf: *const c_void, sizeInBytes: usize) -> cublasStatus_t;
            cublasLtMatmulDescGetAttribute: 0 0 "", (matmulDesc: cublasLtMatmulDesc_t, attr: cublasLtMatmulDescAttributes_t, buf: *mut c_void, sizeInBytes: usize, sizeWritten: *mut usize) -> cublasStatus_t;
            cublasLtMatrixTransformDescInit_internal: 0 0 "", (transformDesc: cublasLtMatrixTransformDesc_t, size: usize, scaleType: cudaDataType) -> cublasStatus_t;
            cublasLtMatrixTransformDescCreate: 0 0 "", (transformDesc: *mut cublasLtMatrixTransformDesc_t, scaleType: cudaDataType) -> cublasStatus_t;
            cublasLtMatrixTransformDescDestroy: 0 0 "", (transformDesc: cublasLtMatrixTransformDesc_t) -> cublasStatus_t;
            cublasLtMatrixTransformDescSetAttribute: 0 0 "", (transformDesc: cublasLtMatrixTransformDesc_t, attr: cublasLtMatrixTransformDescAttributes_t, buf: *const c_void, sizeInBytes: usize) -> cublasStatus_t;
            cublasLtMatrixTransformDescGetAttribute: 0 0 "", (transformDesc: cublasLtMatrixTransformDesc_t, attr: cublasLtMatrixTransformDescAttributes_t, buf: *mut c_void, sizeInBytes: usize, sizeWritten: *mut usize) -> cublasStatus_t;
            cublasLtEmulationDescInit_internal: 131000 0 "", (emulationDesc: cublasLtEmulationDesc_t, size: usize) -> cublasStatus_t;
            cublasLtEmulationDescCreate: 131000 0 "", (emulationDesc: *mut cublasLtEmulationDesc_t) -> cublasStatus_t;
            cublasLtEmulationDescDestroy: 131000 0 "", (emulationDesc: cublasLtEmulationDesc_t) -> cublasStatus_t;
            cublasLtEmulationDescSetAttribute: 131000 0 "", (emulationDesc: cublasLtEmulationDesc_t, attr: cublasLtEmulationDescAttributes_t, buf: *const c_void, sizeInBytes: usize) -> cublasStatus_t;
            cublasLtEmulationDescGetAttribute: 131000 0 "", (emulationDesc: cublasLtEmulationDesc_t, attr: cublasLtEmulationDescAttributes_t, buf: *mut c_void, sizeInBytes: usize, sizeWritten: *mut usize) -> cublasStatus_t;
            cublasLtMatmulPreferenceInit_internal: 0 0 "", (pref: cublasLtMatmulPreference_t, size: usize) -> cublasStatus_t;
            cublasLtMatmulPreferenceCreate: 0 0 "", (pref: *mut cublasLtMatmulPreference_t) -> cublasStatus_t;
            cublasLtMatmulPreferenceDestroy: 0 0 "", (pref: cublasLtMatmulPreference_t) -> cublasStatus_t;
            cublasLtMatmulPreferenceSetAttribute: 0 0 "", (pref: cublasLtMatmulPreference_t, attr: cublasLtMatmulPreferenceAttributes_t, buf: *const c_void, sizeInBytes: usize) -> cublasStatus_t;
            cublasLtMatmulPreferenceGetAttribute: 0 0 "", (pref: cublasLtMatmulPreference_t, attr: cublasLtMatmulPreferenceAttributes_t, buf: *mut c_void, sizeInBytes: usize, sizeWritten: *mut usize) -> cublasStatus_t;
            cublasLtMatmulAlgoGetHeuristic: 0 0 "", (lightHandle: cublasLtHandle_t, operationDesc: cublasLtMatmulDesc_t, Adesc: cublasLtMatrixLayout_t, Bdesc: cublasLtMatrixLayout_t, Cdesc: cublasLtMatrixLayout_t, Ddesc: cublasLtMatrixLayout_t, preference: cublasLtMatmulPreference_t, requestedAlgoCount: c_int, heuristicResultsArray: *mut cublasLtMatmulHeuristicResult_t, returnAlgoCount: *mut c_int) -> cublasStatus_t;
            cublasLtMatmulAlgoGetHeuristicForStream: 131000 0 "", (lightHandle: cublasLtHandle_t, operationDesc: cublasLtMatmulDesc_t, Adesc: cublasLtMatrixLayout_t, Bdesc: cublasLtMatrixLayout_t, Cdesc: cublasLtMatrixLayout_t, Ddesc: cublasLtMatrixLayout_t, preference: cublasLtMatmulPreference_t, requestedAlgoCount: c_int, heuristicResultsArray: *mut cublasLtMatmulHeuristicResult_t, returnAlgoCount: *mut c_int, stream: cudaStream_t) -> cublasStatus_t;
            cublasLtMatmulAlgoGetIds: 0 0 "", (lightHandle: cublasLtHandle_t, computeType: cublasComputeType_t, scaleType: cudaDataType, Atype: cudaDataType, Btype: cudaDataType, Ctype: cudaDataType, Dtype: cudaDataType, requestedAlgoCount: c_int, algoIdsArray: *mut c_int, returnAlgoCount: *mut c_int) -> cublasStatus_t;
            cublasLtMatmulAlgoInit: 0 0 "", (lightHandle: cublasLtHandle_t, computeType: cublasComputeType_t, scaleType: cudaDataType, Atype: cudaDataType, Btype: cudaDataType, Ctype: cudaDataType, Dtype: cudaDataType, algoId: c_int, algo: *mut cublasLtMatmulAlgo_t) -> cublasStatus_t;
            cublasLtMatmulAlgoCheck: 0 0 "", (lightHandle: cublasLtHandle_t, operationDesc: cublasLtMatmulDesc_t, Adesc: cublasLtMatrixLayout_t, Bdesc: cublasLtMatrixLayout_t, Cdesc: cublasLtMatrixLayout_t, Ddesc: cublasLtMatrixLayout_t, algo: *const cublasLtMatmulAlgo_t, result: *mut cublasLtMatmulHeuristicResult_t) -> cublasStatus_t;
            cublasLtMatmulAlgoCheckForStream: 131000 0 "", (lightHandle: cublasLtHandle_t, operationDesc: cublasLtMatmulDesc_t, Adesc: cublasLtMatrixLayout_t, Bdesc: cublasLtMatrixLayout_t, Cdesc: cublasLtMatrixLayout_t, Ddesc: cublasLtMatrixLayout_t, algo: *const cublasLtMatmulAlgo_t, result: *mut cublasLtMatmulHeuristicResult_t, stream: cudaStream_t) -> cublasStatus_t;
            cublasLtMatmulAlgoCapGetAttribute: 0 0 "", (algo: *const cublasLtMatmulAlgo_t, attr: cublasLtMatmulAlgoCapAttributes_t, buf: *mut c_void, sizeInBytes: usize, sizeWritten: *mut usize) -> cublasStatus_t;
            cublasLtMatmulAlgoConfigSetAttribute: 0 0 "", (algo: *mut cublasLtMatmulAlgo_t, attr: cublasLtMatmulAlgoConfigAttributes_t, buf: *const c_void, sizeInBytes: usize) -> cublasStatus_t;
            cublasLtMatmulAlgoConfigGetAttribute: 0 0 "", (algo: *const cublasLtMatmulAlgo_t, attr: cublasLtMatmulAlgoConfigAttributes_t, buf: *mut c_void, sizeInBytes: usize, sizeWritten: *mut usize) -> cublasStatus_t;
            cublasLtLoggerSetCallback: 0 0 "", (callback: cublasLtLoggerCallback_t) -> cublasStatus_t;
            cublasLtLoggerSetFile: 0 0 "", (file: *mut FILE) -> cublasStatus_t;
            cublasLtLoggerOpenFile: 0 0 "", (logFile: *const c_char) -> cublasStatus_t;
            cublasLtLoggerSetLevel: 0 0 "", (level: c_int) -> cublasStatus_t;
            cublasLtLoggerSetMask: 0 0 "", (mask: c_int) -> cublasStatus_t;
            cublasLtLoggerForceDisable: 0 0 "", () -> cublasStatus_t;
        }
    };
}

for_each_cublaslt_function! {
    library,
    "cuBLASLt" CUBLAS_LT CublasLtTable cublasStatus_t CUBLAS_STATUS_SUCCESS "https://docs.nvidia.com/cuda/cublas/index.html"
    required ["cublasLtCreate", "cublasLtMatmul"] numbered [] version returned (cublasLtGetVersion)
}
