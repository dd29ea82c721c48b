//! The files that a program could include.

use std::collections::{BTreeMap, HashSet};
use std::ffi::CStr;
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
    /// The files of `program`; `None` if nobody can tell: it includes by a macro, or holds the time.
    pub fn of(program: &Program<'_>) -> Option<Self> {
        let mut files = Self::default();
        let folders = folders(program)?;
        let own_folder = |name: &CStr| {
            let parent = Path::new(name.to_str().ok()?).parent();
            Some(parent.unwrap_or(Path::new("")).to_path_buf())
        };
        let source_folder = own_folder(program.name())?;
        let mut texts = vec![(source_folder.clone(), lossy(program.source().to_bytes()))];
        for (name, text) in program.headers() {
            texts.push((own_folder(name)?, lossy(text.to_bytes())));
        }
        for header in values(program, &["--pre-include", "-include"])? {
            texts.push((source_folder.clone(), format!("#include \"{header}\"")));
        }
        let (mut tried, mut seen) = (HashSet::new(), HashSet::new());
        while let Some((own_folder, text)) = texts.pop() {
            let clean = cleaned(&text);
            if TIMES.iter().any(|time| clean.contains(time)) {
                return None;
            }
            // What looks like a comment may be within a string, and the other way round: too much is only a miss.
            let of_all = includes(&text).filter(|include| *include != Include::Computed);
            for include in includes(&clean).chain(of_all) {
                let Include::Named(name) = include else {
                    return None;
                };
                for folder in [&own_folder, &source_folder].into_iter().chain(&folders) {
                    let path = folder.join(name);
                    if tried.insert(path.clone()) {
                        let text = files.visit(path, &mut seen);
                        texts.extend(text);
                    }
                }
            }
        }
        Some(files)
    }

    /// Notes a file, if there is one; its folder and its text, if they weren't looked at before.
    fn visit(
        &mut self,
        path: PathBuf,
        seen: &mut HashSet<(PathBuf, PathBuf)>,
    ) -> Option<(PathBuf, String)> {
        let folder = path.parent()?.to_path_buf();
        // One file has many paths, through `..` and links, and what it includes may lie beside either.
        let real = fs::canonicalize(&path).ok()?;
        let real_folder = fs::canonicalize(or_here(&folder)).ok()?;
        if !seen.insert((real.clone(), real_folder)) {
            return None;
        }
        let contents = fs::read(&path).ok()?;
        self.files.insert(real, Sha256::digest(&contents).into());
        Some((folder, lossy(&contents)))
    }
}

/// Macros that are other each time.
const TIMES: [&str; 3] = ["__DATE__", "__TIME__", "__TIMESTAMP__"];

/// The folder; the working folder in place of an empty path, which the system doesn't know alone.
fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The folders that headers are searched in, beside that of who includes.
fn folders(program: &Program<'_>) -> Option<Vec<PathBuf>> {
    let values = values(program, &["--include-path", "-I"])?;
    Some(values.into_iter().map(PathBuf::from).collect())
}

/// The values of an option with these names: in the next word, behind `=`, or, of one letter, right behind it.
fn values(program: &Program<'_>, names: &[&str]) -> Option<Vec<String>> {
    let options: Vec<_> = program.options().collect();
    let mut values = Vec::new();
    let mut options = options.iter();
    while let Some(option) = options.next() {
        let option = option.to_str().ok()?;
        let found = names
            .iter()
            .find_map(|name| Some((name, option.strip_prefix(name)?)));
        match found {
            Some((_, "")) => values.push(options.next()?.to_str().ok()?.to_owned()),
            Some((name, rest)) => match rest.strip_prefix('=') {
                Some(value) => values.push(value.to_owned()),
                // NVRTC leaves out the space.
                None if name.len() == 2 => values.push(rest.trim().to_owned()),
                None => {}
            },
            None => {}
        }
    }
    Some(values)
}

/// The text as the preprocessor's directives see it: lines that end with a backslash joined, a space in place of each
/// comment, and `#` for `%:`.
fn cleaned(text: &str) -> String {
    let text = text
        .replace("\\\r\n", "")
        .replace("\\\n", "")
        .replace("%:", "#");
    let mut clean = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find(['/', '"', '\'']) {
        clean.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = if rest.starts_with("//") {
            clean.push(' ');
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            clean.push(' ');
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else {
            let length = literal(rest);
            clean.push_str(&rest[..length]);
            length
        };
        rest = &rest[length..];
    }
    clean.push_str(rest);
    clean
}

/// The length of the string or character at the beginning of a text, in one line; 1 if there is none.
fn literal(text: &str) -> usize {
    let mut characters = text.char_indices();
    let Some((_, mark @ ('"' | '\''))) = characters.next() else {
        return 1;
    };
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => _ = characters.next(),
            '\n' => return 1,
            _ if character == mark => return at + 1,
            _ => {}
        }
    }
    1
}

/// What a text includes.
fn includes(text: &str) -> impl Iterator<Item = Include<'_>> {
    text.lines().flat_map(|line| {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        let included = directive
            .and_then(|directive| directive.strip_prefix("include"))
            .map(|rest| rest.strip_prefix("_next").unwrap_or(rest))
            .map(|rest| named(rest).unwrap_or(Include::Computed));
        let defines = directive.is_some_and(|directive| directive.starts_with("define"));
        let asked = line
            .match_indices("__has_include")
            .map(|(at, found)| line[at + found.len()..].trim_start())
            .map(|rest| rest.strip_prefix("_next").unwrap_or(rest).trim_start())
            .filter_map(|rest| rest.strip_prefix('('))
            // A macro that asks is told of where it is used, if with a name.
            .filter_map(move |rest| named(rest).or((!defines).then_some(Include::Computed)));
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
    fn comments_joined_lines_and_digraphs_hide_no_include() {
        let text = "/* a\n b */ #include <a>\n#/* */include \"b\"\n%:include <c>\n#\\\ninclude <d>\n#inc\\\r\nlude <e>\n\
                    #include/**/<f>\n#if __has_include/**/(/**/<g>)\nchar slash = '/', *quote = \"\\\"/*\"; // #include <no>\n\
                    #include <h>";
        let named: Vec<_> = ["a", "b", "c", "d", "e", "f", "g", "h"]
            .map(Include::Named)
            .into();
        assert_eq!(includes(&cleaned(text)).collect::<Vec<_>>(), named);
    }

    #[test]
    fn a_question_by_a_macro_can_not_be_told_but_a_macro_that_asks_can() {
        let asked = |text| includes(text).collect::<Vec<_>>();
        assert_eq!(asked("#if __has_include(HEADER)"), [Include::Computed]);
        assert_eq!(asked("#define HAS(x) __has_include(x)"), []);
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
            .option("-I /e")
            .option("--std=c++17");
        let wanted: Vec<PathBuf> = ["/a", "/b", "/c", "/d", "/e"].map(PathBuf::from).into();
        assert_eq!(folders(&program), Some(wanted));
        let program = Program::new("x.cu", "")
            .option("--pre-include=a")
            .option("-include")
            .option("b");
        let wanted = ["a", "b"].map(str::to_owned).into();
        assert_eq!(
            values(&program, &["--pre-include", "-include"]),
            Some(wanted)
        );
    }
}
