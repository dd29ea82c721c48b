//! Runs all programs of a folder on one device, in several processes.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use crate::answers::{Answer, Answers};
use crate::case::Case;
use crate::worker::FAULT;

/// The variable that sets the software device's schedule seed.
const ORDER: &str = "CUDA_SIM_SCHEDULE_SEED";

/// A device, and how programs run on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Device {
    /// Whether it is the software device rather than a GPU.
    pub(crate) software: bool,
    /// The schedule seed of the software device; `None` for the default order.
    pub(crate) order: Option<u64>,
    /// The number of processes.
    pub(crate) jobs: usize,
    /// The time limit of a program.
    pub(crate) limit: Duration,
}

/// A process, and its programs.
struct Worker {
    child: Child,
    answers: PathBuf,
    read: usize,
    /// The current program, and when it started.
    current: Option<(String, Instant)>,
    /// The index of the next program.
    next: usize,
}

impl Worker {
    fn start(
        device: &Device,
        folder: &Path,
        keep: Option<&Path>,
        scratch: &Path,
        first: usize,
        number: usize,
    ) -> Result<Worker> {
        let (answers, printed) =
            (scratch.join(format!("answers{number}")), scratch.join(format!("printed{number}")));
        File::create(&answers)?;
        let output = File::create(&printed)?;
        let mut command = Command::new(env::current_exe()?);
        command.arg("work").arg(folder);
        command.args(["--first", &first.to_string(), "--step", &device.jobs.to_string()]);
        command.arg("--answers").arg(&answers).arg("--printed").arg(&printed);
        if device.software {
            command.arg("--software");
        }
        if let Some(folder) = keep {
            command.arg("--keep").arg(folder);
        }
        match device.order {
            Some(order) => command.env(ORDER, order.to_string()),
            None => command.env_remove(ORDER),
        };
        let child = command.stdout(output).stderr(Stdio::null()).spawn()?;
        Ok(Worker { child, answers, read: 0, current: None, next: first })
    }

    /// Reads the results that it has written since the last call.
    fn gather(&mut self, step: usize, answers: &mut Answers) -> Result<()> {
        let text = fs::read_to_string(&self.answers)?;
        let new = &text[self.read..];
        let whole = new.rfind('\n').map_or(0, |end| end + 1);
        for line in new[..whole].lines() {
            match line.split_once('\t') {
                Some((name, answer)) => {
                    let answer = Answer::parse(answer)
                        .with_context(|| format!("a worker answered {line:?}"))?;
                    answers.insert(name.to_owned(), answer);
                    self.current = None;
                    self.next += step;
                }
                None => self.current = Some((line.to_owned(), Instant::now())),
            }
        }
        self.read += whole;
        Ok(())
    }

    /// Records this result for the program at which the process stopped.
    fn give_up(&mut self, answer: Answer, step: usize, answers: &mut Answers) {
        if let Some((name, _)) = self.current.take() {
            answers.insert(name, answer);
            self.next += step;
        }
    }
}

/// Runs the programs of a folder on a device; their output is written to files in the folder `keep`.
pub(crate) fn run(
    device: &Device,
    folder: &Path,
    cases: &[Case],
    keep: Option<&Path>,
) -> Result<Answers> {
    if let Some(folder) = keep {
        fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    }
    let scratch = TempDir::new()?;
    let mut found = Answers::new();
    let mut numbers = 0..;
    let mut start = |first: usize| {
        let number = numbers.next().unwrap_or_default();
        Worker::start(device, folder, keep, scratch.path(), first, number)
    };
    let mut workers =
        (0..device.jobs.min(cases.len())).map(&mut start).collect::<Result<Vec<_>>>()?;
    while !workers.is_empty() {
        thread::sleep(Duration::from_millis(10));
        let mut at = 0;
        while at < workers.len() {
            let worker = &mut workers[at];
            let status = worker.child.try_wait()?;
            worker.gather(device.jobs, &mut found)?;
            let late =
                worker.current.as_ref().is_some_and(|(_, since)| since.elapsed() > device.limit);
            match status {
                None if late => {
                    worker.child.kill()?;
                    worker.child.wait()?;
                    worker.give_up(Answer::Hung, device.jobs, &mut found);
                }
                None => {
                    at += 1;
                    continue;
                }
                Some(status) if status.success() => {
                    workers.remove(at);
                    continue;
                }
                Some(status) if status.code() == Some(FAULT.into()) => {}
                Some(status) if worker.current.is_none() => {
                    bail!(
                        "a worker ended with {status} before it ran a program: does the device exist?"
                    );
                }
                Some(_) => worker.give_up(Answer::Crashed, device.jobs, &mut found),
            }
            let next = worker.next;
            if next < cases.len() {
                workers[at] = start(next)?;
            } else {
                workers.remove(at);
            }
        }
    }
    Ok(found)
}
