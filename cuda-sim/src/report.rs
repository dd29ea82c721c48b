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

/// Tells how many launches of a kernel checks have left out in this process so far.
pub(crate) fn left_out(kernel: &str, launches: u64) {
    line(|| {
        let (id, kernel) = (process::id(), escaped(kernel));
        format!(
            "{{\"leftout\": {{\"kernel\": \"{kernel}\", \"process\": {id}, \"launches\": {launches}}}}}\n"
        )
    });
}

/// Returns whether the other program is told: then it says what was found.
pub(crate) fn is_told() -> bool {
    kept().is_some()
}

/// Writes a line at once, because other processes write to the file, too.
fn line(text: impl FnOnce() -> String) {
    let Some((mut file, identity)) = kept().map(|file| (&file.0, file.1)) else { return };
    // A program may close what it didn't open, and its own next file then has the number.
    // Where a line can't be written, standard error has it, too.
    if identity_of(file) == identity {
        let _ = file.write_all(text().as_bytes());
    } else if let Some(mut file) = open() {
        let _ = file.write_all(text().as_bytes());
    }
}

/// Which file one is.
type Identity = Option<[u64; 2]>;

/// Returns the file, which stays open because a process may lose the right to open it.
fn kept() -> Option<&'static (File, Identity)> {
    static FILE: OnceLock<Option<(File, Identity)>> = OnceLock::new();
    let open = || {
        let file = open()?;
        let identity = identity_of(&file);
        Some((file, identity))
    };
    FILE.get_or_init(open).as_ref()
}

/// Opens the file, and not as one of the standard streams, which the program may have closed:
/// lines for standard error would be written to it.
fn open() -> Option<File> {
    let name = env::var_os("CUDA_SIM_REPORT").filter(|name| !name.is_empty())?;
    let file = File::options().append(true).open(name).ok()?;
    if is_standard(&file) {
        // While the stream's number is taken.
        open()
    } else {
        Some(file)
    }
}

#[cfg(unix)]
fn is_standard(file: &File) -> bool {
    std::os::fd::AsRawFd::as_raw_fd(file) <= 2
}

#[cfg(unix)]
fn identity_of(file: &File) -> Identity {
    use std::os::unix::fs::MetadataExt;
    file.metadata().ok().map(|metadata| [metadata.dev(), metadata.ino()])
}

/// Elsewhere, no program is run so.
#[cfg(not(unix))]
fn is_standard(_: &File) -> bool {
    false
}

#[cfg(not(unix))]
fn identity_of(_: &File) -> Identity {
    None
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
