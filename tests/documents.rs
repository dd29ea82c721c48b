//! Checks that links between the workspace's documents lead somewhere, that those to read first are short, and that
//! ARCHITECTURE.md lists the rooms of `cuda-driver`.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const WORKSPACE: &str = env!("CARGO_MANIFEST_DIR");

/// The documents that a newcomer reads first, each with its maximum length in bytes.
const FIRST: [(&str, u64); 3] = [
    ("README.md", 15_000),
    ("ARCHITECTURE.md", 15_000),
    ("CONTRIBUTING.md", 8_000),
];

/// Returns the Markdown files below a folder, without those of builds and hidden folders.
fn documents(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                found.extend(documents(&path));
            }
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
    found
}

/// Returns the lines of a document that aren't code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Returns the anchor that pages of documents give to a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        _ if c.is_alphanumeric() => Some(c),
        _ => None,
    });
    kept.collect::<String>().to_lowercase()
}

fn has_anchor(path: &Path, wanted: &str) -> bool {
    let text = std::fs::read_to_string(path).unwrap();
    prose(&text)
        .filter(|line| line.starts_with('#'))
        .any(|line| anchor(line.trim_start_matches('#')) == wanted)
}

#[test]
fn links_between_documents_lead_somewhere() {
    let (mut checked, mut wrong) = (0, Vec::new());
    for path in documents(Path::new(WORKSPACE)) {
        let text = std::fs::read_to_string(&path).unwrap();
        // Links may be broken over lines.
        let text = prose(&text).collect::<Vec<_>>().join(" ");
        for link in text.split("](").skip(1) {
            let link = link.split([')', ' ']).next().unwrap();
            if link.contains("://") || link.contains("::") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => path.clone(),
                file => path.with_file_name(file),
            };
            if !target.exists() || !(heading.is_empty() || has_anchor(&target, heading)) {
                wrong.push(format!("{}: {link}", path.display()));
            }
            checked += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 60, "{checked}");
}

#[test]
fn the_code_side_by_side_is_that_of_the_adaptors() {
    let read = |path: &str| std::fs::read_to_string(Path::new(WORKSPACE).join(path)).unwrap();
    let adaptors = ["cudarc", "cuda_core", "candle", "tch"]
        .map(|name| read(&format!("compat/side-by-side/src/{name}.rs")));
    let page = read("docs/side-by-side.md");
    let blocks = page.split("```rust,ignore\n").skip(1);
    let codes: Vec<_> = blocks.filter_map(|it| it.split("```").next()).collect();
    for code in &codes {
        let is_there = adaptors.iter().any(|adaptor| adaptor.contains(code));
        assert!(is_there, "{code}");
    }
    assert!(codes.len() > 7, "{}", codes.len());
}

#[test]
fn the_documents_to_read_first_are_short() {
    for (document, most) in FIRST {
        let length = Path::new(WORKSPACE)
            .join(document)
            .metadata()
            .unwrap()
            .len();
        assert!(length <= most, "{document} has {length} bytes");
    }
}

#[test]
fn architecture_lists_every_room() {
    let read = |path: &str| std::fs::read_to_string(Path::new(WORKSPACE).join(path)).unwrap();
    let modules = read("cuda-driver/src/lib.rs");
    let modules = modules
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod "));
    let modules: BTreeSet<_> = modules.filter_map(|rest| rest.split(';').next()).collect();

    let text = read("ARCHITECTURE.md");
    let (_, after) = text
        .split_once("\n## The rooms of `cuda-driver`\n")
        .unwrap();
    let (section, _) = after.split_once("\n## ").unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    let rooms: BTreeSet<_> = rows.filter_map(|row| row.split('`').next()).collect();
    assert_eq!(rooms, modules);
}
