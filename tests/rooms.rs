//! Checks that the rooms of each house depend only on those before them in its table, that the files of no crate use each
//! other in a circle that isn't listed, and that no macro is named as one of the standard library. That the rooms of
//! `cuda-driver` with a feature need no other, CI checks: `cargo hack check --each-feature`.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use cuda_rust::sources::below;

const WORKSPACE: &str = env!("CARGO_MANIFEST_DIR");

/// A crate whose rooms are listed, lowest first, in a table.
struct House {
    sources: &'static str,
    /// The page with the table, and the line before it.
    page: &'static str,
    heading: &'static str,
    /// The rooms that use a higher one, and why.
    upward: &'static [(&'static str, &'static str, &'static str)],
    /// The room that uses all.
    uses_all: &'static str,
    /// How many imports there are at least, or they aren't read.
    imports: usize,
}

const DRIVER: House = House {
    sources: "cuda-driver/src",
    page: "ARCHITECTURE.md",
    heading: "## The rooms of `cuda-driver`",
    upward: &[
        ("error", "array", "the descriptor that is invalid"),
        ("error", "graph", "the node that is refused"),
        ("error", "texture", "the descriptor that is invalid"),
    ],
    uses_all: "lib",
    imports: 300,
};

const SIMULATOR: House = House {
    sources: "cuda-sim/src",
    page: "cuda-sim/src/design.md",
    heading: "# The rooms",
    upward: &[],
    uses_all: "lib",
    imports: 300,
};

const ENGINE: House = House {
    sources: "cuda-sim/engine/src",
    page: "cuda-sim/engine/src/design.md",
    heading: "# The rooms",
    upward: &[
        ("code", "races", "a kernel whose body is Rust tells what it accesses"),
        ("code", "state", "what a handler is passed"),
    ],
    uses_all: "lib",
    imports: 500,
};

/// A crate whose rooms are a row of one page.
const fn row(
    sources: &'static str,
    upward: &'static [(&'static str, &'static str, &'static str)],
) -> House {
    let page = "docs/rooms.md";
    House { sources, page, heading: "", upward, uses_all: "lib", imports: 10 }
}

const HOUSES: [House; 26] = [
    DRIVER,
    SIMULATOR,
    ENGINE,
    row("cuda-pathfinder/src", &[]),
    row("compilers/nvrtc/src", &[("error", "options", "which option needs a newer version")]),
    row("compilers/cuda-build/src", &[]),
    row("libraries/cublas/src", &[]),
    row(
        "libraries/cudnn/src",
        &[("handle", "convolution", "the algorithm that was chosen for it")],
    ),
    row("libraries/cufft/src", &[]),
    row("libraries/cusolver/src", &[]),
    row("libraries/cusparse/src", &[]),
    row("libraries/cudss/src", &[]),
    row("libraries/nvcomp/src", &[]),
    row("libraries/nvml/src", &[]),
    row("libraries/curand/src", &[]),
    row(
        "libraries/nccl/src",
        &[
            ("operator", "communicator", "whose operator it is"),
            ("shutdown", "communicator", "how long it waits"),
        ],
    ),
    row("libraries/profiler/src", &[]),
    row("libraries/cudart/src", &[]),
    row("arrays/cuda-ndarray/src", &[]),
    row("arrays/cuda-arrow/src", &[]),
    row(
        "arrays/cuda-awkward/src",
        &[
            ("combining", "elementwise", "how operands are broadcast"),
            ("elementwise", "structure", "texts that change within lists"),
        ],
    ),
    row("compilers/nvrtc-cache/src", &[]),
    row("compat/cudarc/src", &[]),
    row("cuda-sim/libraries/src", &[]),
    row("cuda-sim/command/src", &[]),
    row("xtask/src", &[]),
];

