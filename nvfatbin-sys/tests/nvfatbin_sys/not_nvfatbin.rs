//! Files that go by nvFatbin's name and aren't it.

use std::fs;
use std::process::Command;

use cuda_pathfinder::{Environment, Os, Search};
use nvfatbin_sys::{LoadError, load_with};
use tempfile::TempDir;

use crate::real::only;

/// A folder whose `libnvfatbin.so.13` is compiled from C.
fn library(source: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("library.c");
    fs::write(&file, source).unwrap();
    let status = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .args([folder.path().join("libnvfatbin.so.13"), file])
        .status()
        .unwrap();
    assert!(status.success(), "cc failed");
    folder
}

#[test]
fn a_text_file_is_skipped_and_named() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("libnvfatbin.so.13");
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
        "libnvfatbin.so.12",
        "CUDA_NVFATBIN",
        "pip install 'nvidia-nvfatbin",
    ] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_library_without_the_functions_of_every_nvfatbin_is_rejected() {
    let folder = library("int answer(void) { return 42; }");
    let error = load_with(&only(folder.path())).unwrap_err();
    assert!(
        matches!(
            error,
            LoadError::NotNvFatbin {
                symbol: "nvFatbinVersion",
                ..
            }
        ),
        "{error}"
    );
    assert!(error.to_string().contains("CUDA_NVFATBIN"), "{error}");
}
