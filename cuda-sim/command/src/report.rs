//! What the device tells about a program, in the file that `CUDA_SIM_REPORT` names: a line of JSON
//! for each event.

use std::ffi::OsString;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// What a program did. It is what `--json` writes.
#[derive(Serialize)]
pub(crate) struct Report {
    program: Vec<String>,
    /// The program's own exit status; nothing if a signal ended it.
    status: Option<i32>,
    signal: Option<i32>,
    /// The processes whose kernels ran on the device.
    ran: Vec<u32>,
    findings: Vec<Finding>,
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
}

impl Report {
    pub(crate) fn read(file: &Path, words: &[OsString], status: ExitStatus) -> Result<Self> {
        let text = fs::read_to_string(file).context("reading what was found")?;
        let mut report = Self {
            program: words.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
            status: status.code(),
            signal: status.signal(),
            ran: Vec::new(),
            findings: Vec::new(),
        };
        for line in text.lines() {
            match serde_json::from_str(line).context("reading what was found")? {
                Event::Ran(process) => report.ran.push(process),
                Event::Found(finding) => report.findings.push(finding),
            }
        }
        Ok(report)
    }

    pub(crate) fn write(&self, file: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)?;
        fs::write(file, text + "\n").with_context(|| format!("writing {}", file.display()))
    }

    pub(crate) fn found(&self) -> usize {
        self.findings.len()
    }

    pub(crate) fn has_run(&self) -> bool {
        !self.ran.is_empty()
    }
}
