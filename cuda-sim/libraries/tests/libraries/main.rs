//! The promises of the stand-ins.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cublas;
mod cublaslt;
mod reference;

use std::process::{Command, Output};

/// Runs one test of this program in a separate process, which may make the device unusable.
fn run_alone(name: &str, variables: &[(&str, &str)]) -> Output {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", "--nocapture", name])
        .env_remove("CUDA_TEST_DEVICE")
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{variables:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
    output
}
