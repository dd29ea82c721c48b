//! NVRTC's functions for machine code, which give PTX: the software device executes that.

use core::ffi::{CStr, c_char, c_int, c_void};
use std::ffi::CString;
use std::sync::OnceLock;

use crate::interposed::{Library, call};

static LIBRARY: Library = Library::new();

/// Its `nvrtcCompileProgram`.
static COMPILE: OnceLock<usize> = OnceLock::new();

/// Returns whether a file is an NVRTC.
pub(crate) fn is_one(file: &[u8]) -> bool {
    file.starts_with(b"libnvrtc.so")
}

/// Returns the address of what takes the place of a function of a library, which is at `address`
/// there.
pub(crate) fn own(name: &CStr, library: usize, address: usize) -> Option<usize> {
    let function = match name.to_bytes() {
        b"nvrtcCompileProgram" => compile as *const () as usize,
        b"nvrtcGetCUBINSize" => size as *const () as usize,
        b"nvrtcGetCUBIN" => code as *const () as usize,
        _ => return None,
    };
    if !LIBRARY.is(library) {
        return None;
    }
    if function == compile as *const () as usize {
        COMPILE.get_or_init(|| address);
    }
    Some(function)
}

/// `NVRTC_ERROR_INTERNAL_ERROR`.
const INTERNAL: c_int = 11;

/// `nvrtcCompileProgram` for a virtual architecture in place of a GPU's, which has PTX.
unsafe extern "C" fn compile(
    program: *mut c_void,
    count: c_int,
    options: *const *const c_char,
) -> c_int {
    let Some(function) = COMPILE.get() else { return INTERNAL };
    let count_of = usize::try_from(count).unwrap_or_default();
    // SAFETY: the caller passes so many strings.
    let given = (0..count_of).map(|at| unsafe { CStr::from_ptr(*options.add(at)) });
    let own: Vec<CString> = given.map(virtual_architecture).collect();
    let own: Vec<_> = own.iter().map(|option| option.as_ptr()).collect();
    // SAFETY: the function has this type, and the caller fulfils its contract.
    unsafe {
        call!(*function, (program, count, own.as_ptr()): (*mut c_void, c_int, *const *const c_char))
    }
}

/// Returns `-arch=compute_90` for `-arch=sm_90`, and `compute_90` for `sm_90`, which follows
/// `-arch`.
fn virtual_architecture(option: &CStr) -> CString {
    let text = option.to_bytes();
    let value = text.rsplit(|byte| *byte == b'=').next().unwrap_or_default();
    let name = &text[..text.len() - value.len()];
    let is_arch = text.windows(4).any(|it| it == b"arch");
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
unsafe fn get(name: &CStr, program: *mut c_void, out: *mut c_void) -> c_int {
    let Some(function) = LIBRARY.function(name) else { return INTERNAL };
    // SAFETY: the functions that are named here have this type, and the caller fulfils their
    // contract.
    unsafe { call!(function, (program, out): (*mut c_void, *mut c_void)) }
}

/// `nvrtcGetCUBINSize`.
unsafe extern "C" fn size(program: *mut c_void, out: *mut c_void) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { get(c"nvrtcGetPTXSize", program, out) }
}

/// `nvrtcGetCUBIN`.
unsafe extern "C" fn code(program: *mut c_void, out: *mut c_void) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { get(c"nvrtcGetPTX", program, out) }
}
