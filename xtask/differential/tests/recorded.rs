//! Programs with recorded results of an H200: control flow, single instructions and matrix instructions.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The programs to generate: kinds and seeds.
const PROGRAMS: [(&str, &str); 2] = [("forms,matrices", "0..1"), ("control", "100..400")];

fn differential(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cuda-differential")).args(arguments).output().unwrap()
}

/// Returns the instruction of each program, from the generators' indexes.
fn instructions(folder: &Path) -> HashMap<String, String> {
    let mut instructions = HashMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "idx") {
            for line in fs::read_to_string(&path).unwrap().lines() {
                let words: Vec<&str> = line.split('\t').collect();
                instructions.insert(words[0].to_owned(), words[words.len() - 1].to_owned());
            }
        }
    }
    instructions
}

/// Returns the number before these words.
fn count(output: &str, words: &str) -> usize {
    let line = output.lines().find(|line| line.trim_start().ends_with(words));
    let first = line.unwrap().split_whitespace().next().unwrap();
    first.parse().unwrap()
}

#[test]
fn programs_have_the_results_of_an_h200() {
    let answers = Path::new(env!("CARGO_MANIFEST_DIR")).join("answers");
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("programs");
    let record = scratch.path().join("software.tsv");
    let (programs, found) = (folder.to_str().unwrap(), record.to_str().unwrap());
    for (kinds, seeds) in PROGRAMS {
        let program_output = differential(&["make", "--seeds", seeds, "--kinds", kinds, programs]);
        assert!(program_output.status.success(), "{program_output:?}");
    }
    let recorded = differential(&["record", programs, "--software", "--to", found]);
    assert!(recorded.status.success(), "{recorded:?}");
    let expected = answers.join("h200.tsv");
    let compared = differential(&["compare", programs, found, expected.to_str().unwrap()]);
    let output = String::from_utf8_lossy(&compared.stdout);

    let instructions = instructions(&folder);
    let mut different = Vec::new();
    for line in output.lines().filter(|line| line.ends_with(" is expected")) {
        let name = line.split(':').next().unwrap();
        let about = instructions.get(name).map_or(name, String::as_str);
        different.push(format!("{about} ({line})"));
    }
    let (same, missing) = (count(&output, "the same"), count(&output, "without an answer"));
    println!("{output}{missing} programs have no recorded answer");
    assert!(different.is_empty(), "differ from the H200: {different:#?}");
    assert!(
        missing * 20 < same,
        "{missing} programs have no recorded result, because generators have changed: record them again"
    );
}
