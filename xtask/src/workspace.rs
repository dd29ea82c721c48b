//! Workspaces that a command writes, and Cargo in them.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

/// Returns a command of Cargo in a folder.
pub(crate) fn cargo(folder: &Path, subcommand: &str) -> Command {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.arg(subcommand).current_dir(folder);
    command
}

/// Runs a command of Cargo, which must succeed.
pub(crate) fn succeed(command: &mut Command) -> Result<()> {
    let status = command.status().context("starting Cargo")?;
    if status.success() { Ok(()) } else { bail!("`{command:?}` failed ({status})") }
}

/// Copies a folder, without replacing files that are the same.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("making {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("reading {}", from.display()))? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            copy(&from, &to)?;
        } else if fs::read(&to).ok() != Some(fs::read(&from)?) {
            fs::copy(&from, &to).with_context(|| format!("writing {}", to.display()))?;
        }
    }
    Ok(())
}

/// Writes a file, unless it has this text.
pub(crate) fn write(file: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(file).is_ok_and(|found| found == text) {
        return Ok(());
    }
    fs::write(file, text).with_context(|| format!("writing {}", file.display()))
}
