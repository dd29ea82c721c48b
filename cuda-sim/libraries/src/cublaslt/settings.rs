//! Handles, versions, texts and logs.

use core::ffi::{c_char, c_int};
use std::collections::BTreeSet;

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::cublaslt::*;
use cuda_libraries_sys::shared::{FILE, libraryPropertyType};
use parking_lot::Mutex;

use super::{CublasLt, VERSION};
use crate::cublas::context::{INVALID_VALUE, NOT_INITIALIZED};
use crate::cublas::functions::{
    cublasGetCudartVersion, cublasGetProperty, cublasGetStatusName, cublasGetStatusString,
};

/// The live handles, which hold nothing.
static LIVE: Mutex<BTreeSet<usize>> = Mutex::new(BTreeSet::new());

/// Returns whether a handle is alive.
pub(super) fn is_alive(handle: usize) -> bool {
    LIVE.lock().contains(&handle)
}

/// The number of products whose heuristics are remembered, of which there are none.
static CAPACITY: Mutex<usize> = Mutex::new(8192);

const SUCCESS: cublasStatus_t = cublasStatus_t::CUBLAS_STATUS_SUCCESS;

impl CublasLt {
    pub(super) unsafe fn cublasLtCreate(lightHandle: *mut cublasLtHandle_t) -> cublasStatus_t {
        static NEXT: Mutex<usize> = Mutex::new(0x1020);
        if lightHandle.is_null() {
            return INVALID_VALUE;
        }
        if crate::device::ensure_context().is_err() {
            return NOT_INITIALIZED;
        }
        // Never a handle of cuBLAS.
        let mut next = NEXT.lock();
        *next += 64;
        LIVE.lock().insert(*next);
        lightHandle.write(*next as cublasLtHandle_t);
        SUCCESS
    }

    pub(super) unsafe fn cublasLtDestroy(lightHandle: cublasLtHandle_t) -> cublasStatus_t {
        match LIVE.lock().remove(&(lightHandle as usize)) {
            true => SUCCESS,
            false => NOT_INITIALIZED,
        }
    }

    pub(super) unsafe fn cublasLtGetStatusName(status: cublasStatus_t) -> *const c_char {
        cublasGetStatusName(status)
    }

    pub(super) unsafe fn cublasLtGetStatusString(status: cublasStatus_t) -> *const c_char {
        cublasGetStatusString(status)
    }

    pub(super) unsafe fn cublasLtGetVersion() -> usize {
        VERSION as usize
    }

    pub(super) unsafe fn cublasLtGetCudartVersion() -> usize {
        cublasGetCudartVersion()
    }

    pub(super) unsafe fn cublasLtGetProperty(
        type_: libraryPropertyType,
        value: *mut c_int,
    ) -> cublasStatus_t {
        cublasGetProperty(type_, value)
    }

    pub(super) unsafe fn cublasLtHeuristicsCacheGetCapacity(
        capacity: *mut usize,
    ) -> cublasStatus_t {
        if capacity.is_null() {
            return INVALID_VALUE;
        }
        capacity.write(*CAPACITY.lock());
        SUCCESS
    }

    pub(super) unsafe fn cublasLtHeuristicsCacheSetCapacity(capacity: usize) -> cublasStatus_t {
        *CAPACITY.lock() = capacity;
        SUCCESS
    }

    // It logs nothing.
    pub(super) unsafe fn cublasLtLoggerSetCallback(
        _callback: cublasLtLoggerCallback_t,
    ) -> cublasStatus_t {
        SUCCESS
    }

    pub(super) unsafe fn cublasLtLoggerSetFile(_file: *mut FILE) -> cublasStatus_t {
        SUCCESS
    }

    pub(super) unsafe fn cublasLtLoggerOpenFile(_logFile: *const c_char) -> cublasStatus_t {
        SUCCESS
    }

    pub(super) unsafe fn cublasLtLoggerSetLevel(_level: c_int) -> cublasStatus_t {
        SUCCESS
    }

    pub(super) unsafe fn cublasLtLoggerSetMask(_mask: c_int) -> cublasStatus_t {
        SUCCESS
    }

    pub(super) unsafe fn cublasLtLoggerForceDisable() -> cublasStatus_t {
        SUCCESS
    }
}
