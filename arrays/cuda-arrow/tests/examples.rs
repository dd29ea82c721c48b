//! The examples as a user runs them.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use cuda_rust::built;

fn run(name: &str) -> String {
    let output = built::example(name).output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{name}: {}\n{stdout}\n{errors}",
        output.status
    );
    stdout
}

#[test]
fn a_kernel_writes_a_buffer() {
    let stdout = run("cuda_buffer");
    assert!(
        stdout.contains("as they came:   ScalarBuffer([0, 1, 2, 3])"),
        "{stdout}"
    );
    assert!(
        stdout.contains("after a kernel: ScalarBuffer([1, 2, 3, 4])"),
        "{stdout}"
    );
}

#[test]
fn a_file_is_copied_to_the_device_and_back() {
    let stdout = run("streams");
    assert!(stdout.contains("10 of 100 are null"), "{stdout}");
    assert!(stdout.contains("5 rows"), "{stdout}");
}

#[test]
fn another_process_reads_a_batch() {
    let stdout = run("share_batch");
    assert!(
        stdout.contains("has 1000000 rows") || stdout.contains("this device shares no memory"),
        "{stdout}"
    );
}
