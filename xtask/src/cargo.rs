//! Running Cargo on this workspace.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// Returns the workspace's folder.
pub(crate) fn workspace() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}

/// Returns a command of the Cargo that runs this program, on the workspace, regardless of the current folder.
///
/// The current folder isn't changed, because users' paths may be relative.
pub(crate) fn command(subcommand: &str) -> Command {
    on(subcommand, "Cargo.toml")
}

/// Returns the same for the benchmark of launches compared with cudarc, which isn't in the workspace, but shares its
/// target folder.
pub(crate) fn cudarc_compare(subcommand: &str) -> Result<Command> {
    let mut command = on(subcommand, "benches/cudarc/Cargo.toml");
    command.env("CARGO_TARGET_DIR", metadata()?.target_directory);
    Ok(command)
}

fn on(subcommand: &str, manifest: &str) -> Command {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command
        .arg(subcommand)
        .arg("--manifest-path")
        .arg(workspace().join(manifest));
    command
}

/// The part of Cargo's metadata that is used.
#[derive(Deserialize)]
pub(crate) struct Metadata {
    /// The folder that the workspace is built in.
    pub target_directory: PathBuf,
    pub packages: Vec<Package>,
}

/// A member of the workspace.
#[derive(Deserialize)]
pub(crate) struct Package {
    manifest_path: PathBuf,
    /// The registries that it may be published to; `None` for any.
    publish: Option<Vec<String>>,
    pub dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
pub(crate) struct Dependency {
    /// The folder of a package that isn't from a registry.
    pub path: Option<PathBuf>,
}

impl Package {
    pub(crate) fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(&self.manifest_path)
    }

    pub(crate) fn is_published(&self) -> bool {
        self.publish
            .as_ref()
            .is_none_or(|registries| !registries.is_empty())
    }
}

/// Returns the workspace's metadata from Cargo.
pub(crate) fn metadata() -> Result<Metadata> {
    let mut metadata = command("metadata");
    metadata.args(["--no-deps", "--format-version", "1"]);
    let output = metadata.output().context("starting Cargo")?;
    let messages = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "cargo metadata failed: {messages}");
    serde_json::from_slice(&output.stdout).context("reading what cargo metadata says")
}

/// Runs `command` and returns its exit code.
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
