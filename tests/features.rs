//! Checks the tables of the methods that features add to types that are there without them: for such a method, the compiler
//! says "not found", and nothing of the feature. `CUDA_TEST_OPTIONS=update` writes the tables, from the sources; a method that
//! a macro defines is added by hand first.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use cuda_rust::options::given;

/// The crates with such methods, each with its folder.
const CRATES: [(&str, &str); 5] = [
    ("cuda-driver", "cuda-driver"),
    ("cuda-ndarray", "arrays/cuda-ndarray"),
    ("cuda-arrow", "arrays/cuda-arrow"),
    ("cuda-awkward", "arrays/cuda-awkward"),
    ("cuda-cusolver", "libraries/cusolver"),
];

/// The features that something needs; empty for none.
type Features = BTreeSet<String>;

/// A source file, with the features of its module.
struct Source {
    lines: Vec<String>,
    features: Features,
}

/// Returns the features that an attribute names, if something needs them.
fn condition(line: &str) -> Features {
    let text = line.trim_start();
    if !text.starts_with("#[cfg(") || text.contains("not(") {
        return Features::new();
    }
    text.split("feature = \"").skip(1).map(|part| part.split('"').next().unwrap().into()).collect()
}

/// Returns the files of a crate's modules.
fn sources(folder: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    let mut left = vec![(folder.join("lib.rs"), folder.to_path_buf(), Features::new())];
    while let Some((file, folder, features)) = left.pop() {
        let text = fs::read_to_string(&file).unwrap();
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut needs = Features::new();
        for line in &lines {
            if line.starts_with('#') || line.starts_with("//") {
                needs.extend(condition(line));
                continue;
            }
            let item = line.strip_suffix(';').and_then(|item| item.split_once("mod "));
            if let Some((_, name)) =
                item.filter(|(before, _)| before.is_empty() || before.starts_with("pub"))
            {
                let file = folder.join(name).with_extension("rs");
                if file.exists() {
                    left.push((file, folder.join(name), features.union(&needs).cloned().collect()));
                }
            }
            needs.clear();
        }
        found.push(Source { lines, features });
    }
    found
}

/// Returns the type of an `impl` without a trait.
fn type_of_impl(line: &str) -> Option<&str> {
    let mut rest = line.strip_prefix("impl")?;
    if rest.contains(" for ") {
        return None;
    }
    if rest.starts_with('<') {
        let mut depth = 0;
        let end = rest.char_indices().find(|(at, c)| {
            depth += match c {
                '<' => 1,
                '>' if !rest[..*at].ends_with('-') => -1,
                _ => 0,
            };
            depth == 0
        });
        rest = &rest[end?.0 + 1..];
    }
    let path =
        rest.trim_start().split(|c: char| !c.is_alphanumeric() && !"_:".contains(c)).next()?;
    path.rsplit("::").next().filter(|name| !name.is_empty())
}

/// What the sources say of names.
#[derive(Default)]
struct Names {
    /// The features of each method of a type.
    methods: BTreeMap<(String, String), Features>,
    /// Those that programs can call.
    public: BTreeSet<(String, String)>,
    /// Those of each type; several may have one name.
    types: BTreeMap<String, BTreeSet<Features>>,
    /// Those of the files in which a word is: macros define methods, too.
    words: BTreeMap<String, BTreeSet<Features>>,
}

impl Names {
    fn read(&mut self, source: &Source) {
        let (mut needs, mut owner) = (Features::new(), None);
        for line in &source.lines {
            let text = line.trim_start();
            if text.starts_with("//") {
                continue;
            }
            needs.extend(condition(line));
            if text.starts_with('#') {
                continue;
            }
            let all =
                |needs: &Features| -> Features { source.features.union(needs).cloned().collect() };
            for word in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
                self.words.entry(word.to_owned()).or_default().insert(all(&needs));
            }
            for kind in ["pub struct ", "pub enum ", "pub trait ", "pub union "] {
                if let Some(rest) = line.strip_prefix(kind) {
                    let name =
                        rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
                    self.types.entry(name.to_owned()).or_default().insert(all(&needs));
                }
            }
            if let Some(name) = type_of_impl(line) {
                owner = Some((name.to_owned(), needs.clone()));
            } else if line.starts_with('}') {
                owner = None;
            } else if let Some((name, of_impl)) = &owner
                && let Some((before, rest)) = text.split_once("fn ")
                && before.starts_with("pub")
            {
                let method = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
                let features = all(&needs.union(of_impl).cloned().collect());
                if before.starts_with("pub ") {
                    self.public.insert((name.clone(), method.to_owned()));
                }
                self.methods.insert((name.clone(), method.to_owned()), features);
            }
            needs.clear();
        }
    }

    /// Returns the features that a method needs, which its type doesn't.
    fn features_of(&self, name: &str, method: &str) -> Option<Features> {
        let of_types = self.types.get(name)?;
        let written = self.methods.get(&(name.to_owned(), method.to_owned())).cloned();
        let by_word = || {
            let all = self.words.get(method)?;
            (all.len() == 1).then(|| all.first().unwrap().clone())
        };
        let features = written.or_else(by_word)?;
        let is_more = of_types.iter().all(|of_type| !features.is_subset(of_type));
        is_more.then_some(features)
    }
}

