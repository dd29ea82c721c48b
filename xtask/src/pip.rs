//! The machine's own pip, which is configured for its mirrors, proxies and certificates.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};

use crate::interrupt;
use crate::wheel::{Platform, Wheel};

const HOW_TO_GET_PIP: &str = "install Python with pip, or set PYTHON to a Python that has it";

/// How often is checked whether pip has ended.
const TICK: Duration = Duration::from_millis(50);

/// A pip to install with.
#[derive(Clone, Debug)]
pub enum Pip {
    /// `-m pip` of `$PYTHON`, or of the first Python that is found, which is searched for at each use.
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
    /// Unpacks `wheels`, of different packages and for one platform, to `target` in the empty folder `folder`. pip
    /// checks their hashes; a bar on the terminal shows how much it has fetched.
    pub fn install(&self, wheels: &[Wheel], folder: &Path, target: &Path) -> Result<()> {
        let mut command = self.command()?;
        // Everything else that pip writes is removed with the folder.
        for variable in ["TMPDIR", "TMP", "TEMP"] {
            command.env(variable, folder);
        }
        let requirements = folder.join("requirements.txt");
        let lines = wheels.iter().map(|wheel| {
            let Wheel { name, version, sha256, .. } = wheel;
            format!("{name}=={version} --hash=sha256:{sha256}\n")
        });
        fs::write(&requirements, lines.collect::<String>())
            .with_context(|| format!("writing {}", requirements.display()))?;
        command.args([
            "install",
            "--disable-pip-version-check",
            "--no-input",
            "--no-deps",
            "--no-compile",
            "--only-binary=:all:",
            "--require-hashes",
            // Its own is wider than a terminal of 80 columns.
            "--progress-bar=off",
        ]);
        let tags = wheels.first().map(|wheel| platform_tags(wheel.platform));
        for tag in tags.unwrap_or_default() {
            command.arg("--platform").arg(tag);
        }
        command.arg("--target").arg(target);
        command.arg("--requirement").arg(&requirements);
        // `--user` excludes `--target`.
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .env("PIP_USER", "0")
            .env("PIP_ROOT_USER_ACTION", "ignore");
        let program = command.get_program().to_owned();
        let mut pip = command.spawn().map_err(|error| cannot_start(&program, error))?;
        let total = sizes(pip.stdout.take());
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("  {wide_bar} {bytes} of {total_bytes}") {
            bar.set_style(style);
        }
        loop {
            let total = total.load(Ordering::Relaxed);
            if total > 0 {
                bar.set_length(total);
                // pip removes the wheels before it ends.
                bar.set_position(fetched(folder).max(bar.position()).min(total));
            }
            if let Some(status) = pip.try_wait().context("waiting for pip")? {
                bar.finish_and_clear();
                interrupt::check()?;
                if status.success() {
                    return Ok(());
                } else {
                    bail!(
                        "pip failed ({status}) and said why above\n\
                         help: pip needs the network; HTTPS_PROXY names a proxy, PIP_INDEX_URL a mirror; without pip, \
                         {HOW_TO_GET_PIP}"
                    )
                }
            }
            if let Err(interrupted) = interrupt::check() {
                // This fails if it has already ended.
                let _ = pip.kill();
                let _ = pip.wait();
                return Err(interrupted.into());
            }
            thread::sleep(TICK);
        }
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

/// Returns the sum of the sizes, in bytes, that pip's output says it downloads, which grows while it runs.
fn sizes(output: Option<impl Read + Send + 'static>) -> Arc<AtomicU64> {
    let total = Arc::new(AtomicU64::new(0));
    if let Some(output) = output {
        let total = Arc::clone(&total);
        // It ends with pip.
        thread::spawn(move || {
            // All of it is read, in any encoding: without a reader, pip would fail.
            for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                let size = size(&String::from_utf8_lossy(&line));
                total.fetch_add(size.unwrap_or(0), Ordering::Relaxed);
            }
        });
    }
    total
}

/// Returns the size in a line such as `Downloading nvidia_cuda_nvrtc-13.0.88-….whl (90.2 MB)`.
fn size(line: &str) -> Option<u64> {
    let (_, size) = line.trim().strip_prefix("Downloading ")?.rsplit_once(" (")?;
    let (number, unit) = size.strip_suffix(')')?.split_once(' ')?;
    let bytes = match unit {
        "bytes" => 1.0,
        "kB" => 1e3,
        "MB" => 1e6,
        "GB" => 1e9,
        _ => return None,
    };
    Some((number.parse::<f64>().ok()? * bytes) as u64)
}

/// Returns the size of the wheels that pip has in its own folders below `folder`, in bytes.
fn fetched(folder: &Path) -> u64 {
    let entries = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
    let wheels = entries(folder).flat_map(|folder| entries(&folder.path()));
    let wheels = wheels.filter(|file| file.path().extension() == Some(OsStr::new("whl")));
    wheels.filter_map(|file| Some(file.metadata().ok()?.len())).sum()
}

/// Returns the tags of the systems that NVIDIA's wheels are built for: with `manylinux2014` pip accepts older systems,
/// but each newer one must be listed, and so must that of 2014 by its other name.
fn platform_tags(platform: Platform) -> &'static [&'static str] {
    match platform {
        Platform::LinuxX86_64 => &[
            "manylinux2014_x86_64",
            "manylinux_2_17_x86_64",
            "manylinux_2_18_x86_64",
            "manylinux_2_25_x86_64",
            "manylinux_2_27_x86_64",
            "manylinux_2_28_x86_64",
        ],
        Platform::LinuxAarch64 => &[
            "manylinux2014_aarch64",
            "manylinux_2_17_aarch64",
            "manylinux_2_18_aarch64",
            "manylinux_2_25_aarch64",
            "manylinux_2_27_aarch64",
            "manylinux_2_28_aarch64",
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
        Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success())
    };
    match programs.iter().find(starts) {
        Some(program) => Ok(program.into()),
        None => bail!("no Python was found (tried {}): {HOW_TO_GET_PIP}", programs.join(", ")),
    }
}

pub(crate) fn cannot_start(program: &OsStr, error: io::Error) -> anyhow::Error {
    let program = program.display();
    match error.kind() {
        ErrorKind::NotFound => anyhow!("the Python `{program}` doesn't exist: {HOW_TO_GET_PIP}"),
        _ => anyhow!("the Python `{program}` doesn't start: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_is_as_long_as_pip_says() {
        let lines = b"Processing J\xfcrgen\r\n  Downloading a-1.whl (90.2 MB)\r\nDownloading b-1.whl (511 kB)\nDownloading (x)\n";
        let total = sizes(Some(&lines[..]));
        while Arc::strong_count(&total) > 1 {
            thread::yield_now();
        }
        assert_eq!(total.load(Ordering::Relaxed), 90_711_000);
    }

    #[test]
    fn a_missing_python_is_an_error_that_names_those_tried() {
        let error =
            first_that_starts(&["no-such-python3", "no-such-python"]).unwrap_err().to_string();
        assert!(error.contains("no-such-python3, no-such-python"), "{error}");
        assert!(error.contains("PYTHON"), "{error}");
    }
}
