//! The real libraries that a test may have.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

use cuda_pathfinder::{Environment, Os, Search};

#[allow(dead_code)]
#[path = "../../../src/skip.rs"]
mod skipping;

/// Returns the folders that have a file whose name begins with `file`, of `CUDA_LIBRARY_SETS` and of the library's own
/// variable, such as `CUDA_CUBLAS_SETS`; if there are none, notes that the test was skipped.
pub(crate) fn sets(test: &str, variable: &str, file: &str) -> Vec<PathBuf> {
    let variables = ["CUDA_LIBRARY_SETS".to_owned(), format!("{variable}_SETS")];
    let folders = variables.iter().filter_map(std::env::var_os);
    let has_file = |folder: &PathBuf| {
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names = files.map(|entry| entry.file_name());
        names.any(|name| name.to_string_lossy().starts_with(file))
    };
    let sets: Vec<PathBuf> = folders
        .flat_map(|folders| std::env::split_paths(&folders).collect::<Vec<_>>())
        .filter(has_file)
        .collect();
    if sets.is_empty() {
        let reason = format!("neither {} names a folder with {file}", variables.join(" nor "));
        skipping::note(test, reason);
    }
    sets
}

/// Runs the test called `test` in a process of its own for each folder of [`sets`], where this returns that folder alone,
/// and nothing in the first process.
///
/// Two releases for one major version of CUDA don't load into one process: the second cuBLAS would get the first one's
/// cuBLASLt.
pub(crate) fn alone(test: &str, variable: &str, file: &str) -> Vec<PathBuf> {
    const CHILD: &str = "CUDA_TEST_CHILD";
    let sets = sets(test, variable, file);
    if std::env::var_os(CHILD).is_some() {
        return sets;
    }
    for folder in &sets {
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture"])
            .env(CHILD, "1")
            .env("CUDA_LIBRARY_SETS", folder)
            .env_remove(format!("{variable}_SETS"))
            .output()
            .unwrap();
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        let has_run = output.status.success() && text.contains("1 passed");
        assert!(has_run, "{}:\n{text}", folder.display());
    }
    Vec::new()
}

/// Notes that a test was skipped.
pub(crate) fn skip(test: &str, reason: &str) {
    skipping::note(test, reason);
}

/// A search that sees the file or folder at `path`, by the variable of a library, and nothing else of this machine.
pub(crate) fn only(variable: &str, path: impl AsRef<OsStr>) -> Search {
    let environment = Environment::simulated(Os::current(), "/");
    Search::with_environment(environment.set(variable, path.as_ref()))
}
