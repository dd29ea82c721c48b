//! Tests that can't run here say so, where people and `cargo xtask test` see it.

use std::fmt::Display;
use std::io::Write;

/// Notes that the running test was skipped: on standard error, and in the file that `CUDA_TEST_SKIPS`
/// names, whose lines `cargo xtask test` counts. Of a reason of several lines it is the first.
///
/// # Panics
/// If the file can't be written: a skip that nobody counts is a test that passes without its subject.
#[allow(clippy::expect_used)]
pub fn skip(reason: impl Display) {
    let thread = std::thread::current();
    let reason = reason.to_string();
    let reason = reason.lines().next().unwrap_or_default();
    let line = format!("SKIPPED {}: {reason}\n", thread.name().unwrap_or("a test"));
    eprint!("{line}");
    if let Some(path) = std::env::var_os("CUDA_TEST_SKIPS") {
        let file = std::fs::File::options()
            .create(true)
            .append(true)
            .open(path);
        // In one piece: other tests write there, too.
        file.and_then(|mut file| file.write_all(line.as_bytes()))
            .expect("the list of skipped tests can be written");
    }
}
