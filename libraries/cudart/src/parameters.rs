//! The types of the parameters of each function, as the headers have them, and the structs of before that were smaller.
#![allow(non_camel_case_types)]

use core::ffi::*;

use cuda_libraries_sys::cudart::*;
use cuda_libraries_sys::for_each_cudart_function;
use cuda_libraries_sys::shared::*;

/// What every release before 13.0 has in its `cudaPointerAttributes`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct cudaPointerAttributes_12_9 {
    pub(crate) type_: cudaMemoryType,
    pub(crate) device: c_int,
    pub(crate) devicePointer: *mut c_void,
    pub(crate) hostPointer: *mut c_void,
}

/// What releases before 12.0 have in their `cudaFuncAttributes`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct cudaFuncAttributes_11_8 {
    sharedSizeBytes: usize,
    constSizeBytes: usize,
    localSizeBytes: usize,
    maxThreadsPerBlock: c_int,
    numRegs: c_int,
    ptxVersion: c_int,
    binaryVersion: c_int,
    cacheModeCA: c_int,
    maxDynamicSharedSizeBytes: c_int,
    preferredShmemCarveout: c_int,
}

impl cudaFuncAttributes_11_8 {
    pub(crate) fn of(all: &cudaFuncAttributes) -> Self {
        Self {
            sharedSizeBytes: all.sharedSizeBytes,
            constSizeBytes: all.constSizeBytes,
            localSizeBytes: all.localSizeBytes,
            maxThreadsPerBlock: all.maxThreadsPerBlock,
            numRegs: all.numRegs,
            ptxVersion: all.ptxVersion,
            binaryVersion: all.binaryVersion,
            cacheModeCA: all.cacheModeCA,
            maxDynamicSharedSizeBytes: all.maxDynamicSharedSizeBytes,
            preferredShmemCarveout: all.preferredShmemCarveout,
        }
    }
}

/// Calls a macro with the functions that the runtime's header doesn't declare.
macro_rules! for_each_other_function {
    ($then:ident) => {
        $then! {
            // Forms of before whose structs were smaller, and which tell their release.
            cudaPointerGetAttributes_12_9(attributes: *mut cudaPointerAttributes_12_9, ptr: *const c_void);
            cudaFuncGetAttributes_11_8(attr: *mut cudaFuncAttributes_11_8, func: *const c_void);
            cudaRuntimeGetVersion_12_9(version: *mut c_int);
            cudaRuntimeGetVersion_11_8(version: *mut c_int);
            // cuda_profiler_api.h
            cudaProfilerStart();
            cudaProfilerStop();
            // crt/host_runtime.h and crt/device_functions.h
            __cudaPopCallConfiguration(gridDim: *mut dim3, blockDim: *mut dim3, sharedMem: *mut usize, stream: *mut c_void);
            __cudaGetKernel(kernel: *mut cudaKernel_t, entry: *const c_void);
            __cudaLaunchKernel(kernel: cudaKernel_t, gridDim: dim3, blockDim: dim3, args: *mut *mut c_void, sharedMem: usize, stream: cudaStream_t);
        }
    };
}
pub(crate) use for_each_other_function;

/// The types of a list of parameters, each with those after it.
macro_rules! list {
    (()) => { () };
    (($name:ident: $first:ty $(, $($rest:tt)*)?)) => { ($first, list!(($($($rest)*)?))) };
}

macro_rules! header {
    ($($name:ident: $since:literal $until:literal $exported:literal, $parameters:tt -> $result:ty;)*) => {
        $(#[allow(dead_code)] pub(crate) type $name = list!($parameters);)*
    };
}
for_each_cudart_function!(header);

macro_rules! others {
    ($($name:ident $parameters:tt;)*) => {
        $(#[allow(dead_code)] pub(crate) type $name = list!($parameters);)*
    };
}
for_each_other_function!(others);