/// Returns the methods in a table, each after its type.
fn methods_in(table: &str) -> BTreeSet<(String, String)> {
    let mut methods = BTreeSet::new();
    for types in table.lines().skip(2).filter_map(|line| line.split('|').nth(2)) {
        for (owner, of_type) in types.split("; ").filter_map(|each| each.split_once(": ")) {
            for method in of_type.split(", ") {
                let name = |text: &str| text.trim_matches(['`', ' ']).to_owned();
                methods.insert((name(owner), name(method)));
            }
        }
    }
    methods
}

/// Returns the table of a crate.
///
/// Methods of macros are those that the table has already.
fn table(listed: &str, names: &Names) -> String {
    let mut rows = BTreeMap::<String, BTreeMap<String, BTreeSet<String>>>::new();
    let listed = methods_in(listed);
    for (owner, method) in names.public.union(&listed) {
        if let Some(features) = names.features_of(owner, method) {
            let features: Vec<_> = features.iter().map(|feature| format!("`{feature}`")).collect();
            let row = rows.entry(features.join(" and ")).or_default();
            row.entry(owner.to_owned()).or_default().insert(format!("`{method}`"));
        }
    }
    let mut text = String::from(
        "| feature | methods that it adds to types that are there without it |\n|---|---|\n",
    );
    for (features, types) in rows {
        let each = types.iter().map(|(name, methods)| {
            let methods: Vec<_> = methods.iter().map(String::as_str).collect();
            format!("`{name}`: {}", methods.join(", "))
        });
        let each: Vec<_> = each.collect();
        writeln!(text, "| {features} | {} |", each.join("; ")).unwrap();
    }
    text
}

#[test]
fn each_crate_lists_the_methods_of_its_features() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, folder) in CRATES {
        let folder = workspace.join(folder).join("src");
        let mut names = Names::default();
        sources(&folder).iter().for_each(|source| names.read(source));
        let file: PathBuf = folder.join("features.md");
        let listed = fs::read_to_string(&file).unwrap_or_default();
        let is = table(&listed, &names);
        if given("update").is_some() {
            fs::write(&file, &is).unwrap();
        }
        let listed = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(listed, is, "CUDA_TEST_OPTIONS=update writes {}", file.display());
        let page = fs::read_to_string(folder.join("lib.rs")).unwrap();
        assert!(page.contains("include_str!(\"features.md\")"), "{name}'s first page has no table");
    }
}

#[test]
fn methods_of_features_are_found_however_they_are_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (folder, name, method, expected) in [
        ("arrays/cuda-ndarray", "DeviceArray", "rfft", Some("cufft")),
        ("arrays/cuda-ndarray", "DeviceArrayView", "dot", Some("cublas")),
        ("arrays/cuda-ndarray", "DeviceArray", "len", None),
        ("cuda-driver", "Stream", "growing", Some("virtual_memory")),
        ("cuda-driver", "Stream", "capture", Some("graph")),
        ("cuda-driver", "Stream", "launch", None),
        ("libraries/cusolver", "Solver", "eig", Some("complex")),
    ]
    .map(|(crate_folder, name, method, expected)| {
        (folder.join(crate_folder), name, method, expected)
    }) {
        let mut names = Names::default();
        sources(&folder.join("src")).iter().for_each(|source| names.read(source));
        let found = names.features_of(name, method);
        let expected = expected.map(|feature| Features::from([feature.to_owned()]));
        assert_eq!(found, expected, "{name}::{method}");
    }
}
