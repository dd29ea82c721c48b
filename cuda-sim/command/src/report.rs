//! What the device tells about a program, in the file that `CUDA_SIM_REPORT` names: a line of JSON
//! for each event.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::note::print_note;

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
    /// Reads the file as it was opened: the program may have removed its name.
    pub(crate) fn read(mut file: &File, words: &[OsString], status: ExitStatus) -> Result<Self> {
        let mut text = Vec::new();
        file.read_to_end(&mut text).context("reading what was found")?;
        let mut report = Self {
            program: words.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
            status: status.code(),
            signal: status.signal(),
            ran: Vec::new(),
            findings: Vec::new(),
        };
        for line in text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            match serde_json::from_slice(line) {
                Ok(Event::Ran(process)) => report.ran.push(process),
                Ok(Event::Found(finding)) => report.findings.push(finding),
                // The others count, and the program's status.
                Err(error) => print_note(format_args!(
                    "cuda-sim: a line of what was found can't be read: {error}: {}",
                    String::from_utf8_lossy(line)
                )),
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
