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

use core::ffi::{CStr, c_char, c_uint};
use std::sync::OnceLock;

/// What is said of a library: bindings to it, or from it, are asked about.
const LA_FLG_BINDTO: c_uint = 1;
const LA_FLG_BINDFROM: c_uint = 2;

/// What the loader says of a library, as far as it is public.
#[repr(C)]
pub struct LinkMap {
    address: usize,
    name: *const c_char,
}

/// A symbol of a 64-bit file, whose value is its address here.
#[repr(C)]
pub struct Symbol {
    name: u32,
    info: [u8; 2],
    section: u16,
    value: usize,
    size: u64,
}

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

#[unsafe(no_mangle)]
pub unsafe extern "C" fn la_objopen(
    map: *const LinkMap,
    _namespace: isize,
    _cookie: *mut usize,
) -> c_uint {
    if !asks_for_bindings() {
        return 0;
    }
    // SAFETY: the loader passes what it knows of the library, whose name is a string.
    let name = unsafe { CStr::from_ptr((*map).name) };
    let (file, map) = (base(name), map as usize);
    if nvrtc::is_one(file) {
        nvrtc::LIBRARIES.open(map);
    } else if nvjitlink::is_one(file) {
        nvjitlink::LIBRARIES.open(map);
    } else if programs::is_one(file) {
        programs::LIBRARIES.open(map);
    } else {
        return LA_FLG_BINDFROM;
    }
    LA_FLG_BINDTO
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

/// Before glibc 2.35, asking for bindings makes each call of another library slow.
fn asks_for_bindings() -> bool {
    unsafe extern "C" {
        safe fn gnu_get_libc_version() -> *const c_char;
    }
    static ASKS: OnceLock<bool> = OnceLock::new();
    *ASKS.get_or_init(|| {
        // SAFETY: the C library returns a string.
        let version =
            unsafe { CStr::from_ptr(gnu_get_libc_version()) }.to_str().unwrap_or_default();
        let minor = version.strip_prefix("2.").and_then(|it| it.split('.').next()?.parse().ok());
        minor.is_some_and(|minor: u32| minor >= 35)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn la_symbind64(
    symbol: *const Symbol,
    _index: c_uint,
    _from: *mut usize,
    to: *mut usize,
    _flags: *mut c_uint,
    name: *const c_char,
) -> usize {
    // SAFETY: the loader passes a symbol, the cookie of its library, which is its map unless that
    // was changed, and a string.
    unsafe {
        let address = (*symbol).value;
        let name = CStr::from_ptr(name);
        let own = nvrtc::own(name, *to, address).or_else(|| nvjitlink::own(name, *to, address));
        own.or_else(|| programs::own(name, *to, address)).unwrap_or(address)
    }
}
