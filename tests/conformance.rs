//! Compares the software device with a real GPU: a C program of small cases, and the results recorded on an H200 and an
//! H100, both in `tests/conformance`.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use cuda_pathfinder::{Environment, Os, Search};
use cuda_rust::{built, skip};
use nvrtc::{Nvrtc, Version};

/// The recorded results, and the least number of cases of each that must agree.
const GOLDEN: [(&str, usize); 4] = [
    ("golden-public.tsv", 100),
    ("golden-captures.tsv", 4),
    ("golden-answers.tsv", 20),
    ("golden-questions.tsv", 5),
];

/// The cases (`case`) and answers (`case:key`) with known differences, each with its reason.
const KNOWN: &str = include_str!("conformance/known.tsv");

#[test]
fn the_software_device_returns_what_a_gpu_returned() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance");
    let Some(headers) =
        std::env::var_os("CUDA_HEADERS").map(|sets| PathBuf::from(sets).join("13.0/include"))
    else {
        return skip("CUDA_HEADERS is not set");
    };
    let Some(nvrtc) = nvrtc() else {
        return skip(
            "there is no NVRTC of CUDA 13.0 or older, neither CUDA_NVRTC nor of CUDA_NVRTC_SETS",
        );
    };
    let program = program(&cases, &headers);

    let output = Command::new(&program)
        .args(["-j", "2", "--timeout", "60"])
        .env("CUDA_SIM_REUSE", "1")
        .env("CUDA_DRIVER", built::library("cuda_sim_driver"))
        .env("CUDA_NVRTC", &nvrtc)
        .env("LD_LIBRARY_PATH", nvrtc.parent().unwrap())
        .current_dir(&cases)
        .output()
        .unwrap();
    let answers = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&answers, output.stdout).unwrap();
    let reports = GOLDEN.map(|(golden, least)| {
        let report = compare(&cases, golden, answers.path());
        println!("{golden}: {}", report.lines().last().unwrap_or_default());
        let passed = report.lines().filter(|line| line.ends_with("\tpass"));
        assert!(passed.count() >= least, "{golden}: {report}");
        report
    });
    let differ: BTreeMap<String, &str> =
        reports.iter().flat_map(|report| differences(report)).collect();
    let expected_results: BTreeMap<&str, &str> = KNOWN
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('\t'))
        .collect();
    let case_of = |answer: &str| answer.split(':').next().unwrap_or_default().to_owned();
    let unknown: Vec<_> = differ
        .iter()
        .filter(|(answer, _)| {
            !expected_results.contains_key(answer.as_str())
                && !expected_results.contains_key(case_of(answer).as_str())
        })
        .map(|(answer, difference)| format!("{answer} differs from the GPU: {difference}"))
        .collect();
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    let stale: Vec<_> = expected_results
        .iter()
        .filter(|(answer, _)| {
            !differ.keys().any(|other| other == *answer || case_of(other) == **answer)
        })
        .map(|(answer, reason)| {
            format!("{answer} no longer differs ({reason}): remove it from known.tsv")
        })
        .collect();
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}

/// Returns the report of `compare.py`, with every difference.
fn compare(cases: &Path, golden: &str, answers: &Path) -> String {
    let compared = Command::new("python3")
        .arg(cases.join("compare.py"))
        .arg("-v")
        .args([&cases.join(golden), answers])
        .output()
        .unwrap();
    String::from_utf8(compared.stdout).unwrap()
}

/// Returns the answers of a report that differ, as `case:key`, each with the difference.
fn differences(report: &str) -> Vec<(String, &str)> {
    let mut case = "";
    let mut differ = Vec::new();
    for line in report.lines() {
        match line.strip_prefix("    ").and_then(|rest| rest.split_once('\t')) {
            Some((key, difference)) => differ.push((format!("{case}:{key}"), difference)),
            None => case = line.split('\t').next().unwrap_or_default(),
        }
    }
    differ
}

/// Returns the file of an NVRTC whose PTX the driver accepts: that of CUDA 13.0, as the recorded one was.
fn nvrtc() -> Option<PathBuf> {
    let folders = std::env::var_os("CUDA_NVRTC_SETS").unwrap_or_default();
    let of_folder = |folder: PathBuf| {
        let environment = Environment::simulated(Os::current(), "/");
        let search = Search::with_environment(environment.set("CUDA_NVRTC", folder.as_os_str()));
        Some(Nvrtc::from_table(nvrtc::sys::load_with(&search).ok()?))
    };
    let all = Nvrtc::load().ok().into_iter();
    all.chain(std::env::split_paths(&folders).filter_map(of_folder))
        .filter(|nvrtc| nvrtc.version() <= Version::new(13, 0))
        .max_by_key(|nvrtc| nvrtc.version())?
        .path()
        .map(Path::to_path_buf)
}

/// Returns the C program, rebuilt if its sources have changed.
fn program(cases: &Path, headers: &Path) -> PathBuf {
    let build = Path::new(env!("CARGO_TARGET_TMPDIR")).join("conformance");
    let make_status = Command::new("make")
        .args(["--quiet", "-j", "2", "-C"])
        .arg(cases)
        // It waits for calls, not for its own code.
        .arg("CFLAGS=-O0")
        .arg(format!("CUDA_INC={}", headers.display()))
        .arg(format!("BUILD={}", build.display()))
        .output()
        .unwrap();
    assert!(make_status.status.success(), "{}", String::from_utf8_lossy(&make_status.stderr));
    build.join("conformance")
}
