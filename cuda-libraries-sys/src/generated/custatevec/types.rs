// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use crate::shared::*;

aliases! {
    "https://docs.nvidia.com/cuda/cuquantum/latest/custatevec/api/index.html"
    custatevecIndex_t = i64; custatevecHandle_t = *mut custatevecContext;
    custatevecSamplerDescriptor_t = *mut custatevecSamplerDescriptor;
    custatevecAccessorDescriptor_t = *mut custatevecAccessorDescriptor;
    custatevecLoggerCallback_t = Option<unsafe extern "C" fn(logLevel: i32, functionName: *const c_char, message: *const c_char)>;
    custatevecLoggerCallbackData_t = Option<unsafe extern "C" fn(logLevel: i32, functionName: *const c_char, message: *const c_char, userData: *mut c_void)>;
    custatevecCommunicatorDescriptor_t = *mut custatevecCommunicator_t;
    custatevecDistIndexBitSwapSchedulerDescriptor_t = *mut custatevecDistIndexBitSwapScheduler_t;
    custatevecSVSwapWorkerDescriptor_t = *mut custatevecSVSwapWorker_t;
    custatevecSubSVMigratorDescriptor_t = *mut custatevecSubSVMigratorDescriptor;
    custatevecExDictionaryDescriptor_t = *mut custatevecExDictionary;
    custatevecExCommunicatorDescriptor_t = *mut custatevecExCommunicator_t;
    custatevecExStateVectorDescriptor_t = *mut custatevecExStateVector;
    custatevecExSVUpdaterDescriptor_t = *mut custatevecExSVUpdater;
    custatevecExResourceManagerDescriptor_t = *mut custatevecExResourceManager;
}

structs! {
    "https://docs.nvidia.com/cuda/cuquantum/latest/custatevec/api/index.html"
    #[repr(align(8))] #[derive(Debug)] pub struct int2 { pub x: c_int, pub y: c_int }
    #[derive(Debug)] pub struct custatevecDeviceMemHandler_t {
        pub ctx: *mut c_void,
        pub device_alloc: Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut *mut c_void, size: usize, stream: cudaStream_t) -> c_int>,
        pub device_free: Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut c_void, size: usize, stream: cudaStream_t) -> c_int>,
        pub name: [c_char; 64usize],
    }
    #[derive(Debug)] pub struct custatevecSVSwapParameters_t {
        pub swapBatchIndex: i32, pub orgSubSVIndex: i32, pub dstSubSVIndex: i32,
        pub orgSegmentMaskString: [i32; 48usize], pub dstSegmentMaskString: [i32; 48usize],
        pub segmentMaskOrdering: [i32; 48usize], pub segmentMaskLen: u32, pub nSegmentBits: u32,
        pub dataTransferType: custatevecDataTransferType_t, pub transferSize: custatevecIndex_t,
    }
    #[repr(align(16))] pub struct custatevecExSVUpdaterConfigItem_t {
        pub name: custatevecExSVUpdaterConfigName_t, #[doc(hidden)] pub _padding_after_name: [u8; 12usize],
        pub value: custatevecExSVUpdaterConfigItem_t_value,
    }
    pub union custatevecExSVUpdaterConfigItem_t_value { pub int32: i32, pub placeholder: [c_char; 32usize] }
}

opaque! {
    custatevecContext, custatevecSamplerDescriptor, custatevecAccessorDescriptor, custatevecCommunicator_t,
    custatevecDistIndexBitSwapScheduler_t, custatevecSVSwapWorker_t, custatevecSubSVMigratorDescriptor,
    custatevecExDictionary, custatevecExCommunicator_t, custatevecExStateVector, custatevecExSVUpdater,
    custatevecExResourceManager,
}
