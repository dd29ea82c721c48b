//! Programs that must not compile, because they would be unsound or wrong on any device. Each folder is named after the
//! crate that its programs use; `errors.txt` has the compiler's errors, without its explanations, which differ between
//! versions. They are compiled with the libraries that this test was built with: no crate is checked again for them.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::thread;

use serde_json::Value;

#[path = "../../src/options.rs"]
mod options;

/// The folders with programs.
const FOLDERS: [&str; 6] = ["arrow", "awkward", "cublas", "cudnn", "driver", "ndarray"];
/// The crates that they use.
const CRATES: [&str; 8] = [
    "bytemuck",
    "cublas",
    "cuda_arrow",
    "cuda_awkward",
    "cuda_driver",
    "cuda_ndarray",
    "cudnn",
    "ndarray",
];
/// The variable with the options of the `cargo test` that built the tests, if it wasn't that of this package alone.
const BUILD: &str = "CUDA_TEST_BUILD";

#[test]
fn unsound_programs_do_not_compile() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let programs = FOLDERS.iter().flat_map(|folder| fs::read_dir(here.join(folder)).unwrap());
    let programs: BTreeSet<PathBuf> = programs.map(|entry| entry.unwrap().path()).collect();
    let libraries = libraries(&run(&mut build(here)));
    let output = tempfile::tempdir().unwrap();

    let (remaining, texts) = (Mutex::new(programs.iter()), Mutex::new(BTreeSet::new()));
    let work = || {
        while let Some(program) = { remaining.lock().unwrap().next() } {
            let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
            rustc.args(["--edition", "2024", "--emit", "metadata", "--error-format", "json"]);
            rustc.arg("--out-dir").arg(output.path()).args(&libraries).arg(program);
            let compiled = rustc.output().unwrap();
            let name = program.strip_prefix(here).unwrap().display().to_string();
            let name = name.replace('\\', "/");
            assert!(!compiled.status.success(), "{name} compiles");
            let errors = errors(&compiled);
            assert!(!errors.is_empty(), "{name}: {compiled:?}");
            texts.lock().unwrap().insert(format!("{name}\n{errors}"));
        }
    };
    thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));

    let texts: Vec<String> = texts.into_inner().unwrap().into_iter().collect();
    assert_eq!(texts.len(), programs.len());
    let (list, actual) = (here.join("errors.txt"), texts.concat());
    if options::given("update").is_some() {
        fs::write(&list, &actual).unwrap();
    }
    let expected = fs::read_to_string(list).unwrap();
    for (expected, actual) in expected.lines().zip(actual.lines()) {
        assert_eq!(expected, actual, "CUDA_TEST_OPTIONS=update writes errors.txt anew:\n{actual}");
    }
    assert_eq!(expected.lines().count(), actual.lines().count(), "{actual}");
    // A program with a wrong name would not compile for that reason, and test nothing.
    for code in ["E0412", "E0425", "E0432", "E0433", "E0463"] {
        assert!(!actual.contains(code), "{actual}");
    }
}

/// The build of the tests, which finds that all is there.
fn build(here: &Path) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.arg("test").current_dir(here.join("../.."));
    let alone = format!("--package {}", env!("CARGO_PKG_NAME"));
    cargo.args(env::var(BUILD).unwrap_or(alone).split_whitespace());
    cargo.args(["--no-run", "--message-format", "json"]);
    cargo
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns rustc's options for the libraries that Cargo's messages list.
fn libraries(messages: &str) -> Vec<String> {
    let mut options = Vec::new();
    let messages = messages.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    for message in messages.filter(|message| message["reason"] == "compiler-artifact") {
        let name = message["target"]["name"].as_str().unwrap().replace('-', "_");
        if !CRATES.contains(&&*name) || message["profile"]["test"] == true {
            continue;
        }
        let files = message["filenames"].as_array().unwrap();
        let library = files.iter().map(|file| file.as_str().unwrap());
        for library in library.filter(|file| file.ends_with(".rlib")) {
            options.extend(["--extern".to_owned(), format!("{name}={library}")]);
            // Those of this workspace are a folder above those that they use.
            let folder = Path::new(library).parent().unwrap();
            for folder in [folder.to_owned(), folder.join("deps")] {
                options.extend(["-L".to_owned(), format!("dependency={}", folder.display())]);
            }
        }
    }
    options
}

/// Returns the errors of rustc's messages, with their lines, codes if they have one, and what the crates' own notes say.
fn errors(compiled: &Output) -> String {
    let mut lines = String::new();
    let mut seen = BTreeSet::new();
    for line in String::from_utf8_lossy(&compiled.stderr).lines() {
        let message: Value = serde_json::from_str(line).unwrap();
        let code = message["code"]["code"].as_str().unwrap_or("error");
        let mut spans = message["spans"].as_array().into_iter().flatten();
        let place = spans.find(|span| span["is_primary"] == true);
        // The last message, that there were errors, has no place.
        let Some(mut place) = place.filter(|_| message["level"] == "error") else {
            continue;
        };
        // In a macro, the line that calls it.
        while let Some(call) = place["expansion"].get("span") {
            place = call;
        }
        let mut error = format!("  {}: {code}: {}\n", place["line_start"], text(&message));
        for note in message["children"].as_array().unwrap().iter().map(text) {
            if OWN_NOTES.iter().any(|start| note.starts_with(start)) {
                writeln!(error, "    {note}").unwrap();
            }
        }
        if seen.insert(error.clone()) {
            lines.push_str(&error);
        }
    }
    lines
}

/// How the notes begin that these crates give to the compiler, which has many more of its own.
const OWN_NOTES: [&str; 6] = [
    "arguments are a tuple",
    "elements are",
    "for ",
    "its derives are",
    "memory is",
    "there is that",
];

fn text(message: &Value) -> &str {
    message["message"].as_str().unwrap()
}
