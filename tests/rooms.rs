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
        ("context", "memory", "a context keeps spare pinned windows"),
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

const HOUSES: [House; 18] = [
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
];

/// The files of a crate that use each other in a circle, and why they stay so.
const CIRCLES: [(&str, &[&str], &str); 7] = [
    (
        "compilers/nvrtc/src",
        &["error", "library", "options", "program"],
        "an error says which release has an option; that is in the table of the options' methods",
    ),
    (
        "cuda-driver/src",
        &["event", "recording", "stream", "stream/capture"],
        "a stream knows the recording that it is part of, and events join streams to one",
    ),
    (
        "cuda-sim/engine/src",
        &["code", "state/avx2", "state/block_group", "state/chooser", "state/core", "state/grid"],
        "an instruction has the function that executes it, with the state of which the code is a part",
    ),
    (
        "cuda-sim/engine/src",
        &["decode/body", "decode/fences", "decode/grouped", "decode/joined"],
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
            let known = self.upward.iter().find(|row| (row.0, row.1) == (&room, &name));
            match known {
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

/// Returns the paths that follow `crate::` or the like: `a::{b, c::d}` is `a/b` and `a/c/d`.
fn expanded(text: &str) -> Vec<String> {
    let (mut found, mut before, mut path) = (Vec::new(), vec![String::new()], String::new());
    for c in text.chars() {
        match c {
            ':' => path.push(if path.ends_with('/') { continue } else { '/' }),
            '{' => before.push(format!("{}{path}", before[before.len() - 1])),
            _ if c.is_alphanumeric() || c == '_' => {
                path.push(c);
                continue;
            }
            _ if path.is_empty() => {}
            _ => found.push(format!("{}{path}", before[before.len() - 1])),
        }
        if c != ':' {
            path.clear();
        }
        if c == '}' {
            before.pop();
        }
        if c != ':' && before.len() < 2 {
            break;
        }
    }
    found
}

/// Returns the files that each file below a folder uses, without the modules that it is in: their names lack `.rs`.
fn uses(sources: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut all = BTreeMap::new();
    for path in below(sources).unwrap() {
        let text = std::fs::read_to_string(&path).unwrap();
        let module = path.strip_prefix(sources).unwrap().with_extension("");
        let module = module.to_str().unwrap().replace('\\', "/");
        let parent = module.rsplit_once('/').map_or("", |(parent, _)| parent);
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code = format!("\n{}", code.collect::<Vec<_>>().join("\n"));
        let mut used = BTreeSet::new();
        for (begin, within) in [
            ("crate::", ""),
            ("\nuse super::", parent),
            ("\nuse self::", &module),
            ("\nuse ", &module),
        ] {
            for (at, _) in code.match_indices(begin) {
                if code[..at].ends_with(|c: char| c == '$' || c.is_alphanumeric()) {
                    continue;
                }
                for path in expanded(&code[at + begin.len()..]) {
                    let path = format!("{within}/{path}");
                    // The longest part that is a file.
                    let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
                    let files = ends.rev().map(|end| path[..end].trim_matches('/'));
                    let file = { files }.find(|name| sources.join(format!("{name}.rs")).is_file());
                    let is_outer = |file: &&str| Path::new(&module).starts_with(file);
                    used.extend(file.filter(|file| !is_outer(file)).map(str::to_owned));
                }
            }
        }
        all.insert(module, used);
    }
    all
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
