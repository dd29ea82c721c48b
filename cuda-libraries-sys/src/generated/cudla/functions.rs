// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.

use core::ffi::*;

use super::enums::*;
use super::types::*;

/// Calls the macro `$then` with every function of cuDLA, in the order of the table, after the tokens of `$first`.
///
/// Each is `name: since until "exported name", (parameter: type, …) -> result;`.
#[macro_export]
macro_rules! for_each_cudla_function {
    ($then:path $(, $($first:tt)*)?) => {
        $then! {
            $($($first)*)?
            cudlaGetVersion: 0 0 "", (version: *mut u64) -> cudlaStatus;
            cudlaDeviceGetCount: 0 0 "", (pNumDevices: *mut u64) -> cudlaStatus;
            cudlaCreateDevice: 0 0 "", (device: u64, devHandle: *mut cudlaDevHandle, flags: u32) -> cudlaStatus;
            cudlaMemRegister: 0 0 "", (devHandle: cudlaDevHandle, ptr: *const u64, size: usize, devPtr: *mut *mut u64, flags: u32) -> cudlaStatus;
            cudlaModuleLoadFromMemory: 0 0 "", (devHandle: cudlaDevHandle, pModule: *const u8, moduleSize: usize, hModule: *mut cudlaModule, flags: u32) -> cudlaStatus;
            cudlaModuleGetAttributes: 0 0 "", (hModule: cudlaModule, attrType: cudlaModuleAttributeType, attribute: *mut cudlaModuleAttribute) -> cudlaStatus;
            cudlaModuleUnload: 0 0 "", (hModule: cudlaModule, flags: u32) -> cudlaStatus;
            cudlaSubmitTask: 0 0 "", (devHandle: cudlaDevHandle, ptrToTasks: *const cudlaTask, numTasks: u32, stream: *mut c_void, flags: u32) -> cudlaStatus;
            cudlaDeviceGetAttribute: 0 0 "", (devHandle: cudlaDevHandle, attrib: cudlaDevAttributeType, pAttribute: *mut cudlaDevAttribute) -> cudlaStatus;
            cudlaMemUnregister: 0 0 "", (devHandle: cudlaDevHandle, devPtr: *const u64) -> cudlaStatus;
            cudlaGetLastError: 0 0 "", (devHandle: cudlaDevHandle) -> cudlaStatus;
            cudlaDestroyDevice: 0 0 "", (devHandle: cudlaDevHandle) -> cudlaStatus;
            cudlaImportExternalMemory: 0 0 "", (devHandle: cudlaDevHandle, desc: *const cudlaExternalMemoryHandleDesc, devPtr: *mut *mut u64, flags: u32) -> cudlaStatus;
            cudlaGetNvSciSyncAttributes: 0 0 "", (attrList: *mut u64, flags: u32) -> cudlaStatus;
            cudlaImportExternalSemaphore: 0 0 "", (devHandle: cudlaDevHandle, desc: *const cudlaExternalSemaphoreHandleDesc, devPtr: *mut *mut u64, flags: u32) -> cudlaStatus;
            cudlaSetTaskTimeoutInMs: 0 0 "", (devHandle: cudlaDevHandle, timeout: u32) -> cudlaStatus;
        }
    };
}

for_each_cudla_function! {
    library,
    "cuDLA" CUDLA CudlaTable cudlaStatus cudlaSuccess "https://docs.nvidia.com/cuda/cudla-api/index.html"
    required ["cudlaGetVersion", "cudlaCreateDevice", "cudlaSubmitTask"] numbered [] version none ()
}
