//! Loading drivers of every age, and things that are none. Each test starts this program again with
//! `CUDA_DRIVER` pointing at a library made for it: a process loads its driver once.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::Command;

use cuda_driver_sys::{CUresult, DefaultStream, Symbol, functions, load};
use tempfile::TempDir;

/// What the child of a test does, by name.
fn child(case: &str) {
    match case {
        "error" => match load(DefaultStream::Legacy) {
            Ok(table) => println!("loaded {}", table.version()),
            Err(error) => println!("{:?}\n{error}", error.result()),
        },
        "found" => {
            for default_stream in [DefaultStream::Legacy, DefaultStream::PerThread] {
                let table = load(default_stream).expect("the library is a driver");
                let found: Vec<_> = Symbol::ALL
                    .iter()
                    .copied()
                    .filter(|symbol| table.get(*symbol).is_some())
                    .collect();
                println!("{} {default_stream:?} {found:?}", table.version());
            }
        }
        "twice" => {
            println!("first {}", load(DefaultStream::Legacy).is_ok());
            let driver = std::env::var("LATER").expect("the test sets it");
            // SAFETY: this is the only thread that uses the environment.
            unsafe { std::env::set_var("CUDA_DRIVER", driver) };
            println!("second {}", load(DefaultStream::Legacy).is_ok());
        }
        "functions" => {
            let mut count = 0;
            // SAFETY: the pointer is to a live integer.
            println!("{:?}", unsafe { functions::cuDeviceGetCount(&raw mut count) });
            // SAFETY: zero is the only value of the flags.
            println!("{:?}", unsafe { functions::cuInit(0) });
        }
        other => panic!("no child is called {other}"),
    }
}

#[test]
#[ignore = "the other tests start it"]
fn the_child() {
    child(&std::env::var("CUDA_TEST_CHILD").expect("the test sets it"));
}

/// Starts `what` with the given driver and returns what it printed.
fn start(case: &str, driver: &Path) -> String {
    start_with(case, driver, driver)
}

fn start_with(case: &str, driver: &Path, later: &Path) -> String {
    let output = Command::new(std::env::current_exe().expect("this program has a path"))
        .args(["--exact", "the_child", "--ignored", "--nocapture", "--test-threads", "1"])
        .envs([
            ("CUDA_TEST_CHILD", case.as_ref()),
            ("CUDA_DRIVER", driver.as_os_str()),
            ("LATER", later.as_os_str()),
        ])
        .output()
        .expect("this program starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    text
}

/// A shared library made of `source`.
fn library(folder: &TempDir, source: &str) -> PathBuf {
    let (c, so) = (folder.path().join("driver.c"), folder.path().join("libcuda.so.1"));
    std::fs::write(&c, source).expect("the folder is there");
    let compiled = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()))
        .args(["-shared", "-fPIC", "-o"])
        .args([&so, &c])
        .status()
        .expect("there is a C compiler");
    assert!(compiled.success());
    so
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for a folder")
}

const VERSION: &str = "int cuInit(unsigned f) { return 0; } int cuDriverGetVersion(int *v) { *v = VERSION; return 0; }\n";

#[test]
fn a_missing_library_is_303_and_lists_the_searched_places() {
    let text = start("error", Path::new("/nowhere/libcuda.so.1"));
    assert!(text.contains("CUDA_ERROR_SHARED_OBJECT_INIT_FAILED"), "{text}");
    assert!(
        text.contains("no usable CUDA driver was found") && text.contains("/nowhere/libcuda.so.1"),
        "{text}"
    );
}

#[test]
fn a_text_file_is_an_error_that_says_so() {
    let folder = folder();
    let path = folder.path().join("libcuda.so.1");
    std::fs::write(&path, "not a library").unwrap();
    let text = start("error", &path);
    assert!(
        text.contains("no usable CUDA driver") && text.contains(path.to_str().unwrap()),
        "{text}"
    );
}

