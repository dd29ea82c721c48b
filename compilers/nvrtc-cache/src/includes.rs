//! The files that a program could include.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf, is_separator};

use nvrtc::Program;
use sha2::{Digest, Sha256};

use crate::bypass::Bypass;
use crate::options::{Options, latin};
use crate::places::Places;
use crate::reading::{Reading, is_word, name_and_rest};
use crate::scan::{IncludeName, Scan, is_time, pasted};
use crate::stamp::Stamp;

/// Every file that an `#include` in the program or in such a file could refer to, regardless of any `#if`.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Includes {
    /// The files by path, each with a hash of the contents, and its stamp before it was read.
    pub files: BTreeMap<PathBuf, ([u8; 32], Option<Stamp>)>,
    /// Paths that would be used if a file existed there.
    pub absent: BTreeSet<PathBuf>,
    /// Folders where a file would be used, with their stamps.
    pub folders: BTreeMap<PathBuf, Option<Stamp>>,
}

impl Includes {
    /// Returns `true` if the program includes nothing at all.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.absent.is_empty()
    }

    /// Returns where files could appear and disappear without a trace here.
    pub fn places(&self) -> Places {
        let mut places = Places::default();
        let existing = self.files.keys().chain(self.folders.keys());
        existing.chain(&self.absent).for_each(|path| places.add(path));
        places
    }

    /// Returns the stamps of all files and folders.
    pub fn stamps(&self) -> impl Iterator<Item = Stamp> {
        let files = self.files.values().map(|(_, stamp)| *stamp);
        files.chain(self.folders.values().copied()).flatten()
    }

    /// Returns for each file the place of the first one that is the same file.
    pub fn firsts(&self) -> Vec<usize> {
        let mut contents = HashMap::new();
        let mut firsts = Vec::new();
        for (path, (_, stamp)) in &self.files {
            let identity = stamp.as_ref().map(|stamp| stamp.identity(path));
            firsts.push(*contents.entry(identity).or_insert(firsts.len()));
        }
        firsts
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
    let files = Includes::of(program, &Options::of(program)?)?.files.into_keys();
    let real: BTreeSet<PathBuf> = files.filter_map(|path| fs::canonicalize(path).ok()).collect();
    Ok(real.into_iter().collect())
}

/// The walk from a program to the files.
#[derive(Default)]
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
    /// Collects the files of `program`, which has these options.
    pub fn of(program: &Program<'_>, options: &Options) -> Result<Self, Bypass> {
        let own_folder = |name: &str| {
            // A `Path` would leave out a slash at the end.
            let end = name.rfind(is_separator).map_or(0, |at| at + 1);
            path_of(&name[..end])
        };
        let source_folder = own_folder(&latin(program.name()));
        let mut walk = Walk {
            folders: options.folders.iter().map(|folder| path_of(folder)).collect(),
            source_folder: source_folder.clone(),
            ..Walk::default()
        };
        walk.pending.push((source_folder.clone(), Scan::of(&latin(program.source()))));
        for (name, text) in program.headers() {
            let name = latin(name);
            walk.pending.push((own_folder(&name), Scan::of(&latin(text))));
            // NVRTC counts a file with this name as the same as the header.
            walk.visit(path_of(&name));
        }
        // NVRTC compiles them as a file in the working folder.
        for expression in program.name_expressions() {
            walk.pending.push((PathBuf::new(), Scan::of(&latin(expression))));
        }
        for name in &options.headers {
            walk.follow(Path::new(""), &IncludeName { name: name.clone(), is_next: true });
        }
        for definition in &options.definitions {
            walk.pending.push((source_folder.clone(), Scan::of_definition(definition)));
        }
        walk.run()?;
        Ok(walk.found)
    }

    /// Returns the paths that `files` could include if there were something, next to them and in `folders`. What isn't
    /// certain is left out.
    pub fn absent_from(files: &[&Path], folders: Vec<PathBuf>) -> BTreeSet<PathBuf> {
        let source_folder = files.first().and_then(|path| path.parent()).unwrap_or(Path::new(""));
        let source_folder = source_folder.to_path_buf();
        let mut walk = Walk { folders, source_folder, ..Walk::default() };
        files.iter().for_each(|path| walk.visit(path.to_path_buf()));
        loop {
            while let Some((folder, mut scan)) = walk.pending.pop() {
                scan.has_time = false;
                scan.unclear = None;
                let _ = walk.look_at(folder, scan);
            }
            let _ = walk.ask();
            for (folder, text) in std::mem::take(&mut walk.computed) {
                for name in walk.expand(&text).unwrap_or_default() {
                    walk.follow(&folder, &IncludeName { name, is_next: true });
                }
            }
            if walk.pending.is_empty() {
                return walk.found.absent;
            }
        }
    }
}

