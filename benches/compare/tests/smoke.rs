//! Runs the comparison on the software device: each program that is available here runs and computes correctly. No time
//! is asserted.
#![cfg(target_os = "linux")]
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cuda_rust::{built, skip};
use serde_json::Value;
use tempfile::TempDir;

const COMPARE: &str = env!("CARGO_BIN_EXE_saxpy-compare");

/// Builds the benchmark that uses cudarc, in the same profile and target folder as the programs here.
fn build_cudarc_compare() {
    let cudarc = concat!(env!("CARGO_MANIFEST_DIR"), "/../cudarc/Cargo.toml");
    let profile = Path::new(COMPARE).parent().unwrap();
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--manifest-path", cudarc]);
    build.env("CARGO_TARGET_DIR", profile.parent().unwrap());
    if !cfg!(debug_assertions) {
        build.arg("--release");
    }
    assert!(build.status().unwrap().success());
}

/// Returns a folder with the software device as the driver's library.
fn software_driver() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    built::write_software_driver(folder.path()).unwrap();
    folder
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs the comparison on the software device, with its output in `out`.
fn compare(out: &Path, set: impl FnOnce(&mut Command)) -> Output {
    let driver = software_driver();
    build_cudarc_compare();
    let mut command = Command::new(COMPARE);
    command
        .args(["--size", "65536", "--launches", "2", "--rounds", "1"])
        .arg("--software-driver")
        .arg(driver.path())
        .arg("--out")
        .arg(out)
        // For the PTX of any NVRTC.
        .env("CUDA_SIM_DRIVER_VERSION", cuda_rust::NEWEST);
    set(&mut command);
    command.output().unwrap()
}

/// Removes everything with which programs are built.
fn without_anything(command: &mut Command) {
    command
        .args(["--nvcc", "/nowhere/nvcc", "--python", "/nowhere/python"])
        .env("CUDA_NVRTC", "/nowhere/libnvrtc.so.13");
}

fn report(out: &Path) -> Value {
    let text = fs::read_to_string(out.join("compare.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn names(report: &Value, kind: &str) -> Vec<String> {
    let rows = report[kind].as_array().unwrap().iter();
    rows.map(|row| row["program"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_program_has_right_results_or_is_listed_with_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let out: PathBuf = folder.path().join("out");
    let output = compare(&out, |_| {});
    let (stdout, errors) = (text(&output.stdout), text(&output.stderr));
    if errors.contains("there is no NVRTC") || stdout.contains("there is no NVRTC") {
        return skip("there is no NVRTC");
    }
    // A program that computes wrongly fails, and so does the comparison.
    assert!(output.status.success(), "{stdout}\n{errors}");

    let report = report(&out);
    let (ran, missing) = (names(&report, "programs"), names(&report, "missing"));
    for program in ["Rust, plain", "Rust, plain, cached", "Rust, best"] {
        assert!(ran.contains(&program.to_owned()), "{stdout}");
    }
    for program in
        ["C++, runtime API", "C++, driver API", "C++, best", "cuda.bindings", "cuda.core"]
    {
        let program = program.to_owned();
        assert!(ran.contains(&program) != missing.contains(&program), "{stdout}");
    }
    for absent in report["missing"].as_array().unwrap() {
        assert!(!absent["reason"].as_str().unwrap().is_empty());
        assert!(!absent["help"].as_str().unwrap().is_empty());
    }
    for row in report["programs"].as_array().unwrap() {
        for measure in
            ["wall", "cpu", "peak_memory", "context", "load", "pipeline", "kernel", "total"]
        {
            let median = row["figures"][measure]["median"].as_f64();
            assert!(median >= Some(0.0), "{measure} in {row}");
        }
        assert!(row["lines_of_source"].as_u64() > Some(0));
    }
    assert_eq!(report["kernels"].as_array().unwrap().len(), 5);
    let launches = report["launch_cost"]["rows"].as_array().unwrap();
    assert!(launches.len() >= 10, "{stdout}");
    let is_way = |name| move |way: &Value| way["way"] == name && way["ns"].as_f64() > Some(0.0);
    for name in ["Rust, raw", "cuda-driver"] {
        let has_way = |row: &Value| row["ways"].as_array().unwrap().iter().any(is_way(name));
        // NVIDIA's list of calls, whose names have a point, isn't measured through raw pointers.
        let is_named = |row: &&Value| row["operation"].as_str().unwrap().contains('.');
        let mut of_ours = launches.iter().filter(|row| name != "Rust, raw" || !is_named(row));
        assert!(of_ours.all(has_way), "{stdout}");
    }
    let has_cudarc = |row: &&Value| row["ways"].as_array().unwrap().iter().any(is_way("cudarc"));
    assert_eq!(launches.iter().filter(has_cudarc).count(), 30, "{stdout}");

    let markdown = fs::read_to_string(out.join("compare.md")).unwrap();
    assert!(markdown.contains("| whole application, wall, ms"), "{markdown}");
    for (plot, part) in
        [("application", "SAXPY"), ("kernels", "SAXPY"), ("launches", "Host time per call")]
    {
        let svg = fs::read_to_string(out.join(format!("{plot}.svg"))).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains(part), "{svg}");
    }
}

#[test]
fn a_bare_machine_gets_a_list_of_what_each_program_needs() {
    let mut command = Command::new(COMPARE);
    command.args(["--without-launches", "they weren't built"]);
    without_anything(&mut command);
    let output = command.output().unwrap();
    let errors = text(&output.stderr);
    assert!(!output.status.success());
    for part in [
        "C++, runtime API: there is no nvcc (install the CUDA toolkit",
        "Rust, plain: there is no NVRTC (",
        "cuda.core: /nowhere/python failed",
        "pip install cuda-python numpy",
        "launches: they weren't built (",
    ] {
        assert!(errors.contains(part), "no {part:?} in {errors}");
    }
}

#[test]
fn launches_are_measured_even_if_no_program_builds() {
    let folder = tempfile::tempdir().unwrap();
    let output = compare(folder.path(), without_anything);
    let (stdout, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{stdout}\n{errors}");
    let report = report(folder.path());
    assert!(names(&report, "programs").is_empty());
    assert_eq!(names(&report, "missing").len(), 9);
    assert!(!report["launch_cost"]["rows"].as_array().unwrap().is_empty());
    let device = report["device"].as_str().unwrap();
    assert!(device.contains("software device") && stdout.contains(device), "{stdout}");
    let plots = ["application.svg", "kernels.svg", "launches.svg"]
        .map(|plot| folder.path().join(plot).is_file());
    assert_eq!(plots, [false, false, true]);
}

#[test]
fn a_size_that_vector_kernels_do_not_support_is_rejected() {
    let output = Command::new(COMPARE).args(["--size", "6"]).output().unwrap();
    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("a multiple of 4"));
}
