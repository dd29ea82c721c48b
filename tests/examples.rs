//! The examples as a user runs them, on a machine that lacks what they need.
#![allow(missing_docs)]
// What a test does not expect is its failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::PathBuf;
use std::process::{Command, Output};

/// The example of this name, as a user starts it.
fn example(name: &str) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--example", name, "--"]);
    cargo
}

fn without_a_driver(mut command: Command) -> Output {
    command
        .env("CUDA_DRIVER", "/nowhere/libcuda.so.1")
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn saxpy_without_a_driver_ends_with_2_and_says_what_is_missing() {
    let output = without_a_driver(example("saxpy"));
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.starts_with("error: no usable CUDA driver was found"),
        "{error}"
    );
    assert!(
        error.contains("/nowhere/libcuda.so.1") && error.contains("help"),
        "{error}"
    );
}

#[test]
fn saxpy_explains_its_options() {
    let output = example("saxpy").arg("--help").output().unwrap();
    let help = text(&output.stdout);
    assert!(output.status.success());
    for option in ["--size", "--iterations", "--device", "--json", "--arch"] {
        assert!(help.contains(option), "{help}");
    }
}

#[test]
fn a_query_without_a_driver_ends_with_2_and_still_tells_what_it_can() {
    let folder = tempfile::tempdir().unwrap();
    let json: PathBuf = folder.path().join("query.json");
    let mut query = example("device_query");
    query.arg("--json").arg(&json);
    let output = without_a_driver(query);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("CUDA driver"));
    let report: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    assert!(report.is_object());
}
