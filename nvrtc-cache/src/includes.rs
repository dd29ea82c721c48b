//! The files that a program could include.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use nvrtc::Program;
use sha2::{Digest, Sha256};

/// Every file that some `#include` of the program, or of such a file, may mean, whatever `#if` is around it.
#[derive(Debug, Default)]
pub struct Includes {
    /// By path, with a hash of the contents.
    pub files: BTreeMap<PathBuf, [u8; 32]>,
}

/// An `#include`, or what `__has_include` asks for.
#[derive(Debug, PartialEq, Eq)]
enum Include<'a> {
    Named(&'a str),
    /// By a macro.
    Computed,
}

impl Includes {
    /// The files of `program`; `None` if it includes by a macro, so that nobody can tell.
    pub fn of(program: &Program<'_>) -> Option<Self> {
        let mut files = Self::default();
        let source_folder = Path::new(program.name().to_str().ok()?).parent();
        let folders: Vec<PathBuf> = source_folder
            .map(Path::to_path_buf)
            .into_iter()
            .chain(folders(program)?)
            .collect();
        let mut texts: Vec<(Option<PathBuf>, String)> =
            vec![(None, lossy(program.source().to_bytes()))];
        texts.extend(
            program
                .headers()
                .map(|(_, text)| (None, lossy(text.to_bytes()))),
        );
        let mut seen = HashSet::new();
        for option in program.options() {
            if let Some(header) = value(option.to_str().ok()?, &["--pre-include=", "-include="]) {
                texts.push((None, format!("#include \"{header}\"")));
            }
        }
        while let Some((own_folder, text)) = texts.pop() {
            for include in includes(&text) {
                let Include::Named(name) = include else {
                    return None;
                };
                for folder in own_folder.iter().chain(&folders) {
                    let path = folder.join(name);
                    if !seen.insert(path.clone()) {
                        continue;
                    }
                    let Ok(contents) = fs::read(&path) else {
                        continue;
                    };
                    files
                        .files
                        .insert(path.clone(), Sha256::digest(&contents).into());
                    texts.push((path.parent().map(Path::to_path_buf), lossy(&contents)));
                }
            }
        }
        Some(files)
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The folders that headers are searched in, beside that of who includes.
fn folders(program: &Program<'_>) -> Option<Vec<PathBuf>> {
    let options: Vec<_> = program.options().collect();
    let mut folders = Vec::new();
    let mut options = options.iter();
    while let Some(option) = options.next() {
        let option = option.to_str().ok()?;
        if matches!(option, "-I" | "--include-path") {
            folders.push(PathBuf::from(options.next()?.to_str().ok()?));
        } else if let Some(folder) = value(option, &["--include-path=", "-I=", "-I"]) {
            folders.push(PathBuf::from(folder));
        }
    }
    Some(folders)
}

/// What follows the first of the beginnings that an option has.
fn value<'o>(option: &'o str, beginnings: &[&str]) -> Option<&'o str> {
    beginnings
        .iter()
        .find_map(|beginning| option.strip_prefix(beginning))
}

/// What a text includes.
fn includes(text: &str) -> impl Iterator<Item = Include<'_>> {
    text.lines().flat_map(|line| {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        let included = directive
            .and_then(|directive| directive.strip_prefix("include"))
            .map(|rest| rest.strip_prefix("_next").unwrap_or(rest))
            .map(|rest| named(rest).unwrap_or(Include::Computed));
        let asked = line
            .match_indices("__has_include")
            .filter_map(|(at, found)| line[at + found.len()..].trim_start().strip_prefix('('))
            .filter_map(named);
        included.into_iter().chain(asked)
    })
}

/// The name in brackets or quotation marks at the beginning of a text.
fn named(text: &str) -> Option<Include<'_>> {
    let text = text.trim_start();
    let end = match text.chars().next()? {
        '<' => '>',
        '"' => '"',
        _ => return None,
    };
    let (name, _) = text[1..].split_once(end)?;
    Some(Include::Named(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn includes_are_seen_in_every_spelling() {
        let text = "#include <a/b.h>\n  #  include \"c.h\" // x\n#if __has_include(<d>) && __has_include( \"e\")\n#include_next <f>\nint include;";
        let named: Vec<_> = ["a/b.h", "c.h", "d", "e", "f"].map(Include::Named).into();
        assert_eq!(includes(text).collect::<Vec<_>>(), named);
    }

    #[test]
    fn an_include_by_a_macro_is_not_taken_for_none() {
        assert_eq!(
            includes("#include HEADER").collect::<Vec<_>>(),
            [Include::Computed]
        );
    }

    #[test]
    fn folders_are_found_in_every_spelling() {
        let program = Program::new("x.cu", "")
            .include_dir("/a")
            .option("-I/b")
            .option("-I=/c")
            .option("-I")
            .option("/d")
            .option("--std=c++17");
        let wanted: Vec<PathBuf> = ["/a", "/b", "/c", "/d"].map(PathBuf::from).into();
        assert_eq!(folders(&program), Some(wanted));
    }
}
