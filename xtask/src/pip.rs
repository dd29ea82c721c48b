//! The machine's own pip, which knows the machine's mirrors, proxies and certificates.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, anyhow, bail};

use crate::wheel::{Platform, Wheel};

const HOW_TO_GET_PIP: &str = "install Python with pip, or set PYTHON to a Python that has it";

/// A pip to download with.
#[derive(Clone, Debug)]
pub enum Pip {
    /// `-m pip` of `$PYTHON`, or of the first Python found, which is looked for when there is something to download.
    OfThisMachine,
    /// A program that takes pip's arguments after `arguments`.
    Program {
        /// The program.
        program: OsString,
        /// What goes before pip's arguments.
        arguments: Vec<OsString>,
    },
}

impl Pip {
    /// Downloads `wheel` into the empty folder `into` and returns its file.
    pub fn download(&self, wheel: &Wheel, into: &Path) -> Result<PathBuf> {
        let mut command = self.command()?;
        command.args([
            "download",
            "--disable-pip-version-check",
            "--no-input",
            "--no-deps",
            "--only-binary=:all:",
        ]);
        for tag in platform_tags(wheel.platform) {
            command.arg("--platform").arg(tag);
        }
        command
            .arg("--dest")
            .arg(into)
            .arg(format!("{}=={}", wheel.name, wheel.version));
        let program = command.get_program().to_owned();
        let output = command
            .stdin(Stdio::null())
            .output()
            .map_err(|error| cannot_start(&program, error))?;
        if !output.status.success() {
            bail!("{}", failure(&program, &output));
        }
        the_wheel_in(into)?.ok_or_else(|| anyhow!("pip reported success and left no wheel"))
    }

    fn command(&self) -> Result<Command> {
        match self {
            Pip::OfThisMachine => {
                let mut command = Command::new(python()?);
                command.args(["-m", "pip"]);
                Ok(command)
            }
            Pip::Program { program, arguments } => {
                let mut command = Command::new(program);
                command.args(arguments);
                Ok(command)
            }
        }
    }
}

/// The tags of the systems that NVIDIA's wheels are built for: with `manylinux2014` pip takes those of older systems, too,
/// but of newer ones it must be told each, and wheels of NCCL are for two of them.
fn platform_tags(platform: Platform) -> &'static [&'static str] {
    match platform {
        Platform::LinuxX86_64 => &[
            "manylinux2014_x86_64",
            "manylinux_2_18_x86_64",
            "manylinux_2_27_x86_64",
        ],
        Platform::LinuxAarch64 => &[
            "manylinux2014_aarch64",
            "manylinux_2_18_aarch64",
            "manylinux_2_27_aarch64",
        ],
        Platform::WindowsX86_64 => &["win_amd64"],
    }
}

pub(crate) fn python() -> Result<OsString> {
    match env::var_os("PYTHON").filter(|python| !python.is_empty()) {
        Some(python) => Ok(python),
        None => first_that_starts(&["python3", "python"]),
    }
}

fn first_that_starts(programs: &[&str]) -> Result<OsString> {
    let starts = |program: &&&str| {
        Command::new(program)
            .arg("--version")
            .output()
            .is_ok_and(|o| o.status.success())
    };
    match programs.iter().find(starts) {
        Some(program) => Ok(program.into()),
        None => bail!(
            "no Python was found (tried {}): {HOW_TO_GET_PIP}",
            programs.join(", ")
        ),
    }
}

pub(crate) fn cannot_start(program: &OsStr, error: std::io::Error) -> anyhow::Error {
    let program = program.display();
    match error.kind() {
        ErrorKind::NotFound => anyhow!("the Python `{program}` doesn't exist: {HOW_TO_GET_PIP}"),
        _ => anyhow!("the Python `{program}` doesn't start: {error}"),
    }
}

fn failure(program: &OsStr, output: &Output) -> String {
    let said = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let said = String::from_utf8_lossy(&said);
    if said.contains("No module named pip") {
        return format!(
            "the Python `{}` has no pip: {HOW_TO_GET_PIP}",
            program.display()
        );
    }
    format!("pip failed ({}):\n{}", output.status, said.trim_end())
}

fn the_wheel_in(folder: &Path) -> Result<Option<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new("whl")) {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_python_is_an_error_that_names_those_tried() {
        let error = first_that_starts(&["no-such-python3", "no-such-python"])
            .unwrap_err()
            .to_string();
        assert!(error.contains("no-such-python3, no-such-python"), "{error}");
        assert!(error.contains("PYTHON"), "{error}");
    }
}
