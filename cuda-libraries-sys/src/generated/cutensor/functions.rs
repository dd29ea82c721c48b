// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use super::types::*;
use crate::shared::*;

/// Calls the macro `$then` with every function of cuTENSOR, in the order of the table, after the tokens of `$first`.
///
/// Each is `name: since until "exported name", (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_cutensor_function {
    ($then:path $(, $($first:tt)*)?) => {
        $then! {
            $($($first)*)?
            cutensorCreate: 0 0 "", (handle: *mut cutensorHandle_t) -> cutensorStatus_t;
            cutensorDestroy: 0 0 "", (handle: cutensorHandle_t) -> cutensorStatus_t;
            cutensorHandleResizePlanCache: 0 0 "", (handle: cutensorHandle_t, numEntries: u32) -> cutensorStatus_t;
            cutensorHandleWritePlanCacheToFile: 0 0 "", (handle: cutensorHandle_t, filename: *const c_char) -> cutensorStatus_t;
            cutensorHandleReadPlanCacheFromFile: 0 0 "", (handle: cutensorHandle_t, filename: *const c_char, numCachelinesRead: *mut u32) -> cutensorStatus_t;
            cutensorWriteKernelCacheToFile: 0 0 "", (handle: cutensorHandle_t, filename: *const c_char) -> cutensorStatus_t;
            cutensorReadKernelCacheFromFile: 0 0 "", (handle: cutensorHandle_t, filename: *const c_char) -> cutensorStatus_t;
            cutensorCreateTensorDescriptor: 20800 0 "cutensorCreateTensorDescriptor", (handle: cutensorHandle_t, desc: *mut cutensorTensorDescriptor_t, numModes: u32, extent: *const i64, stride: *const i64, dataType: cudaDataType, alignmentRequirement: u32) -> cutensorStatus_t;
            cutensorDestroyTensorDescriptor: 0 0 "", (desc: cutensorTensorDescriptor_t) -> cutensorStatus_t;
            cutensorCreateElementwiseTrinary: 0 0 "", (handle: cutensorHandle_t, desc: *mut cutensorOperationDescriptor_t, descA: cutensorTensorDescriptor_t, modeA: *const i32, opA: cutensorOperator_t, descB: cutensorTensorDescriptor_t, modeB: *const i32, opB: cutensorOperator_t, descC: cutensorTensorDescriptor_t, modeC: *const i32, opC: cutensorOperator_t, descD: cutensorTensorDescriptor_t, modeD: *const i32, opAB: cutensorOperator_t, opABC: cutensorOperator_t, descCompute: cutensorComputeDescriptor_t) -> cutensorStatus_t;
            cutensorElementwiseTrinaryExecute: 0 0 "", (handle: cutensorHandle_t, plan: cutensorPlan_t, alpha: *const c_void, A: *const c_void, beta: *const c_void, B: *const c_void, gamma: *const c_void, C: *const c_void, D: *mut c_void, stream: cudaStream_t) -> cutensorStatus_t;
            cutensorCreateElementwiseBinary: 0 0 "", (handle: cutensorHandle_t, desc: *mut cutensorOperationDescriptor_t, descA: cutensorTensorDescriptor_t, modeA: *const i32, opA: cutensorOperator_t, descC: cutensorTensorDescriptor_t, modeC: *const i32, opC: cutensorOperator_t, descD: cutensorTensorDescriptor_t, modeD: *const i32, opAC: cutensorOperator_t, descCompute: cutensorComputeDescriptor_t) -> cutensorStatus_t;
            cutensorElementwiseBinaryExecute: 0 0 "", (handle: cutensorHandle_t, plan: cutensorPlan_t, alpha: *const c_void, A: *const c_void, gamma: *const c_void, C: *const c_void, D: *mut c_void, stream: cudaStream_t) -> cutensorStatus_t;
            cutensorCreatePermutation: 0 0 "", (handle: cutensorHandle_t, desc: *mut cutensorOperationDescriptor_t, descA: cutensorTensorDescriptor_t, modeA: *const i32, opA: cutensorOperator_t, descB: cutensorTensorDescriptor_t, modeB: *const i32, descCompute: cutensorComputeDescriptor_t) -> cutensorStatus_t;
            cutensorPermute: 0 0 "", (handle: cutensorHandle_t, plan: cutensorPlan_t, alpha: *const c_void, A: *const c_void, B: *mut c_void, stream: cudaStream_t) -> cutensorStatus_t;
            cutensorCreateContraction: 0 0 "", (handle: cutensorHandle_t, desc: *mut cutensorOperationDescriptor_t, descA: cutensorTensorDescriptor_t, modeA: *const i32, opA: cutensorOperator_t, descB: cutensorTensorDescriptor_t, modeB: *const i32, opB: cutensorOperator_t, descC: cutensorTensorDescriptor_t, modeC: *const i32, opC: cutensorOperator_t, descD: cutensorTensorDescriptor_t, modeD: *const i32, descCompute: cutensorComputeDescriptor_t) -> cutensorStatus_t;
            cutensorDestroyOperationDescriptor: 0 0 "", (desc: cutensorOperationDescriptor_t) -> cutensorStatus_t;
            cutensorOperationDescriptorSetAttribute: 0 0 "", (handle: cutensorHandle_t, desc: cutensorOperationDescriptor_t, attr: cutensorOperationDescriptorAttribute_t, buf: *const c_void, sizeInBytes: usize) -> cutensorStatus_t;
            cutensorOperationDescriptorGetAttribute: 0 0 "", (handle: cutensorHandle_t, desc: cutensorOperationDescriptor_t, attr: cutensorOperationDescriptorAttribute_t, buf: *mut c_void, sizeInBytes: usize) -> cutensorStatus_t;
            cutensorCreatePlanPreference: 0 0 "", (handle: cutensorHandle_t, pref: *mut cutensorPlanPreference_t, algo: cutensorAlgo_t, jitMode: cutensorJitMode_t) -> cutensorStatus_t;
            cutensorDestroyPlanPreference: 0 0 "", (pref: cutensorPlanPreference_t) -> cutensorStatus_t;
            cutensorPlanPreferenceGetAttribute: 20800 0 "", (handle: cutensorHandle_t, pref: cutensorPlanPreference_t, attr: cutensorPlanPreferenceAttribute_t, buf: *mut c_void, sizeInBytes: usize) -> cutensorStatus_t;
            cutensorPlanPreferenceSetAttribute: 0 0 "", (handle: cutensorHandle_t, pref: cutensorPlanPreference_t, attr: cutensorPlanPreferenceAttribute_t, buf: *const c_void, sizeInBytes: usize) -> cutensorStatus_t;
            cutensorPlanGetAttribute: 0 0 "", (handle: cutensorHandle_t, plan: cutensorPlan_t, attr: cutensorPlanAttribute_t, buf: *mut c_void, sizeInBytes: usize) -> cutensorStatus_t;
            cutensorEstimateWorkspaceSize: 0 0 "", (handle: cutensorHandle_t, desc: cutensorOperationDescriptor_t, planPref: cutensorPlanPreference_t, workspacePref: cutensorWorksizePreference_t, workspaceSizeEstimate: *mut u64) -> cutensorStatus_t;
            cutensorCreatePlan: 0 0 "", (handle: cutensorHandle_t, plan: *mut cutensorPlan_t, desc: cutensorOperationDescriptor_t, pref: cutensorPlanPreference_t, workspaceSizeLimit: u64) -> cutensorStatus_t;
            cutensorDestroyPlan: 0 0 "", (plan: cutensorPlan_t) -> cutensorStatus_t;
            cutensorContract: 0 0 "", (handle: cutensorHandle_t, plan: cutensorPlan_t, alpha: *const c_void, A: *const c_void, B: *const c_void, beta: *const c_void, C: *const c_void, D: *mut c_void, workspace: *mut c_void, workspaceSize: u64, stream: cudaStream_t) -> cutensorStatus_t;
            cutensorCreateReduction: 0 0 "", (handle: cutensorHandle_t, desc: *mut cutensorOperationDescriptor_t, descA: cutensorTensorDescriptor_t, modeA: *const i32, opA: cutensorOperator_t, descC: cutensorTensorDescriptor_t, modeC: *const i32, opC: cutensorOperator_t, descD: cutensorTensorDescriptor_t, modeD: *const i32, opReduce: cutensorOperator_t, descCompute: cutensorComputeDescriptor_t) -> cutensorStatus_t;
            cutensorReduce: 0 0 "", (handle: cutensorHandle_t, plan: cutensorPlan_t, alpha: *const c_void, A: *const c_void, beta: *const c_void, C: *const c_void, D: *mut c_void, workspace: *mut c_void, workspaceSize: u64, stream: cudaStream_t) -> cutensorStatus_t;
            cutensorCreateContractionTrinary: 20200 0 "", (handle: cutensorHandle_t, desc: *mut cutensorOperationDescriptor_t, descA: cutensorTensorDescriptor_t, modeA: *const i32, opA: cutensorOperator_t, descB: cutensorTensorDescriptor_t, modeB: *const i32, opB: cutensorOperator_t, descC: cutensorTensorDescriptor_t, modeC: *const i32, opC: cutensorOperator_t, descD: cutensorTensorDescriptor_t, modeD: *const i32, opD: cutensorOperator_t, descE: cutensorTensorDescriptor_t, modeE: *const i32, descCompute: cutensorComputeDescriptor_t) -> cutensorStatus_t;
            cutensorContractTrinary: 20200 0 "", (handle: cutensorHandle_t, plan: cutensorPlan_t, alpha: *const c_void, A: *const c_void, B: *const c_void, C: *const c_void, beta: *const c_void, D: *const c_void, E: *mut c_void, workspace: *mut c_void, workspaceSize: u64, stream: cudaStream_t) -> cutensorStatus_t;
            cutensorCreateBlockSparseTensorDescriptor: 20200 0 "", (handle: cutensorHandle_t, desc: *mut cutensorBlockSparseTensorDescriptor_t, numModes: u32, numNonZeroBlocks: u64, numSectionsPerMode: *const u32, extent: *const i64, nonZeroCoordinates: *const i32, stride: *const i64, dataType: cudaDataType) -> cutensorStatus_t;
            cutensorDestroyBlockSparseTensorDescriptor: 20200 0 "", (desc: cutensorBlockSparseTensorDescriptor_t) -> cutensorStatus_t;
            cutensorCreateBlockSparseContraction: 20200 0 "", (handle: cutensorHandle_t, desc: *mut cutensorOperationDescriptor_t, descA: cutensorBlockSparseTensorDescriptor_t, modeA: *const i32, opA: cutensorOperator_t, descB: cutensorBlockSparseTensorDescriptor_t, modeB: *const i32, opB: cutensorOperator_t, descC: cutensorBlockSparseTensorDescriptor_t, modeC: *const i32, opC: cutensorOperator_t, descD: cutensorBlockSparseTensorDescriptor_t, modeD: *const i32, descCompute: cutensorComputeDescriptor_t) -> cutensorStatus_t;
            cutensorBlockSparseContract: 20200 0 "", (handle: cutensorHandle_t, plan: cutensorPlan_t, alpha: *const c_void, A: *const *const c_void, B: *const *const c_void, beta: *const c_void, C: *const *const c_void, D: *const *mut c_void, workspace: *mut c_void, workspaceSize: u64, stream: cudaStream_t) -> cutensorStatus_t;
            cutensorGetErrorString: 0 0 "", (error: cutensorStatus_t) -> *const c_char;
            cutensorGetVersion: 0 0 "", () -> usize;
            cutensorGetCudartVersion: 0 0 "", () -> usize;
            cutensorLoggerSetCallback: 0 0 "", (callback: cutensorLoggerCallback_t) -> cutensorStatus_t;
            cutensorLoggerSetFile: 0 0 "", (file: *mut FILE) -> cutensorStatus_t;
            cutensorLoggerOpenFile: 0 0 "", (logFile: *const c_char) -> cutensorStatus_t;
            cutensorLoggerSetLevel: 0 0 "", (level: i32) -> cutensorStatus_t;
            cutensorLoggerSetMask: 0 0 "", (mask: i32) -> cutensorStatus_t;
            cutensorLoggerForceDisable: 0 0 "", () -> cutensorStatus_t;
            cutensorCreateTensorDescriptor_2_2_0: 0 20300 "cutensorCreateTensorDescriptor", (handle: cutensorHandle_t, desc: *mut cutensorTensorDescriptor_t, numModes: u32, extent: *const i64, stride: *const i64, dataType: cutensorDataType_t, alignmentRequirement: u32) -> cutensorStatus_t;
        }
    };
}

for_each_cutensor_function! {
    library,
    "cuTENSOR" CUTENSOR CutensorTable cutensorStatus_t CUTENSOR_STATUS_SUCCESS "https://docs.nvidia.com/cuda/cutensor/latest/api/index.html"
    required ["cutensorCreate", "cutensorGetVersion"] numbered [] version returned (cutensorGetVersion)
}
