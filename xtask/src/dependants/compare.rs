//! `cargo xtask dependants --compare`: candle with cudarc of the registry and with this workspace's, in turns.

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use serde::Serialize;

use super::{LIBRARIES, manifest, registry};
use crate::cargo as workspace;
use crate::workspace::{cargo, copy, write};

/// How many times both programs are started: what a process costs depends on where its memory lies.
const STARTS: usize = 6;

/// How many times each operation is measured by each program.
const ROUNDS: usize = 9;

/// What an operation costs.
#[derive(Serialize)]
struct OperationRow {
    operation: String,
    /// The median time of a call.
    cudarc_ns: f64,
    ours_ns: f64,
    /// The median of the rounds' ratios, and what a tenth of them are below and above.
    ratio: f64,
    least: f64,
    most: f64,
}

/// Builds both, compares what they generate with the CPU, and measures them in turns.
pub(super) fn run(
    folder: &Path,
    environment: &[(String, OsString)],
    json: Option<&Path>,
) -> Result<ExitCode> {
    let builds = [("cudarc", false), ("ours", true)];
    let [theirs, ours] = builds.map(|(name, is_patched)| {
        build(&folder.join("candle").join(name), is_patched, environment)
    });
    let (theirs, ours) = (theirs?, ours?);
    for program in [&theirs, &ours] {
        let status = (Command::new(program).arg("text").envs(environment.iter().cloned())).status();
        if !status.context("starting candle-compare")?.success() {
            bail!("{} generates another text than the CPU", program.display());
        }
    }
    let mut environment = environment.to_vec();
    let is_trial = environment.iter().any(|(name, _)| name == LIBRARIES[0]);
    let (starts, rounds) = if is_trial { (1, 1) } else { (STARTS, ROUNDS) };
    if is_trial {
        environment.push(("CANDLE_COMPARE_SMALL".to_owned(), "1".into()));
        xtask_print::print_note(
            "on the software device this is a trial, whose figures mean nothing",
        );
    }
    let rows = measure([&theirs, &ours], &environment, starts, rounds)?;
    xtask_print::print_line(format!("{:<32} {:>14} {:>14}", "ns a call", "cudarc", "ours"))?;
    for row in &rows {
        xtask_print::print_line(format!(
            "{:<32} {:>14.0} {:>14.0}  × {:.3}  ({:.2} to {:.2})",
            row.operation, row.cudarc_ns, row.ours_ns, row.ratio, row.least, row.most
        ))?;
    }
    if let Some(file) = json {
        let text = serde_json::to_string_pretty(&rows)? + "\n";
        fs::write(file, text).with_context(|| format!("writing {}", file.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds the program in a workspace of its own, with this workspace's cudarc or with the registry's, and returns its file.
fn build(folder: &Path, is_patched: bool, environment: &[(String, OsString)]) -> Result<PathBuf> {
    copy(&workspace::workspace().join("compat/candle"), &folder.join("candle"))?;
    let candle_manifest = folder.join("candle/Cargo.toml");
    // It is a member here.
    let text = fs::read_to_string(&candle_manifest)
        .with_context(|| format!("reading {}", candle_manifest.display()))?;
    write(&candle_manifest, &text.replace("[workspace]\n", ""))?;
    write(&folder.join("Cargo.toml"), &manifest("candle", is_patched))?;
    // Both programs have the versions of other crates that these tests have.
    let lock = workspace::workspace().join("compat/side-by-side/Cargo.lock");
    if !folder.join("Cargo.lock").exists() {
        let lock =
            fs::read_to_string(&lock).with_context(|| format!("reading {}", lock.display()))?;
        write(&folder.join("Cargo.lock"), &lock)?;
    }
    let target = folder.join("target");
    let status = cargo(folder, "build")
        .arg("--release")
        .envs(registry::environment(folder, environment)?)
        .status()
        .context("starting Cargo")?;
    if status.success() {
        Ok(target.join("release/candle-compare"))
    } else {
        bail!("candle-compare can't be built ({status})")
    }
}

/// Measures each operation with both programs, in turns.
fn measure(
    files: [&Path; 2],
    environment: &[(String, OsString)],
    starts: usize,
    rounds: usize,
) -> Result<Vec<OperationRow>> {
    let names = Command::new(files[1]).arg("names").envs(environment.iter().cloned()).output();
    let names = String::from_utf8(names.context("starting candle-compare")?.stdout)?;
    let mut times: Vec<(&str, [Vec<f64>; 2])> =
        names.lines().map(|name| (name, Default::default())).collect();
    for start in 0..starts {
        let mut programs = [
            Program::start(files[start % 2], environment)?,
            Program::start(files[(start + 1) % 2], environment)?,
        ];
        for (name, times) in &mut times {
            for round in 0..rounds {
                for step in 0..2 {
                    let turn = (round + step) % 2;
                    times[(start + turn) % 2].push(programs[turn].measure(name)?);
                }
            }
        }
    }
    let rows = times.into_iter().map(|(name, [theirs, ours])| {
        let mut ratios: Vec<f64> = ours.iter().zip(&theirs).map(|(a, b)| a / b).collect();
        ratios.sort_by(f64::total_cmp);
        let tenth = ratios.len() / 10;
        OperationRow {
            operation: name.to_owned(),
            cudarc_ns: median(theirs),
            ours_ns: median(ours),
            least: ratios[tenth],
            most: ratios[ratios.len() - 1 - tenth],
            ratio: median(ratios),
        }
    });
    Ok(rows.collect())
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// A program that measures what its input names.
struct Program {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Program {
    fn start(file: &Path, environment: &[(String, OsString)]) -> Result<Self> {
        let mut child = Command::new(file)
            .arg("measure")
            .envs(environment.iter().cloned())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("starting {}", file.display()))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (requests, answers) = pipes.context("a pipe is missing")?;
        Ok(Self { child, requests, answers: BufReader::new(answers) })
    }

    /// Returns the nanoseconds of a call.
    fn measure(&mut self, name: &str) -> Result<f64> {
        writeln!(self.requests, "{name}").context("asking candle-compare")?;
        let mut line = String::new();
        if self.answers.read_line(&mut line).context("reading its answer")? == 0 {
            bail!("candle-compare ended: {}", self.child.wait()?);
        }
        Ok(line.trim().parse()?)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
