//! NVRTC's functions for machine code, which give PTX: the software device executes that.

use core::ffi::{CStr, c_char, c_int, c_void};
use std::ffi::CString;
use std::sync::OnceLock;

/// The library whose functions are called: the first that a program binds to.
static LIBRARY: OnceLock<usize> = OnceLock::new();

/// Returns whether a file is an NVRTC.
pub(crate) fn is_one(file: &[u8]) -> bool {
    file.starts_with(b"libnvrtc.so")
}

/// Its `nvrtcCompileProgram`; to ask for it by name would give the one here.
static COMPILE: OnceLock<usize> = OnceLock::new();

/// Returns the address of what takes the place of a function of a library, which is at `address` there.
pub(crate) fn own(name: &CStr, library: usize, address: usize) -> Option<usize> {
    let function = match name.to_bytes() {
        b"nvrtcCompileProgram" => compile as *const () as usize,
        b"nvrtcGetCUBINSize" => size as *const () as usize,
        b"nvrtcGetCUBIN" => code as *const () as usize,
        _ => return None,
    };
    // The functions don't know of which library they are called, so another one keeps its own.
    if *LIBRARY.get_or_init(|| library) != library {
        return None;
    }
    if function == compile as *const () as usize {
        COMPILE.get_or_init(|| address);
    }
    Some(function)
}

/// `NVRTC_ERROR_INTERNAL_ERROR`.
const INTERNAL: c_int = 11;

/// Returns NVRTC's own function.
fn real(name: &CStr) -> Option<*mut c_void> {
    unsafe extern "C" {
        fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    }
    let library = *LIBRARY.get()?;
    // SAFETY: to glibc, a library's map is its handle; and it was loaded when a function of it was bound.
    let function = unsafe { dlsym(library as *mut c_void, name.as_ptr()) };
    (!function.is_null()).then_some(function)
}

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
    type Compile = unsafe extern "C" fn(*mut c_void, c_int, *const *const c_char) -> c_int;
    // SAFETY: the function has this type, and the caller fulfils its contract.
    unsafe { core::mem::transmute::<usize, Compile>(*function)(program, count, own.as_ptr()) }
}

/// Returns `-arch=compute_90` for `-arch=sm_90`, and `compute_90` for `sm_90`, which follows `-arch`.
fn virtual_architecture(option: &CStr) -> CString {
    let text = option.to_bytes();
    let value = text.rsplit(|byte| *byte == b'=').next().unwrap_or_default();
    let (name, is_arch) =
        (&text[..text.len() - value.len()], text.windows(4).any(|it| it == b"arch"));
    match value.strip_prefix(b"sm_") {
        Some(number) if name.is_empty() || is_arch => {
            CString::new([name, b"compute_", number].concat()).unwrap_or_default()
        }
        _ => option.to_owned(),
    }
}

type Get = unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int;

/// Calls a function of a program and where its result goes.
///
/// # Safety
/// As NVRTC's function.
unsafe fn get(name: &CStr, program: *mut c_void, out: *mut c_void) -> c_int {
    let Some(function) = real(name) else { return INTERNAL };
    // SAFETY: the functions that are named here have this type, and the caller fulfils their contract.
    unsafe { core::mem::transmute::<*mut c_void, Get>(function)(program, out) }
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
