//! Checks that a search for a C function's name, in the documentation of a crate, finds what calls it.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use cuda_rust::sources::below;

const WORKSPACE: &str = env!("CARGO_MANIFEST_DIR");

/// The folders of crates, each with the modules of `cuda-libraries-sys` whose functions it calls.
const CRATES: [(&str, &[&str]); 15] = [
    ("libraries/cublas", &["cublas", "cublaslt"]),
    ("libraries/cudnn", &["cudnn"]),
    ("libraries/cufft", &["cufft"]),
    ("libraries/cusolver", &["cusolver"]),
    ("libraries/cusparse", &["cusparse"]),
    ("libraries/cudss", &["cudss"]),
    ("libraries/curand", &["curand"]),
    ("libraries/nccl", &["nccl"]),
    ("libraries/nvcomp", &["nvcomp"]),
    ("libraries/nvml", &["nvml"]),
    ("libraries/profiler", &["cupti"]),
    ("compilers/nvfatbin", &["nvfatbin"]),
    ("compilers/nvjitlink", &["nvjitlink"]),
    ("compilers/nvrtc", &["nvrtc"]),
    ("compilers/nvvm", &["nvvm"]),
];

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(WORKSPACE).join(path)).unwrap()
}

/// Returns the texts of a crate's sources that aren't generated.
fn sources(folder: &str) -> Vec<String> {
    let files = below(&Path::new(WORKSPACE).join(folder).join("src")).unwrap();
    let sources =
        files.iter().filter(|path| !path.components().any(|part| part.as_os_str() == "generated"));
    sources.map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// Returns the names in the attributes `#[doc(alias…)]`.
fn aliases(text: &str) -> BTreeSet<&str> {
    let attributes = text.split("#[doc(alias").skip(1);
    attributes
        .filter_map(|rest| rest.split(']').next())
        .flat_map(|names| names.split('"').skip(1).step_by(2))
        .collect()
}

/// Returns the words of a text's code, without comments and attributes.
fn words(text: &str) -> BTreeSet<&str> {
    let code = text.split("#[doc(alias").enumerate();
    let code = code.filter_map(|(part, text)| match part {
        0 => Some(text),
        _ => text.split_once(']').map(|(_, after)| after),
    });
    code.flat_map(str::lines)
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .collect()
}

/// Returns the name in C, whose header adds a version and the size of integers.
fn c_name(symbol: &str) -> &str {
    let name = symbol.strip_suffix("_64").unwrap_or(symbol);
    name.strip_suffix("_v2").unwrap_or(name)
}

#[test]
fn a_search_for_a_librarys_function_finds_what_calls_it() {
    let (mut checked, mut missing) = (0, Vec::new());
    for (folder, modules) in CRATES {
        let tables = modules
            .iter()
            .map(|module| read(&format!("cuda-libraries-sys/src/generated/{module}/functions.rs")));
        let tables: String = tables.collect();
        // A row: `name: version version "", (parameters…`.
        let rows = tables.lines().filter(|line| line.contains("\", ("));
        let functions: BTreeSet<&str> =
            rows.filter_map(|line| Some(line.trim_start().split_once(": ")?.0)).collect();
        let text = sources(folder).concat();
        let aliases = aliases(&text);
        let called: BTreeSet<&str> = words(&text).intersection(&functions).copied().collect();
        assert!(called.len() >= 7, "{folder}: {called:?}");
        for symbol in called {
            checked += 1;
            if !aliases.contains(symbol) && !aliases.contains(c_name(symbol)) {
                missing.push(format!("{folder}: {symbol}"));
            }
        }
    }
    assert!(missing.is_empty(), "no alias: {}", missing.join(", "));
    assert!(checked > 400, "{checked}");
}

/// Returns the exported symbol that each function of `Raw` calls first.
fn symbols(raw: &str) -> BTreeMap<&str, &str> {
    // A row: `"page" "anchor" name(parameters…) -> (results…) = symbol(arguments…);`.
    raw.lines()
        .filter_map(|line| {
            let (name, rest) = line.trim_start().split_once('(')?;
            let (_, call) = rest.split_once(") = ")?;
            let name = name.rsplit(' ').next()?;
            Some((name, call.split([' ', '(']).next()?))
        })
        .collect()
}

#[test]
fn a_search_for_a_driver_function_finds_its_wrapper_by_either_name() {
    let raw = read("cuda-driver/src/generated/raw.rs");
    let symbols = symbols(&raw);
    assert_eq!(symbols["cuMemAlloc"], "cuMemAlloc_v2");
    assert!(symbols.len() > 500, "{}", symbols.len());
    let (mut checked, mut missing) = (0, Vec::new());
    for text in sources("cuda-driver") {
        // What precedes an item: its documentation and attributes.
        let mut before = String::new();
        for line in text.lines().map(str::trim) {
            if line.starts_with("///") || line.starts_with("#[") {
                before.push_str(line);
                continue;
            }
            let before = std::mem::take(&mut before);
            let aliases = aliases(&before);
            let mut wanted: Vec<&str> = Vec::new();
            if line.starts_with("pub ") {
                let linked = before.split("Raw::").skip(1);
                wanted.extend(linked.filter_map(|rest| rest.split(')').next()));
                wanted.retain(|name| symbols.contains_key(name));
            }
            let exported = aliases.iter().filter_map(|name| symbols.get(name));
            wanted.extend(exported);
            checked += wanted.len();
            for name in wanted.iter().filter(|name| !aliases.contains(*name)) {
                missing.push(format!("{name}: {line}"));
            }
        }
    }
    assert!(missing.is_empty(), "no alias:\n{}", missing.join("\n"));
    assert!(checked > 900, "{checked}");

    let exported = symbols.iter().filter(|(name, symbol)| name != symbol);
    let exported: BTreeSet<&str> = exported.map(|(_, symbol)| *symbol).collect();
    assert_eq!(exported, aliases(&raw), "aliases of `Raw`");
}
