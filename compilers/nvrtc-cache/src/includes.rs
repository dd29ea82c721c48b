//! The files that a program could include.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ffi::CStr;
use std::fs;
use std::path::{Path, PathBuf};

use nvrtc::Program;
use sha2::{Digest, Sha256};

use crate::bypass::Bypass;
use crate::reading::{Reading, is_word, name_and_rest};
use crate::scan::{Named, Scan, is_time, pasted};
use crate::stamp::Stamp;

/// Every file that an `#include` in the program or in such a file could refer to, regardless of any `#if`.
#[derive(Debug, Default)]
pub struct Includes {
    /// The files by path, each with a hash of the contents, and its stamp before it was read.
    pub files: BTreeMap<PathBuf, ([u8; 32], Option<Stamp>)>,
    /// Paths that would be used if a file existed there.
    pub absent: BTreeSet<PathBuf>,
    /// Paths that can't be read, with their stamps.
    pub unreadable: BTreeMap<PathBuf, Option<Stamp>>,
}

impl Includes {
    /// Returns `true` if the program includes nothing at all.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.absent.is_empty()
    }
}

/// Returns the files that a program could include, regardless of any `#if`.
///
/// # Errors
/// The reason why they can't be determined.
///
/// ```
/// use nvrtc::Program;
///
/// let program = Program::new("k.cu", "__global__ void k() {}");
/// assert_eq!(nvrtc_cache::included_files(&program), Ok(Vec::new()));
/// ```
pub fn included_files(program: &Program<'_>) -> Result<Vec<PathBuf>, Bypass> {
    let files = Includes::of(program)?.files.into_keys();
    let real: BTreeSet<PathBuf> = files.filter_map(|path| fs::canonicalize(path).ok()).collect();
    Ok(real.into_iter().collect())
}

/// The walk from a program to the files.
struct Walk {
    found: Includes,
    folders: Vec<PathBuf>,
    source_folder: PathBuf,
    /// Files to scan: the folder and the contents of each.
    pending: Vec<(PathBuf, Scan)>,
    tried: HashSet<PathBuf>,
    seen: HashSet<(PathBuf, PathBuf)>,
    /// Macros without parameters, with all their definitions.
    objects: HashMap<String, Vec<String>>,
    functions: HashSet<String>,
    /// Includes whose names come from macros, and where they are.
    computed: Vec<(PathBuf, String)>,
    /// The scanned files: the folder and the text of each.
    texts: Vec<(PathBuf, Vec<Reading>)>,
    /// Macros that pass their parameter to `__has_include`, with the number of texts in which their uses were found.
    askers: BTreeMap<String, usize>,
    /// A path that is neither a file nor a folder.
    special: Option<PathBuf>,
}

impl Includes {
    /// Collects the files of `program`.
    pub fn of(program: &Program<'_>) -> Result<Self, Bypass> {
        let options: Vec<String> =
            program.options().map(|option| latin(option.to_bytes())).collect();
        let own_folder = |name: &CStr| {
            let path = path_of(&latin(name.to_bytes()));
            path.parent().unwrap_or(Path::new("")).to_path_buf()
        };
        let source_folder = own_folder(program.name());
        let folders = values(&options, &["--include-path", "-I"]);
        let mut walk = Walk {
            found: Self::default(),
            folders: folders.iter().map(|folder| path_of(folder)).collect(),
            source_folder: source_folder.clone(),
            pending: Vec::new(),
            tried: HashSet::new(),
            seen: HashSet::new(),
            objects: HashMap::new(),
            functions: HashSet::new(),
            computed: Vec::new(),
            texts: Vec::new(),
            askers: BTreeMap::new(),
            special: None,
        };
        let scan = |text: &[u8]| Scan::of(&latin(text));
        walk.pending.push((source_folder.clone(), scan(program.source().to_bytes())));
        for (name, text) in program.headers() {
            walk.pending.push((own_folder(name), scan(text.to_bytes())));
        }
        for header in values(&options, &["--pre-include", "-include"]) {
            let text = format!("#include \"{header}\"");
            walk.pending.push((source_folder.clone(), Scan::of(&text)));
        }
        for definition in values(&options, &["--define-macro", "-D"]) {
            let definition = Scan::of_definition(&definition);
            walk.pending.push((source_folder.clone(), definition));
        }
        walk.run()?;
        Ok(walk.found)
    }
}

impl Walk {
    fn run(&mut self) -> Result<(), Bypass> {
        loop {
            while let Some((folder, scan)) = self.pending.pop() {
                self.look_at(folder, scan)?;
            }
            if let Some(path) = self.special.take() {
                return Err(Bypass::Special { path });
            }
            self.ask()?;
            // Macros may be defined anywhere, so they are expanded after all files were scanned; the files that they
            // name may define more.
            for (folder, text) in self.computed.clone() {
                for name in self.expand(&text)? {
                    self.follow(&folder, &Named { name, is_next: true });
                }
            }
            if self.pending.is_empty()
                && self.askers.values().all(|known| *known == self.texts.len())
            {
                break;
            }
        }
        let readings = self.texts.iter().flat_map(|(_, readings)| readings);
        match pasted(readings, self.askers.keys()) {
            Some(name) if is_time(&name) => Err(Bypass::Time),
            Some(text) => Err(Bypass::Computed { text }),
            None => Ok(()),
        }
    }

