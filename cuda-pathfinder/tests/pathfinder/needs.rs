//! What a library needs is loaded before it.
//!
//! The names belong to the process, so each test has its own libraries.

use cuda_pathfinder::{
    CUBLAS, CUFFT, CUFFTW, CUSOLVER, CUSPARSE, CUTENSOR, CUTENSOR_MG, NVJITLINK, Place, Search,
};

use crate::machine::Machine;

const SITE: &str = "venv/lib/python3.12/site-packages/nvidia";

#[test]
fn what_is_needed_is_found_in_another_wheel_and_stays_loaded() {
    let nvjitlink = format!("{SITE}/nvjitlink/lib/libnvJitLink.so.12");
    let cusparse = format!("{SITE}/cusparse/lib/libcusparse.so.12");
    let machine = Machine::linux()
        .set_path("VIRTUAL_ENV", "venv")
        .library_that_needs(&nvjitlink, None)
        .library_that_needs(&cusparse, Some(&nvjitlink));
    drop(machine.search().load(&CUSPARSE).unwrap());
    let loaded = Search::new().load(&NVJITLINK).unwrap();
    assert_eq!(loaded.place, Place::AlreadyLoaded);
    assert_eq!(loaded.path, Some(machine.path(&nvjitlink)));
}

#[test]
fn what_lies_next_to_a_library_is_needed_before_what_is_preferred_elsewhere() {
    let machine = Machine::linux()
        .set_path("VIRTUAL_ENV", "venv")
        .set_path("CUDA_PATH", "toolkit")
        .library_that_needs(
            "venv/lib/python3.12/site-packages/cutensor/lib/libcutensor.so.2",
            None,
        )
        .library_that_needs("toolkit/lib64/libcutensor.so.2", None)
        .library_that_needs(
            "toolkit/lib64/libcutensorMg.so.2",
            Some("toolkit/lib64/libcutensor.so.2"),
        );
    let found = machine.search().load(&CUTENSOR_MG).unwrap();
    assert_eq!(found.place, Place::CudaPath);
    let loaded = Search::new().load(&CUTENSOR).unwrap();
    assert_eq!(
        loaded.path,
        Some(machine.path("toolkit/lib64/libcutensor.so.2"))
    );
}

#[test]
fn a_library_that_lacks_what_it_needs_is_passed_over_and_the_report_tells_how_to_get_it() {
    let machine = Machine::linux()
        .set_path("CONDA_PREFIX", "conda")
        .library_that_needs("conda/lib/libcufft.so.11", None)
        .library_that_needs(
            "conda/lib/libcufftw.so.11",
            Some("conda/lib/libcufft.so.11"),
        )
        .without("conda/lib/libcufft.so.11");
    let error = machine.search().load(&CUFFTW).unwrap_err().to_string();
    let line = error
        .lines()
        .find(|line| line.contains("conda/lib/libcufftw.so.11"));
    let line = line.unwrap();
    assert!(
        line.contains("libcufft.so.11: cannot open shared object file"),
        "{error}"
    );
    assert!(
        line.ends_with("(cuFFT is missing: pip install 'nvidia-cufft-cu12')"),
        "{error}"
    );
    assert!(machine.search().load(&CUFFT).is_err());
}

#[test]
fn a_version_that_needs_less_is_loaded_though_the_rest_is_not_there() {
    let machine = Machine::linux()
        .set_path("CONDA_PREFIX", "conda")
        .library("conda/lib/libcusolver.so.11");
    assert!(machine.search().load(&CUSOLVER).is_ok());
}

#[test]
fn an_explanation_leaves_nothing_loaded_of_what_is_needed() {
    let machine = Machine::linux()
        .set_path("CONDA_PREFIX", "conda")
        .library_that_needs("conda/lib/libcufft.so.12", None)
        .library_that_needs(
            "conda/lib/libcufftw.so.12",
            Some("conda/lib/libcufft.so.12"),
        );
    let report = machine.search().explain(&CUFFTW);
    assert!(report.chosen().is_some(), "{report}");
    let report = Search::new().explain(&CUFFT);
    let loaded = report
        .attempts
        .iter()
        .find(|attempt| attempt.place == Place::AlreadyLoaded);
    assert!(
        loaded.is_some_and(|attempt| attempt.usable().is_none()),
        "{report}"
    );
}

#[test]
fn an_override_of_what_is_needed_that_does_not_work_is_not_passed_over() {
    let machine = Machine::linux()
        .set_path("CONDA_PREFIX", "conda")
        .set_path("CUDA_CUBLASLT", "gone")
        .library("conda/lib/libcublas.so.13");
    let error = machine.search().load(&CUBLAS).unwrap_err().to_string();
    assert!(
        error.contains("libcublas.so.13: it needs cuBLASLt: correct CUDA_CUBLASLT"),
        "{error}"
    );
}