#[test]
fn a_stub_library_is_named_as_such() {
    let folder = folder();
    let path = library(
        &folder,
        "int cuInit(unsigned f) { return 34; } int cuDriverGetVersion(int *v) { return 34; }",
    );
    let text = start("error", &path);
    assert!(
        text.contains("CUDA_ERROR_STUB_LIBRARY") && text.contains("stub of the driver (error 34)"),
        "{text}"
    );
}

#[test]
fn a_library_that_is_not_a_driver_is_an_error_that_names_the_missing_function() {
    let folder = folder();
    let text = start("error", &library(&folder, "int answer(void) { return 42; }"));
    assert!(text.contains("is not a CUDA driver: it has no cuDriverGetVersion"), "{text}");
    let text = start(
        "error",
        &library(&folder, "int cuDriverGetVersion(int *v) { *v = 12000; return 0; }"),
    );
    assert!(text.contains("is not a CUDA driver: it has no cuInit"), "{text}");
}

#[test]
fn a_failed_version_query_is_an_error_with_its_code() {
    let folder = folder();
    let path = library(
        &folder,
        "int cuInit(unsigned f) { return 0; } int cuDriverGetVersion(int *v) { return 803; }",
    );
    let text = start("error", &path);
    assert!(
        text.contains("did not report its version: CUDA_ERROR_SYSTEM_DRIVER_MISMATCH (803)"),
        "{text}"
    );
}

#[test]
fn a_failed_load_is_retried() {
    let folder = folder();
    let path = library(&folder, &VERSION.replace("VERSION", "11020"));
    let text = start_with("twice", Path::new("/nowhere/libcuda.so.1"), &path);
    assert!(text.contains("first false") && text.contains("second true"), "{text}");
}

#[test]
fn before_11_3_functions_are_exported_symbols() {
    let folder = folder();
    let exports = "int cuMemAlloc_v2() { return 0; } int cuMemcpyHtoD_v2() { return 0; } int cuMemcpyHtoD_v2_ptds() { return 0; }
                   int cuMemsetD8Async_ptsz() { return 0; }";
    let text = start("found", &library(&folder, &(VERSION.replace("VERSION", "11020") + exports)));
    assert!(
        text.contains("11020 Legacy [cuInit, cuDriverGetVersion, cuMemAlloc_v2, cuMemcpyHtoD_v2]"),
        "{text}"
    );
    let per_thread = "11020 PerThread [cuInit, cuDriverGetVersion, cuMemAlloc_v2, cuMemcpyHtoD_v2, cuMemsetD8Async]";
    assert!(text.contains(per_thread), "{text}");
}

/// A `cuGetProcAddress` that knows one name, at one version and with one flag, of each kind.
const LOOK_UP: &str = r#"
#include <string.h>
static int look_up(const char *name, void **address, int version, unsigned long long flags) {
    *address = 0;
    if (version > VERSION) return 1;
    if (!strcmp(name, "cuMemAlloc") && version == 3020 && flags == 1) *address = (void *)look_up;
    if (!strcmp(name, "cuMemcpyHtoD") && version == (flags == 2 ? 7000 : 3020)) *address = (void *)look_up;
    if (!strcmp(name, "cuCtxSynchronize") && version == 2000 && flags == 1) *address = (void *)look_up;
    return 0;
}
"#;

#[test]
fn from_11_3_each_function_is_requested_with_its_version() {
    let folder = folder();
    let v1 = "int cuGetProcAddress(const char *n, void **a, int v, unsigned long long f) { return look_up(n, a, v, f); }";
    let source = (VERSION.to_string() + LOOK_UP + v1).replace("VERSION", "11040");
    let text = start("found", &library(&folder, &source));
    assert!(
        text.contains("11040 Legacy [cuCtxSynchronize, cuMemAlloc_v2, cuMemcpyHtoD_v2]"),
        "{text}"
    );
    assert!(
        text.contains("11040 PerThread [cuCtxSynchronize, cuMemAlloc_v2, cuMemcpyHtoD_v2]"),
        "{text}"
    );
}

