//! Unsafe calls that return a `Result`.

use core::ffi::{CStr, c_char, c_int};
use core::fmt;
use core::ptr;
use std::ffi::CString;

use super::sys;

/// The code of a call that failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NvrtcError(pub sys::nvrtcResult);

impl sys::nvrtcResult {
    /// Converts the code to a `Result`.
    pub fn result(self) -> Result<(), NvrtcError> {
        match self {
            Self::NVRTC_SUCCESS => Ok(()),
            code => Err(NvrtcError(code)),
        }
    }
}

/// The code; if there is no NVRTC, with the places where it was searched for.
impl fmt::Debug for NvrtcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NvrtcError({:?})", self.0)?;
        match cuda_libraries_sys::nvrtc::load() {
            Err(error) if self.0 == sys::nvrtcResult::NVRTC_ERROR_INTERNAL_ERROR => {
                write!(f, ": {error}")
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for NvrtcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl std::error::Error for NvrtcError {}

/// Creates a program, to be destroyed with [`destroy_program`].
pub fn create_program(src: &CStr, name: Option<&CStr>) -> Result<sys::nvrtcProgram, NvrtcError> {
    let mut program = ptr::null_mut();
    let name = name.map_or(ptr::null(), CStr::as_ptr);
    // SAFETY: the texts live until the call returns, and there are no headers.
    unsafe {
        sys::nvrtcCreateProgram(&raw mut program, src.as_ptr(), name, 0, ptr::null(), ptr::null())
    }
    .result()?;
    Ok(program)
}

/// # Safety
/// The program is alive.
pub unsafe fn compile_program<O: Clone + Into<Vec<u8>>>(
    prog: sys::nvrtcProgram,
    options: &[O],
) -> Result<(), NvrtcError> {
    let options: Result<Vec<CString>, _> = options.iter().cloned().map(CString::new).collect();
    let options = options.map_err(|_| NvrtcError(sys::nvrtcResult::NVRTC_ERROR_INVALID_OPTION))?;
    let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
    // SAFETY: the options live until the call returns; the caller guarantees the rest.
    unsafe { sys::nvrtcCompileProgram(prog, pointers.len() as c_int, pointers.as_ptr()) }.result()
}

/// # Safety
/// The program is alive, and not used any more.
pub unsafe fn destroy_program(mut prog: sys::nvrtcProgram) -> Result<(), NvrtcError> {
    // SAFETY: the caller guarantees it.
    unsafe { sys::nvrtcDestroyProgram(&raw mut prog) }.result()
}

type Size = unsafe fn(sys::nvrtcProgram, *mut usize) -> sys::nvrtcResult;
type Get = unsafe fn(sys::nvrtcProgram, *mut c_char) -> sys::nvrtcResult;

/// # Safety
/// The program is alive, and the functions belong together.
unsafe fn output(prog: sys::nvrtcProgram, size: Size, get: Get) -> Result<Vec<c_char>, NvrtcError> {
    let mut bytes = 0;
    // SAFETY: the caller guarantees that the program is alive.
    unsafe { size(prog, &raw mut bytes) }.result()?;
    let mut output = vec![0; bytes];
    // SAFETY: as above, and there is room for as many bytes.
    unsafe { get(prog, output.as_mut_ptr()) }.result()?;
    Ok(output)
}

/// # Safety
/// The program is alive.
pub unsafe fn get_ptx(prog: sys::nvrtcProgram) -> Result<Vec<c_char>, NvrtcError> {
    // SAFETY: the caller guarantees it.
    unsafe { output(prog, sys::nvrtcGetPTXSize, sys::nvrtcGetPTX) }
}

/// # Safety
/// The program is alive.
pub unsafe fn get_cubin(prog: sys::nvrtcProgram) -> Result<Vec<c_char>, NvrtcError> {
    // SAFETY: the caller guarantees it.
    unsafe { output(prog, sys::nvrtcGetCUBINSize, sys::nvrtcGetCUBIN) }
}

/// # Safety
/// The program is alive.
pub unsafe fn get_program_log(prog: sys::nvrtcProgram) -> Result<Vec<c_char>, NvrtcError> {
    // SAFETY: the caller guarantees it.
    unsafe { output(prog, sys::nvrtcGetProgramLogSize, sys::nvrtcGetProgramLog) }
}
