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

/// The PTX of each linker's inputs; none if it has others, too.
static INPUTS: Mutex<BTreeMap<usize, Option<Vec<u8>>>> = Mutex::new(BTreeMap::new());

/// Between two programs that the device links when it loads them.
const BETWEEN: &[u8] = b"\n// cuda-sim: linked with\n";

/// `NVJITLINK_ERROR_INTERNAL`.
const INTERNAL: c_int = 6;

/// `NVJITLINK_INPUT_PTX` and `NVJITLINK_INPUT_ANY`.
const PTX: c_int = 2;
const ANY: c_int = 10;

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
    b"nvJitLinkGetLinkedCubinSize" size;
    b"nvJitLinkGetLinkedCubin" code;
}

fn inputs<R>(run: impl FnOnce(&mut BTreeMap<usize, Option<Vec<u8>>>) -> R) -> R {
    run(&mut INPUTS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Adds an input to those of a linker.
fn add(linker: *mut c_void, kind: c_int, content: Option<Vec<u8>>) {
    let is_ptx = |content: &Vec<u8>| {
        kind == PTX || kind == ANY && content.contains(&b'.') && !content.starts_with(b"\x7f")
    };
    let content = content.filter(|_| [PTX, ANY].contains(&kind)).filter(is_ptx);
    inputs(|all| {
        let known = all.entry(linker as usize).or_insert_with(|| Some(Vec::new()));
        match (known.as_mut(), content) {
            (Some(known), Some(content)) => {
                if !known.is_empty() {
                    known.extend(BETWEEN);
                }
                known.extend(content.split(|byte| *byte == 0).next().unwrap_or_default());
            }
            _ => *known = None,
        }
    });
}

unsafe extern "C" fn create<const PLACE: usize>(
    linker: *mut *mut c_void,
    count: u32,
    options: *const *const c_char,
) -> c_int {
    let Some(function) = Bound::create.at(PLACE) else { return INTERNAL };
    // SAFETY: the caller passes so many strings, and where the linker goes.
    unsafe {
        let mut all = strings(options, count as usize).unwrap_or_default();
        let (mut count, mut options) = (count, options);
        let list: Vec<_>;
        if all.contains(&c"-lto") {
            all.push(c"-ptx");
            list = all.into_iter().map(CStr::as_ptr).collect();
            (count, options) = (list.len() as u32, list.as_ptr());
        }
        call!(function, (linker, count, options): (*mut *mut c_void, u32, *const *const c_char))
    }
}

unsafe extern "C" fn destroy<const PLACE: usize>(linker: *mut *mut c_void) -> c_int {
    let Some(function) = Bound::destroy.at(PLACE) else { return INTERNAL };
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
    let Some(function) = Bound::add_data.at(PLACE) else { return INTERNAL };
    // SAFETY: the caller passes so many bytes, and what else the function takes.
    unsafe {
        let content = (!data.is_null()).then(|| core::slice::from_raw_parts(data, size).to_vec());
        add(linker, kind, content);
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
    let Some(function) = Bound::add_file.at(PLACE) else { return INTERNAL };
    // SAFETY: the caller passes a string, and what else the function takes.
    unsafe {
        add(linker, kind, fs::read(CStr::from_ptr(file).to_string_lossy().as_ref()).ok());
        call!(function, (linker, kind, file): (*mut c_void, c_int, *const c_char))
    }
}

/// Returns what a linker was given, if that is PTX alone, with the zero at its end.
fn given(linker: *mut c_void) -> Option<Vec<u8>> {
    let mut ptx = inputs(|all| all.get(&(linker as usize)).cloned())??;
    ptx.push(0);
    Some(ptx)
}

/// Calls a function for the PTX of LTO-IR, and returns whether there is some.
///
/// # Safety
/// As nvJitLink's function.
unsafe fn of_lto(place: usize, name: &CStr, linker: *mut c_void, out: *mut c_void) -> bool {
    LIBRARIES.named(place, name).is_some_and(|function| {
        // SAFETY: the functions that are named here have this type, and the caller fulfils their
        // contract.
        unsafe { call!(function, (linker, out): (*mut c_void, *mut c_void)) == 0 }
    })
}

unsafe extern "C" fn size<const PLACE: usize>(linker: *mut c_void, out: *mut usize) -> c_int {
    // SAFETY: the caller passes where the size goes.
    unsafe {
        if of_lto(PLACE, c"nvJitLinkGetLinkedPtxSize", linker, out.cast()) {
            return 0;
        }
        match (given(linker), Bound::size.at(PLACE)) {
            (Some(ptx), _) if !out.is_null() => {
                out.write(ptx.len());
                0
            }
            (_, Some(function)) => call!(function, (linker, out): (*mut c_void, *mut usize)),
            _ => INTERNAL,
        }
    }
}

unsafe extern "C" fn code<const PLACE: usize>(linker: *mut c_void, out: *mut u8) -> c_int {
    // SAFETY: the caller passes a buffer of that size.
    unsafe {
        if of_lto(PLACE, c"nvJitLinkGetLinkedPtx", linker, out.cast()) {
            return 0;
        }
        match (given(linker), Bound::code.at(PLACE)) {
            (Some(ptx), _) if !out.is_null() => {
                out.copy_from_nonoverlapping(ptx.as_ptr(), ptx.len());
                0
            }
            (_, Some(function)) => call!(function, (linker, out): (*mut c_void, *mut u8)),
            _ => INTERNAL,
        }
    }
}
