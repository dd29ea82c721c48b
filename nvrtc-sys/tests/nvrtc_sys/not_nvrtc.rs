//! Files that go by NVRTC's name and aren't it.

use std::fs;
use std::process::Command;

use nvrtc_sys::{LoadError, library_of, load_with, nvrtcResult};
use tempfile::TempDir;

use crate::real::only;

/// A folder whose `libnvrtc.so.13` is compiled from C.
fn library(source: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("library.c");
    fs::write(&file, source).unwrap();
    let status = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .args([folder.path().join("libnvrtc.so.13"), file])
        .status()
        .unwrap();
    assert!(status.success(), "cc failed");
    folder
}

/// An NVRTC that reports its version, and has functions that are never called.
const HOLLOW: &str = "
    int nvrtcVersion(int* major, int* minor) { *major = 13; *minor = 7; return 0; }
    int nvrtcCreateProgram(void) { return 11; }
    int nvrtcCompileProgram(void) { return 11; }";

#[test]
fn a_text_file_is_skipped_and_named() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("libnvrtc.so.13");
    fs::write(&file, "not a library").unwrap();
    let error = load_with(&only(&file)).unwrap_err();
    assert!(matches!(error, LoadError::NotFound(_)), "{error}");
    assert!(error.to_string().contains(&file.display().to_string()), "{error}");
}

#[test]
fn a_library_without_nvrtc_version_is_not_nvrtc() {
    let folder = library("int answer(void) { return 42; }");
    let error = load_with(&only(folder.path())).unwrap_err();
    let LoadError::Other { path, symbol, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!(*symbol, "nvrtcVersion");
    let file = folder.path().canonicalize().unwrap().join("libnvrtc.so.13");
    assert_eq!(path.as_deref(), Some(file.as_path()));
    assert!(error.to_string().contains("CUDA_NVRTC"), "{error}");
}

#[test]
fn a_library_that_cannot_compile_is_not_nvrtc() {
    let folder =
        library("int nvrtcVersion(int* major, int* minor) { *major = 13; *minor = 0; return 0; }");
    let error = load_with(&only(folder.path())).unwrap_err();
    assert!(matches!(error, LoadError::Other { symbol: "nvrtcCreateProgram", .. }), "{error}");
}

#[test]
fn a_failed_version_query_is_an_error_with_its_result() {
    let folder = library(&HOLLOW.replace("return 0", "return 11"));
    let error = load_with(&only(folder.path())).unwrap_err();
    assert!(matches!(error, LoadError::Version { .. }), "{error}");
    let result = nvrtcResult::NVRTC_ERROR_INTERNAL_ERROR.to_string();
    assert!(error.to_string().contains(&result), "{error}");
}

#[test]
fn a_failed_load_is_retried() {
    let folder = TempDir::new().unwrap();
    let search = only(folder.path().join("libnvrtc.so.13"));
    load_with(&search).unwrap_err();
    let mended = library(HOLLOW);
    fs::rename(mended.path().join("libnvrtc.so.13"), folder.path().join("libnvrtc.so.13")).unwrap();
    assert_eq!(load_with(&search).unwrap().version(), 13070);
}

#[test]
fn an_nvrtc_that_lacks_functions_loads_and_lists_them() {
    let folder = library(HOLLOW);
    let table = load_with(&only(folder.path())).unwrap();
    assert_eq!(table.missing().count(), 31 - 3);
    assert!(table.nvrtcGetPTX.is_none());
}

#[test]
fn a_library_found_by_two_paths_has_one_table() {
    let folder = library(HOLLOW);
    let link = folder.path().join("libnvrtc.so.13.7");
    std::os::unix::fs::symlink(folder.path().join("libnvrtc.so.13"), &link).unwrap();
    let first = load_with(&only(folder.path())).unwrap();
    let second = load_with(&only(&link)).unwrap();
    assert!(std::ptr::eq(first, second));
}

#[test]
fn a_table_from_elsewhere_has_no_library() {
    // SAFETY: a table without functions.
    let table = unsafe { nvrtc_sys::NvrtcTable::from_fn(13000, |_| std::ptr::null()) };
    assert!(library_of(&table).is_none());
}
