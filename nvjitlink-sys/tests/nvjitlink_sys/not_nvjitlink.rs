//! Files that go by nvJitLink's name and aren't it.

use std::fs;
use std::process::Command;

use cuda_pathfinder::{Environment, Os, Search};
use nvjitlink_sys::{LoadError, load_with};
use tempfile::TempDir;

use crate::real::only;

/// A folder whose `libnvJitLink.so.13` is compiled from C.
fn library(source: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("library.c");
    fs::write(&file, source).unwrap();
    let status = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .args([folder.path().join("libnvJitLink.so.13"), file])
        .status()
        .unwrap();
    assert!(status.success(), "cc failed");
    folder
}

#[test]
fn a_text_file_is_skipped_and_named() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("libnvJitLink.so.13");
    fs::write(&file, "not a library").unwrap();
    let error = load_with(&only(&file)).unwrap_err();
    assert!(matches!(error, LoadError::NotFound(_)), "{error}");
    assert!(
        error.to_string().contains(&file.display().to_string()),
        "{error}"
    );
}

#[test]
fn a_missing_library_is_an_error_with_the_searched_places_and_a_remedy() {
    let nowhere = Search::in_environment(Environment::simulated(Os::Linux, "/nowhere"));
    let error = load_with(&nowhere).unwrap_err().to_string();
    for part in [
        "libnvJitLink.so.12",
        "CUDA_NVJITLINK",
        "pip install 'nvidia-nvjitlink",
    ] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_library_without_the_functions_of_every_nvjitlink_is_rejected() {
    let folder = library("int answer(void) { return 42; }");
    let error = load_with(&only(folder.path())).unwrap_err();
    assert!(
        matches!(
            error,
            LoadError::NotNvJitLink {
                symbol: "nvJitLinkCreate",
                ..
            }
        ),
        "{error}"
    );
    assert!(error.to_string().contains("CUDA_NVJITLINK"), "{error}");
}

#[test]
fn a_library_whose_functions_have_numbers_alone_is_loaded_and_is_of_the_newest() {
    let functions = ["Create", "AddData", "Complete"];
    let source = functions.map(|name| {
        format!("int __nvJitLink{name}_12_0(void) {{ return 0; }} int __nvJitLink{name}_12_1(void) {{ return 1; }}\n")
    });
    let folder = library(&source.concat());
    let table = load_with(&only(folder.path())).unwrap();
    assert_eq!(table.version(), 12010);
    assert_eq!(table.missing().count(), 16 - 3);
    let complete = table.nvJitLinkComplete.unwrap();
    // SAFETY: the function above has no parameters, and takes none of the registers that C passes them in.
    let result = unsafe { complete(std::ptr::null_mut()) };
    assert_eq!(result.0, 1, "the older of the two was taken");
}
