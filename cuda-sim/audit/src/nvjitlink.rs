//! nvJitLink's functions for machine code, which give PTX: what it makes of LTO-IR, or what it was
//! given, to be linked by the software device. What is neither, it links to machine code, which the
//! device refuses.

use core::ffi::{CStr, c_char, c_int, c_void};
use std::collections::BTreeMap;
use std::fs;
use std::sync::{Mutex, PoisonError};

use crate::interposed::{call, functions, strings};

/// Returns whether a file is an nvJitLink.
pub(crate) fn is_one(file: &[u8]) -> bool {
    file.starts_with(b"libnvJitLink.so")
}

/// What a linker was given.
#[derive(Debug, Clone, Default)]
struct Inputs {
    /// Whether it makes PTX of LTO-IR where it was asked for machine code. Then it refuses other
    /// inputs, so it isn't given those that are kept here.
    makes_ptx: bool,
    /// The PTX, with what the device takes for its end between two.
    ptx: Vec<u8>,
    /// Whether it was given the runtime for kernels, to which the device links what is of several
    /// parts.
    has_runtime: bool,
    /// Whether it was given anything else.
    has_others: bool,
}

/// The inputs of each linker.
static INPUTS: Mutex<BTreeMap<usize, Inputs>> = Mutex::new(BTreeMap::new());

/// Between two programs that the device links when it loads them.
const BETWEEN: &[u8] = b"\n// cuda-sim: linked with\n";

/// `NVJITLINK_ERROR_INTERNAL`.
const INTERNAL: c_int = 6;

/// `NVJITLINK_INPUT_PTX`, `NVJITLINK_INPUT_LIBRARY` and `NVJITLINK_INPUT_ANY`.
const PTX: c_int = 2;
const LIBRARY: c_int = 6;
const ANY: c_int = 10;

/// The start of an archive, and the name of what NVIDIA's runtime for kernels consists of, which
/// the device has itself.
const ARCHIVE: &[u8] = b"!<arch>\n";
const RUNTIME: &[u8] = b"cuda_device_runtime.o";

/// Returns a function's name without the version, as in `__nvJitLinkCreate_13_0`: it does the same
/// in each.
fn plain(name: &[u8]) -> &[u8] {
    let name = name.strip_prefix(b"__").unwrap_or(name);
    name.split(|byte| *byte == b'_').next().unwrap_or_default()
}

functions! {
    plain;
    b"nvJitLinkCreate" create;
    b"nvJitLinkDestroy" destroy;
    b"nvJitLinkAddData" add_data;
    b"nvJitLinkAddFile" add_file;
    b"nvJitLinkComplete" complete;
    b"nvJitLinkGetLinkedCubinSize" size;
    b"nvJitLinkGetLinkedCubin" code;
}

