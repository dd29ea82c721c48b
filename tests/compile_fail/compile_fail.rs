//! Programs that must not compile, because they would be unsound or wrong on any device. Each folder is named after the
//! crate that its programs use.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

/// The folders with programs.
const FOLDERS: [&str; 6] = ["arrow", "awkward", "cublas", "cudnn", "driver", "ndarray"];

/// One test, and so one project of trybuild, because each project compiles its dependencies anew.
#[test]
fn unsound_programs_do_not_compile() {
    let programs = trybuild::TestCases::new();
    for folder in FOLDERS {
        programs.compile_fail(format!("{folder}/*.rs"));
    }
}

/// A program with a wrong name would not compile for that reason, and test nothing.
#[test]
fn no_program_fails_because_of_a_name_that_does_not_exist() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = FOLDERS.map(|folder| fs::read_dir(tests.join(folder)).unwrap());
    for entry in entries.into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "stderr") {
            let messages = fs::read_to_string(&path).unwrap();
            for code in ["E0412", "E0425", "E0432", "E0433"] {
                assert!(!messages.contains(code), "{}: {messages}", path.display());
            }
        }
    }
}
