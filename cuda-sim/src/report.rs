//! What the device tells the program that runs another on it: a line of JSON for each event, at the
//! end of the file that `CUDA_SIM_REPORT` names.

use std::env;
use std::fmt::{Display, Write as _};
use std::fs::File;
use std::io::Write;
use std::process;
use std::sync::{Once, OnceLock};

/// Tells, once in a process, that a kernel runs.
pub(crate) fn ran() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| line(|| format!("{{\"ran\": {}}}\n", process::id())));
}

/// Tells what a check found; the code is that which calls return then, or 0.
pub(crate) fn found(check: &str, code: u32, message: impl Display) {
    line(|| {
        let (id, message) = (process::id(), escaped(&message.to_string()));
        format!(
            "{{\"found\": {{\"check\": \"{check}\", \"code\": {code}, \"process\": {id}, \
             \"message\": \"{message}\"}}}}\n"
        )
    });
}

/// Returns whether the other program is told: then it says what was found.
pub(crate) fn is_told() -> bool {
    file().is_some()
}

/// Writes a line at once, because other processes write to the file, too.
fn line(text: impl FnOnce() -> String) {
    if let Some(mut file) = file() {
        // Standard error has it, too.
        let _ = file.write_all(text().as_bytes());
    }
}

fn file() -> Option<&'static File> {
    static FILE: OnceLock<Option<File>> = OnceLock::new();
    let open = || {
        let name = env::var_os("CUDA_SIM_REPORT").filter(|name| !name.is_empty())?;
        File::options().append(true).open(name).ok()
    };
    FILE.get_or_init(open).as_ref()
}

/// Returns a text as a string of JSON has it.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            ..' ' => _ = write!(out, "\\u{:04x}", u32::from(c)),
            _ => out.push(c),
        }
    }
    out
}
