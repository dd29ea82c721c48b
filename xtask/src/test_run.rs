//! `cargo xtask test`: everything that CI runs, in one command.

use std::fmt;
use std::fs;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tempfile::NamedTempFile;
use xtask::headers::Headers;
use xtask::{Wheels, nvrtc};

use crate::cargo;

/// What to run, and when to stop.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Leave out the documentation, the generated files, and the tests that need CUDA's headers
    #[arg(long)]
    fast: bool,
    /// Go on after a step that failed
    #[arg(long)]
    keep_going: bool,
}

/// The variables that the tests find what they need by.
const HEADERS: &str = "CUDA_HEADERS";
const SKIPS: &str = "CUDA_TEST_SKIPS";

struct Step {
    name: &'static str,
    command: Command,
}

enum Outcome {
    Passed(Duration),
    Failed(Duration),
    NotRun,
}

/// Runs the steps and prints what came of each, and which tests were skipped.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let skips = NamedTempFile::new().context("making the file that tests write skips to")?;
    let mut tests = tests(options)?;
    tests.env(SKIPS, skips.path());

    let outcomes = run_steps(steps(options, tests), options.keep_going)?;

    println!("\nsummary");
    for (name, outcome) in &outcomes {
        println!("  {name:<10} {outcome}");
    }
    let skips = fs::read_to_string(skips.path()).context("reading the tests' skips")?;
    println!("{}", skip_list(&skips));
    let passed = outcomes
        .iter()
        .all(|(_, outcome)| matches!(outcome, Outcome::Passed(_)));
    Ok(if passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// `cargo test`, which also runs the examples of the documentation, with what the tests need.
fn tests(options: &Options) -> Result<Command> {
    let wheels = Wheels::of_this_machine()?;
    let mut tests = cargo::command("test");
    tests
        .arg("--workspace")
        .env(nvrtc::VARIABLE, nvrtc::provision(&wheels)?);
    if options.fast {
        tests.env_remove(HEADERS);
    } else {
        let headers = Headers::pinned()?;
        headers.provision(&wheels)?;
        tests.env(HEADERS, headers.folder(wheels.cache()));
    }
    Ok(tests)
}

fn steps(options: &Options, tests: Command) -> Vec<Step> {
    let mut format = cargo::command("fmt");
    format.args(["--all", "--check"]);
    let mut lints = cargo::command("clippy");
    lints.args(["--workspace", "--all-targets", "--", "--deny", "warnings"]);
    let mut steps = vec![
        Step {
            name: "format",
            command: format,
        },
        Step {
            name: "lints",
            command: lints,
        },
        Step {
            name: "tests",
            command: tests,
        },
    ];
    if !options.fast {
        let mut documentation = cargo::command("doc");
        documentation
            .args(["--workspace", "--no-deps"])
            .env("RUSTDOCFLAGS", "--deny warnings");
        let mut generated = cargo::command("run");
        generated.args(["--package", "xtask-generate", "--", "--check"]);
        steps.push(Step {
            name: "documentation",
            command: documentation,
        });
        steps.push(Step {
            name: "generated",
            command: generated,
        });
    }
    steps
}

fn run_steps(steps: Vec<Step>, keep_going: bool) -> Result<Vec<(&'static str, Outcome)>> {
    let mut outcomes = Vec::new();
    let mut stopped = false;
    for Step { name, mut command } in steps {
        if stopped {
            outcomes.push((name, Outcome::NotRun));
            continue;
        }
        eprintln!("\n==> {name}");
        let start = Instant::now();
        let status = command
            .status()
            .with_context(|| format!("starting {}", command.get_program().display()))?;
        let outcome = match status.success() {
            true => Outcome::Passed(start.elapsed()),
            false => Outcome::Failed(start.elapsed()),
        };
        eprintln!("==> {name}: {outcome}");
        stopped = !status.success() && !keep_going;
        outcomes.push((name, outcome));
    }
    Ok(outcomes)
}

/// What the tests' lines `SKIPPED <test>: <reason>` come to.
fn skip_list(text: &str) -> String {
    let skipped = text
        .lines()
        .filter_map(|line| line.strip_prefix("SKIPPED "));
    let mut skipped: Vec<_> = skipped.collect();
    skipped.sort_unstable();
    let mut list = match skipped.len() {
        0 => "  no test was skipped".to_owned(),
        1 => "  1 test was skipped:".to_owned(),
        count => format!("  {count} tests were skipped:"),
    };
    for skip in skipped {
        list.push_str("\n    ");
        list.push_str(skip);
    }
    list
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Passed(time) => write!(f, "passed   {:.1} s", time.as_secs_f64()),
            Outcome::Failed(time) => write!(f, "FAILED   {:.1} s", time.as_secs_f64()),
            Outcome::NotRun => write!(f, "not run"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(keep_going: bool) -> Vec<String> {
        let step = |name, test| {
            let mut command = cargo::command("locate-project");
            if test == "fails" {
                command.arg("--no-such-option");
            }
            Step { name, command }
        };
        let steps = vec![
            step("one", "passes"),
            step("two", "fails"),
            step("three", "passes"),
        ];
        let outcomes = run_steps(steps, keep_going).unwrap();
        let word = |(name, outcome): &(&str, Outcome)| {
            let outcome = match outcome {
                Outcome::Passed(_) => "passed",
                Outcome::Failed(_) => "failed",
                Outcome::NotRun => "not run",
            };
            format!("{name} {outcome}")
        };
        outcomes.iter().map(word).collect()
    }

    #[test]
    fn a_failed_step_is_the_last() {
        assert_eq!(
            summary(false),
            ["one passed", "two failed", "three not run"]
        );
    }

    #[test]
    fn a_failed_step_is_remembered_when_the_run_goes_on() {
        assert_eq!(summary(true), ["one passed", "two failed", "three passed"]);
    }

    #[test]
    fn skipped_tests_are_counted_and_listed_with_their_reasons() {
        let text = "SKIPPED b: no GPU\nSKIPPED a: no peer access\n";
        assert_eq!(
            skip_list(text),
            "  2 tests were skipped:\n    a: no peer access\n    b: no GPU"
        );
        assert_eq!(skip_list(""), "  no test was skipped");
    }
}
