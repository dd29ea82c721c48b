//! The dependencies of a library are loaded before it.
//!
//! Names of loaded libraries are shared by the process, so each test uses different libraries.

use cuda_pathfinder::{
    CUBLAS, CUFFT, CUFFTW, CUSOLVER, CUSPARSE, CUTENSOR, CUTENSOR_MG, Library, NVJITLINK, PerOs,
    Place, Search, Soname,
};

use crate::machine::Machine;

const SITE: &str = "venv/lib/python3.12/site-packages/nvidia";

#[test]
fn a_dependency_is_found_in_another_wheel_and_stays_loaded() {
    let nvjitlink = format!("{SITE}/nvjitlink/lib/libnvJitLink.so.12");
    let cusparse = format!("{SITE}/cusparse/lib/libcusparse.so.12");
    let machine = Machine::linux()
        .set_path("VIRTUAL_ENV", "venv")
        .library_with_dependency(&nvjitlink, None)
        .library_with_dependency(&cusparse, Some(&nvjitlink));
    drop(machine.search().load(&CUSPARSE).unwrap());
    let loaded = Search::new().load(&NVJITLINK).unwrap();
    assert_eq!(loaded.place, Place::AlreadyLoaded);
    assert_eq!(loaded.path, Some(machine.path(&nvjitlink)));
}

#[test]
fn a_dependency_next_to_the_library_precedes_all_others() {
    let machine = Machine::linux()
        .set_path("VIRTUAL_ENV", "venv")
        .set_path("CUDA_PATH", "toolkit")
        .library_with_dependency(
            "venv/lib/python3.12/site-packages/cutensor/lib/libcutensor.so.2",
            None,
        )
        .library_with_dependency("toolkit/lib64/libcutensor.so.2", None)
        .library_with_dependency(
            "toolkit/lib64/libcutensorMg.so.2",
            Some("toolkit/lib64/libcutensor.so.2"),
        );
    let found = machine.search().load(&CUTENSOR_MG).unwrap();
    assert_eq!(found.place, Place::CudaPath);
    let loaded = Search::new().load(&CUTENSOR).unwrap();
    assert_eq!(loaded.path, Some(machine.path("toolkit/lib64/libcutensor.so.2")));
}

#[test]
fn a_library_without_its_dependency_is_skipped_and_reported_with_help() {
    let machine = Machine::linux()
        .set_path("CONDA_PREFIX", "conda")
        .library_with_dependency("conda/lib/libcufft.so.11", None)
        .library_with_dependency("conda/lib/libcufftw.so.11", Some("conda/lib/libcufft.so.11"))
        .without("conda/lib/libcufft.so.11");
    let error = machine.search().load(&CUFFTW).unwrap_err().to_string();
    let line = error.lines().find(|line| line.contains("conda/lib/libcufftw.so.11"));
    let line = line.unwrap();
    assert!(line.contains("libcufft.so.11: cannot open shared object file"), "{error}");
    assert!(line.ends_with("(cuFFT is missing: pip install 'nvidia-cufft-cu12')"), "{error}");
    assert!(machine.search().load(&CUFFT).is_err());
}

#[test]
fn a_missing_library_is_not_its_own_missing_dependency() {
    const NAMES: PerOs<&[Soname]> = PerOs {
        linux: &[Soname::new("libcuda-rust-missing.so.1")],
        windows: &[Soname::new("cuda-rust-missing.dll")],
    };
    // SAFETY: there are no such libraries.
    static MISSING: Library = unsafe { Library::custom("missing", "CUDA_RUST_MISSING", NAMES) };
    // SAFETY: as above.
    static SAME: Library =
        unsafe { Library::custom("missing", "CUDA_RUST_MISSING", NAMES) }.with_needs(&[&MISSING]);
    let error = Search::new().load(&SAME).unwrap_err().to_string();
    assert!(error.contains("missing.so.1: cannot open shared object file"), "{error}");
    assert!(!error.contains("is missing"), "{error}");
}

#[test]
fn a_version_with_fewer_dependencies_is_loaded_without_the_others() {
    let machine =
        Machine::linux().set_path("CONDA_PREFIX", "conda").library("conda/lib/libcusolver.so.11");
    assert!(machine.search().load(&CUSOLVER).is_ok());
}

#[test]
fn explain_unloads_the_dependencies() {
    let machine = Machine::linux()
        .set_path("CONDA_PREFIX", "conda")
        .library_with_dependency("conda/lib/libcufft.so.12", None)
        .library_with_dependency("conda/lib/libcufftw.so.12", Some("conda/lib/libcufft.so.12"));
    let report = machine.search().explain(&CUFFTW);
    assert!(report.chosen().is_some(), "{report}");
    let report = Search::new().explain(&CUFFT);
    let loaded = report.attempts.iter().find(|attempt| attempt.place == Place::AlreadyLoaded);
    assert!(loaded.is_some_and(|attempt| attempt.usable().is_none()), "{report}");
}

#[test]
fn a_broken_override_of_a_dependency_is_an_error() {
    let machine = Machine::linux()
        .set_path("CONDA_PREFIX", "conda")
        .set_path("CUDA_CUBLASLT", "gone")
        .library("conda/lib/libcublas.so.13");
    let error = machine.search().load(&CUBLAS).unwrap_err().to_string();
    assert!(error.contains("libcublas.so.13: it needs cuBLASLt: correct CUDA_CUBLASLT"), "{error}");
}
