//! Cases that pyarrow answered: those of `tests/data`, and those of the folders that `COMPANION_CASES` lists, as `PATH`
//! does.
#![allow(missing_docs)]
// What a test does not expect is its failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../../../cuda-ndarray/tests/device/mod.rs"]
mod device;
mod handles;
mod streams;
#[path = "../../../cuda-ndarray/tests/cases/tally.rs"]
mod tally;
mod types;
mod values;

use std::path::{Path, PathBuf};
use std::{env, fs, panic};

use cuda_arrow::MemoryManager;
use serde_json::Value;
use tally::{Outcome, Tally};

/// What runs a case of a format, which lies in a folder.
type Runner = fn(&MemoryManager, &Path, &Value) -> Outcome;

fn main() {
    let given = env::var_os("COMPANION_CASES").unwrap_or_default();
    // Where Cargo starts it, and a program that was carried to another machine can be started, too.
    let mut folders = vec![PathBuf::from("tests/data")];
    folders.extend(env::split_paths(&given).filter(|path| !path.as_os_str().is_empty()));
    let device = device::TestDevice::of_tests();
    let manager = MemoryManager::new(&device.stream);
    let mut tally = Tally::default();
    for folder in folders {
        let before = tally.files;
        for file in files(&folder) {
            run_file(&manager, &file, &mut tally);
        }
        if tally.files == before {
            tally.fail(format!("{} has no cases of Arrow", folder.display()));
        }
    }
    tally.end();
}

/// The files of `arrow` and `exchange` in a folder, or those of the folder itself.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for part in ["arrow", "exchange", "."] {
        let Ok(entries) = fs::read_dir(folder.join(part)) else {
            continue;
        };
        let paths = entries.map(|entry| entry.unwrap().path());
        files.extend(paths.filter(|path| path.extension().is_some_and(|it| it == "json")));
    }
    files.sort();
    files
}

fn run_file(manager: &MemoryManager, file: &Path, tally: &mut Tally) {
    let text = fs::read_to_string(file).map_err(|error| error.to_string());
    let read = text.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()));
    let cases: Value = match read {
        Ok(cases) => cases,
        Err(error) => return tally.fail(format!("{}: {error}", file.display())),
    };
    let (promise, list, run): (_, _, Runner) = match cases["format"].as_str() {
        Some("arrow 1") => ("streams_of_stock_pyarrow_are_read", "files", streams::run),
        Some("ipc handles 1") => ("a_handle_is_72_bytes", "handles", handles::run),
        // Of other crates, or checked when this one is compiled.
        Some("arrays 1" | "layouts 1") => return,
        other => return tally.fail(format!("{}: unknown format {other:?}", file.display())),
    };
    tally.files += 1;
    for key in cases.as_object().unwrap().keys() {
        if !["format", "upstream", "note", "made_from", list].contains(&key.as_str()) {
            tally.fail(format!("{}: unknown key {key}", file.display()));
        }
    }
    let Some(cases) = cases[list].as_array() else {
        return tally.fail(format!("{}: '{list}' is no list", file.display()));
    };
    let before = tally.failures.len();
    let folder = file.parent().unwrap_or(Path::new("."));
    for case in cases {
        let name = format!("{} {}", file.file_name().unwrap().display(), case["name"]);
        let tier = case["tier"].as_u64().unwrap_or(1);
        let work = panic::AssertUnwindSafe(|| run(manager, folder, case));
        let outcome = panic::catch_unwind(work).unwrap_or_else(|error| {
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
    let (file, count) = (file.display(), cases.len());
    println!("test {promise} ({file}, {count} cases) ... {result}");
}