    fn look_at(&mut self, folder: PathBuf, mut scan: Scan) -> Result<(), Bypass> {
        if scan.has_time {
            return Err(Bypass::Time);
        }
        let readings = std::mem::take(&mut scan.readings);
        self.take(&folder, scan)?;
        self.texts.push((folder, readings));
        Ok(())
    }

    /// Finds the uses of all macros that ask whether a file exists, which can be in any file.
    fn ask(&mut self) -> Result<(), Bypass> {
        for (asker, known) in self.askers.clone() {
            let mut scans = Vec::new();
            for (folder, readings) in &self.texts[known..] {
                let mut scan = Scan::default();
                readings.iter().for_each(|reading| scan.uses_of(&asker, reading));
                scans.push((folder.clone(), scan));
            }
            for (folder, scan) in scans {
                self.take(&folder, scan)?;
            }
            self.askers.insert(asker, self.texts.len());
        }
        Ok(())
    }

    fn take(&mut self, folder: &Path, scan: Scan) -> Result<(), Bypass> {
        if let Some(text) = scan.unclear {
            return Err(Bypass::Computed { text });
        }
        for name in &scan.named {
            self.follow(folder, name);
        }
        for (name, body) in scan.objects {
            let bodies = self.objects.entry(name).or_default();
            if !bodies.contains(&body) {
                bodies.push(body);
            }
        }
        self.functions.extend(scan.functions);
        for asker in scan.askers {
            self.askers.entry(asker).or_default();
        }
        let computed = scan.computed.into_iter().map(|text| (folder.to_path_buf(), text));
        self.computed.extend(computed);
        Ok(())
    }

    /// Visits all files that a name could refer to.
    fn follow(&mut self, own_folder: &Path, named: &Named) {
        let name = path_of(&named.name);
        // A name without an extension may have this one.
        let stdh = name.extension().is_none().then(|| name.with_extension("stdh"));
        let names: Vec<PathBuf> = [name].into_iter().chain(stdh).collect();
        for folder in [own_folder.to_path_buf(), self.source_folder.clone()] {
            names.iter().for_each(|name| self.visit(folder.join(name)));
        }
        for at in 0..self.folders.len() {
            let path = self.folders[at].join(&names[0]);
            self.visit(path.clone());
            if !named.is_next && self.found.files.contains_key(&path) {
                break;
            }
            for name in &names[1..] {
                self.visit(self.folders[at].join(name));
            }
        }
    }

    /// Records a file, if it exists, and reads it if it wasn't read before.
    fn visit(&mut self, path: PathBuf) {
        if !self.tried.insert(path.clone()) {
            return;
        }
        let stamp = Stamp::of(&path);
        let about = fs::metadata(&path).ok();
        if let Some(about) = &about
            && !about.is_file()
            && !about.is_dir()
        {
            // Reading a pipe blocks, and returns different data each time.
            self.special.get_or_insert(path);
            return;
        }
        let read = about.filter(fs::Metadata::is_file);
        let read = read.and_then(|_| fs::read(&path).ok());
        let Some(contents) = read else {
            if stamp.is_some() {
                self.found.unreadable.insert(path.clone(), stamp);
            }
            self.found.absent.insert(path);
            return;
        };
        let digest = Sha256::digest(&contents).into();
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        // One file has many paths, through `..` and links, and its includes may be next to either.
        let real = fs::canonicalize(&path).ok();
        let real_folder = fs::canonicalize(or_here(&folder)).ok();
        self.found.files.insert(path, (digest, stamp));
        if let Some(place) = real.zip(real_folder)
            && self.seen.insert(place)
        {
            self.pending.push((folder, Scan::of(&latin(&contents))));
        }
    }

    /// Returns the names that a text with macros could mean.
    fn expand(&self, text: &str) -> Result<Vec<String>, Bypass> {
        /// The limit on names, and below it that on nested macros: both are more than any header needs.
        const MOST: usize = 64;
        const DEEPEST: usize = 16;
        let unknown = || Bypass::Computed { text: text.to_owned() };
        let mut texts = vec![text.to_owned()];
        for _ in 0..DEEPEST {
            let mut next = Vec::new();
            let mut is_done = true;
            for text in &texts {
                let expanded = self.expand_once(text).ok_or_else(unknown)?;
                is_done &= expanded.len() == 1 && expanded.first() == Some(text);
                next.extend(expanded);
            }
            next.sort();
            next.dedup();
            if next.len() > MOST {
                return Err(unknown());
            }
            if is_done {
                let mut names = BTreeSet::new();
                for text in &next {
                    names.extend(names_in(text).ok_or_else(unknown)?);
                }
                return Ok(names.into_iter().collect());
            }
            texts = next;
        }
        Err(unknown())
    }

