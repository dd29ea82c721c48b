//! Handles, versions, texts and logs.

use std::collections::BTreeSet;

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::cublaslt::*;
use parking_lot::Mutex;

use super::{CublasLt, VERSION, signatures};
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

function!(CublasLt::cublasLtCreate, |lightHandle| {
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
});

function!(CublasLt::cublasLtDestroy, |lightHandle| {
    if LIVE.lock().remove(&(lightHandle as usize)) { SUCCESS } else { NOT_INITIALIZED }
});

function!(CublasLt::cublasLtGetStatusName, |status| { cublasGetStatusName(status) });

function!(CublasLt::cublasLtGetStatusString, |status| { cublasGetStatusString(status) });

function!(CublasLt::cublasLtGetVersion, || { VERSION as usize });

function!(CublasLt::cublasLtGetCudartVersion, || { cublasGetCudartVersion() });

function!(CublasLt::cublasLtGetProperty, |type_, value| { cublasGetProperty(type_, value) });

function!(CublasLt::cublasLtHeuristicsCacheGetCapacity, |capacity| {
    if capacity.is_null() {
        return INVALID_VALUE;
    }
    capacity.write(*CAPACITY.lock());
    SUCCESS
});

function!(CublasLt::cublasLtHeuristicsCacheSetCapacity, |capacity| {
    *CAPACITY.lock() = capacity;
    SUCCESS
});

// It logs nothing.
function!(CublasLt::cublasLtLoggerSetCallback, |_callback| { SUCCESS });

function!(CublasLt::cublasLtLoggerSetFile, |_file| { SUCCESS });

function!(CublasLt::cublasLtLoggerOpenFile, |_logFile| { SUCCESS });

function!(CublasLt::cublasLtLoggerSetLevel, |_level| { SUCCESS });

function!(CublasLt::cublasLtLoggerSetMask, |_mask| { SUCCESS });

function!(CublasLt::cublasLtLoggerForceDisable, || { SUCCESS });
