//! The lines that a build script prints for Cargo.

use std::path::Path;

use crate::error::{Error, ErrorKind};
use crate::messages::log_warnings;

/// Returns the line that makes the script run again when a file changes.
pub(crate) fn changed(path: &Path) -> String {
    format!("cargo::rerun-if-changed={}", path.display())
}

/// Returns the line that makes the script run again at each build.
pub(crate) fn always() -> String {
    // A file that doesn't exist counts as changed.
    changed(Path::new("there-is-no-such-file"))
}

/// Returns the line that makes the script run again when a variable changes.
pub(crate) fn environment(variable: &str) -> String {
    format!("cargo::rerun-if-env-changed={variable}")
}

/// Returns the diagnostics of an error as Cargo warnings; the error itself has the whole text.
pub(crate) fn error_warnings(error: &Error) -> Vec<String> {
    let log = match error.kind() {
        ErrorKind::Nvrtc(error) => error.log().unwrap_or_default(),
        ErrorKind::Nvcc { problem, .. } => problem,
        _ => "",
    };
    log_warnings(log)
}
