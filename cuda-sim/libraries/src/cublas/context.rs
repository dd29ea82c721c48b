//! Handles: the state that calls share.

use core::ffi::c_void;
use std::collections::HashMap;
use std::sync::Arc;

use cuda_driver_sys::{CUresult, CUstream};
use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::{
    cudaDataType, cudaEmulationMantissaControl, cudaEmulationSpecialValuesSupport,
};
use parking_lot::Mutex;

use crate::device;
use crate::element::size_of_data;
use crate::operation::Operation;

/// The result of a call: nothing, or its status.
pub(crate) type Outcome = Result<(), cublasStatus_t>;

pub(crate) const NOT_INITIALIZED: cublasStatus_t = cublasStatus_t::CUBLAS_STATUS_NOT_INITIALIZED;
pub(crate) const INVALID_VALUE: cublasStatus_t = cublasStatus_t::CUBLAS_STATUS_INVALID_VALUE;
pub(crate) const NOT_SUPPORTED: cublasStatus_t = cublasStatus_t::CUBLAS_STATUS_NOT_SUPPORTED;

/// What a handle holds.
#[derive(Debug)]
pub(crate) struct Context {
    pub settings: Mutex<Settings>,
}

/// What the functions that set something set.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    pub stream: usize,
    pub pointers: cublasPointerMode_t,
    pub atomics: cublasAtomicsMode_t,
    pub math: cublasMath_t,
    pub multiprocessors: i32,
    /// What products that emulate their type would use.
    pub strategy: cublasEmulationStrategy_t,
    pub special_values: cudaEmulationSpecialValuesSupport,
    pub mantissa: cudaEmulationMantissaControl,
    pub most_bits: i32,
    pub bit_offset: i32,
    pub bit_count: usize,
}

/// The live handles. Handles are looked up here, never dereferenced.
static LIVE: Mutex<Option<HashMap<usize, Arc<Context>>>> = Mutex::new(None);

/// Returns the status of an outcome.
pub(crate) fn status(outcome: Outcome) -> cublasStatus_t {
    match outcome {
        Ok(()) => cublasStatus_t::CUBLAS_STATUS_SUCCESS,
        Err(status) => status,
    }
}

/// Returns the status for an error of the driver.
pub(crate) fn of_driver(code: CUresult) -> cublasStatus_t {
    match code {
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => cublasStatus_t::CUBLAS_STATUS_ALLOC_FAILED,
        // A result for the host can't be waited for.
        CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
        | CUresult::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED => {
            cublasStatus_t::CUBLAS_STATUS_INTERNAL_ERROR
        }
        _ => cublasStatus_t::CUBLAS_STATUS_EXECUTION_FAILED,
    }
}

impl Context {
    pub(crate) fn create() -> Result<cublasHandle_t, cublasStatus_t> {
        static NEXT: Mutex<usize> = Mutex::new(0x1000);
        device::ensure_context().map_err(|_| NOT_INITIALIZED)?;
        let context = Self {
            settings: Mutex::new(Settings {
                stream: 0,
                pointers: cublasPointerMode_t::CUBLAS_POINTER_MODE_HOST,
                atomics: cublasAtomicsMode_t::CUBLAS_ATOMICS_NOT_ALLOWED,
                math: cublasMath_t::CUBLAS_DEFAULT_MATH,
                multiprocessors: 0,
                strategy: cublasEmulationStrategy_t::CUBLAS_EMULATION_STRATEGY_DEFAULT,
                special_values:
                    cudaEmulationSpecialValuesSupport::CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT,
                mantissa: cudaEmulationMantissaControl::CUDA_EMULATION_MANTISSA_CONTROL_DYNAMIC,
                most_bits: 0,
                bit_offset: 0,
                bit_count: 0,
            }),
        };
        let mut next = NEXT.lock();
        *next += 64;
        let handle = *next;
        LIVE.lock().get_or_insert_default().insert(handle, Arc::new(context));
        Ok(handle as cublasHandle_t)
    }

    pub(crate) fn destroy(handle: cublasHandle_t) -> Outcome {
        let mut live = LIVE.lock();
        let context = live.as_mut().and_then(|live| live.remove(&(handle as usize)));
        // Its memory is freed without the lock.
        drop(live);
        context.map(drop).ok_or(NOT_INITIALIZED)
    }

    pub(crate) fn of(handle: cublasHandle_t) -> Result<Arc<Self>, cublasStatus_t> {
        let live = LIVE.lock();
        let context = live.as_ref().and_then(|live| live.get(&(handle as usize)));
        context.cloned().ok_or(NOT_INITIALIZED)
    }

    /// Returns whether a handle is alive.
    pub(crate) fn is_alive(handle: usize) -> bool {
        let live = LIVE.lock();
        live.as_ref().is_some_and(|live| live.contains_key(&handle))
    }

    pub(crate) fn stream(&self) -> CUstream {
        self.settings.lock().stream as CUstream
    }

    pub(crate) fn has_host_pointers(&self) -> bool {
        self.settings.lock().pointers == cublasPointerMode_t::CUBLAS_POINTER_MODE_HOST
    }

    pub(crate) fn submit(&self, operation: &impl Operation) -> Outcome {
        operation.submit(self.stream()).map_err(of_driver)
    }

    /// Submits an operation that writes a result to the address that it is made for. One on the host is there once this
    /// returns.
    ///
    /// # Safety
    /// In the mode for host pointers, `result` is null or writable for a number of the type.
    pub(crate) unsafe fn submit_for<O: Operation>(
        &self,
        result: *mut c_void,
        data: cudaDataType,
        make: impl FnOnce(u64) -> O,
    ) -> Outcome {
        if result.is_null() {
            return Err(INVALID_VALUE);
        }
        if !self.has_host_pointers() {
            return self.submit(&make(result as u64));
        }
        let bytes = size_of_data(data).ok_or(NOT_SUPPORTED)? as usize;
        let stream = self.stream();
        let submit = |address| make(address).submit(stream);
        // SAFETY: the caller guarantees it.
        unsafe { device::with_result(result, bytes, stream, submit) }.map_err(of_driver)
    }
}