impl Walk {
    fn run(&mut self) -> Result<(), Bypass> {
        loop {
            while let Some((folder, scan)) = self.pending.pop() {
                self.look_at(folder, scan)?;
            }
            self.ask()?;
            // Macros may be defined anywhere, so they are expanded after all files were scanned; the files that they
            // name may define more.
            for (folder, text) in self.computed.clone() {
                for name in self.expand(&text)? {
                    self.follow(&folder, &IncludeName { name, is_next: true });
                }
            }
            if let Some(path) = self.special.take() {
                return Err(Bypass::Special { path });
            }
            if self.pending.is_empty()
                && self.askers.values().all(|count| *count == self.texts.len())
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
    fn follow(&mut self, own_folder: &Path, named: &IncludeName) {
        let name = path_of(&named.name);
        // A name without an extension may have this one, also after a slash at its end.
        let is_bare = !named.name.rsplit('/').next().unwrap_or_default().contains('.');
        let stdh = is_bare.then(|| path_of(&format!("{}.stdh", named.name)));
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
        let Some(about) = about.filter(fs::Metadata::is_file) else {
            if stamp.is_some() {
                self.found.folders.insert(path.clone(), stamp);
            }
            self.found.absent.insert(path);
            return;
        };
        let real = fs::canonicalize(&path).ok();
        let read = fs::read(&path).ok().filter(|contents| contents.len() as u64 == about.len());
        let Some(contents) = read.filter(|_| !real.as_deref().is_some_and(is_of_the_system)) else {
            // It changes without a trace in its metadata, or just now, or other users can read it.
            self.special.get_or_insert(path);
            return;
        };
        let digest = Sha256::digest(&contents).into();
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        // One file has many paths, through `..` and links, and its includes may be next to either.
        let real_folder = fs::canonicalize(or_here(&folder)).ok();
        self.found.files.insert(path, (digest, stamp));
        let Some(place) = real.zip(real_folder) else { return };
        if self.seen.insert(place) {
            self.pending.push((folder, Scan::of(&latin_of(&contents))));
        } else {
            // What is next to this path is known by another one, as long as this is the same folder.
            let folder = or_here(&folder);
            self.found.folders.insert(folder.to_path_buf(), Stamp::of(folder));
        }
    }

    /// Returns the names that a text with macros could mean.
    fn expand(&self, text: &str) -> Result<Vec<String>, Bypass> {
        /// The most macros to expand: more than any header needs.
        const MOST: usize = 2000;
        let unknown = || Bypass::Computed { text: text.to_owned() };
        let texts = self.meanings(text, &mut Vec::new(), &mut { MOST }).ok_or_else(unknown)?;
        let names = texts.iter().map(|text| name_in(text).ok_or_else(unknown));
        let names: Result<Vec<_>, _> = names.collect();
        Ok(names?.into_iter().flatten().map(str::to_owned).collect())
    }

    /// Returns what a text could become within these macros, if it is certain and not too much. Each macro is replaced by
    /// all that it is defined as anywhere, and kept, because it may not be defined, or within itself.
    fn meanings<'w>(
        &'w self,
        text: &'w str,
        within: &mut Vec<&'w str>,
        left: &mut usize,
    ) -> Option<BTreeSet<String>> {
        /// The most texts, and the most macros within each other.
        const MOST: usize = 64;
        *left = left.checked_sub(1)?;
        if within.len() > MOST {
            return None;
        }
        let mut meanings = BTreeSet::from([String::new()]);
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|c| is_word(c) != is_word(first)).unwrap_or(rest.len());
            let (part, after) = rest.split_at(end);
            rest = after;
            let bodies = self.objects.get(part);
            let is_macro = self.functions.contains(part);
            if is_word(first) && (is_macro || could_be_predefined(part, bodies.is_some())) {
                return None;
            }
            let mut parts = BTreeSet::from([part.to_owned()]);
            if !within.contains(&part) {
                within.push(part);
                for body in bodies.into_iter().flatten() {
                    parts.extend(self.meanings(body, within, left)?);
                }
                within.pop();
            }
            if meanings.len() * parts.len() > MOST {
                return None;
            }
            let mut longer = BTreeSet::new();
            for before in &meanings {
                longer.extend(parts.iter().map(|part| format!("{before}{part}")));
            }
            meanings = longer;
        }
        Some(meanings)
    }
}

