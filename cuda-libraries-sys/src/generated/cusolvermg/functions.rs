// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use super::types::*;
use crate::shared::*;
use crate::cublas::*;
use crate::cusolver::*;

/// Calls the macro `$then` with every function of cuSOLVERMg, in the order of the table, after the tokens of `$first`.
///
/// Each is `name: since until "exported name", (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_cusolvermg_function {
    ($then:path $(, $($first:tt)*)?) => {
        $then! {
            $($($first)*)?
            cusolverMgCreate: 0 0 "", (handle: *mut cusolverMgHandle_t) -> cusolverStatus_t;
            cusolverMgDestroy: 0 0 "", (handle: cusolverMgHandle_t) -> cusolverStatus_t;
            cusolverMgDeviceSelect: 0 0 "", (handle: cusolverMgHandle_t, nbDevices: c_int, deviceId: *mut c_int) -> cusolverStatus_t;
            cusolverMgCreateDeviceGrid: 0 0 "", (grid: *mut cudaLibMgGrid_t, numRowDevices: i32, numColDevices: i32, deviceId: *const i32, mapping: cusolverMgGridMapping_t) -> cusolverStatus_t;
            cusolverMgDestroyGrid: 0 0 "", (grid: cudaLibMgGrid_t) -> cusolverStatus_t;
            cusolverMgCreateMatrixDesc: 0 0 "", (desc: *mut cudaLibMgMatrixDesc_t, numRows: i64, numCols: i64, rowBlockSize: i64, colBlockSize: i64, dataType: cudaDataType, grid: cudaLibMgGrid_t) -> cusolverStatus_t;
            cusolverMgDestroyMatrixDesc: 0 0 "", (desc: cudaLibMgMatrixDesc_t) -> cusolverStatus_t;
            cusolverMgSyevd_bufferSize: 0 0 "", (handle: cusolverMgHandle_t, jobz: cusolverEigMode_t, uplo: cublasFillMode_t, N: c_int, array_d_A: *mut *mut c_void, IA: c_int, JA: c_int, descrA: cudaLibMgMatrixDesc_t, W: *mut c_void, dataTypeW: cudaDataType, computeType: cudaDataType, lwork: *mut i64) -> cusolverStatus_t;
            cusolverMgSyevd: 0 0 "", (handle: cusolverMgHandle_t, jobz: cusolverEigMode_t, uplo: cublasFillMode_t, N: c_int, array_d_A: *mut *mut c_void, IA: c_int, JA: c_int, descrA: cudaLibMgMatrixDesc_t, W: *mut c_void, dataTypeW: cudaDataType, computeType: cudaDataType, array_d_work: *mut *mut c_void, lwork: i64, info: *mut c_int) -> cusolverStatus_t;
            cusolverMgGetrf_bufferSize: 0 0 "", (handle: cusolverMgHandle_t, M: c_int, N: c_int, array_d_A: *mut *mut c_void, IA: c_int, JA: c_int, descrA: cudaLibMgMatrixDesc_t, array_d_IPIV: *mut *mut c_int, computeType: cudaDataType, lwork: *mut i64) -> cusolverStatus_t;
            cusolverMgGetrf: 0 0 "", (handle: cusolverMgHandle_t, M: c_int, N: c_int, array_d_A: *mut *mut c_void, IA: c_int, JA: c_int, descrA: cudaLibMgMatrixDesc_t, array_d_IPIV: *mut *mut c_int, computeType: cudaDataType, array_d_work: *mut *mut c_void, lwork: i64, info: *mut c_int) -> cusolverStatus_t;
            cusolverMgGetrs_bufferSize: 0 0 "", (handle: cusolverMgHandle_t, TRANS: cublasOperation_t, N: c_int, NRHS: c_int, array_d_A: *mut *mut c_void, IA: c_int, JA: c_int, descrA: cudaLibMgMatrixDesc_t, array_d_IPIV: *mut *mut c_int, array_d_B: *mut *mut c_void, IB: c_int, JB: c_int, descrB: cudaLibMgMatrixDesc_t, computeType: cudaDataType, lwork: *mut i64) -> cusolverStatus_t;
            cusolverMgGetrs: 0 0 "", (handle: cusolverMgHandle_t, TRANS: cublasOperation_t, N: c_int, NRHS: c_int, array_d_A: *mut *mut c_void, IA: c_int, JA: c_int, descrA: cudaLibMgMatrixDesc_t, array_d_IPIV: *mut *mut c_int, array_d_B: *mut *mut c_void, IB: c_int, JB: c_int, descrB: cudaLibMgMatrixDesc_t, computeType: cudaDataType, array_d_work: *mut *mut c_void, lwork: i64, info: *mut c_int) -> cusolverStatus_t;
            cusolverMgPotrf_bufferSize: 0 0 "", (handle: cusolverMgHandle_t, uplo: cublasFillMode_t, N: c_int, array_d_A: *mut *mut c_void, IA: c_int, JA: c_int, descrA: cudaLibMgMatrixDesc_t, computeType: cudaDataType, lwork: *mut i64) -> cusolverStatus_t;
            cusolverMgPotrf: 0 0 "", (handle: cusolverMgHandle_t, uplo: cublasFillMode_t, N: c_int, array_d_A: *mut *mut c_void, IA: c_int, JA: c_int, descrA: cudaLibMgMatrixDesc_t, computeType: cudaDataType, array_d_work: *mut *mut c_void, lwork: i64, h_info: *mut c_int) -> cusolverStatus_t;
            cusolverMgPotrs_bufferSize: 0 0 "", (handle: cusolverMgHandle_t, uplo: cublasFillMode_t, n: c_int, nrhs: c_int, array_d_A: *mut *mut c_void, IA: c_int, JA: c_int, descrA: cudaLibMgMatrixDesc_t, array_d_B: *mut *mut c_void, IB: c_int, JB: c_int, descrB: cudaLibMgMatrixDesc_t, computeType: cudaDataType, lwork: *mut i64) -> cusolverStatus_t;
            cusolverMgPotrs: 0 0 "", (handle: cusolverMgHandle_t, uplo: cublasFillMode_t, n: c_int, nrhs: c_int, array_d_A: *mut *mut c_void, IA: c_int, JA: c_int, descrA: cudaLibMgMatrixDesc_t, array_d_B: *mut *mut c_void, IB: c_int, JB: c_int, descrB: cudaLibMgMatrixDesc_t, computeType: cudaDataType, array_d_work: *mut *mut c_void, lwork: i64, h_info: *mut c_int) -> cusolverStatus_t;
            cusolverMgPotri_bufferSize: 0 0 "", (handle: cusolverMgHandle_t, uplo: cublasFillMode_t, N: c_int, array_d_A: *mut *mut c_void, IA: c_int, JA: c_int, descrA: cudaLibMgMatrixDesc_t, computeType: cudaDataType, lwork: *mut i64) -> cusolverStatus_t;
            cusolverMgPotri: 0 0 "", (handle: cusolverMgHandle_t, uplo: cublasFillMode_t, N: c_int, array_d_A: *mut *mut c_void, IA: c_int, JA: c_int, descrA: cudaLibMgMatrixDesc_t, computeType: cudaDataType, array_d_work: *mut *mut c_void, lwork: i64, h_info: *mut c_int) -> cusolverStatus_t;
        }
    };
}

for_each_cusolvermg_function! {
    library,
    "cuSOLVERMg" CUSOLVER_MG CusolverMgTable cusolverStatus_t CUSOLVER_STATUS_SUCCESS "https://docs.nvidia.com/cuda/cusolver/index.html"
    required ["cusolverMgCreate"] numbered [] version none ()
}
