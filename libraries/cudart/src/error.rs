//! The last error, and the names and texts of codes.

use core::ffi::{CStr, c_char};
use std::collections::BTreeMap;
use std::ffi::CString;
use std::sync::OnceLock;

use cuda_libraries_sys::cudart::cudaError_t;

use crate::thread;

/// Returns the thread's last error, and forgets it. One that makes the context unusable comes back with the next call.
pub(crate) fn cudaGetLastError() -> cudaError_t {
    thread::with(|thread| thread.last_error.replace(cudaError_t::cudaSuccess))
}

pub(crate) fn cudaPeekAtLastError() -> cudaError_t {
    thread::with(|thread| thread.last_error.get())
}

/// The names and texts of every code, with a null byte at their end.
fn texts() -> &'static BTreeMap<u32, (CString, CString)> {
    static TEXTS: OnceLock<BTreeMap<u32, (CString, CString)>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let texts = include_str!("../../../cuda-sim/src/state/module/link/error_texts.tsv");
        let rows = texts.lines().filter(|line| !line.starts_with('#'));
        let parse = |line: &str| {
            let [code, name, text] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
            Some((code.parse().ok()?, (CString::new(name).ok()?, CString::new(text).ok()?)))
        };
        rows.filter_map(parse).collect()
    })
}

const UNKNOWN: &CStr = c"unrecognized error code";

pub(crate) fn cudaGetErrorName(error: cudaError_t) -> *const c_char {
    texts().get(&error.0).map_or(UNKNOWN.as_ptr(), |(name, _)| name.as_ptr())
}

pub(crate) fn cudaGetErrorString(error: cudaError_t) -> *const c_char {
    texts().get(&error.0).map_or(UNKNOWN.as_ptr(), |(_, text)| text.as_ptr())
}
