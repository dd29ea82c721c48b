//! The examples as a user runs them.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use cuda_rust::built;

fn run(name: &str) -> String {
    let output = built::example(name).output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {}\n{stdout}\n{errors}", output.status);
    stdout
}

#[test]
fn a_kernel_writes_a_buffer() {
    let stdout = run("cuda_buffer");
    assert!(stdout.contains("as they came:   ScalarBuffer([0, 1, 2, 3])"), "{stdout}");
    assert!(stdout.contains("after a kernel: ScalarBuffer([1, 2, 3, 4])"), "{stdout}");
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

#[test]
fn files_of_pyarrow_are_grouped_joined_and_drawn() {
    let stdout = run("weather");
    assert!(stdout.contains("2920 readings of 8 cities"), "{stdout}");
    let place = |city: &str| stdout.find(city).unwrap();
    // The warmest is the first.
    assert!(place("Cairo") < place("Osaka") && place("Osaka") < place("Sydney"), "{stdout}");
    let folder = std::env::temp_dir().join("weather");
    let picture = std::fs::read_to_string(folder.join("summer.svg")).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains(">Cairo<"));
    let file = std::fs::read(folder.join("summer.arrow")).unwrap();
    assert!(file.starts_with(b"ARROW1") && file.ends_with(b"ARROW1"));
}

#[test]
fn queries_of_tpch_have_the_results_of_plain_rust() {
    let stdout = run("tpch");
    assert!(stdout.contains("plain Rust has the same results"), "{stdout}");
}
