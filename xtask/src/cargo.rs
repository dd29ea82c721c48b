//! Running Cargo on this workspace.

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

/// The workspace's folder.
pub(crate) fn workspace() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}

/// `cargo <subcommand>` of the Cargo that runs this program, on the workspace whatever the current folder is.
///
/// The current folder stays, for the paths that a user gives.
pub(crate) fn command(subcommand: &str) -> Command {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command
        .arg(subcommand)
        .arg("--manifest-path")
        .arg(workspace().join("Cargo.toml"));
    command
}

/// Runs `command` to its end and returns its exit code.
pub(crate) fn run(command: &mut Command) -> Result<ExitCode> {
    let status = command
        .status()
        .with_context(|| format!("starting {}", command.get_program().display()))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(match code {
        Some(code) => ExitCode::from(code),
        // Killed by a signal, which Cargo has reported.
        None => ExitCode::FAILURE,
    })
}
