//! Cases that NumPy answered: those of `tests/data`, and those of the folders that `COMPANION_CASES` lists, as `PATH`
//! does.
#![allow(missing_docs)]
// What a test does not expect is its failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod arrays;
#[path = "../device/mod.rs"]
mod device;
mod tally;
mod values;
mod views;

use std::path::{Path, PathBuf};
use std::{env, fs, panic};

use cuda_driver::Stream;
use serde_json::Value;
use tally::{Outcome, Tally};

/// What runs a case of a format.
type Runner = fn(&Stream, &Value) -> Outcome;

fn main() {
    let given = env::var_os("COMPANION_CASES").unwrap_or_default();
    // Where Cargo starts it, and a program that was carried to another machine can be started, too.
    let mut folders = vec![PathBuf::from("tests/data")];
    folders.extend(env::split_paths(&given).filter(|path| !path.as_os_str().is_empty()));
    let device = device::TestDevice::of_tests();
    let mut tally = Tally::default();
    for folder in folders {
        let files = files(&folder);
        let before = tally.files;
        for file in files {
            run_file(&device.stream, &file, &mut tally);
        }
        if tally.files == before {
            tally.fail(format!("{} has no cases of arrays", folder.display()));
        }
    }
    tally.end();
}

/// The files of `ndarray` and `exchange` in a folder, or those of the folder itself.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for part in ["ndarray", "exchange", "."] {
        let Ok(entries) = fs::read_dir(folder.join(part)) else {
            continue;
        };
        let paths = entries.map(|entry| entry.unwrap().path());
        files.extend(paths.filter(|path| path.extension().is_some_and(|it| it == "json")));
    }
    files.sort();
    files
}

fn run_file(stream: &Stream, file: &Path, tally: &mut Tally) {
    let text = fs::read_to_string(file).map_err(|error| error.to_string());
    let read = text.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()));
    let cases: Value = match read {
        Ok(cases) => cases,
        Err(error) => return tally.fail(format!("{}: {error}", file.display())),
    };
    let (promise, run): (_, Runner) = match cases["format"].as_str() {
        Some("views 1") => ("views_are_numpy_s", views::run),
        Some("arrays 1") => ("tensors_and_dictionaries_have_these_entries", arrays::run),
        // Of other crates, or checked when this one is compiled.
        Some("ipc handles 1" | "layouts 1") => return,
        other => return tally.fail(format!("{}: unknown format {other:?}", file.display())),
    };
    tally.files += 1;
    for key in cases.as_object().unwrap().keys() {
        if !["format", "upstream", "note", "made_from", "cases"].contains(&key.as_str()) {
            tally.fail(format!("{}: unknown key {key}", file.display()));
        }
    }
    let Some(list) = cases["cases"].as_array() else {
        return tally.fail(format!("{}: 'cases' is no list", file.display()));
    };
    let before = tally.failures.len();
    for case in list {
        let name = format!("{} {}", file.file_name().unwrap().display(), case["name"]);
        let tier = case["tier"].as_u64().unwrap_or(1);
        let outcome = panic::catch_unwind(panic::AssertUnwindSafe(|| run(stream, case)))
            .unwrap_or_else(|error| {
                let text = error.downcast_ref::<String>().cloned();
                let text = text.or_else(|| error.downcast_ref::<&str>().map(|it| (*it).to_owned()));
                Outcome::Failed(text.unwrap_or_else(|| "panicked".to_owned()))
            });
        tally.add(&name, tier, outcome);
    }
    let result = match tally.failures.len() - before {
        0 => "ok".to_owned(),
        failed => format!("FAILED {failed}"),
    };
    println!(
        "test {promise} ({}, {} cases) ... {result}",
        file.display(),
        list.len()
    );
}
