//! NVRTC's functions for machine code, which give PTX: the software device executes that.

use core::ffi::{CStr, c_char, c_int, c_void};
use std::ffi::CString;

use crate::interposed::{call, functions, strings};

/// Returns whether a file is an NVRTC: also `libnvrtc.alt.so.13`, and one that a package has under
/// a name of its own, such as `libnvrtc-672ee683.so.11.2`.
pub(crate) fn is_one(file: &[u8]) -> bool {
    file.starts_with(b"libnvrtc") && !file.starts_with(b"libnvrtc-builtins")
}

functions! {
    |name| name;
    b"nvrtcCompileProgram" compile;
    b"nvrtcGetCUBINSize" size;
    b"nvrtcGetCUBIN" code;
}

/// `NVRTC_ERROR_INTERNAL_ERROR`.
const INTERNAL: c_int = 11;

/// `nvrtcCompileProgram` for a virtual architecture in place of a GPU's, which has PTX.
unsafe extern "C" fn compile<const PLACE: usize>(
    program: *mut c_void,
    count: c_int,
    options: *const *const c_char,
) -> c_int {
    let Some(function) = BoundFunction::compile.at(PLACE) else { return INTERNAL };
    // SAFETY: the caller passes so many strings.
    let given = unsafe { strings(options, usize::try_from(count).unwrap_or_default()) };
    let architectures: Option<Vec<_>> =
        given.map(|options| options.into_iter().map(virtual_architecture).collect());
    let list: Option<Vec<_>> = architectures
        .as_ref()
        .map(|options| options.iter().map(|option| option.as_ptr()).collect());
    let options = list.as_ref().map_or(options, Vec::as_ptr);
    // SAFETY: the function has this type, and the caller fulfils its contract.
    unsafe {
        call!(function, (program, count, options): (*mut c_void, c_int, *const *const c_char))
    }
}

/// Returns `-arch=compute_90` for `-arch=sm_90`, and `compute_90` for `sm_90`, which follows
/// `-arch`.
fn virtual_architecture(option: &CStr) -> CString {
    let text = option.to_bytes();
    let value = text.rsplit(|byte| *byte == b'=').next().unwrap_or_default();
    let name = &text[..text.len() - value.len()];
    let is_arch = text.windows(4).any(|window| window == b"arch");
    match value.strip_prefix(b"sm_") {
        Some(number) if name.is_empty() || is_arch => {
            CString::new([name, b"compute_", number].concat()).unwrap_or_default()
        }
        _ => option.to_owned(),
    }
}

/// Calls a function of a program and where its result goes.
///
/// # Safety
/// As NVRTC's function.
unsafe fn get(place: usize, name: &CStr, program: *mut c_void, out: *mut c_void) -> c_int {
    let Some(function) = LIBRARIES.named(place, |symbol| symbol == name) else { return INTERNAL };
    // SAFETY: the functions that are named here have this type, and the caller fulfils their
    // contract.
    unsafe { call!(function, (program, out): (*mut c_void, *mut c_void)) }
}

/// `nvrtcGetCUBINSize`.
unsafe extern "C" fn size<const PLACE: usize>(program: *mut c_void, out: *mut c_void) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { get(PLACE, c"nvrtcGetPTXSize", program, out) }
}

/// `nvrtcGetCUBIN`.
unsafe extern "C" fn code<const PLACE: usize>(program: *mut c_void, out: *mut c_void) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { get(PLACE, c"nvrtcGetPTX", program, out) }
}
