//! Reports skipped tests: at the end of a test program, and in the list that `cargo xtask test` counts.
//!
//! Test programs of crates that can't depend on this one include this file as a module.

use std::collections::BTreeMap;
use std::ffi::c_int;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::{Mutex, Once, PoisonError};

/// The number of skipped tests of this program, by reason.
static REASONS: Mutex<BTreeMap<String, usize>> = Mutex::new(BTreeMap::new());

/// Records that the running test was skipped. Only the first line of the reason is used.
///
/// At the end, the test program prints to standard error how many tests it skipped and why; each also adds a line to
/// the file named by `CUDA_TEST_SKIPS`, which `cargo xtask test` counts.
///
/// # Panics
/// If the file can't be written, because an uncounted skip would look like a test that passed.
pub fn skip(reason: impl Display) {
    let thread = std::thread::current();
    note(thread.name().unwrap_or("a test"), reason);
}

/// The same for a named test.
///
/// # Panics
/// As for [`skip`].
#[allow(clippy::expect_used)]
pub fn note(test: &str, reason: impl Display) {
    let reason = reason.to_string();
    let reason = reason.lines().next().unwrap_or_default();
    let line = format!("SKIPPED {test}: {reason}\n");
    eprint!("{line}");
    let mut reasons = REASONS.lock().unwrap_or_else(PoisonError::into_inner);
    *reasons.entry(reason.to_owned()).or_default() += 1;
    drop(reasons);
    print_summary_at_exit();
    if let Some(path) = std::env::var_os("CUDA_TEST_SKIPS") {
        let file = std::fs::File::options().create(true).append(true).open(path);
        // In one call, because other tests write to the file, too.
        file.and_then(|mut file| file.write_all(line.as_bytes()))
            .expect("the list of skipped tests can be written");
    }
}

/// The harness hides the output of a test that passed, but it ends with `exit`, which calls this.
fn print_summary_at_exit() {
    unsafe extern "C" {
        fn atexit(function: extern "C" fn()) -> c_int;
    }
    extern "C" fn print_summary() {
        let reasons = REASONS.lock().unwrap_or_else(PoisonError::into_inner);
        // There is no way to report that it can't be written.
        let _ = io::stderr().write_all(summary(&reasons).as_bytes());
    }
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: C declares `int atexit(void (*)(void))`, and `print_summary` doesn't unwind: it doesn't panic, nor
        // does anything it calls.
        let failed = unsafe { atexit(print_summary) };
        if failed != 0 {
            eprintln!("skipped tests won't be counted at the end of this program");
        }
    });
}

fn summary(reasons: &BTreeMap<String, usize>) -> String {
    let all: usize = reasons.values().sum();
    let tests = if all == 1 { "test was" } else { "tests were" };
    let mut text = format!("{all} {tests} SKIPPED, though counted as passed:\n");
    for (reason, count) in reasons {
        text += &format!("{count:>6}  {reason}\n");
    }
    text + "        (`cargo xtask test` fetches what most of them need)\n\n"
}
