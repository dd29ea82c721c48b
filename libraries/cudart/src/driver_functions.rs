//! The version, addresses of the driver's functions, profilers, and the structs of before that were smaller.

use core::ffi::{c_int, c_uint, c_ulonglong, c_void};

use cuda_driver_sys::DefaultStream;
use cuda_libraries_sys::cudart::{
    cudaDriverEntryPointQueryResult, cudaError_t, cudaFuncAttributes, cudaMemoryType,
};

use crate::api::Api;

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

/// The versions of the functions that `cudaGetDriverEntryPoint` returns without one, and of the library.
const VERSION_13: c_int = 13000;
const VERSION_12: c_int = 12090;
const VERSION_11: c_int = 11080;

impl Api {
    entry!(cudaDriverGetVersion, |self, driverVersion| {
        cu_without_context!(self, cuDriverGetVersion(driverVersion))
    });

    entry!(cudaRuntimeGetVersion, |self, runtimeVersion| { put!(runtimeVersion, VERSION_13) });

    entry!(cudaRuntimeGetVersion_12_9, |self, version| { put!(version, VERSION_12) });

    entry!(cudaRuntimeGetVersion_11_8, |self, version| { put!(version, VERSION_11) });

    entry! { cudaGetDriverEntryPointByVersion(
        self, symbol, funcPtr, cudaVersion, flags, driverStatus,
    ) => {
        // Per-thread default streams for a program compiled for them, unless it says which.
        const PER_THREAD: c_ulonglong = 2;
        let flags = match self.default_stream {
            DefaultStream::PerThread if flags == 0 => PER_THREAD,
            _ => flags,
        };
        let version =
            c_int::try_from(cudaVersion).map_err(|_| cudaError_t::cudaErrorInvalidValue)?;
        cu_without_context!(
            self,
            cuGetProcAddress_v2(symbol, funcPtr, version, flags, driverStatus.cast())
        )
    } }

    entry!(cudaGetDriverEntryPoint, |self, symbol, funcPtr, flags, driverStatus| {
        // SAFETY: the caller fulfils the contract, which is the same.
        unsafe {
            self.cudaGetDriverEntryPointByVersion(
                symbol,
                funcPtr,
                VERSION_12 as c_uint,
                flags,
                driverStatus,
            )
        }
    });

    entry!(cudaGetDriverEntryPoint_11_8, |self, symbol, funcPtr, flags| {
        let mut status = cudaDriverEntryPointQueryResult::default();
        // SAFETY: the caller fulfils the contract, and the status is a live variable.
        unsafe {
            self.cudaGetDriverEntryPointByVersion(
                symbol,
                funcPtr,
                VERSION_11 as c_uint,
                flags,
                &raw mut status,
            )
        }
    });

    entry!(cudaProfilerStart, |self| { cu!(self, cuProfilerStart()) });

    entry!(cudaProfilerStop, |self| {
        // As on an H200, it makes no context, and is done without one.
        match cu_without_context!(self, cuProfilerStop()) {
            Err(
                cudaError_t::cudaErrorDeviceUninitialized
                | cudaError_t::cudaErrorContextIsDestroyed,
            ) => Ok(()),
            outcome => outcome,
        }
    });
}
