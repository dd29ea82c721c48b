//! [`Script`]: the first line of a program's file, which names the program that reads it.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// What a first line that begins with `#!` says.
pub(crate) struct Script {
    pub(crate) interpreter: PathBuf,
    /// All that follows, which is one word.
    argument: OsString,
}

/// So much of a file is what the kernel looks at.
const LINE: usize = 256;

impl Script {
    pub(crate) fn read(file: &File) -> Option<Self> {
        let mut start = [0; LINE];
        let length = file.read_at(&mut start, 0).ok()?;
        let line = start[..length].strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
        let is_space = |byte: &u8| b" \t".contains(byte);
        let begin = line.iter().position(|byte| !is_space(byte))?;
        let line = &line[begin..];
        let end = line.iter().position(is_space).unwrap_or(line.len());
        let argument = line[end..].iter().skip_while(|byte| is_space(byte)).copied();
        let mut argument: Vec<u8> = argument.collect();
        let used = argument.iter().rposition(|byte| !is_space(byte)).map_or(0, |last| last + 1);
        argument.truncate(used);
        Some(Self {
            interpreter: OsStr::from_bytes(&line[..end]).into(),
            argument: OsStr::from_bytes(&argument).to_owned(),
        })
    }

    /// Returns the program that `env` is asked to start.
    pub(crate) fn program_of_env(&self) -> Option<OsString> {
        if self.interpreter.file_name()? != "env" {
            return None;
        }
        let argument = self.argument.as_bytes();
        let Some(words) = argument.strip_prefix(b"-S") else {
            let is_option = argument.is_empty() || argument.starts_with(b"-");
            return (!is_option && !argument.contains(&b'=')).then(|| self.argument.clone());
        };
        let words = words.split(|byte| b" \t".contains(byte)).filter(|word| !word.is_empty());
        let mut words = words.skip_while(|word| word.starts_with(b"-") || word.contains(&b'='));
        // Quotes and escapes are `env`'s own.
        let word = words.next().filter(|word| !word.iter().any(|byte| b"'\"\\$".contains(byte)))?;
        Some(OsStr::from_bytes(word).to_owned())
    }
}

/// Returns what is to be said of a name that ends with the first byte of Windows' end of a line.
pub(crate) fn about_carriage_return(name: &Path) -> &'static str {
    if name.as_os_str().as_bytes().ends_with(b"\r") {
        "; the line ends with a carriage return, as in files of Windows, which is a part of the name"
    } else {
        ""
    }
}