    /// Returns the text with its first macro replaced by all that it is defined as.
    fn expand_once(&self, text: &str) -> Option<Vec<String>> {
        // A name in quotation marks isn't expanded.
        if text.trim_start().starts_with('"') {
            return Some(vec![text.to_owned()]);
        }
        let mut start = 0;
        while start < text.len() {
            let rest = &text[start..];
            let Some(at) = rest.find(is_word) else {
                break;
            };
            let word = &rest[at..];
            let length = word.find(|c| !is_word(c)).unwrap_or(word.len());
            let word = &word[..length];
            let (from, to) = (start + at, start + at + length);
            let is_call = text[to..].trim_start().starts_with('(');
            if self.functions.contains(word) && is_call {
                return None;
            }
            if let Some(bodies) = self.objects.get(word) {
                let bodies = bodies.iter().filter(|body| body.as_str() != word);
                let replaced = bodies.map(|body| format!("{}{body}{}", &text[..from], &text[to..]));
                return Some(replaced.collect());
            }
            // It could be predefined by the compiler, such as `__FILE__`.
            if word.starts_with("__") {
                return None;
            }
            start = to;
        }
        Some(vec![text.to_owned()])
    }
}

/// Returns the names that a text without macros could mean, if it is certain.
fn names_in(text: &str) -> Option<Vec<String>> {
    // Token pasting, or universal character names.
    if ["##", "%:", "\\"].iter().any(|mark| text.contains(mark)) {
        return None;
    }
    match name_and_rest(text.trim()) {
        // Compilers differ in the white space that is left by macros.
        Some((name, _)) => {
            let words = || name.split_whitespace();
            Some(vec![name.to_owned(), words().collect::<Vec<_>>().join(" "), words().collect()])
        }
        // What remains isn't a macro: such a line isn't compiled.
        None => (!text.contains(['<', '"'])).then(Vec::new),
    }
}

/// Returns the folder, or the working folder for an empty path, which the system doesn't accept.
fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// Converts each byte to a character, so that nothing is lost in any encoding.
fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// Converts the name to a path.
fn path_of(text: &str) -> PathBuf {
    let bytes = text.chars().map(|character| u8::try_from(character).unwrap_or(b'?'));
    let bytes: Vec<u8> = bytes.collect();
    #[cfg(unix)]
    return PathBuf::from(<std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes));
    #[cfg(not(unix))]
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the values of an option with these names: in the next word, after `=`, or, for a one-letter option, right
/// after it.
fn values(options: &[String], names: &[&str]) -> Vec<String> {
    let mut values = Vec::new();
    let mut options = options.iter();
    while let Some(option) = options.next() {
        let found = names.iter().find_map(|name| Some((name, option.strip_prefix(name)?)));
        match found {
            Some((_, "")) => values.extend(options.next().cloned()),
            Some((name, rest)) => match rest.strip_prefix('=') {
                Some(value) => values.push(value.to_owned()),
                // NVRTC leaves out the space.
                None if name.len() == 2 => values.push(rest.trim().to_owned()),
                None => {}
            },
            None => {}
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_found_in_every_spelling() {
        let options = ["--include-path=/a", "-I/b", "-I=/c", "-I", "/d", "-I /e", "--std=c++17"];
        let options = options.map(str::to_owned);
        assert_eq!(values(&options, &["--include-path", "-I"]), ["/a", "/b", "/c", "/d", "/e"]);
        let options = ["--pre-include=a", "-include", "b"].map(str::to_owned);
        assert_eq!(values(&options, &["--pre-include", "-include"]), ["a", "b"]);
    }

    #[test]
    fn an_include_by_macro_counts_as_every_possible_name() {
        let source = "#define HOST cpp\n#define DEVICE cuda\n#if A\n#define SYSTEM HOST\n#else\n#define SYSTEM DEVICE\n#endif\n\
                      #define HEADER <system/SYSTEM/sort.h>\n#include HEADER\n#include NEVER_DEFINED\n";
        let includes = Includes::of(&Program::new("k.cu", source).include_dir("/nowhere")).unwrap();
        for path in ["/nowhere/system/cpp/sort.h", "/nowhere/system/cuda/sort.h"] {
            assert!(includes.absent.contains(Path::new(path)), "{includes:?}");
        }
        let unknown = Program::new("k.cu", "#define H(x) <x>\n#include H(a)\n");
        let bypass = Includes::of(&unknown).unwrap_err();
        assert_eq!(
            bypass.to_string(),
            "it includes or asks for `H(a)`, whose name only the compiler knows"
        );
    }
}
