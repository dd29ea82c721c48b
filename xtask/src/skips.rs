//! The tests that commands skipped.

use std::fs;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use tempfile::NamedTempFile;

/// The variable with the file to which tests write what they skip.
const VARIABLE: &str = "CUDA_TEST_SKIPS";

/// The lines of all commands about tests that were skipped.
#[derive(Default)]
pub(crate) struct Skips(Mutex<String>);

impl Skips {
    /// Runs `command` with `run`, and collects what it skips.
    pub(crate) fn of<T>(
        &self,
        command: &mut Command,
        run: impl FnOnce(&mut Command) -> Result<T>,
    ) -> Result<T> {
        let file = NamedTempFile::new().context("making the file that tests write skips to")?;
        let result = run(command.env(VARIABLE, file.path()))?;
        let skips = fs::read_to_string(file.path()).context("reading the tests' skips")?;
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.push_str(&skips);
        Ok(result)
    }

    pub(crate) fn into_lines(self) -> String {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
