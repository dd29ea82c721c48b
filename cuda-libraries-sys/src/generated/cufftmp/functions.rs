// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use super::types::*;
use crate::shared::*;
use crate::cufft::*;

/// Calls the macro `$then` with every function of cuFFTMp, in the order of the table, after the tokens of `$first`.
///
/// Each is `name: since until "exported name", (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_cufftmp_function {
    ($then:path $(, $($first:tt)*)?) => {
        $then! {
            $($($first)*)?
            cufftPlan1d: 0 0 "", (plan: *mut cufftHandle, nx: c_int, type_: cufftType, batch: c_int) -> cufftResult;
            cufftPlan2d: 0 0 "", (plan: *mut cufftHandle, nx: c_int, ny: c_int, type_: cufftType) -> cufftResult;
            cufftPlan3d: 0 0 "", (plan: *mut cufftHandle, nx: c_int, ny: c_int, nz: c_int, type_: cufftType) -> cufftResult;
            cufftPlanMany: 0 0 "", (plan: *mut cufftHandle, rank: c_int, n: *mut c_int, inembed: *mut c_int, istride: c_int, idist: c_int, onembed: *mut c_int, ostride: c_int, odist: c_int, type_: cufftType, batch: c_int) -> cufftResult;
            cufftMakePlan1d: 0 0 "", (plan: cufftHandle, nx: c_int, type_: cufftType, batch: c_int, workSize: *mut usize) -> cufftResult;
            cufftMakePlan2d: 0 0 "", (plan: cufftHandle, nx: c_int, ny: c_int, type_: cufftType, workSize: *mut usize) -> cufftResult;
            cufftMakePlan3d: 0 0 "", (plan: cufftHandle, nx: c_int, ny: c_int, nz: c_int, type_: cufftType, workSize: *mut usize) -> cufftResult;
            cufftMakePlanMany: 0 0 "", (plan: cufftHandle, rank: c_int, n: *mut c_int, inembed: *mut c_int, istride: c_int, idist: c_int, onembed: *mut c_int, ostride: c_int, odist: c_int, type_: cufftType, batch: c_int, workSize: *mut usize) -> cufftResult;
            cufftMakePlanMany64: 0 0 "", (plan: cufftHandle, rank: c_int, n: *mut c_longlong, inembed: *mut c_longlong, istride: c_longlong, idist: c_longlong, onembed: *mut c_longlong, ostride: c_longlong, odist: c_longlong, type_: cufftType, batch: c_longlong, workSize: *mut usize) -> cufftResult;
            cufftGetSizeMany64: 0 0 "", (plan: cufftHandle, rank: c_int, n: *mut c_longlong, inembed: *mut c_longlong, istride: c_longlong, idist: c_longlong, onembed: *mut c_longlong, ostride: c_longlong, odist: c_longlong, type_: cufftType, batch: c_longlong, workSize: *mut usize) -> cufftResult;
            cufftEstimate1d: 0 0 "", (nx: c_int, type_: cufftType, batch: c_int, workSize: *mut usize) -> cufftResult;
            cufftEstimate2d: 0 0 "", (nx: c_int, ny: c_int, type_: cufftType, workSize: *mut usize) -> cufftResult;
            cufftEstimate3d: 0 0 "", (nx: c_int, ny: c_int, nz: c_int, type_: cufftType, workSize: *mut usize) -> cufftResult;
            cufftEstimateMany: 0 0 "", (rank: c_int, n: *mut c_int, inembed: *mut c_int, istride: c_int, idist: c_int, onembed: *mut c_int, ostride: c_int, odist: c_int, type_: cufftType, batch: c_int, workSize: *mut usize) -> cufftResult;
            cufftCreate: 0 0 "", (handle: *mut cufftHandle) -> cufftResult;
            cufftGetSize1d: 0 0 "", (handle: cufftHandle, nx: c_int, type_: cufftType, batch: c_int, workSize: *mut usize) -> cufftResult;
            cufftGetSize2d: 0 0 "", (handle: cufftHandle, nx: c_int, ny: c_int, type_: cufftType, workSize: *mut usize) -> cufftResult;
            cufftGetSize3d: 0 0 "", (handle: cufftHandle, nx: c_int, ny: c_int, nz: c_int, type_: cufftType, workSize: *mut usize) -> cufftResult;
            cufftGetSizeMany: 0 0 "", (handle: cufftHandle, rank: c_int, n: *mut c_int, inembed: *mut c_int, istride: c_int, idist: c_int, onembed: *mut c_int, ostride: c_int, odist: c_int, type_: cufftType, batch: c_int, workArea: *mut usize) -> cufftResult;
            cufftGetSize: 0 0 "", (handle: cufftHandle, workSize: *mut usize) -> cufftResult;
            cufftSetWorkArea: 0 0 "", (plan: cufftHandle, workArea: *mut c_void) -> cufftResult;
            cufftSetAutoAllocation: 0 0 "", (plan: cufftHandle, autoAllocate: c_int) -> cufftResult;
            cufftExecC2C: 0 0 "", (plan: cufftHandle, idata: *mut cufftComplex, odata: *mut cufftComplex, direction: c_int) -> cufftResult;
            cufftExecR2C: 0 0 "", (plan: cufftHandle, idata: *mut cufftReal, odata: *mut cufftComplex) -> cufftResult;
            cufftExecC2R: 0 0 "", (plan: cufftHandle, idata: *mut cufftComplex, odata: *mut cufftReal) -> cufftResult;
            cufftExecZ2Z: 0 0 "", (plan: cufftHandle, idata: *mut cufftDoubleComplex, odata: *mut cufftDoubleComplex, direction: c_int) -> cufftResult;
            cufftExecD2Z: 0 0 "", (plan: cufftHandle, idata: *mut cufftDoubleReal, odata: *mut cufftDoubleComplex) -> cufftResult;
            cufftExecZ2D: 0 0 "", (plan: cufftHandle, idata: *mut cufftDoubleComplex, odata: *mut cufftDoubleReal) -> cufftResult;
            cufftSetStream: 0 0 "", (plan: cufftHandle, stream: cudaStream_t) -> cufftResult;
            cufftDestroy: 0 0 "", (plan: cufftHandle) -> cufftResult;
            cufftGetVersion: 0 0 "", (version: *mut c_int) -> cufftResult;
            cufftGetProperty: 0 0 "", (type_: libraryPropertyType, value: *mut c_int) -> cufftResult;
            cufftSetPlanPropertyInt64: 0 0 "", (plan: cufftHandle, property: cufftProperty, inputValueInt: c_longlong) -> cufftResult;
            cufftGetPlanPropertyInt64: 0 0 "", (plan: cufftHandle, property: cufftProperty, returnPtrValue: *mut c_longlong) -> cufftResult;
            cufftResetPlanProperty: 0 0 "", (plan: cufftHandle, property: cufftProperty) -> cufftResult;
            cufftXtSetGPUs: 0 0 "", (handle: cufftHandle, nGPUs: c_int, whichGPUs: *mut c_int) -> cufftResult;
            cufftXtMalloc: 0 0 "", (plan: cufftHandle, descriptor: *mut *mut cudaLibXtDesc, format: cufftXtSubFormat) -> cufftResult;
            cufftXtMemcpy: 0 0 "", (plan: cufftHandle, dstPointer: *mut c_void, srcPointer: *mut c_void, type_: cufftXtCopyType) -> cufftResult;
            cufftXtFree: 0 0 "", (descriptor: *mut cudaLibXtDesc) -> cufftResult;
            cufftXtSetWorkArea: 0 0 "", (plan: cufftHandle, workArea: *mut *mut c_void) -> cufftResult;
            cufftXtExecDescriptorC2C: 0 0 "", (plan: cufftHandle, input: *mut cudaLibXtDesc, output: *mut cudaLibXtDesc, direction: c_int) -> cufftResult;
            cufftXtExecDescriptorR2C: 0 0 "", (plan: cufftHandle, input: *mut cudaLibXtDesc, output: *mut cudaLibXtDesc) -> cufftResult;
            cufftXtExecDescriptorC2R: 0 0 "", (plan: cufftHandle, input: *mut cudaLibXtDesc, output: *mut cudaLibXtDesc) -> cufftResult;
            cufftXtExecDescriptorZ2Z: 0 0 "", (plan: cufftHandle, input: *mut cudaLibXtDesc, output: *mut cudaLibXtDesc, direction: c_int) -> cufftResult;
            cufftXtExecDescriptorD2Z: 0 0 "", (plan: cufftHandle, input: *mut cudaLibXtDesc, output: *mut cudaLibXtDesc) -> cufftResult;
            cufftXtExecDescriptorZ2D: 0 0 "", (plan: cufftHandle, input: *mut cudaLibXtDesc, output: *mut cudaLibXtDesc) -> cufftResult;
            cufftXtQueryPlan: 0 0 "", (plan: cufftHandle, queryStruct: *mut c_void, queryType: cufftXtQueryType) -> cufftResult;
            cufftXtSetCallback: 0 0 "", (plan: cufftHandle, callback_routine: *mut *mut c_void, cbType: cufftXtCallbackType, caller_info: *mut *mut c_void) -> cufftResult;
            cufftXtClearCallback: 0 0 "", (plan: cufftHandle, cbType: cufftXtCallbackType) -> cufftResult;
            cufftXtSetCallbackSharedSize: 0 0 "", (plan: cufftHandle, cbType: cufftXtCallbackType, sharedSize: usize) -> cufftResult;
            cufftXtSetJITCallback: 12103 0 "cufftXtSetJITCallback", (plan: cufftHandle, lto_callback_symbol_name: *const c_char, lto_callback_fatbin: *const c_void, lto_callback_fatbin_size: usize, type_: cufftXtCallbackType, caller_info: *mut *mut c_void) -> cufftResult;
            cufftXtMakePlanMany: 0 0 "", (plan: cufftHandle, rank: c_int, n: *mut c_longlong, inembed: *mut c_longlong, istride: c_longlong, idist: c_longlong, inputtype: cudaDataType, onembed: *mut c_longlong, ostride: c_longlong, odist: c_longlong, outputtype: cudaDataType, batch: c_longlong, workSize: *mut usize, executiontype: cudaDataType) -> cufftResult;
            cufftXtGetSizeMany: 0 0 "", (plan: cufftHandle, rank: c_int, n: *mut c_longlong, inembed: *mut c_longlong, istride: c_longlong, idist: c_longlong, inputtype: cudaDataType, onembed: *mut c_longlong, ostride: c_longlong, odist: c_longlong, outputtype: cudaDataType, batch: c_longlong, workSize: *mut usize, executiontype: cudaDataType) -> cufftResult;
            cufftXtExec: 0 0 "", (plan: cufftHandle, input: *mut c_void, output: *mut c_void, direction: c_int) -> cufftResult;
            cufftXtExecDescriptor: 0 0 "", (plan: cufftHandle, input: *mut cudaLibXtDesc, output: *mut cudaLibXtDesc, direction: c_int) -> cufftResult;
            cufftXtSetWorkAreaPolicy: 0 0 "", (plan: cufftHandle, policy: cufftXtWorkAreaPolicy, workSize: *mut usize) -> cufftResult;
            cufftMpAttachComm: 0 0 "", (plan: cufftHandle, comm_type: cufftMpCommType, comm_handle: *mut c_void) -> cufftResult;
            cufftXtSetDistribution: 0 0 "", (plan: cufftHandle, rank: c_int, lower_input: *const c_longlong, upper_input: *const c_longlong, lower_output: *const c_longlong, upper_output: *const c_longlong, strides_input: *const c_longlong, strides_output: *const c_longlong) -> cufftResult;
            cufftXtSetSubformatDefault: 0 0 "", (plan: cufftHandle, subformat_forward: cufftXtSubFormat, subformat_inverse: cufftXtSubFormat) -> cufftResult;
            cufftMpCreateReshape: 0 0 "", (handle: *mut cufftReshapeHandle) -> cufftResult;
            cufftMpGetReshapeSize: 0 0 "", (handle: cufftReshapeHandle, workspace_size: *mut usize) -> cufftResult;
            __cufftMpMakeReshape_11_4: 0 0 "", (handle: cufftReshapeHandle, element_size: usize, rank: c_int, lower_input: *const c_longlong, upper_input: *const c_longlong, strides_input: *const c_longlong, lower_output: *const c_longlong, upper_output: *const c_longlong, strides_output: *const c_longlong, comm_handle: *mut c_void, comm_type: cufftMpCommType) -> cufftResult;
            cufftMpExecReshapeAsync: 0 0 "", (handle: cufftReshapeHandle, data_out: *mut c_void, data_in: *const c_void, workspace: *mut c_void, stream: cudaStream_t) -> cufftResult;
            cufftMpDestroyReshape: 0 0 "", (handle: cufftReshapeHandle) -> cufftResult;
            __cufftXtSetJITCallback_12_7: 0 12103 "", (plan: cufftHandle, lto_callback_symbol_name: *const c_char, lto_callback_fatbin: *const c_void, lto_callback_fatbin_size: usize, type_: cufftXtCallbackType, caller_info: *mut *mut c_void) -> cufftResult;
        }
    };
}

for_each_cufftmp_function! {
    library,
    "cuFFTMp" CUFFT_MP CufftMpTable cufftResult CUFFT_SUCCESS "https://docs.nvidia.com/cuda/cufftmp/index.html"
    required ["cufftCreate", "cufftGetVersion", "cufftMpAttachComm"] numbered [] version written (cufftGetVersion)
}
