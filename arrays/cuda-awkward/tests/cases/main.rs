//! Cases with Awkward Array's results: those of `tests/data`, and those of the folders that the option `cases` names.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod arguments;
mod compare;
#[path = "../../../cuda-ndarray/tests/device/mod.rs"]
mod device;
mod inputs;
mod of_papers;
mod operations;

use std::process::ExitCode;

use cuda_awkward::Backend;
use cuda_rust::cases::{self, Format};
use serde_json::Value as Json;

fn main() -> ExitCode {
    let device = device::TestDevice::of_tests();
    let backend = Backend::new(&device.stream).expect("the device answers");
    let ragged = Format {
        name: "ragged 1",
        promise: "results_are_awkwards",
        list: "cases",
        keys: &["inputs"],
        check: &|file| inputs_of(&backend, file),
        run: &|input| operations::run(&backend, &input.file["inputs"], input.case),
    };
    cases::run(&["ragged", "papers"], &[ragged], &[])
}

/// What is wrong with the inputs of a file.
fn inputs_of(backend: &Backend, file: &Json) -> Vec<String> {
    let inputs = file["inputs"].as_object().into_iter().flatten();
    let wrong = inputs.filter_map(|(name, input)| {
        let checked = cases::caught(|| inputs::check(backend, input));
        let error = checked.and_then(|checked| checked).err()?;
        Some(format!("input {name}: {error}"))
    });
    wrong.collect()
}

/// Fails for a key that isn't known.
pub fn only_keys(json: &Json, allowed: &[&str]) -> Result<(), String> {
    let unknown = json.as_object().into_iter().flat_map(|object| object.keys());
    match unknown.into_iter().find(|key| !allowed.contains(&key.as_str())) {
        Some(key) => Err(format!("unknown key {key}")),
        None => Ok(()),
    }
}
