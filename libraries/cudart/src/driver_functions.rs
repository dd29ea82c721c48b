//! The version, addresses of the driver's functions, profilers.

use core::ffi::{c_int, c_uint, c_ulonglong};

use cuda_driver_sys::DefaultStream;
use cuda_libraries_sys::cudart::{cudaDriverEntryPointQueryResult, cudaError_t};

use crate::api::Api;

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
