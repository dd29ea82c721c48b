use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::Extent;
use crate::process::Process;
use crate::program::Program;

/// The line that a program prints at the end.
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

/// The results of all runs.
pub struct ProgramRuns {
    /// Each program, with a sample of every round.
    pub programs: Vec<(&'static Program, Vec<Sample>)>,
    /// The names of those that failed, and their errors.
    pub failed: Vec<(&'static str, String)>,
}

/// Runs the programs in turns, so that changes on the machine affect all of them.
///
/// The first round isn't counted: it fills the page cache and the driver's compile cache.
pub fn in_turns(ready: Vec<(&'static Program, Command)>, extent: Extent) -> ProgramRuns {
    let Extent { size, launches, rounds } = extent;
    let mut failed = Vec::new();
    let mut running: Vec<_> = ready
        .into_iter()
        .map(|(program, mut command)| {
            command.args([size.to_string(), launches.to_string()]);
            (program, command, Vec::new())
        })
        .collect();
    for round in 0..=rounds {
        let note = if round == 0 { " (not counted)" } else { "" };
        eprintln!("round {round} of {rounds}{note}");
        running.retain_mut(|(program, command, samples)| match sample(program, command, size) {
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
        // No program always follows the same one.
        running.reverse();
    }
    if rounds % 2 == 0 {
        running.reverse();
    }
    let programs = running.into_iter();
    ProgramRuns {
        programs: programs.map(|(program, _, samples)| (program, samples)).collect(),
        failed,
    }
}

fn sample(program: &Program, command: &mut Command, size: usize) -> Result<Sample> {
    let process = Process::run(command)?;
    let line: Line = serde_json::from_str(&process.stdout)
        .with_context(|| format!("reading the figures in {:?}", process.stdout))?;
    ensure!(line.elements == size, "it computed {} elements instead of {size}", line.elements);
    ensure!(line.wrong == 0, "{} of {size} elements are wrong", line.wrong);
    for step in program.tells {
        let time = line.milliseconds.get(*step);
        ensure!(time.is_some_and(|time| time.is_finite()), "it doesn't tell the time of {step:?}");
    }
    Ok(Sample { process, line })
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::program::PROGRAMS;

    /// Returns the results of programs that run these scripts, in the order of `PROGRAMS`.
    fn ran(scripts: &[&str]) -> ProgramRuns {
        let command = |script: &&str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            command
        };
        let ready = PROGRAMS.iter().zip(scripts.iter().map(command)).collect();
        let extent = Extent { size: 4, launches: 1, rounds: 2 };
        in_turns(ready, extent)
    }

    fn line(elements: usize, wrong: usize, steps: &str) -> String {
        format!(
            r#"echo '{{"device": "", "driver": "13.0", "compiler": "", "elements": {elements}, "wrong": {wrong},
                "milliseconds": {{{steps}}}}}'"#
        )
    }

    const STEPS: &str = r#""total": 1, "kernel": 0.1, "load": 1, "generate": 1, "context": 1"#;

    #[test]
    fn every_round_but_the_first_is_a_sample_in_the_given_order() {
        let ProgramRuns { programs, failed } = ran(&[&line(4, 0, STEPS), &line(4, 0, STEPS)]);
        assert!(failed.is_empty());
        let names: Vec<_> = programs.iter().map(|(program, _)| program.name).collect();
        assert_eq!(names, [PROGRAMS[0].name, PROGRAMS[1].name]);
        assert!(programs.iter().all(|(_, samples)| samples.len() == 2));
    }

    #[test]
    fn a_program_with_wrong_results_fails_alone() {
        let folder = tempfile::tempdir().unwrap();
        let mark = folder.path().join("ran");
        let later =
            format!("test -e {0} && exit 7; touch {0}; {1}", mark.display(), line(4, 0, STEPS));
        let ProgramRuns { programs, failed } = ran(&[
            &line(4, 0, STEPS),
            &line(4, 3, STEPS),
            &line(0, 0, STEPS),
            &line(4, 0, r#""total": 1, "load": 1, "generate": 1, "context": 1"#),
            "echo garbage",
            &later,
        ]);
        assert_eq!(programs.len(), 1);
        for (index, part) in [
            (1, "3 of 4 elements are wrong"),
            (2, "0 elements instead of 4"),
            (3, r#"the time of "kernel""#),
            (4, "reading the figures in \"garbage"),
            (5, "exit status: 7"),
        ] {
            let (_, error) = failed.iter().find(|(name, _)| *name == PROGRAMS[index].name).unwrap();
            assert!(error.contains(part), "{part:?} is missing in {error:?}");
        }
    }
}
