//! `main` and `unwrap` print an error with `Debug`, so the `Debug` output of every error is its message.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.

use std::fs;
use std::path::{Path, PathBuf};

use cuda_rust::sources;

/// Returns the folders of the published packages.
fn packages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let manifest: toml::Table = toml::from_str(&manifest).unwrap();
    let members = manifest["workspace"]["members"].as_array().unwrap();
    let folders = members.iter().map(|member| member.as_str().unwrap());
    let tools = ["xtask", "examples/", "benches/", "tests/", "arrays/cuda-ndarray/clients"];
    folders
        .filter(|folder| !tools.iter().any(|tool| folder.starts_with(tool)))
        .map(|folder| root.join(folder))
        .collect()
}

/// Returns the error types of a file, with their derived traits.
fn errors(source: &str) -> Vec<(String, Vec<String>)> {
    let mut all = Vec::new();
    let mut derived = Vec::new();
    let mut lines = source.lines().map(str::trim);
    while let Some(line) = lines.next() {
        if let Some(list) = line.strip_prefix("#[derive(") {
            let mut list = list.to_owned();
            while !list.contains(')') {
                list.push_str(lines.next().unwrap());
            }
            let list = list.split(')').next().unwrap_or_default().split(',');
            let last = |path: &str| path.trim().rsplit(':').next().unwrap_or_default().to_owned();
            derived.extend(list.map(last));
            continue;
        }
        let words: Vec<_> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let keyword = words.iter().position(|word| matches!(*word, "struct" | "enum"));
        let is_text = line.starts_with("//") || line.starts_with("#[");
        if let Some(at) = keyword.filter(|_| !is_text && !line.is_empty()) {
            let name = words.get(at + 1).copied().unwrap_or_default().to_owned();
            let by_hand = ["Error for ", "StdError for "].iter().any(|words| {
                [" {", "<", " where"]
                    .iter()
                    .any(|end| source.contains(&format!("{words}{name}{end}")))
            });
            if by_hand || derived.iter().any(|derived| derived == "Error") {
                all.push((name, derived.clone()));
            }
        }
        if !is_text && !line.is_empty() {
            derived.clear();
        }
    }
    all
}

#[test]
fn debug_of_every_error_is_its_message() {
    let (mut seen, mut derived) = (0, Vec::new());
    for package in packages() {
        for file in sources::below(&package.join("src")).unwrap() {
            let source = fs::read_to_string(&file).unwrap();
            for (name, list) in errors(&source) {
                seen += 1;
                // A kind's `Debug` shows its fields, because the error that contains it has the message.
                if list.iter().any(|derived| derived == "Debug") && !name.ends_with("Kind") {
                    derived.push(format!("{}: {name}", file.display()));
                }
            }
        }
    }
    assert!(seen > 50, "{seen} errors were found");
    assert!(derived.is_empty(), "write `Debug` as `Display` for these: {derived:#?}");
}

#[test]
fn derived_errors_are_found_in_every_spelling() {
    let source = "#[derive(\n    Clone,\n    Debug,\n    thiserror::Error,\n)]\n#[error(\"x\")]\npub struct A;\n\
        /// Text of struct B.\n#[derive(Debug)]\npub(crate) enum B<T> {}\nimpl<T> std::error::Error for B<T> {}\n\
        #[derive(Debug)]\nstruct C;\n";
    let names: Vec<_> = errors(source).into_iter().collect();
    let list = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        names,
        [
            ("A".to_owned(), list(&["Clone", "Debug", "Error", ""])),
            ("B".to_owned(), list(&["Debug"]))
        ]
    );
}

#[test]
fn an_error_of_each_crate_is_displayed_as_a_sentence() {
    fn is_told<E: std::error::Error>(error: &E) {
        assert_eq!(format!("{error:?}"), error.to_string());
        assert_eq!(format!("{error:#?}"), error.to_string());
    }
    is_told(&cuda_sim::set_driver_version(1, 0).unwrap_err());
    is_told(&"sm_x".parse::<nvrtc::Arch>().unwrap_err());
    is_told(&nvrtc::Program::new("a\0", "").compile_ptx().unwrap_err());
    is_told(&nvrtc_cache::Bypass::Nvrtc);
}
