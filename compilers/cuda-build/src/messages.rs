//! What nvcc and the compilers below it write: messages, and a rule for make.

use std::path::PathBuf;

/// Returns a compiler's log as Cargo warnings, one for each diagnostic.
pub(crate) fn log_warnings(log: &str) -> Vec<String> {
    log.lines().filter_map(diagnostic).map(|text| warning(&text)).collect()
}

fn warning(text: &str) -> String {
    format!("cargo::warning={text}")
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

/// Returns the header that a message says is missing: `fatal error: a.h: No such file or directory`, on Windows `fatal
/// error C1083: Cannot open include file: 'a.h': No such file or directory`.
pub(crate) fn missing_header(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("fatal error")?;
    let (before, _) = rest.split_once(": No such file")?;
    let (_, header) = before.rsplit_once(": ")?;
    Some(header.trim_matches('\''))
}

/// Returns the prerequisites of a make rule: `target : a b\ c \`.
pub(crate) fn prerequisites(rule: &str) -> Vec<PathBuf> {
    let rule = rule.replace("\\\r\n", " ").replace("\\\n", " ");
    let (_, files) = rule.split_once(" : ").or_else(|| rule.split_once(": ")).unwrap_or(("", ""));
    let mut paths = Vec::new();
    let mut path = String::new();
    let mut characters = files.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' if characters.peek() == Some(&' ') => path.extend(characters.next()),
            c if c.is_whitespace() => {
                if !path.is_empty() {
                    paths.push(PathBuf::from(std::mem::take(&mut path)));
                }
            }
            c => path.push(c),
        }
    }
    if !path.is_empty() {
        paths.push(path.into());
    }
    paths
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

    #[test]
    fn the_missing_header_is_found_in_messages_of_each_compiler() {
        let gcc = "k.cu:1:10: fatal error: cub/cub.cuh: No such file or directory";
        assert_eq!(missing_header(gcc), Some("cub/cub.cuh"));
        let msvc = "k.cu(1): fatal error C1083: Cannot open include file: 'cub/cub.cuh': No such file or directory";
        assert_eq!(missing_header(msvc), Some("cub/cub.cuh"));
        assert_eq!(missing_header("k.cu(1): error: No such file"), None);
    }

    #[test]
    fn escaped_spaces_in_a_make_rule_are_part_of_the_path() {
        let rule = "out.ptx : /tmp/source.cu \\\n    src/a.h \\\n    src/with\\ space.h\n";
        let expected = ["/tmp/source.cu", "src/a.h", "src/with space.h"];
        assert_eq!(prerequisites(rule), expected.map(PathBuf::from));
    }
}
