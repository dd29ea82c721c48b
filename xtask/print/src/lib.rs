//! Prints to standard output and standard error, which may be closed or full: `println!` and `eprintln!` would panic.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

/// Writes `text` to standard output, without a line feed at its end.
///
/// A closed pipe isn't an error, because its reader needs no more output, as in `command | head`.
///
/// # Errors
/// If the text can't be written for another reason, such as a full disk.
pub fn print(text: impl Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(io::Error::new(error.kind(), format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// [`print()`] with a line feed at its end.
///
/// # Errors
/// As [`print()`].
pub fn print_line(text: impl Display) -> io::Result<()> {
    print(format_args!("{text}\n"))
}

/// Writes `text` and a line feed to standard error. If that fails, the line is lost, because there is no other place for
/// it.
pub fn print_note(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
