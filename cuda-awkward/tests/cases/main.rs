//! Cases that Awkward Array answered: those of `tests/data`, and those of the folders that `COMPANION_CASES` lists, as `PATH`
//! does.
#![allow(missing_docs)]
// What a test does not expect is its failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod arguments;
mod compare;
#[path = "../../../cuda-ndarray/tests/device/mod.rs"]
mod device;
mod inputs;
mod operations;
#[path = "../../../cuda-ndarray/tests/cases/tally.rs"]
mod tally;

use std::path::{Path, PathBuf};
use std::{env, fs, panic};

use cuda_awkward::Backend;
use serde_json::Value as Json;
use tally::{Outcome, Tally};

fn main() {
    let given = env::var_os("COMPANION_CASES").unwrap_or_default();
    // Where Cargo starts it, and a program that was carried to another machine can be started, too.
    let mut folders = vec![PathBuf::from("tests/data")];
    folders.extend(env::split_paths(&given).filter(|path| !path.as_os_str().is_empty()));
    let device = device::TestDevice::of_tests();
    let backend = Backend::new(&device.stream).expect("the device answers");
    let mut tally = Tally::default();
    for folder in folders {
        let before = tally.files;
        for file in files(&folder) {
            run_file(&backend, &file, &mut tally);
        }
        if tally.files == before {
            tally.fail(format!(
                "{} has no cases of ragged arrays",
                folder.display()
            ));
        }
    }
    tally.end();
}

/// The files of `ragged` in a folder, or those of the folder itself.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for part in ["ragged", "."] {
        let Ok(entries) = fs::read_dir(folder.join(part)) else {
            continue;
        };
        let paths = entries.map(|entry| entry.unwrap().path());
        files.extend(paths.filter(|path| path.extension().is_some_and(|it| it == "json")));
    }
    files.sort();
    files
}

/// Fails for a key that isn't known.
pub fn only_keys(json: &Json, known: &[&str]) -> Result<(), String> {
    let unknown = json.as_object().into_iter().flat_map(|it| it.keys());
    match unknown
        .into_iter()
        .find(|key| !known.contains(&key.as_str()))
    {
        Some(key) => Err(format!("unknown key {key}")),
        None => Ok(()),
    }
}

fn run_file(backend: &Backend, file: &Path, tally: &mut Tally) {
    let text = fs::read_to_string(file).map_err(|error| error.to_string());
    let read = text.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()));
    let cases: Json = match read {
        Ok(cases) => cases,
        Err(error) => return tally.fail(format!("{}: {error}", file.display())),
    };
    match cases["format"].as_str() {
        Some("ragged 1") => {}
        other => return tally.fail(format!("{}: unknown format {other:?}", file.display())),
    }
    tally.files += 1;
    if let Err(text) = only_keys(
        &cases,
        &["format", "upstream", "inputs", "cases", "note", "made_from"],
    ) {
        tally.fail(format!("{}: {text}", file.display()));
    }
    let Some(list) = cases["cases"].as_array() else {
        return tally.fail(format!("{}: 'cases' is no list", file.display()));
    };
    let before = tally.failures.len();
    for (name, input) in cases["inputs"].as_object().into_iter().flatten() {
        let work = panic::AssertUnwindSafe(|| inputs::check(backend, input));
        let result = panic::catch_unwind(work).unwrap_or_else(|error| Err(text_of(&*error)));
        if let Err(text) = result {
            tally.fail(format!("{}: input {name}: {text}", file.display()));
        }
    }
    for case in list {
        let name = format!("{} {}", file.file_name().unwrap().display(), case["name"]);
        let tier = case["tier"].as_u64().unwrap_or(1);
        let work = panic::AssertUnwindSafe(|| operations::run(backend, &cases["inputs"], case));
        let outcome = panic::catch_unwind(work);
        let outcome = outcome.unwrap_or_else(|error| Outcome::Failed(text_of(&*error)));
        tally.add(&name, tier, outcome);
    }
    let result = match tally.failures.len() - before {
        0 => "ok".to_owned(),
        failed => format!("FAILED {failed}"),
    };
    let (file, count) = (file.display(), list.len());
    println!("test results_are_awkwards ({file}, {count} cases) ... {result}");
}

fn text_of(error: &(dyn std::any::Any + Send)) -> String {
    let text = error.downcast_ref::<String>().cloned();
    let text = text.or_else(|| error.downcast_ref::<&str>().map(|it| (*it).to_owned()));
    format!("panicked: {}", text.unwrap_or_default())
}
