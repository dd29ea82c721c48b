//! Runs programs that use NVIDIA's own Python packages on the software device.
//!
//! They need a Python with the packages of `tests/python/requirements.txt`, set by `CUDA_TEST_PYTHON`. `cargo xtask
//! test --python` installs one, and so does `cargo xtask test` in CI.
#![cfg(target_os = "linux")]
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use cuda_rust::{built, skip};

#[test]
fn saxpy_of_cuda_bindings_runs_on_the_software_device() {
    computes_every_element("saxpy_bindings");
}

#[test]
fn saxpy_of_cuda_core_runs_on_the_software_device() {
    computes_every_element("saxpy_core");
}

#[test]
fn cuda_core_and_rust_share_memory() {
    sees_the_same_numbers("with_cuda_core", "cuda.core");
}

#[test]
fn numba_and_rust_share_memory() {
    sees_the_same_numbers("with_numba", "numba.cuda");
}

#[test]
fn numba_and_rust_exchange_record_batches() {
    sees_the_same_numbers("batches numba", "numba.cuda");
}

#[test]
fn a_module_made_with_pyo3_gives_away_its_arrays() {
    let Some((python, package)) = made_with_pyo3() else { return };
    let stdout = printed(Command::new(python).env("PYTHONPATH", package), "pyo3_array");
    assert!(stdout.ends_with(": cuda.core and PyO3 see the same numbers\n"), "{stdout}");
}

/// The example's own tests, without those that need torch.
#[test]
fn an_operation_made_with_pyo3_computes_what_numpy_does() {
    let Some((python, package)) = made_with_pyo3() else { return };
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/python/tests/test_softmax_bias.py");
    let mut pytest = Command::new(python);
    pytest.args(["-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", tests]);
    pytest.env("PYTHONPATH", package).env("LD_LIBRARY_PATH", library_path());
    let output = pytest.output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && !stdout.contains("skipped"), "{stdout}");
}

