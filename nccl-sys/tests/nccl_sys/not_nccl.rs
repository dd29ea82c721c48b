//! Files that go by NCCL's name and aren't it.

use std::fs;
use std::process::Command;

use cuda_pathfinder::{Environment, Os, Search};
use nccl_sys::{LoadError, load_with, ncclResult_t};
use tempfile::TempDir;

use crate::real::only;

/// A folder whose `libnccl.so.2` is compiled from C.
fn library(source: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("library.c");
    fs::write(&file, source).unwrap();
    let status = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .args([folder.path().join("libnccl.so.2"), file])
        .status()
        .unwrap();
    assert!(status.success(), "cc failed");
    folder
}

#[test]
fn a_text_file_is_skipped_and_named() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("libnccl.so.2");
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
    for part in ["libnccl.so.2", "CUDA_NCCL", "pip install 'nvidia-nccl"] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_library_without_the_functions_of_every_nccl_is_rejected() {
    let folder = library("int answer(void) { return 42; }");
    let error = load_with(&only(folder.path())).unwrap_err();
    assert!(
        matches!(
            error,
            LoadError::NotNccl {
                symbol: "ncclGetVersion",
                ..
            }
        ),
        "{error}"
    );
    assert!(error.to_string().contains("CUDA_NCCL"), "{error}");
}

#[test]
fn a_library_with_the_functions_of_every_nccl_is_loaded_and_its_version_queried() {
    let folder = library(
        "int ncclGetVersion(int *v) { *v = 21803; return 0; } int ncclGetUniqueId(void) { return 0; }
         int ncclCommInitRankConfig(void) { return 0; } int ncclCommInitRank(void) { return 5; }",
    );
    let table = load_with(&only(folder.path())).unwrap();
    assert_eq!(table.version(), 21803);
    assert_eq!(table.missing().count(), 73 - 4);
}

#[test]
fn a_failed_version_query_is_an_error_with_its_result() {
    let folder = library(
        "int ncclGetVersion(int *v) { return 3; } int ncclGetUniqueId(void) { return 0; }
         int ncclCommInitRankConfig(void) { return 0; }",
    );
    let error = load_with(&only(folder.path())).unwrap_err();
    assert!(
        matches!(
            error,
            LoadError::Version {
                result: ncclResult_t::ncclInternalError,
                ..
            }
        ),
        "{error}"
    );
}