/// Returns `true` if a name could be a macro of the compiler; `is_defined` is whether the program defines one.
fn could_be_predefined(name: &str, is_defined: bool) -> bool {
    const FAMILIES: [&str; 13] = [
        "NV_", "nv_", "CUDA", "CU_", "EDG_", "STDC", "NULL", "cdecl", "cplus", "cpp_", "linux",
        "special", "unix",
    ];
    let rest = name.trim_start_matches('_');
    let is_reserved = rest.len() < name.len();
    let is_of_cuda = rest.strip_prefix("cuda").is_some_and(|rest| {
        let next = rest.chars().next();
        next.is_some_and(|c| c.is_ascii_uppercase())
    });
    let is_upper = || rest.contains(|c: char| c.is_ascii_uppercase());
    is_of_cuda
        || FAMILIES.iter().any(|family| rest.starts_with(family))
        || is_reserved && (name.ends_with('_') || !is_defined && is_upper())
}

/// Returns the name in a text without macros, if there is one; `None` if it isn't certain.
fn name_in(text: &str) -> Option<Option<&str>> {
    let text = text.trim_ascii();
    let is_simple = |c: char| is_word(c) || " \t<>\"!&*+,-./:;=?[]^{|}~%#".contains(c);
    // Token pasting is none.
    if !text.chars().all(is_simple) || text.contains("##") || text.contains("%:") {
        return None;
    }
    // Such a line isn't compiled.
    if text.is_empty() || text.starts_with(is_word) {
        return Some(None);
    }
    let (name, rest) = name_and_rest(text)?;
    // Compilers differ in the white space that is left by macros, and a `>` could be a part of `->` or `>=`.
    let is_certain = text.starts_with('"') || !name.contains([' ', '\t', '"']);
    let ends = rest.is_empty() || rest.starts_with([' ', '\t']) || rest.starts_with(is_word);
    (is_certain && ends && !rest.contains(['>', '"'])).then_some(Some(name))
}

/// Returns the folder, or the working folder for an empty path, which the system doesn't accept.
fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// Returns `true` if the system makes up the contents of the files in a folder.
fn is_of_the_system(path: &Path) -> bool {
    cfg!(target_os = "linux") && (path.starts_with("/proc") || path.starts_with("/sys"))
}

/// Converts each byte to a character, so that nothing is lost in any encoding.
fn latin_of(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        // Nearly all are, and a copy is quicker where nothing is optimized, as in build scripts.
        Ok(text) if text.is_ascii() => text.to_owned(),
        _ => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_include_by_macro_counts_as_every_possible_name() {
        let source = "#define HOST cpp\n#define DEVICE cuda\n#if A\n#define SYSTEM HOST\n#else\n#define SYSTEM DEVICE\n#endif\n\
                      #define HEADER <system/SYSTEM/sort.h>\n#include HEADER\n#include NEVER_DEFINED\n";
        let includes = |program: &Program<'_>| Includes::of(program, &Options::of(program)?);
        let found = includes(&Program::new("k.cu", source).include_dir("/nowhere")).unwrap();
        // Each macro may not be defined there.
        for system in ["cpp", "cuda", "HOST", "DEVICE", "SYSTEM"] {
            let path = format!("/nowhere/system/{system}/sort.h");
            assert!(found.absent.contains(Path::new(&path)), "{system}: {found:?}");
        }
        let unknown = Program::new("k.cu", "#define H(x) <x>\n#include H(a)\n");
        let bypass = includes(&unknown).unwrap_err();
        assert_eq!(
            bypass.to_string(),
            "it includes or asks for `H(a)`, whose name only the compiler knows"
        );
    }
    #[test]
    fn macros_that_could_mean_too_much_are_unknown() {
        let nested = (0..5000).map(|n| format!("#define A{n} A{}\n", n + 1));
        let mutual = (0..40).map(|n| {
            let others: Vec<String> = (0..40).map(|other| format!("A{other}")).collect();
            format!("#define A{n} {}\n", others.join("/"))
        });
        for definitions in [nested.collect::<String>(), mutual.collect()] {
            let program = Program::new("k.cu", format!("{definitions}#include A0\n"));
            let found = Includes::of(&program, &Options::default());
            assert!(matches!(found, Err(Bypass::Computed { .. })), "{found:?}");
        }
    }
}