/// Builds `examples/python`, a crate of its own, with PyO3 from the registry, and returns the Python of
/// `CUDA_TEST_PYTHON` and the folder with the package. Without one of them, the test is skipped.
fn made_with_pyo3() -> Option<(OsString, PathBuf)> {
    let Some(python) = env::var_os("CUDA_TEST_PYTHON").filter(|python| !python.is_empty()) else {
        skip("CUDA_TEST_PYTHON names no Python");
        return None;
    };
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/python");
    let cargo = |arguments: &[&str]| {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(arguments).args(["--locked", "--manifest-path"]).arg(example.join("Cargo.toml"));
        cargo
    };
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let build = || {
        if !cargo(&["fetch"]).output().unwrap().status.success() {
            return None;
        }
        // With the workspace's profile, and in its target folder, fewer crates of the registry are compiled again.
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let target = folder.parent().unwrap();
        let mut build =
            cargo(&["build", "--config", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")]);
        build.arg("--target-dir").arg(target).env("PYO3_PYTHON", &python);
        // As maturin does: the module finds Python's functions in the process, and needs no libpython of its own.
        build.env("PYO3_BUILD_EXTENSION_MODULE", "1");
        let output = build.output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        let package = folder.join("rust_arrays");
        std::fs::create_dir_all(&package).unwrap();
        for file in ["__init__.py", "torch.py"] {
            std::fs::copy(example.join("python/rust_arrays").join(file), package.join(file))
                .unwrap();
        }
        let module = package.join("_rust.abi3.so");
        std::fs::copy(target.join("debug/librust_arrays.so"), module).unwrap();
        Some(folder.to_owned())
    };
    let folder = FOLDER.get_or_init(build).clone();
    if folder.is_none() {
        skip("PyO3 can't be fetched from the registry");
    }
    Some((python, folder?))
}

/// Otherwise its build in the workspace's target folder compiles the same crates again.
#[test]
fn a_module_made_with_pyo3_has_the_workspaces_versions() {
    let crates = |lock: &str| -> BTreeSet<(String, String)> {
        let lock = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(lock));
        let lock: toml::Table = toml::from_str(&lock.unwrap()).unwrap();
        let packages = lock["package"].as_array().unwrap().iter();
        let text = |package: &toml::Value, key| package[key].as_str().unwrap().to_owned();
        packages.map(|package| (text(package, "name"), text(package, "version"))).collect()
    };
    // Versions are compatible if they have the same numbers up to the first that isn't 0.
    let compatible = |version: &str| {
        let end = version.find(|c| !matches!(c, '0' | '.')).unwrap_or(version.len());
        version[..end + version[end..].find('.').unwrap_or(0)].to_owned()
    };
    let workspace = crates("Cargo.lock");
    let mut shared = 0;
    for (name, version) in crates("examples/python/Cargo.lock") {
        for (_, other) in workspace.iter().filter(|(other, _)| *other == name) {
            if compatible(other) == compatible(&version) {
                assert_eq!(version, *other, "{name}: cargo update --precise");
                shared += 1;
            }
        }
    }
    assert!(shared > 20, "{shared}");
}

/// On a GPU, with a Python that has these libraries: a kernel is still running whenever an array is exchanged.
#[test]
fn torch_cupy_jax_and_numba_share_memory() {
    if env::var("CUDA_TEST_DEVICE").as_deref() != Ok("hardware") {
        return skip("CUDA_TEST_DEVICE isn't hardware");
    }
    let python = env::var_os("CUDA_TEST_PYTHON").unwrap_or_default();
    let imports = ["-c", "import torch, cupy, jax, numba.cuda"];
    let imports = Command::new(&python).args(imports).output();
    if !imports.is_ok_and(|output| output.status.success()) {
        return skip("CUDA_TEST_PYTHON names no Python with torch, CuPy, JAX and numba-cuda");
    }
    let programs = ["with_torch", "with_cupy", "with_jax", "with_numba"];
    for program in programs.into_iter().chain(["batches numba", "batches cupy", "batches torch"]) {
        let stdout = exchange(Command::new(&python), program);
        assert!(stdout.ends_with(" and Rust see the same numbers\n"), "{stdout}");
    }
}

/// Runs a program in `arrays/cuda-ndarray/clients/python`, with its arguments, on the software device.
fn sees_the_same_numbers(program: &str, module: &str) {
    let Some(python) = env::var_os("CUDA_TEST_PYTHON").filter(|python| !python.is_empty()) else {
        return skip("CUDA_TEST_PYTHON names no Python");
    };
    let mut import = Command::new(&python);
    import.args(["-c", &format!("import {module}")]);
    let import = import.env("LD_LIBRARY_PATH", library_path()).output();
    if !import.is_ok_and(|output| output.status.success()) {
        return skip(format!("the Python of CUDA_TEST_PYTHON has no {module}"));
    }
    let mut command = Command::new(&python);
    command.env("LD_LIBRARY_PATH", library_path());
    let stdout = exchange(command, program);
    assert!(stdout.starts_with("CUDA software device ("), "{stdout}");
    assert!(stdout.ends_with(" and Rust see the same numbers\n"), "{stdout}");
}

/// Returns what a program in `arrays/cuda-ndarray/clients/python` prints.
fn exchange(mut python: Command, program: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("arrays/cuda-ndarray/clients/python");
    let mut words = program.split(' ');
    let file = format!("{}.py", words.next().unwrap_or_default());
    let output = python
        .arg(folder.join(file))
        .args(words)
        .env("CUDA_NDARRAY_CLIENTS", built::library("cuda_ndarray_clients"))
        .output()
        .unwrap_or_else(|error| panic!("Python doesn't start: {error}"));
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {}\n{stdout}\n{errors}", output.status);
    stdout
}

/// Runs a program in `tests/python`, which prints its device and how many elements are correct.
fn computes_every_element(program: &str) {
    let Some(python) = env::var_os("CUDA_TEST_PYTHON").filter(|python| !python.is_empty()) else {
        return skip("CUDA_TEST_PYTHON names no Python");
    };
    let stdout = printed(&mut Command::new(python), program);
    assert!(stdout.ends_with("): 1000000 of 1000000 elements are right\n"), "{stdout}");
}

/// Returns what a program in `tests/python` prints, which begins with the software device.
fn printed(python: &mut Command, program: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/python/{program}.py"));
    let output = python
        .arg(file)
        .env("LD_LIBRARY_PATH", library_path())
        .output()
        .unwrap_or_else(|error| panic!("Python doesn't start: {error}"));
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{stdout}\n{errors}", output.status);
    assert!(stdout.starts_with("CUDA software device ("), "{stdout}");
    stdout
}

/// Returns a library path on which the software device is first.
fn library_path() -> OsString {
    let others = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let others = env::split_paths(&others).filter(|path| !path.as_os_str().is_empty());
    env::join_paths([software_driver()].into_iter().chain(others)).unwrap()
}

/// Returns the folder with the software device's `libcuda.so.1`.
fn software_driver() -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let write = || {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("software-driver");
        built::write_software_driver(&folder).unwrap();
        folder
    };
    FOLDER.get_or_init(write).clone()
}
