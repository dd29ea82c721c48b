//! The folder of the software device's libraries, for the commands that run other programs on it.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo;

/// Builds the libraries, and writes them into `folder`.
pub(crate) fn build(folder: &Path) -> Result<()> {
    let program = cargo::build("cuda-sim-cli", &["--release"])?;
    let status = Command::new(&program).arg("folder").arg(folder).status();
    let status = status.with_context(|| format!("starting {}", program.display()))?;
    ensure!(status.success(), "the software device wasn't written to {}", folder.display());
    Ok(())
}
