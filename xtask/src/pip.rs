//! The machine's own pip, which is configured for its mirrors, proxies and certificates.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::mem;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};

use crate::interrupt;
use crate::wheel::{Platform, Wheel};

const HOW_TO_GET_PIP: &str = "install Python with pip, or set PYTHON to a Python that has it";

const HOW_TO_REACH_IT: &str =
    "help: pip needs the network; HTTPS_PROXY names a proxy, PIP_INDEX_URL a mirror";

/// How often a download's progress is checked.
const TICK: Duration = Duration::from_millis(50);

/// The progress of a download.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of downloaded bytes.
    pub bytes: u64,
    /// The approximate total of the wheels that pip has begun to download, once it prints their sizes.
    pub total: Option<u64>,
}

/// A pip to download with.
#[derive(Clone, Debug)]
pub enum Pip {
    /// `-m pip` of `$PYTHON`, or of the first Python that is found, which is searched for at each download.
    OfThisMachine,
    /// A program that accepts pip's arguments after `arguments`.
    Program {
        /// The program.
        program: OsString,
        /// The arguments before pip's.
        arguments: Vec<OsString>,
    },
}

impl Pip {
    /// Downloads `wheels`, of different packages and for one platform, to the empty folder `into`, and returns their
    /// files; calls `progress` repeatedly.
    pub fn download(
        &self,
        wheels: &[&Wheel],
        into: &Path,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Vec<PathBuf>> {
        let mut command = self.command()?;
        // pip downloads to a temporary folder, whose size is the progress.
        let temporary = into.join("unfinished");
        fs::create_dir(&temporary).with_context(|| format!("making {}", temporary.display()))?;
        for variable in ["TMPDIR", "TMP", "TEMP"] {
            command.env(variable, &temporary);
        }
        command.args([
            "download",
            "--disable-pip-version-check",
            "--no-input",
            "--no-deps",
            "--only-binary=:all:",
        ]);
        let tags = wheels.first().map(|wheel| platform_tags(wheel.platform));
        for tag in tags.unwrap_or_default() {
            command.arg("--platform").arg(tag);
        }
        command.arg("--dest").arg(into);
        command.args(
            wheels
                .iter()
                .map(|wheel| format!("{}=={}", wheel.name, wheel.version)),
        );
        let program = command.get_program().to_owned();
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| cannot_start(&program, error))?;
        let (status, output) = watch(child, into, progress)?;
        if !status.success() {
            bail!("{}", failure(&program, status, &output));
        }
        let files = wheels.iter().map(|wheel| file_of(wheel, into));
        files.collect()
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

/// Returns the tags of the systems that NVIDIA's wheels are built for: with `manylinux2014` pip accepts older systems,
/// but each newer one must be listed, and NCCL's wheels need two of them.
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

/// Waits for pip and returns its status and output; an interruption kills it.
fn watch(
    mut pip: Child,
    into: &Path,
    progress: &mut dyn FnMut(Progress),
) -> Result<(ExitStatus, String)> {
    // 0 until pip prints it.
    let total = AtomicU64::new(0);
    let (stdout, stderr) = (pip.stdout.take(), pip.stderr.take());
    thread::scope(|scope| {
        let output = scope.spawn(|| stdout.map(|it| lines(it, &total)));
        let errors = scope.spawn(|| stderr.map(|it| lines(it, &total)));
        let ended = loop {
            if let Some(status) = pip.try_wait().context("waiting for pip")? {
                break Ok(status);
            }
            if let Err(interrupted) = interrupt::check() {
                // This fails if it has already ended.
                let _ = pip.kill();
                let _ = pip.wait();
                break Err(anyhow::Error::new(interrupted));
            }
            progress(Progress {
                bytes: size(into),
                total: Some(total.load(Ordering::Relaxed)).filter(|total| *total > 0),
            });
            thread::sleep(TICK);
        };
        let text = [output, errors].map(|it| it.join().ok().flatten().unwrap_or_default());
        Ok((ended?, text.concat()))
    })
}

/// Returns pip's output, and adds the sizes from lines such as `Downloading x.whl (90.2 MB)` to `total`.
fn lines(from: impl Read, total: &AtomicU64) -> String {
    let mut text = String::new();
    for line in BufReader::new(from).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        if let Some(bytes) = announced_size(&line) {
            total.fetch_add(bytes, Ordering::Relaxed);
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}

fn announced_size(line: &str) -> Option<u64> {
    let size = line
        .trim()
        .strip_prefix("Downloading ")?
        .strip_suffix(')')?;
    let (number, unit) = size.rsplit_once('(')?.1.split_once(' ')?;
    let unit = match unit {
        "bytes" => 1.0,
        "kB" => 1e3,
        "MB" => 1e6,
        "GB" => 1e9,
        _ => return None,
    };
    Some((number.parse::<f64>().ok()? * unit) as u64)
}

/// Returns the total size of all files below `folder`, which may change meanwhile.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| Some((entry.metadata().ok()?, entry.path())))
        .map(|(metadata, path)| match metadata.is_dir() {
            true => size(&path),
            false => metadata.len(),
        })
        .sum()
}

fn failure(program: &OsStr, status: ExitStatus, output: &str) -> String {
    if output.contains("No module named pip") {
        return format!(
            "the Python `{}` has no pip: {HOW_TO_GET_PIP}",
            program.display()
        );
    }
    // pip repeats this warning for each attempt.
    let mut retried = false;
    let is_new = |line: &&str| !(line.contains("Retrying (") && mem::replace(&mut retried, true));
    let lines: Vec<&str> = output.lines().filter(is_new).collect();
    format!(
        "pip failed ({status}):\n{}\n{HOW_TO_REACH_IT}",
        lines.join("\n")
    )
}

/// Returns the file of `wheel` in `folder`, whose name begins with the package's name and version.
fn file_of(wheel: &Wheel, folder: &Path) -> Result<PathBuf> {
    let start = format!("{}-{}-", wheel.name.replace('-', "_"), wheel.version);
    let entries = fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(&start) {
            return Ok(entry.path());
        }
    }
    bail!("pip reported success but left no wheel of {wheel}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_is_read_from_the_output_of_pip() {
        let line = "  Downloading nvidia_cuda_nvrtc-13.0.88-py3-none-any.whl (90.2 MB)";
        assert_eq!(announced_size(line), Some(90_200_000));
        assert_eq!(announced_size("Downloading x.whl (512 bytes)"), Some(512));
        for other in [
            "Downloading x.whl",
            "Saved x.whl (1 MB)",
            "Downloading x (? MB)",
        ] {
            assert_eq!(announced_size(other), None);
        }
    }

    #[test]
    fn repeated_warnings_of_pip_are_shown_once() {
        let output = "WARNING: Retrying (Retry(total=4)) a\nWARNING: Retrying (Retry(total=3)) a\nERROR: none\n";
        let status = Command::new("false").status();
        let Ok(status) = status else { return };
        let message = failure(OsStr::new("python3"), status, output);
        assert_eq!(message.matches("Retrying").count(), 1, "{message}");
        assert!(message.contains("ERROR: none"), "{message}");
    }

    #[test]
    fn a_missing_python_is_an_error_that_names_those_tried() {
        let error = first_that_starts(&["no-such-python3", "no-such-python"])
            .unwrap_err()
            .to_string();
        assert!(error.contains("no-such-python3, no-such-python"), "{error}");
        assert!(error.contains("PYTHON"), "{error}");
    }
}