#[test]
fn from_12_0_functions_are_requested_by_cu_get_proc_address_v2() {
    let folder = folder();
    let v2 = "int cuGetProcAddress_v2(const char *n, void **a, int v, unsigned long long f, int *s) { *s = 0; return look_up(n, a, v, f); }
              int cuGetProcAddress(void) { __builtin_trap(); }";
    let source = (VERSION.to_string() + LOOK_UP + v2).replace("VERSION", "13000");
    let text = start("found", &library(&folder, &source));
    assert!(
        text.contains("13000 Legacy [cuCtxSynchronize, cuMemAlloc_v2, cuMemcpyHtoD_v2]"),
        "{text}"
    );
}

#[test]
fn missing_drivers_and_functions_return_codes() {
    let text = start("functions", Path::new("/nowhere/libcuda.so.1"));
    assert_eq!(text.matches("CUDA_ERROR_SHARED_OBJECT_INIT_FAILED").count(), 2, "{text}");
    let folder = folder();
    let text = start("functions", &library(&folder, &VERSION.replace("VERSION", "11020")));
    assert!(text.contains("CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND\nCUDA_SUCCESS"), "{text}");
}

#[test]
fn an_unknown_code_is_formatted_as_its_number() {
    assert_eq!(CUresult(777_777).name(), None);
    assert_eq!(format!("{:?}", CUresult(777_777)), "CUresult(777777)");
    assert!(CUresult(777_777).to_string().contains("777777"));
}

#[test]
fn sticky_codes_are_distinguished_from_others() {
    for code in [
        CUresult::CUDA_ERROR_ILLEGAL_ADDRESS,
        CUresult::CUDA_ERROR_ASSERT,
        CUresult::CUDA_ERROR_LAUNCH_FAILED,
        CUresult::CUDA_ERROR_MPS_CLIENT_TERMINATED,
    ] {
        assert!(code.is_sticky(), "{code}");
    }
    for code in [
        CUresult::CUDA_SUCCESS,
        CUresult::CUDA_ERROR_INVALID_VALUE,
        CUresult::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
        CUresult::CUDA_ERROR_GRAPH_RECAPTURE_FAILURE,
        CUresult(777_777),
    ] {
        assert!(!code.is_sticky(), "{code}");
    }
}

macro_rules! names {
    ($($symbol:ident: $name:literal $since:literal, $per_thread:tt,
       $header:literal $page:literal $anchor:literal, $parameters:tt;)*) => {
        /// Name, exported name, and the exported name of the variant with its version.
        const GENERATED: &[(&str, &str, &[(&str, u16)])] =
            &[$(($name, stringify!($symbol), names!(@twin $per_thread))),*];
    };
    (@twin ($($twin:literal $since:literal)?)) => { &[$(($twin, $since))?] };
}

cuda_driver_sys::for_each_entry_point!(names);

#[test]
fn a_symbol_has_the_names_of_the_table() {
    for (symbol, &(name, exported, twin)) in Symbol::ALL.iter().zip(GENERATED) {
        assert_eq!((symbol.name(), symbol.as_str()), (name, exported));
        let suffix = |&(twin, since): &(&'static str, u16)| (twin.strip_prefix(exported), since);
        let twin = twin.first().map(suffix);
        assert_eq!(symbol.per_thread().map(|(suffix, since)| (Some(suffix), since)), twin);
    }
}

#[test]
fn an_entry_point_has_its_header_and_the_address_of_its_documentation() {
    assert_eq!(Symbol::cuMemAlloc_v2.header(), "cuda.h");
    assert_eq!(Symbol::cuProfilerStart.header(), "cudaProfiler.h");
    let page =
        "https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g";
    let url = Symbol::cuMemAlloc_v2.url();
    assert!(url.starts_with(page), "{url}");
    assert_ne!(url, Symbol::cuMemFree_v2.url());
}
