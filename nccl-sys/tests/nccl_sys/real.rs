//! The real NCCLs that a test may have.

use std::ffi::OsStr;
use std::path::PathBuf;

use cuda_pathfinder::{Environment, Os, Search};

#[allow(dead_code)]
#[path = "../../../src/skip.rs"]
mod skipping;

/// The folders of `CUDA_NCCL_SETS`; none, and a line in `CUDA_TEST_SKIPS`, where it isn't set.
pub(crate) fn sets(test: &str) -> Vec<PathBuf> {
    if let Some(sets) = std::env::var_os("CUDA_NCCL_SETS") {
        return std::env::split_paths(&sets).collect();
    }
    skipping::note(
        test,
        "CUDA_NCCL_SETS is not set: `cargo xtask test --nccl` fetches two NCCLs",
    );
    Vec::new()
}

/// Notes that a test was skipped.
pub(crate) fn skip(test: &str, reason: &str) {
    skipping::note(test, reason);
}

/// A search that sees the file or folder at `path` and nothing else of this machine.
pub(crate) fn only(path: impl AsRef<OsStr>) -> Search {
    let environment = Environment::simulated(Os::current(), "/");
    Search::in_environment(environment.set("CUDA_NCCL", path.as_ref()))
}
