//! Runs the measurement with small arrays on the available device: each operation runs, each file is written, and
//! missing libraries are reported. No time is asserted.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn measure(arguments: &[&str], out: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arrays-compare"));
    command.args(["--small", "--out"]).arg(out).args(arguments);
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn missing_libraries_are_skipped_with_a_reason() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arrays-without-python");
    let output = measure(&["--python", "/nowhere/python3"], &out);
    let (stdout, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{stdout}\n{errors}");
    assert!(stdout.contains("This was a trial, and its figures mean nothing."), "{stdout}");
    let json: Value =
        serde_json::from_str(&fs::read_to_string(out.join("arrays.json")).unwrap()).unwrap();
    let rows = json["rows"].as_array().unwrap();
    assert!(rows.len() > 12, "{json}");
    assert_eq!(json["skipped"], 2 * rows.len());
    assert!(stdout.contains(&format!("{} samples were skipped.", 2 * rows.len())), "{stdout}");
    for row in rows {
        let ways: Vec<&str> = row["ways"]
            .as_array()
            .unwrap()
            .iter()
            .map(|cost| cost["way"].as_str().unwrap())
            .collect();
        assert!(ways.contains(&"cuda-ndarray"), "{row}");
        let reason = row["skipped"][0]["reason"].as_str().unwrap();
        assert!(reason.contains("/nowhere/python3"), "{reason}");
    }
    for name in ["host", "device", "calls"] {
        assert!(
            fs::read_to_string(out.join(name).with_extension("svg")).unwrap().starts_with("<svg")
        );
    }
}

#[test]
fn messages_columns_and_processes_are_measured() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arrow");
    let output = measure(&["--suite", "arrow"], &out);
    let (stdout, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{stdout}\n{errors}");
    assert!(stdout.contains("0 samples were skipped."), "{stdout}");
    let json: Value =
        serde_json::from_str(&fs::read_to_string(out.join("arrow.json")).unwrap()).unwrap();
    assert!(json["rows"].as_array().unwrap().len() > 25, "{json}");
    for name in ["host", "device", "columns", "calls"] {
        assert!(out.join(name).with_extension("svg").exists(), "{name}");
    }
}

#[test]
fn products_of_matrices_are_measured() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("products");
    let output = measure(&["--suite", "products", "--python", "/nowhere/python3"], &out);
    let (stdout, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{stdout}\n{errors}");
    let json: Value =
        serde_json::from_str(&fs::read_to_string(out.join("products.json")).unwrap()).unwrap();
    for row in json["rows"].as_array().unwrap() {
        let ways: Vec<_> = row["ways"].as_array().unwrap().iter().collect();
        assert_eq!(ways.len(), 2, "{row}");
        let has_operations = row["operations"].as_u64() > Some(0);
        assert_eq!(ways[0]["teraflops"].is_number(), has_operations, "{row}");
        assert_eq!(row["group"] == "products", has_operations, "{row}");
    }
    for name in ["products", "product-calls"] {
        assert!(out.join(name).with_extension("svg").exists(), "{name}");
    }
}

#[test]
fn ragged_arrays_are_measured() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("awkward");
    let arguments = ["--suite", "awkward", "--python", "/nowhere/python3"];
    let output = measure(&[&arguments[..], &["--nvcc", "/nowhere/nvcc"]].concat(), &out);
    let (stdout, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{stdout}\n{errors}");
    let json: Value =
        serde_json::from_str(&fs::read_to_string(out.join("awkward.json")).unwrap()).unwrap();
    let rows = json["rows"].as_array().unwrap();
    assert!(rows.len() > 25, "{json}");
    for row in rows {
        let ways = row["ways"].as_array().unwrap();
        let awkward_cost = ways.iter().find(|cost| cost["way"] == "cuda-awkward");
        assert!(awkward_cost.is_some_and(|cost| cost["ns"].as_f64() > Some(0.0)), "{row}");
        // Operations on lists compare with CUB, which isn't available here.
        let is_skipped = |way: &str| {
            let mut skipped = row["skipped"].as_array().unwrap().iter();
            skipped.any(|cost| cost["way"] == way)
        };
        assert!(is_skipped("CuPy") && is_skipped("Awkward"), "{row}");
        assert_eq!(row["group"] == "lists", is_skipped("CUB"), "{row}");
        let is_skewed = row["work"].as_str().unwrap().ends_with("skewed");
        let has_even = ways.iter().any(|cost| cost["way"] == "cuda-awkward, plain");
        assert!(has_even || !is_skewed, "{row}");
    }
    for name in ["elements", "lists", "calls", "nodes"] {
        assert!(out.join(name).with_extension("svg").exists(), "{name}");
    }
}

#[test]
fn an_exit_of_python_is_an_error_with_its_output() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arrays-with-a-broken-python");
    // It prints nothing, like a Python program that ends at once.
    let output = measure(&["--python", "true", "transpose"], &out);
    let errors = text(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(errors.contains("skipped: Python doesn't run: Python ended"), "{errors}");
}
