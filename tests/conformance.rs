//! Compares the software device with a real GPU: a C program of small cases, and the results recorded on an H200, both
//! in `tests/conformance`.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use cuda_pathfinder::{Environment, Os, Search};
use cuda_rust::{built, skip};
use nvrtc::{Nvrtc, Version};

/// The cases with known differences, each with its reason.
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
        .env("CUDA_CONFORMANCE_DRIVER", built::library("cuda_sim_driver"))
        .env("CUDA_CONFORMANCE_NVRTC", &nvrtc)
        .env("CUDA_CONFORMANCE_INCLUDE", headers)
        .env("LD_LIBRARY_PATH", nvrtc.parent().unwrap())
        .current_dir(&cases)
        .output()
        .unwrap();
    let answers = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&answers, output.stdout).unwrap();
    let compared = Command::new("python3")
        .arg(cases.join("compare.py"))
        .args([&cases.join("golden-public.tsv"), answers.path()])
        .output()
        .unwrap();
    let report = String::from_utf8(compared.stdout).unwrap();
    let differ: BTreeMap<&str, &str> = report
        .lines()
        .filter_map(|line| line.split_once("\tFAIL\t"))
        .collect();
    let known: BTreeMap<&str, &str> = KNOWN
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('\t'))
        .collect();
    println!("{}", report.lines().last().unwrap_or_default());
    assert!(
        report
            .lines()
            .filter(|line| line.ends_with("\tpass"))
            .count()
            > 100,
        "{report}"
    );
    for (case, difference) in &differ {
        assert!(
            known.contains_key(case),
            "{case} differs from the GPU: {difference}"
        );
    }
    for (case, reason) in &known {
        assert!(
            differ.contains_key(case),
            "{case} no longer differs ({reason}): remove it from known.tsv"
        );
    }
}

/// Returns the file of an NVRTC whose PTX the driver accepts: that of CUDA 13.0, as the recorded one was.
fn nvrtc() -> Option<PathBuf> {
    let folders = std::env::var_os("CUDA_NVRTC_SETS").unwrap_or_default();
    let of_folder = |folder: PathBuf| {
        let environment = Environment::simulated(Os::current(), "/");
        let search = Search::in_environment(environment.set("CUDA_NVRTC", folder.as_os_str()));
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
    let made = Command::new("make")
        .args(["--quiet", "-j", "2", "-C"])
        .arg(cases)
        .arg(format!("CUDA_INC={}", headers.display()))
        .arg(format!("BUILD={}", build.display()))
        .output()
        .unwrap();
    assert!(
        made.status.success(),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
    build.join("conformance")
}
