//! Handles, versions and texts.

use core::ffi::c_int;
use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::CString;
use std::sync::OnceLock;

use cuda_driver_sys::CUstream;
use cuda_libraries_sys::cudnn::*;
use cuda_libraries_sys::shared::libraryPropertyType;
use parking_lot::Mutex;

use super::{Cudnn, Outcome, VERSION, get, put, signatures, status};
use crate::c_strings::{CStrings, c_strings};
use crate::cublas::functions::cublasGetCudartVersion;

/// The live handles, with their streams.
static LIVE: Mutex<Option<HashMap<usize, usize>>> = Mutex::new(None);

const NOT_INITIALIZED: cudnnStatus_t = cudnnStatus_t::CUDNN_STATUS_NOT_INITIALIZED;

/// Returns the stream of a handle.
pub(super) fn stream_of(handle: cudnnHandle_t) -> Outcome<CUstream> {
    let live = LIVE.lock();
    let stream = live.as_ref().and_then(|live| live.get(&(handle as usize)));
    stream.map(|stream| *stream as CUstream).ok_or(NOT_INITIALIZED)
}

thread_local! {
    /// What the last call that failed has to say.
    static MESSAGE: Cell<&'static str> = const { Cell::new("") };
}

/// Returns a status after noting why.
pub(super) fn because(status: cudnnStatus_t, message: &'static str) -> cudnnStatus_t {
    MESSAGE.set(message);
    status
}

function!(Cudnn::cudnnGetVersion, || { VERSION as usize });

function!(Cudnn::cudnnGetMaxDeviceVersion, || { 1200 });

function!(Cudnn::cudnnGetCudartVersion, || { cublasGetCudartVersion() });

function!(Cudnn::cudnnGetErrorString, |status| {
    static NAMES: OnceLock<CStrings<cudnnStatus_t>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        c_strings(cudnnStatus_t::ENUMERATORS.iter().map(|(name, code)| (*code, *name)))
    });
    names.get(&status).map_or(c"CUDNN_STATUS_INTERNAL_ERROR", CString::as_c_str).as_ptr()
});

function!(Cudnn::cudnnGetLastErrorString, |message, max_size| {
    if message.is_null() || max_size == 0 {
        return;
    }
    let text = MESSAGE.take().as_bytes();
    let len = text.len().min(max_size - 1);
    core::ptr::copy_nonoverlapping(text.as_ptr(), message.cast(), len);
    message.add(len).write(0);
});

function!(Cudnn::cudnnGetProperty, |type_, value| {
    let part = match type_ {
        libraryPropertyType::MAJOR_VERSION => VERSION / 10_000,
        libraryPropertyType::MINOR_VERSION => VERSION / 100 % 100,
        libraryPropertyType::PATCH_LEVEL => VERSION % 100,
        _ => return cudnnStatus_t::CUDNN_STATUS_INVALID_VALUE,
    };
    status(put(value, part as c_int))
});

// All parts are in one file.
function!(Cudnn::cudnnGraphVersionCheck, || { cudnnStatus_t::CUDNN_STATUS_SUCCESS });

function!(Cudnn::cudnnOpsVersionCheck, || { cudnnStatus_t::CUDNN_STATUS_SUCCESS });

function!(Cudnn::cudnnCnnVersionCheck, || { cudnnStatus_t::CUDNN_STATUS_SUCCESS });

function!(Cudnn::cudnnCreate, |handle| {
    static NEXT: Mutex<usize> = Mutex::new(0x3000);
    if handle.is_null() {
        return super::NULL_POINTER;
    }
    if crate::device::ensure_context().is_err() {
        return NOT_INITIALIZED;
    }
    let mut next = NEXT.lock();
    *next += 64;
    LIVE.lock().get_or_insert_default().insert(*next, 0);
    status(put(handle, *next as cudnnHandle_t))
});

function!(Cudnn::cudnnDestroy, |handle| {
    let mut live = LIVE.lock();
    let removed = live.as_mut().and_then(|live| live.remove(&(handle as usize)));
    status(removed.map(drop).ok_or(NOT_INITIALIZED))
});

function!(Cudnn::cudnnSetStream, |handle, streamId| {
    let mut live = LIVE.lock();
    let place = live.as_mut().and_then(|live| live.get_mut(&(handle as usize)));
    let set = |place: &mut usize| *place = streamId as usize;
    status(place.map(set).ok_or(NOT_INITIALIZED))
});

function!(Cudnn::cudnnGetStream, |handle, streamId| {
    status(stream_of(handle).and_then(|stream| put(streamId, stream.cast())))
});

/// Reads a factor: of `f64` for tensors of `f64`, and otherwise of `f32`.
///
/// # Safety
/// The pointer is null or to one.
pub(super) unsafe fn factor(pointer: *const core::ffi::c_void, is_double: bool) -> Outcome<f64> {
    // SAFETY: the caller guarantees it.
    unsafe {
        if is_double {
            get(pointer.cast::<f64>())
        } else {
            get(pointer.cast::<f32>()).map(f64::from)
        }
    }
}
