//! Lines on standard error.

use std::fmt::Display;
use std::io::{self, Write};

/// Writes a line to standard error. If that fails, the line is lost, because there is no other
/// place for it.
pub(crate) fn print_note(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
