// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;

aliases! {
    "https://docs.nvidia.com/cuda/cudla-api/index.html"
    cudlaDevHandle = *mut cudlaDevHandle_t; cudlaModule = *mut cudlaModule_t;
}

structs! {
    "https://docs.nvidia.com/cuda/cudla-api/index.html"
    #[derive(Debug)] pub struct cudlaExternalMemoryHandleDesc { pub extBufObject: *const c_void, pub size: c_ulonglong }
    #[derive(Debug)] pub struct cudlaExternalSemaphoreHandleDesc { pub extSyncObject: *const c_void }
    #[derive(Debug)] pub struct cudlaModuleTensorDescriptor {
        pub name: [c_char; 81usize], #[doc(hidden)] pub _padding_after_name: [u8; 7usize], pub size: u64, pub n: u64,
        pub c: u64, pub h: u64, pub w: u64, pub dataFormat: u8, pub dataType: u8, pub dataCategory: u8,
        pub pixelFormat: u8, pub pixelMapping: u8, #[doc(hidden)] pub _padding_after_pixelMapping: [u8; 3usize],
        pub stride: [u32; 8usize],
    }
    pub union cudlaModuleAttribute {
        pub numInputTensors: u32, pub numOutputTensors: u32, pub inputTensorDesc: *mut cudlaModuleTensorDescriptor,
        pub outputTensorDesc: *mut cudlaModuleTensorDescriptor,
    }
    #[derive(Debug)] pub struct CudlaFence {
        pub fence: *mut c_void, pub type_: cudlaFenceType, #[doc(hidden)] pub _padding_after_type: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudlaWaitEvents {
        pub preFences: *const CudlaFence, pub numEvents: u32,
        #[doc(hidden)] pub _padding_after_numEvents: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudlaSignalEvents {
        pub devPtrs: *const *mut u64, pub eofFences: *mut CudlaFence, pub numEvents: u32,
        #[doc(hidden)] pub _padding_after_numEvents: [u8; 4usize],
    }
    #[derive(Debug)] pub struct cudlaTask {
        pub moduleHandle: cudlaModule, pub outputTensor: *const *mut u64, pub numOutputTensors: u32,
        pub numInputTensors: u32, pub inputTensor: *const *const u64, pub waitEvents: *const cudlaWaitEvents,
        pub signalEvents: *mut cudlaSignalEvents,
    }
    pub union cudlaDevAttribute { pub unifiedAddressingSupported: u8, pub deviceVersion: u32 }
}

opaque! {
    cudlaDevHandle_t, cudlaModule_t,
}
