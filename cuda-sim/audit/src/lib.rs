//! A library that glibc's loader asks while it loads and binds others, which `LD_AUDIT` names (`man
//! rtld-audit`).
//!
//! `LD_LIBRARY_PATH` alone isn't enough for packages: NVIDIA's name their neighbours by an `RPATH`,
//! which comes first, and others load libraries by absolute paths. The loader asks this library for
//! each path that it tries, of which the last part is all that counts. It also takes the place of
//! NVRTC's and nvJitLink's functions for machine code, wherever these are, and of the C
//! library's that start programs.
//!
//! It runs in a namespace of its own, with a C library of its own, and before the program's first
//! instruction: it keeps nothing, prints nothing, and does what it must with what the standard
//! library has.
#![cfg(target_os = "linux")]
#![allow(missing_docs, clippy::missing_safety_doc)]

mod folder;
mod interposed;
mod nvjitlink;
mod nvrtc;
mod programs;
mod symbols;

use core::ffi::{CStr, c_char, c_uint};

use crate::symbols::LinkMap;

/// Returns the last part of a path.
fn base(path: &CStr) -> &[u8] {
    path.to_bytes().rsplit(|byte| *byte == b'/').next().unwrap_or_default()
}

/// Returns the file that takes the place of another, if there is one.
fn replacement(path: &CStr) -> Option<&'static CStr> {
    let base = base(path);
    // A name without a folder stays what the library is known by.
    if base.len() == path.count_bytes() {
        return None;
    }
    // NVIDIA's runtime runs on the device as it is, so that of a package stays.
    if !base.starts_with(b"lib") || base.starts_with(b"libcudart.") {
        return None;
    }
    folder::LIBRARIES.path(base)
}

/// Accepts any loader: what is used is the same in all versions.
#[unsafe(no_mangle)]
pub extern "C" fn la_version(version: c_uint) -> c_uint {
    folder::find();
    version
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn la_objsearch(
    name: *const c_char,
    _cookie: *mut usize,
    _flag: c_uint,
) -> *const c_char {
    if name.is_null() {
        return name;
    }
    // SAFETY: the loader passes a string.
    replacement(unsafe { CStr::from_ptr(name) }).map_or(name, CStr::as_ptr)
}

/// Changes what the loader is about to find in a library; asks for no bindings, which makes calls
/// slow with an old loader.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn la_objopen(
    map: *const LinkMap,
    _namespace: isize,
    _cookie: *mut usize,
) -> c_uint {
    // SAFETY: the loader passes what it knows of the library, whose name is a string.
    let name = unsafe { CStr::from_ptr((*map).name) };
    let (file, map) = (base(name), map as usize);
    if nvrtc::is_one(file) {
        nvrtc::LIBRARIES.open(map, nvrtc::own);
    } else if nvjitlink::is_one(file) {
        nvjitlink::LIBRARIES.open(map, nvjitlink::own);
    } else if programs::is_one(file) {
        programs::LIBRARIES.open(map, programs::own);
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn la_objclose(cookie: *mut usize) -> c_uint {
    // SAFETY: the loader passes the cookie of a library, which is its map unless that was changed.
    let map = unsafe { *cookie };
    nvrtc::LIBRARIES.close(map);
    nvjitlink::LIBRARIES.close(map);
    programs::LIBRARIES.close(map);
    0
}
