//! The Python process that measures CuPy and Numba, one sample at a time.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, anyhow};
use serde::{Deserialize, Serialize};

use crate::work::Size;

/// The process, if it is running.
pub struct Python {
    running: Result<PythonProcess, String>,
    /// The version of Python, and of its libraries.
    pub versions: Vec<String>,
}

struct PythonProcess {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

#[derive(Serialize)]
struct Request<'a> {
    library: &'a str,
    work: &'a str,
    #[serde(flatten)]
    size: &'a Size,
}

/// The result of a request.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The time of all calls.
    Seconds(f64),
    /// The reason for skipping it.
    Skip(String),
}

impl Python {
    /// Creates no process, for suites that need none.
    pub fn none() -> Self {
        Self { running: Err("no library is measured by Python".to_owned()), versions: Vec::new() }
    }

    /// Starts it; if that fails, everything it would measure is skipped.
    pub fn start(python: &Path, program: &Path) -> Self {
        let start = || -> Result<(PythonProcess, Vec<String>)> {
            let mut child = Command::new(python)
                .arg(program)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .with_context(|| format!("starting {}", python.display()))?;
            let pipes = child.stdin.take().zip(child.stdout.take());
            let (requests, answers) = pipes.ok_or_else(|| anyhow!("a pipe is missing"))?;
            let mut running = PythonProcess { child, requests, answers: BufReader::new(answers) };
            let versions = serde_json::from_str(&running.line()?)?;
            Ok((running, versions))
        };
        match start() {
            Ok((running, versions)) => Self { running: Ok(running), versions },
            Err(error) => {
                eprintln!("skipped: Python doesn't run: {error:#}");
                Self {
                    running: Err(format!("Python doesn't run: {error:#}")),
                    versions: Vec::new(),
                }
            }
        }
    }

    /// Measures one sample of an operation; the first one also prepares it.
    pub fn sample(&mut self, library: &str, work: &str, size: &Size) -> Result<Answer> {
        match &mut self.running {
            Err(reason) => Ok(Answer::Skip(reason.clone())),
            Ok(running) => running.ask(&Request { library, work, size }),
        }
    }

    /// Releases what an operation prepared.
    pub fn end(&mut self) -> Result<()> {
        if let Ok(running) = &mut self.running {
            let request = Request { library: "", work: "end", size: &Size::default() };
            running.ask(&request)?;
        }
        Ok(())
    }
}

impl PythonProcess {
    fn ask(&mut self, request: &Request<'_>) -> Result<Answer> {
        let mut line = serde_json::to_string(request)?;
        line.push('\n');
        self.requests.write_all(line.as_bytes()).context("asking Python")?;
        Ok(serde_json::from_str(&self.line()?)?)
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        match self.answers.read_line(&mut line).context("reading Python's answer")? {
            0 => Err(anyhow!("Python ended: {}", self.child.wait()?)),
            _ => Ok(line),
        }
    }
}

impl Drop for PythonProcess {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
