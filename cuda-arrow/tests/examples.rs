//! The examples as a user runs them.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use cuda_rust::built;

fn run(name: &str) -> String {
    let output = built::example(name).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{name}: {}\n{said}\n{errors}",
        output.status
    );
    said
}

#[test]
fn a_kernel_writes_a_buffer() {
    let said = run("cuda_buffer");
    assert!(
        said.contains("as they came:   ScalarBuffer([0, 1, 2, 3])"),
        "{said}"
    );
    assert!(
        said.contains("after a kernel: ScalarBuffer([1, 2, 3, 4])"),
        "{said}"
    );
}

#[test]
fn a_file_is_copied_to_the_device_and_back() {
    let said = run("streams");
    assert!(said.contains("10 of 100 are null"), "{said}");
    assert!(said.contains("5 rows"), "{said}");
}

#[test]
fn another_process_reads_a_batch() {
    let said = run("share_batch");
    assert!(
        said.contains("has 1000000 rows") || said.contains("this device shares no memory"),
        "{said}"
    );
}
