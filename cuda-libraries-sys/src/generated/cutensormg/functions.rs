// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use super::types::*;
use crate::shared::*;
use crate::cutensor::*;

/// Calls the macro `$then` with every function of cuTENSORMg, in the order of the table, after the tokens of `$first`.
///
/// Each is `name: since until "exported name", (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_cutensormg_function {
    ($then:path $(, $($first:tt)*)?) => {
        $then! {
            $($($first)*)?
            cutensorMgCreate: 0 0 "", (handle: *mut cutensorMgHandle_t, numDevices: u32, devices: *const i32) -> cutensorStatus_t;
            cutensorMgDestroy: 0 0 "", (handle: cutensorMgHandle_t) -> cutensorStatus_t;
            cutensorMgCreateTensorDescriptor: 0 0 "", (handle: cutensorMgHandle_t, desc: *mut cutensorMgTensorDescriptor_t, numModes: u32, extent: *const i64, elementStride: *const i64, blockSize: *const i64, blockStride: *const i64, deviceCount: *const i32, numDevices: u32, devices: *const i32, type_: cudaDataType) -> cutensorStatus_t;
            cutensorMgDestroyTensorDescriptor: 0 0 "", (desc: cutensorMgTensorDescriptor_t) -> cutensorStatus_t;
            cutensorMgCreateCopyDescriptor: 0 0 "", (handle: cutensorMgHandle_t, desc: *mut cutensorMgCopyDescriptor_t, descDst: cutensorMgTensorDescriptor_t, modesDst: *const i32, descSrc: cutensorMgTensorDescriptor_t, modesSrc: *const i32) -> cutensorStatus_t;
            cutensorMgDestroyCopyDescriptor: 0 0 "", (desc: cutensorMgCopyDescriptor_t) -> cutensorStatus_t;
            cutensorMgCopyGetWorkspace: 0 0 "", (handle: cutensorMgHandle_t, desc: cutensorMgCopyDescriptor_t, deviceWorkspaceSize: *mut i64, hostWorkspaceSize: *mut i64) -> cutensorStatus_t;
            cutensorMgCreateCopyPlan: 0 0 "", (handle: cutensorMgHandle_t, plan: *mut cutensorMgCopyPlan_t, desc: cutensorMgCopyDescriptor_t, deviceWorkspaceSize: *const i64, hostWorkspaceSize: i64) -> cutensorStatus_t;
            cutensorMgDestroyCopyPlan: 0 0 "", (plan: cutensorMgCopyPlan_t) -> cutensorStatus_t;
            cutensorMgCopy: 0 0 "", (handle: cutensorMgHandle_t, plan: cutensorMgCopyPlan_t, ptrDst: *mut *mut c_void, ptrSrc: *mut *const c_void, deviceWorkspace: *mut *mut c_void, hostWorkspace: *mut c_void, streams: *mut cudaStream_t) -> cutensorStatus_t;
            cutensorMgCreateContractionFind: 0 0 "", (handle: cutensorMgHandle_t, find: *mut cutensorMgContractionFind_t, algo: cutensorMgAlgo_t) -> cutensorStatus_t;
            cutensorMgDestroyContractionFind: 0 0 "", (find: cutensorMgContractionFind_t) -> cutensorStatus_t;
            cutensorMgContractionFindSetAttribute: 20200 0 "", (handle: cutensorMgHandle_t, find: cutensorMgContractionFind_t, attr: cutensorMgContractionFindAttribute_t, value: *const c_void, size: i64) -> cutensorStatus_t;
            cutensorMgCreateContractionDescriptor: 0 0 "", (handle: cutensorMgHandle_t, desc: *mut cutensorMgContractionDescriptor_t, descA: cutensorMgTensorDescriptor_t, modesA: *const i32, descB: cutensorMgTensorDescriptor_t, modesB: *const i32, descC: cutensorMgTensorDescriptor_t, modesC: *const i32, descD: cutensorMgTensorDescriptor_t, modesD: *const i32, compute: cutensorComputeType_t) -> cutensorStatus_t;
            cutensorMgDestroyContractionDescriptor: 0 0 "", (desc: cutensorMgContractionDescriptor_t) -> cutensorStatus_t;
            cutensorMgContractionGetWorkspace: 0 0 "", (handle: cutensorMgHandle_t, desc: cutensorMgContractionDescriptor_t, find: cutensorMgContractionFind_t, preference: cutensorWorksizePreference_t, deviceWorkspaceSize: *mut i64, hostWorkspaceSize: *mut i64) -> cutensorStatus_t;
            cutensorMgCreateContractionPlan: 0 0 "", (handle: cutensorMgHandle_t, plan: *mut cutensorMgContractionPlan_t, desc: cutensorMgContractionDescriptor_t, find: cutensorMgContractionFind_t, deviceWorkspaceSize: *const i64, hostWorkspaceSize: i64) -> cutensorStatus_t;
            cutensorMgDestroyContractionPlan: 0 0 "", (plan: cutensorMgContractionPlan_t) -> cutensorStatus_t;
            cutensorMgContraction: 0 0 "", (handle: cutensorMgHandle_t, plan: cutensorMgContractionPlan_t, alpha: *const c_void, ptrA: *mut *const c_void, ptrB: *mut *const c_void, beta: *const c_void, ptrC: *mut *const c_void, ptrD: *mut *mut c_void, deviceWorkspace: *mut *mut c_void, hostWorkspace: *mut c_void, streams: *mut cudaStream_t) -> cutensorStatus_t;
        }
    };
}

for_each_cutensormg_function! {
    library,
    "cuTENSORMg" CUTENSOR_MG CutensorMgTable cutensorStatus_t CUTENSOR_STATUS_SUCCESS "https://docs.nvidia.com/cuda/cutensor/latest/api/index.html"
    required ["cutensorMgCreate", "cutensorMgContraction"] numbered [] version none ()
}
