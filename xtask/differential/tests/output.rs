//! Tests of output that can't be written.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::fs::File;
use std::process::{Command, Output, Stdio};

fn writing_to(stdout: impl Into<Stdio>) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cuda-differential"))
        .args(["calls", "--seeds", "0..1", "--count", "10"])
        .stdout(stdout)
        .stderr(Stdio::piped())
        .output()
        .unwrap()
}

#[test]
fn a_full_disk_is_an_error() {
    let output = writing_to(File::options().write(true).open("/dev/full").unwrap());
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(
        error.starts_with("error: cannot write to standard output: No space left on device"),
        "{error}"
    );
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = writing_to(writer);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}
