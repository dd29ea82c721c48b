//! What the device tells about a program, in the file that `CUDA_SIM_REPORT` names: a line of JSON
//! for each event.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use crate::note::print_note;

/// What a program did. It is what `--json` writes.
#[derive(Serialize)]
pub(crate) struct Report {
    program: Vec<String>,
    /// The program's own exit status; nothing if a signal ended it.
    status: Option<i32>,
    signal: Option<i32>,
    /// Why nothing else is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The processes whose kernels ran on the device.
    ran: Vec<u32>,
    findings: Vec<Finding>,
    /// The kernels that checks left out.
    left_out: Vec<LeftOut>,
}

/// How many launches of a kernel checks left out in a process.
#[derive(Serialize, Deserialize)]
struct LeftOut {
    kernel: String,
    process: u32,
    launches: u64,
}

/// What a check found.
#[derive(Serialize, Deserialize)]
struct Finding {
    /// `fault`, `races` or `schedules`.
    check: String,
    /// The code that calls return, if it is a fault.
    code: u32,
    process: u32,
    message: String,
}

/// A line of the file.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Event {
    /// The process.
    Ran(u32),
    Found(Finding),
    LeftOut(LeftOut),
}

/// The file for the device's lines.
pub(crate) struct Events(NamedTempFile);

impl Events {
    pub(crate) fn new() -> Result<Self> {
        let file = NamedTempFile::new().with_context(|| {
            let folder = std::env::temp_dir();
            format!(
                "making a file for what is found in {}, which TMPDIR names or /tmp is",
                folder.display()
            )
        })?;
        Ok(Self(file))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Reads the file as it was opened: the program may have removed its name.
    pub(crate) fn read(&self, words: &[OsString], status: ExitStatus) -> Result<Report> {
        let mut text = Vec::new();
        self.0.as_file().read_to_end(&mut text).context("reading what was found")?;
        let mut report = Report {
            status: status.code(),
            signal: status.signal(),
            error: None,
            ..Report::failed(words, String::new())
        };
        for line in text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            match serde_json::from_slice(line) {
                Ok(Event::Ran(process)) => report.ran.push(process),
                Ok(Event::Found(finding)) => report.findings.push(finding),
                Ok(Event::LeftOut(left_out)) => report.add(left_out),
                // The others count, and the program's status.
                Err(error) => print_note(format_args!(
                    "cuda-sim: a line of what was found can't be read: {error}: {}",
                    String::from_utf8_lossy(line)
                )),
            }
        }
        Ok(report)
    }
}

impl Report {
    /// The report on a program of which nothing is known but why.
    pub(crate) fn failed(words: &[OsString], error: String) -> Self {
        Self {
            program: words.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
            status: None,
            signal: None,
            error: Some(error),
            ran: Vec::new(),
            findings: Vec::new(),
            left_out: Vec::new(),
        }
    }

    /// Adds a count, which takes the place of an earlier one of the same process.
    fn add(&mut self, new: LeftOut) {
        let is_same = |old: &&mut LeftOut| (&old.kernel, old.process) == (&new.kernel, new.process);
        match self.left_out.iter_mut().find(is_same) {
            Some(old) => old.launches = old.launches.max(new.launches),
            None => self.left_out.push(new),
        }
    }

    /// Returns the names of the kernels that were left out, with their launches in all processes.
    pub(crate) fn left_out(&self) -> BTreeMap<&str, u64> {
        let mut all = BTreeMap::new();
        for left_out in &self.left_out {
            *all.entry(left_out.kernel.as_str()).or_default() += left_out.launches;
        }
        all
    }

    pub(crate) fn found(&self) -> usize {
        self.findings.len()
    }

    pub(crate) fn has_run(&self) -> bool {
        !self.ran.is_empty()
    }
}

/// Where `--json` writes. It is opened before the program runs, and has a report from then on.
pub(crate) struct Destination {
    path: PathBuf,
    file: File,
}

impl Destination {
    pub(crate) fn open(path: &Path, words: &[OsString]) -> Result<Self> {
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let mut destination = Self { path: path.into(), file: destination_error(path, file)? };
        // Whatever ends this command, the file isn't empty. A pipe takes one report alone.
        if destination.file.metadata().is_ok_and(|file| file.is_file()) {
            destination.replace(&Report::failed(words, "the program hasn't ended".into()))?;
        }
        Ok(destination)
    }

    pub(crate) fn write(mut self, report: &Report) -> Result<()> {
        self.replace(report)
    }

    fn replace(&mut self, report: &Report) -> Result<()> {
        let text = serde_json::to_string_pretty(report)? + "\n";
        let mut write = || {
            if self.file.metadata()?.is_file() {
                self.file.set_len(0)?;
                self.file.rewind()?;
            }
            self.file.write_all(text.as_bytes())
        };
        destination_error(&self.path, write())
    }
}

fn destination_error<T>(path: &Path, result: io::Result<T>) -> Result<T> {
    result.with_context(|| format!("writing {}", path.display()))
}
