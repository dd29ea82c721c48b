//! What happens at a panic under libFuzzer.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::process;

use crate::Target;

thread_local! {
    /// The last panic of the thread that runs targets, in which one may be caught and become an error.
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Lets panics that no one catches end the process, so that libFuzzer sees them, wherever they are: those of other threads
/// would be lost.
pub fn stop_on_panics() {
    let of_targets = std::thread::current().id();
    panic::set_hook(Box::new(move |info| {
        let backtrace = std::backtrace::Backtrace::force_capture();
        let text = format!("{info}\n{backtrace}");
        if std::thread::current().id() == of_targets {
            LAST.set(Some(text));
        } else {
            eprintln!("{text}");
            process::abort();
        }
    }));
}

impl Target {
    /// Runs it on an input, and ends the process if it panics.
    pub fn check_or_abort(&self, input: &[u8]) {
        if panic::catch_unwind(AssertUnwindSafe(|| self.check(input))).is_err() {
            eprintln!("{}", LAST.take().unwrap_or_default());
            process::abort();
        }
    }
}
