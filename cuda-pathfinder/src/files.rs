//! The file system, and searches in text, each by one function that the whole crate calls: those of the standard library are
//! generic, or drop an error of the system, and would be compiled again wherever they are called.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Returns `true` if the path is a file, or a link to one.
#[inline(never)]
pub(crate) fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// Returns `true` if the path is a folder, or a link to one.
#[inline(never)]
pub(crate) fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// Returns `true` if there is something at the path.
#[inline(never)]
pub(crate) fn exists(path: &Path) -> bool {
    path.exists()
}

/// Returns the path without links, if it exists.
pub(crate) fn real_path(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok()
}

/// Returns the path from the root, or the path itself if the working folder isn't known.
pub(crate) fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}

/// Returns the working folder, if there is one.
pub(crate) fn working_folder() -> Option<PathBuf> {
    std::env::current_dir().ok()
}

/// Returns a file's bytes, if it can be read.
pub(crate) fn bytes_of(path: &Path) -> Option<Vec<u8>> {
    std::fs::read(path).ok()
}

/// Returns the names in a folder that are text; none if it can't be read.
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else {
        return names;
    };
    for entry in entries {
        if let Ok(entry) = entry
            && let Ok(name) = entry.file_name().into_string()
        {
            names.push(name);
        }
    }
    names
}

/// The maximum number of bytes to read, which is more than any library's headers have: a garbage file could claim more.
const MAX_BYTES: u64 = 1 << 20;

/// Opens a file to read parts of it.
pub(crate) fn open(path: &Path) -> Option<File> {
    File::open(path).ok()
}

/// Returns the number of a file's bytes.
pub(crate) fn size_of(file: &File) -> Option<u64> {
    Some(file.metadata().ok()?.len())
}

/// Reads bytes of a file, fewer if it ends before.
pub(crate) fn read(file: &mut File, at: u64, length: u64) -> Option<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(length.min(MAX_BYTES)).ok()?];
    file.seek(SeekFrom::Start(at)).ok()?;
    let mut filled = 0;
    while filled < bytes.len() {
        match file.read(&mut bytes[filled..]).ok()? {
            0 => break,
            more => filled += more,
        }
    }
    bytes.truncate(filled);
    Some(bytes)
}

/// Returns the number that a header defines a macro as, on a single line: `#define NAME 12050`.
#[doc(hidden)]
pub fn defined(header: &Path, name: &str) -> Option<u32> {
    let text = bytes_of(header)?;
    let mut rest = Some(&text[..]);
    while let Some(line) = part(&mut rest, b"\n") {
        let Some((define, rest)) = word(line) else {
            continue;
        };
        if define == b"#define"
            && let Some((defined, rest)) = word(rest)
            && defined == name.as_bytes()
            && let Some((digits, _)) = word(rest)
            && let Some(value) = number(digits)
        {
            return Some(value);
        }
    }
    None
}

/// Returns the first word, and what follows it.
fn word(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.trim_ascii_start();
    let mut end = 0;
    while line.get(end).is_some_and(|byte| !byte.is_ascii_whitespace()) {
        end += 1;
    }
    (end > 0).then(|| line.split_at(end))
}

/// Returns the number that the text consists of: digits alone, of 32 bits.
pub(crate) fn number(digits: &[u8]) -> Option<u32> {
    let mut number = 0u32;
    for digit in digits {
        let digit = digit.checked_sub(b'0').filter(|digit| *digit < 10)?;
        number = number.checked_mul(10)?.checked_add(digit.into())?;
    }
    (!digits.is_empty()).then_some(number)
}

/// Takes from `rest` what comes before the first of the separators, and the separator; `None` after the last part.
pub(crate) fn part<'a>(rest: &mut Option<&'a [u8]>, separators: &[u8]) -> Option<&'a [u8]> {
    let bytes = rest.take()?;
    let mut end = 0;
    while let Some(byte) = bytes.get(end) {
        if separators.contains(byte) {
            *rest = Some(&bytes[end + 1..]);
            break;
        }
        end += 1;
    }
    Some(&bytes[..end])
}

/// Returns the text before and after the separator, if it contains it: the only search for text in text, for `nvrtc`, too. The
/// standard library's would take 2,000 lines of LLVM's code in each crate.
#[doc(hidden)]
#[inline(never)]
pub fn cut<'a>(text: &'a str, separator: &str) -> Option<(&'a str, &'a str)> {
    let mut at = 0;
    while !text.as_bytes().get(at..)?.starts_with(separator.as_bytes()) {
        at += 1;
    }
    Some((text.get(..at)?, text.get(at + separator.len()..)?))
}

/// The parts of a text between separators.
pub(crate) struct Parts<'a> {
    rest: Option<&'a str>,
    separator: &'a str,
}

/// Returns the parts of the text between separators.
pub(crate) fn parts<'a>(text: &'a str, separator: &'a str) -> Parts<'a> {
    Parts { rest: Some(text), separator }
}

impl<'a> Iterator for Parts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.take()?;
        let Some((part, after)) = cut(rest, self.separator) else {
            return Some(rest);
        };
        self.rest = Some(after);
        Some(part)
    }
}