/// Runs what uses the inputs of all linkers.
fn inputs<R>(run: impl FnOnce(&mut BTreeMap<usize, Inputs>) -> R) -> R {
    run(&mut INPUTS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Adds an input to those of a linker, and returns whether the linker is to have it, too.
fn add(linker: *mut c_void, kind: c_int, content: Option<Vec<u8>>) -> bool {
    let content = content.unwrap_or_default();
    let text = content.split(|byte| *byte == 0).next().unwrap_or_default();
    let is_archive = content.starts_with(ARCHIVE);
    // LTO-IR, machine code and fat binaries aren't UTF-8, or are no longer text than an ELF header's first bytes.
    let is_text = text.contains(&b'.') && core::str::from_utf8(text).is_ok();
    let is_ptx = kind == PTX || kind == ANY && is_text && !is_archive;
    let is_runtime = (kind == LIBRARY || kind == ANY)
        && is_archive
        && content.windows(RUNTIME.len()).any(|bytes| bytes == RUNTIME);
    inputs(|all| {
        let inputs = all.entry(linker as usize).or_default();
        if is_ptx {
            if !inputs.ptx.is_empty() {
                inputs.ptx.extend(BETWEEN);
            }
            inputs.ptx.extend(text);
        } else {
            inputs.has_runtime |= is_runtime;
            inputs.has_others |= !is_runtime;
        }
        !(inputs.makes_ptx && (is_ptx || is_runtime))
    })
}

unsafe extern "C" fn create<const PLACE: usize>(
    linker: *mut *mut c_void,
    count: u32,
    options: *const *const c_char,
) -> c_int {
    let Some(function) = BoundFunction::create.at(PLACE) else { return INTERNAL };
    // SAFETY: the caller passes so many strings, and where the linker goes.
    unsafe {
        let mut all = strings(options, count as usize).unwrap_or_default();
        let (mut count, mut options) = (count, options);
        let list: Vec<_>;
        let is_lto = |option: &&CStr| *option == c"-lto" || *option == c"-dlto";
        let makes_ptx = all.iter().any(is_lto) && !all.contains(&c"-ptx");
        if makes_ptx {
            all.push(c"-ptx");
            list = all.into_iter().map(CStr::as_ptr).collect();
            (count, options) = (list.len() as u32, list.as_ptr());
        }
        let result = call!(function, (linker, count, options): (*mut *mut c_void, u32, *const *const c_char));
        if result == 0 && !linker.is_null() {
            let new = Inputs { makes_ptx, ..Inputs::default() };
            inputs(|all| all.insert(*linker as usize, new));
        }
        result
    }
}

unsafe extern "C" fn destroy<const PLACE: usize>(linker: *mut *mut c_void) -> c_int {
    let Some(function) = BoundFunction::destroy.at(PLACE) else { return INTERNAL };
    if !linker.is_null() {
        // SAFETY: the caller passes where the linker is.
        inputs(|all| all.remove(&(unsafe { *linker } as usize)));
    }
    // SAFETY: the caller's promise.
    unsafe { call!(function, (linker): (*mut *mut c_void)) }
}

unsafe extern "C" fn add_data<const PLACE: usize>(
    linker: *mut c_void,
    kind: c_int,
    data: *const u8,
    size: usize,
    name: *const c_char,
) -> c_int {
    let Some(function) = BoundFunction::add_data.at(PLACE) else { return INTERNAL };
    // SAFETY: the caller passes so many bytes, and what else the function takes.
    unsafe {
        let content = (!data.is_null()).then(|| core::slice::from_raw_parts(data, size).to_vec());
        if !add(linker, kind, content) {
            return 0;
        }
        call!(
            function,
            (linker, kind, data, size, name): (*mut c_void, c_int, *const u8, usize, *const c_char)
        )
    }
}

unsafe extern "C" fn add_file<const PLACE: usize>(
    linker: *mut c_void,
    kind: c_int,
    file: *const c_char,
) -> c_int {
    let Some(function) = BoundFunction::add_file.at(PLACE) else { return INTERNAL };
    // SAFETY: the caller passes a string, and what else the function takes.
    unsafe {
        let content = fs::read(CStr::from_ptr(file).to_string_lossy().as_ref()).ok();
        // What can't be read is its to report.
        if content.is_some() && !add(linker, kind, content) {
            return 0;
        }
        call!(function, (linker, kind, file): (*mut c_void, c_int, *const c_char))
    }
}

/// Completes a linker, unless all that it would link is kept here.
unsafe extern "C" fn complete<const PLACE: usize>(linker: *mut c_void) -> c_int {
    let Some(function) = BoundFunction::complete.at(PLACE) else { return INTERNAL };
    let is_kept =
        |inputs: &Inputs| inputs.makes_ptx && !inputs.has_others && !inputs.ptx.is_empty();
    if inputs(|all| all.get(&(linker as usize)).is_some_and(is_kept)) {
        return 0;
    }
    // SAFETY: the caller's promise.
    unsafe { call!(function, (linker): (*mut c_void)) }
}

/// Returns the PTX that stands for a linker's machine code, with the zero at its end: what it makes
/// of LTO-IR, and what it was given, to be linked by the device. There is none if it was given
/// machine code.
fn linked(place: usize, linker: *mut c_void) -> Option<Vec<u8>> {
    let inputs = inputs(|all| all.get(&(linker as usize)).cloned())?;
    // With a part that is empty, there are several.
    let end = if inputs.has_runtime { BETWEEN } else { &[] };
    if !inputs.makes_ptx || !inputs.has_others {
        let is_text = !inputs.has_others && !inputs.ptx.is_empty();
        return is_text.then(|| [inputs.ptx.as_slice(), end, b"\0"].concat());
    }
    let function =
        |name: &CStr| LIBRARIES.named(place, |symbol| plain(symbol.to_bytes()) == name.to_bytes());
    let size_of = function(c"nvJitLinkGetLinkedPtxSize")?;
    let code_of = function(c"nvJitLinkGetLinkedPtx")?;
    let mut size = 0_usize;
    // SAFETY: the functions of these names have these types; the buffer has as many bytes as the
    // first says.
    let code = unsafe {
        if call!(size_of, (linker, &raw mut size): (*mut c_void, *mut usize)) != 0 {
            return None;
        }
        let mut code = vec![0_u8; size];
        if call!(code_of, (linker, code.as_mut_ptr()): (*mut c_void, *mut u8)) != 0 {
            return None;
        }
        code
    };
    let text = code.split(|byte| *byte == 0).next().unwrap_or_default();
    let between = if inputs.ptx.is_empty() { &[] } else { BETWEEN };
    Some([text, between, &inputs.ptx, end, b"\0"].concat())
}

unsafe extern "C" fn size<const PLACE: usize>(linker: *mut c_void, out: *mut usize) -> c_int {
    match (linked(PLACE, linker), BoundFunction::size.at(PLACE)) {
        (Some(ptx), _) if !out.is_null() => {
            // SAFETY: the caller passes where the size goes.
            unsafe { out.write(ptx.len()) };
            0
        }
        // SAFETY: the caller's promise.
        (_, Some(function)) => unsafe { call!(function, (linker, out): (*mut c_void, *mut usize)) },
        _ => INTERNAL,
    }
}

unsafe extern "C" fn code<const PLACE: usize>(linker: *mut c_void, out: *mut u8) -> c_int {
    match (linked(PLACE, linker), BoundFunction::code.at(PLACE)) {
        (Some(ptx), _) if !out.is_null() => {
            // SAFETY: the caller passes a buffer of that size.
            unsafe { out.copy_from_nonoverlapping(ptx.as_ptr(), ptx.len()) };
            0
        }
        // SAFETY: the caller's promise.
        (_, Some(function)) => unsafe { call!(function, (linker, out): (*mut c_void, *mut u8)) },
        _ => INTERNAL,
    }
}