/// The files of a crate that use each other in a circle, and why they stay so.
const CIRCLES: [(&str, &[&str], &str); 8] = [
    (
        "compilers/nvrtc/src",
        &["error", "library", "options", "program"],
        "an error says which release has an option; that is in the table of the options' methods",
    ),
    (
        "compat/cudarc/src",
        &["driver/safe/event", "driver/safe/stream"],
        "as in cudarc: a stream records events, and an event is recorded by a stream",
    ),
    (
        "compat/cudarc/src",
        &["driver/safe/launch", "driver/safe/module"],
        "as in cudarc: a function makes its launch, which has the function",
    ),
    (
        "cuda-sim/engine/src",
        &["code", "state/avx2", "state/block_group", "state/chooser", "state/core", "state/grid"],
        "an instruction has the function that executes it, with the state of which the code is a part",
    ),
    (
        "cuda-sim/engine/src",
        &["decode/body", "decode/fences", "decode/fusion", "decode/load_coalescing"],
        "the decoder of a function keeps what joins its instructions, and they look into it",
    ),
    (
        "cuda-sim/engine/src",
        &["ops/memory", "ops/vector_memory"],
        "a load of each lane and one of vectors fall back on each other",
    ),
    (
        "cuda-sim/engine/src",
        &["ptx/arguments", "ptx/functions", "ptx/parser", "ptx/variables"],
        "the files of a recursive descent",
    ),
    (
        "cuda-sim/src",
        &["state/graph/device", "state/graph/schedule"],
        "a graph's kernels launch graphs",
    ),
];

/// An import of a room by a file of another.
struct Import {
    room: String,
    /// The room that it names; what isn't one, up to the first `::`.
    name: String,
    file: String,
}

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(WORKSPACE).join(path)).unwrap()
}

