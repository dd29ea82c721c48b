//! Lines on standard error.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

/// Writes a line to standard error. If that fails, the line is lost, because there is no other
/// place for it.
pub(crate) fn print_note(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Writes a line about what is being waited for, if someone waits at a terminal: it is no part of a program's output.
pub(crate) fn print_wait(text: impl Display) {
    if io::stderr().is_terminal() {
        print_note(format_args!("cuda-sim: {text}"));
    }
}
