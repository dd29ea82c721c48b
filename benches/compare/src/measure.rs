use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::Extent;
use crate::process::Process;
use crate::program::Program;

/// The line that a program prints at its end.
#[derive(Deserialize, Clone)]
pub struct Line {
    pub device: String,
    pub driver: String,
    pub compiler: String,
    pub elements: usize,
    pub wrong: usize,
    /// The time of each step.
    pub milliseconds: BTreeMap<String, f64>,
}

/// One run of a program.
pub struct Sample {
    pub process: Process,
    pub line: Line,
}

/// What came of all runs.
pub struct Ran {
    /// Each program with a sample of every round.
    pub programs: Vec<(&'static Program, Vec<Sample>)>,
    /// The names of those that failed, and what they said.
    pub failed: Vec<(&'static str, String)>,
}

/// Runs the programs in turns, so that what changes on the machine meanwhile meets all of them.
///
/// The first round isn't counted: it brings files into memory, and what the driver compiled into its cache.
pub fn in_turns(ready: Vec<(&'static Program, Command)>, extent: Extent) -> Ran {
    let Extent {
        size,
        launches,
        rounds,
    } = extent;
    let mut failed = Vec::new();
    let mut running: Vec<_> = ready
        .into_iter()
        .map(|(program, mut command)| {
            command.args([size.to_string(), launches.to_string()]);
            (program, command, Vec::new())
        })
        .collect();
    for round in 0..=rounds {
        eprintln!("round {round} of {rounds}");
        running.retain_mut(|(program, command, samples)| match sample(command) {
            Ok(sample) => {
                if round > 0 {
                    samples.push(sample);
                }
                true
            }
            Err(error) => {
                failed.push((program.name, format!("{error:#}")));
                false
            }
        });
        // Nobody is always behind the same one.
        running.reverse();
    }
    if rounds % 2 == 0 {
        running.reverse();
    }
    let programs = running.into_iter();
    Ran {
        programs: programs
            .map(|(program, _, samples)| (program, samples))
            .collect(),
        failed,
    }
}

fn sample(command: &mut Command) -> Result<Sample> {
    let process = Process::run(command)?;
    let line: Line = serde_json::from_str(&process.said)
        .with_context(|| format!("reading the figures in {:?}", process.said))?;
    ensure!(
        line.wrong == 0,
        "{} of {} elements are wrong",
        line.wrong,
        line.elements
    );
    Ok(Sample { process, line })
}
