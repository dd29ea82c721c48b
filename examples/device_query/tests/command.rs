//! The command as a user runs it, on a machine that lacks a driver.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::PathBuf;
use std::process::Command;
#[cfg(target_os = "linux")]
use std::process::Stdio;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn without_a_driver_the_exit_code_is_2_and_libraries_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let json: PathBuf = folder.path().join("query.json");
    let mut query = Command::new(env!("CARGO_BIN_EXE_device-query"));
    query.arg("--json").arg(&json);
    query.env("CUDA_DRIVER", "/nowhere/libcuda.so.1");
    let output = query.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("CUDA driver"));
    let report: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    assert!(report.is_object());
}

#[test]
fn a_hyphen_is_standard_output_with_nothing_but_json() {
    let folder = tempfile::tempdir().unwrap();
    let mut query = Command::new(env!("CARGO_BIN_EXE_device-query"));
    query.args(["--json", "-"]).current_dir(folder.path());
    query.env("CUDA_DRIVER", "/nowhere/libcuda.so.1");
    let output = query.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["machine"].is_object());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn completions_and_the_manual_page_are_written() {
    for (arguments, part) in [
        (&["--completions", "bash"][..], "complete -F _device__query"),
        (&["--completions", "zsh"], "#compdef device-query"),
        (&["--man"], ".TH device-query 1"),
    ] {
        let mut query = Command::new(env!("CARGO_BIN_EXE_device-query"));
        let output = query.args(arguments).output().unwrap();
        let written = text(&output.stdout);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(written.contains(part) && written.contains("attributes"), "{written}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_and_a_closed_pipe_is_not() {
    for (arguments, expected) in [(&[][..], 2), (&["--completions", "bash"], 0), (&["--man"], 0)] {
        let writing_to = |stdout: Stdio| {
            let mut query = Command::new(env!("CARGO_BIN_EXE_device-query"));
            let query = query.args(arguments).stdout(stdout).stderr(Stdio::piped());
            let query = query.env("CUDA_DRIVER", "/nowhere/libcuda.so.1");
            query.output().unwrap()
        };
        let full = writing_to(std::fs::File::create("/dev/full").unwrap().into());
        assert_eq!(full.status.code(), Some(1), "{arguments:?}");
        let error = text(&full.stderr);
        assert!(error.contains("No space left on device"), "{error}");

        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let closed = writing_to(writer.into());
        assert_eq!(closed.status.code(), Some(expected), "{arguments:?}");
        let error = text(&closed.stderr);
        assert!(!error.contains("standard output"), "{error}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_exit_code_needs_no_standard_error() {
    let mut query = Command::new(env!("CARGO_BIN_EXE_device-query"));
    query.env("CUDA_DRIVER", "/nowhere/libcuda.so.1");
    query.stdout(Stdio::null());
    query.stderr(std::fs::File::create("/dev/full").unwrap());
    assert_eq!(query.status().unwrap().code(), Some(2));
}
