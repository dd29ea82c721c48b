//! Shared code of the workspace's examples, tests and benchmarks; and its documents, whose samples are compiled.
#![cfg_attr(test, allow(clippy::unwrap_used))]
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

#[cfg(doctest)]
#[doc = include_str!("../docs/testing-without-a-gpu.md")]
mod testing_without_a_gpu {}

mod block_on;
pub mod built;
pub mod cases;
#[cfg(feature = "device")]
pub mod device;
#[cfg(feature = "device")]
pub mod failing;
#[cfg(feature = "device")]
pub mod faults;
pub mod measured;
pub mod options;
mod skip;
pub mod sources;
pub mod stub;

use std::path::PathBuf;

pub use block_on::block_on;
pub use skip::{note, skip};
pub use xtask_print::{print, print_line};

/// The newest version of CUDA whose headers and libraries the tests use; `tests/documents.rs` compares documents with it.
pub const NEWEST: &str = "13.5";

/// Returns the folder in `CUDA_NVRTC_SETS` of an NVRTC of a version of CUDA, such as `13.0`.
#[must_use]
pub fn nvrtc_set(version: &str) -> Option<PathBuf> {
    let sets = std::env::var_os("CUDA_NVRTC_SETS")?;
    let named = format!("/{version}.");
    std::env::split_paths(&sets).find(|set| set.to_string_lossy().contains(&named))
}

/// Returns the folder in `CUDA_HEADERS` of the newest headers.
#[must_use]
pub fn newest_headers() -> Option<PathBuf> {
    Some(PathBuf::from(std::env::var_os("CUDA_HEADERS")?).join(NEWEST).join("include"))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    /// Runs in a separate process, started by the other test.
    #[test]
    #[ignore = "it skips"]
    fn skips() {
        super::skip("there is no NVRTC\nand no network");
        super::note("another", "there is no NVRTC");
        super::note("a third", "there is one device");
    }

    #[test]
    fn skipped_tests_are_reported_at_the_end_with_reasons() {
        let mut program = Command::new(std::env::current_exe().unwrap());
        program.args(["--exact", "--ignored", "tests::skips"]);
        let output = program.env_remove("CUDA_TEST_SKIPS").output().unwrap();
        assert!(output.status.success());
        let output_text = String::from_utf8(output.stderr).unwrap();
        let expected = "3 tests were SKIPPED, though counted as passed:\n     2  there is no NVRTC\n     1  there is one device\n";
        assert!(output_text.starts_with(expected), "{output_text}");
    }
}
