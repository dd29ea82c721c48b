//! Programs with NVIDIA's runtime, on the software device: linked statically, as nvcc links them, and loaded.
#![cfg(target_os = "linux")]
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use cuda_rust::{built, skip};

/// What the program prints, but for the version, and the code of a block that is too large.
const EXPECTED: &str = include_str!("nvidia_runtime/program.txt");

/// Returns the folders of the runtime's releases.
fn releases() -> Vec<PathBuf> {
    let Some(sets) = env::var_os("CUDA_RUNTIME_SETS") else {
        skip("CUDA_RUNTIME_SETS is not set");
        return Vec::new();
    };
    env::split_paths(&sets).collect()
}

/// Returns the libraries to link with: the shared one, and the static one if there is one. They don't ask the same.
fn libraries(release: &Path) -> Vec<PathBuf> {
    let files = release.read_dir().unwrap().map(|file| file.unwrap().path());
    let libraries: Vec<_> =
        files.filter(|file| file.to_string_lossy().contains("libcudart")).collect();
    assert!(!libraries.is_empty(), "{} has no runtime", release.display());
    libraries
}

#[test]
fn a_program_does_the_same_with_the_runtime_of_each_release() {
    let releases = releases();
    let folder = tempfile::tempdir().unwrap();
    if !releases.is_empty() {
        built::write_software_driver(folder.path()).unwrap();
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/nvidia_runtime/program.c");
    let all = releases.iter().flat_map(|release| libraries(release));
    for library in all {
        let program = folder.path().join("program");
        let output = Command::new(env::var_os("CC").unwrap_or_else(|| "cc".into()))
            .args([&source, &library])
            .args(["-ldl", "-lrt", "-lpthread", "-lm", "-o"])
            .arg(&program)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let paths = env::join_paths([folder.path(), library.parent().unwrap()]).unwrap();
        let output = Command::new(&program)
            .env("LD_LIBRARY_PATH", paths)
            .env_remove("CUDA_SIM_CHECK")
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let release = library.display();
        assert!(output.status.success(), "{release}: {}: {printed}{stderr}", output.status);
        assert_eq!(stderr, "", "{release}");
        let version = printed.lines().nth(1).unwrap().trim().parse().unwrap();
        let name = release.to_string();
        assert!(name.contains(&format!("{}.{}.", version / 1000, version / 10 % 100)), "{name}");
        let expected = expected(version);
        for (number, (printed, expected)) in printed.lines().zip(expected.lines()).enumerate() {
            assert_eq!(printed, expected, "{release}, line {}", number + 1);
        }
        assert_eq!(printed.lines().count(), expected.lines().count(), "{release}");
    }
}

/// Returns what the program prints with the runtime of a version.
fn expected(version: u32) -> String {
    let (too_large, unknown) = match version {
        ..12_000 => ("cudaErrorInvalidConfiguration", "cudaErrorInvalidDeviceFunction"),
        12_000..13_000 => ("cudaErrorInvalidConfiguration", "cudaErrorInvalidResourceHandle"),
        _ => ("cudaErrorInvalidValue", "cudaErrorInvalidResourceHandle"),
    };
    EXPECTED
        .replace("VERSION", &version.to_string())
        .replace("TOO_LARGE", too_large)
        .replace("UNKNOWN_FUNCTION", unknown)
}
