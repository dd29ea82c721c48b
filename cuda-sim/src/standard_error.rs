//! Lines on standard error, which may be closed or full: `eprintln!` would panic, on a thread that others wait for.

use std::fmt::Display;
use std::io::{self, Write};

/// Writes a line. If that fails, the line is lost, because there is no other place for it.
pub(crate) fn print_line(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
