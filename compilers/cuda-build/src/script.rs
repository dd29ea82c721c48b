//! The lines that a build script prints for Cargo.

use std::path::Path;

use crate::error::{Error, ErrorKind};

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

fn warning(text: &str) -> String {
    format!("cargo::warning={text}")
}

/// Returns a compiler's log as Cargo warnings, one for each diagnostic.
pub(crate) fn log_warnings(log: &str) -> Vec<String> {
    log.lines().filter_map(diagnostic).map(|text| warning(&text)).collect()
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

/// Returns `k.cu(3): error: …` as `k.cu:3: error: …`, and `None` for lines that only quote the source.
fn diagnostic(line: &str) -> Option<String> {
    if line.starts_with(char::is_whitespace) {
        return None;
    }
    let cuda_diagnostic = || {
        let (place, rest) = line.split_once("): ")?;
        let (file, number) = place.rsplit_once('(')?;
        let number: u32 = number.parse().ok()?;
        Some(format!("{file}:{number}: {rest}"))
    };
    let of_tool = || {
        let is_of = |tool| line.strip_prefix(tool).is_some_and(is_problem);
        TOOLS.into_iter().any(is_of).then(|| line.to_owned())
    };
    cuda_diagnostic().or_else(|| host_diagnostic(line)).or_else(of_tool)
}

/// The programs that nvcc runs after the compiler, whose messages have no file.
const TOOLS: [&str; 4] = ["nvcc ", "nvlink ", "ptxas ", "fatbinary "];

/// Returns `true` for `error   : …` and `warning : …`, but not for `info    : …`.
fn is_problem(message: &str) -> bool {
    let kinds = ["error", "fatal", "warning"];
    kinds.iter().any(|kind| message.starts_with(kind))
}

/// Returns `k.cu:3:10: fatal error: …` of the host's compiler, which preprocesses for nvcc, without the column.
fn host_diagnostic(line: &str) -> Option<String> {
    let kinds = [": fatal error: ", ": error: ", ": warning: "];
    let at = kinds.iter().find_map(|kind| line.find(kind))?;
    let (place, rest) = line.split_at(at);
    let (place, column) = place.rsplit_once(':')?;
    let (file, number) = place.rsplit_once(':')?;
    let (_, number): (u32, u32) = (column.parse().ok()?, number.parse().ok()?);
    Some(format!("{file}:{number}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_has_file_and_line_in_rusts_format() {
        let log = "src/k.cu(3): error: identifier \"y\" is undefined\n      out[i] = y;\n               ^\n\n\
                   src/k (1).cu(12): warning #177-D: variable \"z\" was declared but never referenced\n\n\
                   src/k.cu:1:10: fatal error: a.h: No such file or directory\n\
                   nvlink error   : Undefined reference to 'f' in 'k.o'\nptxas info    : 0 bytes gmem\n\
                   1 error detected in the compilation of \"src/k.cu\".\n";
        assert_eq!(
            log_warnings(log),
            [
                "cargo::warning=src/k.cu:3: error: identifier \"y\" is undefined",
                "cargo::warning=src/k (1).cu:12: warning #177-D: variable \"z\" was declared but never referenced",
                "cargo::warning=src/k.cu:1: fatal error: a.h: No such file or directory",
                "cargo::warning=nvlink error   : Undefined reference to 'f' in 'k.o'",
            ]
        );
    }
}