/// Returns the room of a path: the deepest of `rooms` that it is in, or its first part.
fn room_of(path: &str, rooms: &[String]) -> String {
    let is_in = |room: &&String| {
        let rest = path.strip_prefix(room.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let deepest = rooms.iter().filter(is_in).max_by_key(|room| room.len());
    let first = path.split('/').next().unwrap_or_default();
    deepest.map_or(first, |room| room).to_owned()
}

/// Returns the path at the begin of a text, with slashes.
fn path_of(text: &str) -> String {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    text[..end.unwrap_or(text.len())].replace("::", "/")
}

impl House {
    /// Returns the rooms in the order of the table.
    fn rooms(&self) -> Vec<String> {
        let text = read(self.page);
        if self.heading.is_empty() {
            let name = format!("| `{}` |", self.sources.trim_end_matches("/src"));
            let row = text.lines().find_map(|line| line.strip_prefix(&name)).unwrap();
            return row.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        }
        let (_, after) = text.split_once(&format!("{}\n", self.heading)).unwrap();
        let (section, _) = after.split_once("\n# ").unwrap_or((after, ""));
        let (section, _) = section.split_once("\n## ").unwrap_or((section, ""));
        let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
        rows.map(|row| row.split('`').next().unwrap().to_owned()).collect()
    }

    fn imports(&self) -> Vec<Import> {
        let rooms = self.rooms();
        let folder = Path::new(WORKSPACE).join(self.sources);
        let mut imports = Vec::new();
        for path in below(&folder).unwrap() {
            let Some(file) = path.strip_prefix(&folder).unwrap().to_str() else {
                continue;
            };
            let file = file.replace('\\', "/");
            let room = room_of(file.trim_end_matches(".rs"), &rooms);
            let text = std::fs::read_to_string(&path).unwrap();
            // Documentation names what it likes, also where it depends on a feature.
            let is_code = |line: &&str| {
                !["//", "doc = "].iter().any(|start| line.trim_start().starts_with(start))
            };
            let module = file.trim_end_matches(".rs");
            let parent = module.rsplit_once('/').map_or("", |(parent, _)| parent);
            for line in text.lines().filter(is_code) {
                let mut note = |path: &str| {
                    let name = room_of(path, &rooms);
                    if name != room {
                        let (room, file) = (room.clone(), file.clone());
                        imports.push(Import { room, name, file });
                    }
                };
                // `$crate::` is in a macro, for other crates.
                for (at, _) in line.match_indices("crate::") {
                    let is_text = line[..at].matches('"').count() % 2 == 1;
                    if !is_text && !line[..at].ends_with(|c: char| c == '$' || c.is_alphanumeric())
                    {
                        note(&path_of(&line[at + "crate::".len()..]));
                    }
                }
                if let Some(rest) = line.strip_prefix("use super::") {
                    note(format!("{parent}/{}", path_of(rest)).trim_matches('/'));
                }
            }
        }
        assert!(imports.len() > self.imports, "{}", imports.len());
        imports
    }

    fn check(&self) {
        let rooms = self.rooms();
        // That of a folder of rooms is its highest room's.
        let place = |name: &str| {
            let is_in = |room: &String| room_of(room, &[name.to_owned()]) == name;
            rooms.iter().rposition(is_in)
        };
        let sources = Path::new(WORKSPACE).join(self.sources);
        for room in &rooms {
            let file = sources.join(room).with_extension("rs");
            assert!(file.exists(), "{} has no such file", file.display());
        }
        let mut upward = BTreeSet::new();
        let mut wrong = Vec::new();
        for Import { room, name, file } in self.imports() {
            if room == self.uses_all
                || place(&room).is_none_or(|room| place(&name).is_none_or(|name| name < room))
            {
                continue;
            }
            let upward_row = self.upward.iter().find(|row| (row.0, row.1) == (&room, &name));
            match upward_row {
                Some(row) => drop(upward.insert((row.0, row.1))),
                None => wrong.push(format!("{file} uses {name}, which isn't below {room}")),
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        let listed: BTreeSet<_> = self.upward.iter().map(|row| (row.0, row.1)).collect();
        assert_eq!(upward, listed, "a row of `upward` is no longer needed");
    }
}

#[test]
fn imports_name_the_room() {
    for house in HOUSES {
        let mut from_root = house.imports();
        from_root
            .retain(|import| import.room != "lib" && !import.name.starts_with(char::is_lowercase));
        let files: Vec<_> = from_root.iter().map(|import| &import.file).collect();
        assert!(files.is_empty(), "{files:?}");
    }
}

#[test]
fn a_room_uses_only_lower_rooms() {
    for house in HOUSES {
        house.check();
    }
}

/// A name that a `use` item brings into a file, and its path: `use a::{b, c as d}` has `b` for `a/b`, and `d` for `a/c`.
struct Name {
    name: String,
    path: String,
    /// Whether other files may use it, too.
    is_public: bool,
}

/// Returns the names of what follows `use`, whose paths begin with `prefix`.
fn names(text: &str, prefix: &str, is_public: bool) -> Vec<Name> {
    let (before, group) = text.split_once('{').unwrap_or((text, ""));
    let prefix = format!("{prefix}{}", before.replace("::", "/"));
    let Some((group, _)) = group.rsplit_once('}') else {
        let (path, name) = prefix.split_once(" as ").unwrap_or((&prefix, ""));
        let path = path.trim().trim_end_matches("/self");
        let name = if name.is_empty() { path.rsplit('/').next().unwrap_or(path) } else { name };
        let name = name.trim().to_owned();
        return vec![Name { name, path: path.to_owned(), is_public }];
    };
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for letter in group.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if letter == ',' && depth == 0 {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(letter);
        }
    }
    let parts = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    parts.flat_map(|part| names(part, &prefix, is_public)).collect()
}

/// Returns code without comments, literals of text, and tests.
fn code_of(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let without_literals = lines.map(|line| {
        let line = line.replace("\\\"", "").replace("'\"'", "");
        let parts = line.split('"').enumerate().filter(|(index, _)| index % 2 == 0);
        parts.map(|(_, part)| part).collect::<String>()
    });
    format!("\n{}", without_literals.collect::<Vec<_>>().join("\n"))
}

/// A file of a crate.
struct File {
    code: String,
    names: Vec<Name>,
    /// The code without its `use` items.
    rest: String,
}

impl File {
    /// Reads a file, given the path of its module.
    fn read(path: &Path, module: &str) -> Self {
        let code = code_of(&std::fs::read_to_string(path).unwrap());
        let (mut rest, mut found) = (String::new(), Vec::new());
        for (index, item) in code.split("use ").enumerate() {
            let before = rest.rsplit('\n').next().unwrap_or_default().to_owned();
            let is_public = before.starts_with("pub") && before.ends_with([' ', ')']);
            let is_item = index > 0 && (before.is_empty() || is_public);
            let Some((used, after)) = item.split_once(';').filter(|_| is_item) else {
                rest.push_str(if index == 0 { "" } else { "use " });
                rest.push_str(item);
                continue;
            };
            rest.truncate(rest.len() - before.len());
            rest.push_str(after);
            found.extend(names(&used.replace('\n', " "), "", is_public));
        }
        for Name { path, .. } in &mut found {
            *path = absolute(path, module);
        }
        Self { code, names: found, rest }
    }

    fn defines(&self, name: &str) -> bool {
        let kinds = ["struct", "enum", "fn", "trait", "type", "const", "static", "union", "mod"];
        kinds.iter().any(|kind| {
            self.rest.match_indices(&format!("{kind} {name}")).any(|(at, found)| {
                let after = &self.rest[at + found.len()..];
                !after.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_')
            })
        })
    }

    fn mentions(&self, name: &str) -> bool {
        let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        self.rest.match_indices(name).any(|(at, _)| {
            !self.rest[..at].ends_with(|letter| is_of_word(letter) || letter == ':')
                && !self.rest[at + name.len()..].starts_with(is_of_word)
        })
    }
}

/// Returns a path from the crate's root, given the module that has it.
fn absolute(path: &str, module: &str) -> String {
    let path = path.trim_start_matches('/');
    if let Some(path) = path.strip_prefix("crate/") {
        return path.to_owned();
    }
    let module = if module == "lib" || module == "main" { "" } else { module };
    let (mut within, mut rest) = (module, path.strip_prefix("self/").unwrap_or(path));
    while let Some(path) = rest.strip_prefix("super/") {
        within = within.rsplit_once('/').map_or("", |(parent, _)| parent);
        rest = path;
    }
    format!("{within}/{rest}").trim_start_matches('/').to_owned()
}

/// Returns the file with what a path names, also where a `use` item of another file stands for it.
fn file_of(files: &BTreeMap<String, File>, path: &str) -> Option<String> {
    resolved(files, path, &mut BTreeSet::new())
}

/// [`file_of`], without the names that are being looked for.
fn resolved(
    files: &BTreeMap<String, File>,
    path: &str,
    open: &mut BTreeSet<(String, String)>,
) -> Option<String> {
    let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
    let longest = ends.rev().map(|end| &path[..end]).find(|name| files.contains_key(*name));
    let module =
        longest.or_else(|| ["lib", "main"].into_iter().find(|root| files.contains_key(*root)))?;
    let rest = longest.map_or(path, |module| path[module.len()..].trim_start_matches('/'));
    let (name, after) = rest.split_once('/').unwrap_or((rest, ""));
    let file = &files[module];
    let is_new = open.insert((module.to_owned(), name.to_owned()));
    if name.is_empty() || !is_new || file.defines(name) {
        return Some(module.to_owned());
    }
    for used in &file.names {
        let found = match &*used.name {
            "*" => {
                let all = used.path.trim_end_matches("/*");
                resolved(files, all, open).filter(|found| {
                    let found = &files[found];
                    found.defines(name) || found.names.iter().any(|used| used.name == name)
                })
            }
            used_name if used_name == name => {
                let path = format!("{}/{after}", used.path);
                resolved(files, path.trim_matches('/'), open)
            }
            _ => None,
        };
        // A crate's name isn't a file.
        if let Some(found) = found.filter(|found| found != "lib" && found != "main") {
            return Some(found);
        }
    }
    Some(module.to_owned())
}

/// Returns the files that each file below a folder uses, without the modules that it is in: their names lack `.rs`. What a
/// module re-exports is of the file that defines it.
fn uses(sources: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let modules = below(sources).unwrap().into_iter().map(|path| {
        let module = path.strip_prefix(sources).unwrap().with_extension("");
        let module = module.to_str().unwrap().replace('\\', "/");
        let file = File::read(&path, &module);
        (module, file)
    });
    let files: BTreeMap<String, File> = modules.collect();
    let uses = files.iter().map(|(module, file)| {
        // What is only re-exported isn't used.
        let is_used = |name: &&Name| !name.is_public || file.mentions(&name.name);
        let mut paths: Vec<String> =
            file.names.iter().filter(is_used).map(|name| name.path.clone()).collect();
        for (at, found) in file.code.match_indices("crate::") {
            // `$crate::` is in a macro, for other crates.
            if !file.code[..at].ends_with(|letter: char| letter == '$' || letter.is_alphanumeric())
            {
                paths.push(path_of(&file.code[at + found.len()..]).replace("//", "/"));
            }
        }
        let used = paths
            .iter()
            .filter_map(|path| file_of(&files, path.trim_matches('/').trim_end_matches("/*")));
        let is_outer = |used: &String| Path::new(module).starts_with(used);
        let used = used.filter(|used| used != "lib" && used != "main" && !is_outer(used));
        (module.clone(), used.collect())
    });
    uses.filter(|(module, _)| module != "lib").collect()
}

/// Returns the files that a file uses, directly or by others.
fn reached<'u>(uses: &'u BTreeMap<String, BTreeSet<String>>, file: &str) -> BTreeSet<&'u String> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![file]);
    while let Some(next) = open.pop() {
        let new = uses.get(next).into_iter().flatten().filter(|use_| reached.insert(*use_));
        open.extend(new.map(String::as_str).collect::<Vec<_>>());
    }
    reached
}

#[test]
fn files_use_each_other_in_no_circle_but_those_listed() {
    let manifest = read("Cargo.toml");
    let members = manifest.split("members = [").nth(1).unwrap().split(']').next().unwrap();
    let (mut found, mut files) = (BTreeSet::new(), 0);
    for member in members.split('"').skip(1).step_by(2).filter(|part| !part.starts_with("tests/")) {
        let sources = format!("{member}/src");
        if !Path::new(WORKSPACE).join(&sources).is_dir() {
            continue;
        }
        let uses = uses(&Path::new(WORKSPACE).join(&sources));
        files += uses.len();
        let reached: BTreeMap<_, _> =
            uses.keys().map(|file| (file, reached(&uses, file))).collect();
        for (file, others) in reached.iter().filter(|(file, others)| others.contains(*file)) {
            let circle = others.iter().filter(|other| reached[*other].contains(file));
            found.insert((
                sources.clone(),
                circle.map(|circle| (*circle).clone()).collect::<Vec<_>>(),
            ));
        }
    }
    assert!(files > 1000, "{files}");
    let listed = CIRCLES.iter().map(|(sources, files, _)| {
        let files = files.iter().map(|file| (*file).to_owned());
        ((*sources).to_owned(), files.collect::<Vec<_>>())
    });
    let listed: BTreeSet<_> = listed.collect();
    let new: Vec<_> = found.difference(&listed).collect();
    assert!(new.is_empty(), "move what they share to a lower file: {new:#?}");
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(gone.is_empty(), "a row of `CIRCLES` is no longer needed: {gone:#?}");
}

/// Who reads `write!` or `vec!` expects those of the standard library.
#[test]
fn no_macro_has_the_name_of_one_of_the_standard_library() {
    const STANDARD: [&str; 26] = [
        "assert",
        "assert_eq",
        "assert_ne",
        "cfg",
        "concat",
        "dbg",
        "debug_assert",
        "debug_assert_eq",
        "env",
        "eprint",
        "eprintln",
        "format",
        "format_args",
        "include_str",
        "line",
        "matches",
        "panic",
        "print",
        "println",
        "stringify",
        "thread_local",
        "todo",
        "unreachable",
        "vec",
        "write",
        "writeln",
    ];
    let manifest = read("Cargo.toml");
    let members = manifest.split("members = [").nth(1).unwrap().split(']').next().unwrap();
    let mut macros = 0;
    for member in members.split('"').skip(1).step_by(2) {
        let sources = Path::new(WORKSPACE).join(member).join("src");
        if !sources.is_dir() {
            continue;
        }
        for file in below(&sources).unwrap() {
            let text = std::fs::read_to_string(&file).unwrap();
            for line in text.lines() {
                let Some(rest) = line.trim_start().strip_prefix("macro_rules! ") else { continue };
                let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
                assert!(!STANDARD.contains(&name), "{}: {line}", file.display());
                macros += 1;
            }
        }
    }
    assert!(macros > 100, "{macros}");
}
