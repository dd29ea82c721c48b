//! The libraries that the archive becomes: the names that they export, and a program that nvcc compiled.
#![cfg(unix)]
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cuda_pathfinder::{NVCC, Search};
use cuda_runtime::{Release, names};
use cuda_rust::{built, skip};
use tempfile::TempDir;

#[test]
fn each_release_exports_the_listed_names() {
    let mut text = String::new();
    let releases = Release::ALL.map(Release::exports);
    let mut all = names();
    all.sort_unstable();
    for name in all {
        let of = |exports: &Vec<(&'static str, &'static str)>| {
            let found = exports.iter().find(|(exported, _)| *exported == name);
            found.map_or("-", |(_, function)| *function)
        };
        let [of_11, of_12, of_13] = releases.each_ref().map(of);
        writeln!(text, "{name} {of_11} {of_12} {of_13}").unwrap();
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exports.txt");
    if env::var("CUDA_TEST_OPTIONS").is_ok_and(|options| options == "update") {
        fs::write(&file, &text).unwrap();
    }
    let listed = fs::read_to_string(&file).unwrap();
    for (expected, is) in listed.lines().zip(text.lines()) {
        assert_eq!(
            is,
            expected,
            "CUDA_TEST_OPTIONS=update writes {}",
            file.display()
        );
    }
    assert_eq!(text.len(), listed.len());
}

#[test]
fn a_name_is_exported_once() {
    for release in Release::ALL {
        let mut exported: Vec<&str> = release.exports().iter().map(|(name, _)| *name).collect();
        exported.sort_unstable();
        let all = exported.len();
        exported.dedup();
        assert_eq!(exported.len(), all, "{release:?}");
    }
}

/// Returns a folder with the driver and the runtime's libraries.
fn libraries() -> TempDir {
    let folder = TempDir::new().unwrap();
    if env::var_os("CUDA_DRIVER").is_none() {
        built::write_software_driver(folder.path()).unwrap();
    }
    let link = Path::new(env!("CARGO_BIN_EXE_link-cudart"));
    // Cargo leaves the archive of a tested package among its dependencies.
    let target = link.ancestors().nth(2).unwrap();
    let mut build = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build.args([
        "build",
        "--quiet",
        "--package",
        env!("CARGO_PKG_NAME"),
        "--lib",
    ]);
    if !cfg!(debug_assertions) {
        build.arg("--release");
    }
    let status = build
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CARGO_TARGET_DIR", target)
        .status()
        .unwrap();
    assert!(status.success(), "{status}");
    let archive = link.with_file_name("libcuda_runtime.a");
    let status = Command::new(link)
        .args([&archive, folder.path()])
        .status()
        .unwrap();
    assert!(status.success(), "{status}");
    folder
}

/// Returns the folder of nvcc, if there is one.
fn nvcc() -> Option<PathBuf> {
    if let Some(file) = env::var_os("NVCC") {
        return Some(file.into());
    }
    match Search::new().tool(&NVCC) {
        Ok(found) => Some(found),
        Err(error) => {
            skip(error.to_string().lines().next().unwrap_or_default());
            None
        }
    }
}

#[test]
fn a_program_of_nvcc_runs_with_the_shared_runtime() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let libraries = libraries();
    let program = libraries.path().join("saxpy");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saxpy.cu");
    // Programs of wheels link with a file of this name.
    std::os::unix::fs::symlink("libcudart.so.13", libraries.path().join("libcudart.so")).unwrap();
    let output = Command::new(&nvcc)
        .args(["-arch=compute_75", "-cudart", "shared", "-L"])
        .arg(libraries.path())
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let output = Command::new(&program)
        .env("LD_LIBRARY_PATH", libraries.path())
        .output()
        .unwrap();
    let (stdout, stderr) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    let expected = "launch: no error\nsync: cudaSuccess\nwrong 0 count 10000 total 6 major 9\n\
        peek: cudaErrorInvalidConfiguration\nlast: cudaErrorInvalidConfiguration\nagain: cudaSuccess\n\
        absent: cudaErrorNotSupported\n";
    assert_eq!(stdout, expected, "{stderr}");
    let lines = stderr
        .matches("cudaGraphMemcpyNodeGetParams was called")
        .count();
    assert_eq!(lines, 1, "{stderr}");
}
