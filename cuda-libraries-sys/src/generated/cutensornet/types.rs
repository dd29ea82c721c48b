// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

aliases! {
    "https://docs.nvidia.com/cuda/cuquantum/latest/cutensornet/api/index.html"
    cutensornetNetworkDescriptor_t = *mut c_void; cutensornetContractionPlan_t = *mut c_void;
    cutensornetHandle_t = *mut c_void; cutensornetWorkspaceDescriptor_t = *mut c_void;
    cutensornetContractionOptimizerConfig_t = *mut c_void; cutensornetContractionOptimizerInfo_t = *mut c_void;
    cutensornetContractionAutotunePreference_t = *mut c_void; cutensornetNetworkAutotunePreference_t = *mut c_void;
    cutensornetSliceGroup_t = *mut c_void; cutensornetTensorDescriptor_t = *mut c_void;
    cutensornetTensorSVDConfig_t = *mut c_void; cutensornetTensorSVDInfo_t = *mut c_void;
    cutensornetState_t = *mut c_void; cutensornetStateAccessor_t = *mut c_void;
    cutensornetStateExpectation_t = *mut c_void; cutensornetStateMarginal_t = *mut c_void;
    cutensornetStateSampler_t = *mut c_void; cutensornetStateProjectionMPS_t = *mut c_void;
    cutensornetNetworkOperator_t = *mut c_void;
    cutensornetLoggerCallback_t = Option<unsafe extern "C" fn(logLevel: i32, functionName: *const c_char, message: *const c_char)>;
    cutensornetLoggerCallbackData_t = Option<unsafe extern "C" fn(logLevel: i32, functionName: *const c_char, message: *const c_char, userData: *mut c_void)>;
}

structs! {
    "https://docs.nvidia.com/cuda/cuquantum/latest/cutensornet/api/index.html"
    #[derive(Debug)] pub struct cutensornetTensorIDList_t {
        pub numTensors: i32, #[doc(hidden)] pub _padding_after_numTensors: [u8; 4usize], pub data: *mut i32,
    }
    #[repr(C,packed(4))] #[derive(Debug)] pub struct cutensornetNodePair_t { pub first: i32, pub second: i32 }
    #[derive(Debug)] pub struct cutensornetContractionPath_t {
        pub numContractions: i32, #[doc(hidden)] pub _padding_after_numContractions: [u8; 4usize],
        pub data: *mut cutensornetNodePair_t,
    }
    #[derive(Debug)] pub struct cutensornetSliceInfoPair_t {
        pub slicedMode: i32, #[doc(hidden)] pub _padding_after_slicedMode: [u8; 4usize], pub slicedExtent: i64,
    }
    #[derive(Debug)] pub struct cutensornetSlicingConfig_t {
        pub numSlicedModes: u32, #[doc(hidden)] pub _padding_after_numSlicedModes: [u8; 4usize],
        pub data: *mut cutensornetSliceInfoPair_t,
    }
    #[derive(Debug)] pub struct cutensornetTensorQualifiers_t {
        pub isConjugate: i32, pub isConstant: i32, pub requiresGradient: i32,
    }
    #[derive(Debug)] pub struct cutensornetGesvdjParams_t {
        pub tol: f64, pub maxSweeps: i32, #[doc(hidden)] pub _padding_after_maxSweeps: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cutensornetGesvdrParams_t { pub oversampling: i64, pub niters: i64 }
    #[derive(Debug)] pub struct cutensornetGesvdjStatus_t {
        pub residual: f64, pub sweeps: i32, #[doc(hidden)] pub _padding_after_sweeps: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cutensornetGesvdpStatus_t { pub errSigma: f64 }
    #[derive(Debug)] pub struct cutensornetDeviceMemHandler_t {
        pub ctx: *mut c_void,
        pub device_alloc: Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut *mut c_void, size: usize, stream: cudaStream_t) -> c_int>,
        pub device_free: Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut c_void, size: usize, stream: cudaStream_t) -> c_int>,
        pub name: [c_char; 64usize],
    }
    #[derive(Debug)] pub struct cutensornetMPSEnvBounds_t { pub lowerBound: i32, pub upperBound: i32 }
    #[derive(Debug)] pub struct cutensornetDistributedCommunicator_t { pub commPtr: *mut c_void, pub commSize: usize }
    #[derive(Debug)] pub struct cutensornetDistributedInterface_t {
        pub version: c_int, #[doc(hidden)] pub _padding_after_version: [u8; 4usize],
        pub getNumRanks: Option<unsafe extern "C" fn(arg1: *const cutensornetDistributedCommunicator_t, arg2: *mut i32) -> c_int>,
        pub getNumRanksShared: Option<unsafe extern "C" fn(arg1: *const cutensornetDistributedCommunicator_t, arg2: *mut i32) -> c_int>,
        pub getProcRank: Option<unsafe extern "C" fn(arg1: *const cutensornetDistributedCommunicator_t, arg2: *mut i32) -> c_int>,
        pub Barrier: Option<unsafe extern "C" fn(arg1: *const cutensornetDistributedCommunicator_t) -> c_int>,
        pub Bcast: Option<unsafe extern "C" fn(arg1: *const cutensornetDistributedCommunicator_t, arg2: *mut c_void, arg3: i32, arg4: cudaDataType, arg5: i32) -> c_int>,
        pub Allreduce: Option<unsafe extern "C" fn(arg1: *const cutensornetDistributedCommunicator_t, arg2: *const c_void, arg3: *mut c_void, arg4: i32, arg5: cudaDataType) -> c_int>,
        pub AllreduceInPlace: Option<unsafe extern "C" fn(arg1: *const cutensornetDistributedCommunicator_t, arg2: *mut c_void, arg3: i32, arg4: cudaDataType) -> c_int>,
        pub AllreduceInPlaceMin: Option<unsafe extern "C" fn(arg1: *const cutensornetDistributedCommunicator_t, arg2: *mut c_void, arg3: i32, arg4: cudaDataType) -> c_int>,
        pub AllreduceDoubleIntMinloc: Option<unsafe extern "C" fn(arg1: *const cutensornetDistributedCommunicator_t, arg2: *const c_void, arg3: *mut c_void) -> c_int>,
        pub Allgather: Option<unsafe extern "C" fn(arg1: *const cutensornetDistributedCommunicator_t, arg2: *const c_void, arg3: *mut c_void, arg4: i32, arg5: cudaDataType) -> c_int>,
    }
}
