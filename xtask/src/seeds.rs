//! `cargo xtask seeds`: the tests that use a device, on the software device with one seed of delays after the other.

use std::ffi::OsString;
use std::fs::File;
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;
use xtask_print::print_line;

use crate::cargo;
use crate::test_programs::{self, Program};

/// How often, and with which delays.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The number of seeds
    #[arg(default_value_t = 100)]
    count: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    first: u64,
    /// Only tests whose names contain this
    #[arg(long)]
    filter: Option<String>,
    /// The seconds after which a program has failed, because it waits for what never happens
    #[arg(long, default_value_t = 600)]
    timeout: u64,
}

/// The packages with tests that use a device, and the names of these tests.
const PACKAGES: [&str; 7] = [
    "cuda-rust",
    "cuda-ndarray",
    "cuda-arrow",
    "cuda-awkward",
    "cuda-cublas",
    "cuda-curand",
    "cudarc",
];
const TESTS: [&str; 6] = ["driver", "ndarray", "arrow", "awkward", "cublas", "curand"];

/// The variables that make the software device unkind.
const REUSE: &str = "CUDA_SIM_REUSE";
const SEED: &str = "CUDA_SIM_DELAY_SEED";

/// Runs all programs with each seed, and prints the seeds and the tests that fail.
pub(crate) fn run(options: &Options, environment: &[(&str, OsString)]) -> Result<ExitCode> {
    let mut build = cargo::command("test");
    build.args(PACKAGES.iter().flat_map(|name| ["--package", name]));
    build.args(TESTS.iter().flat_map(|name| ["--test", name]));
    build.envs(environment.iter().cloned());
    let Some(mut programs) = test_programs::built(&mut build)? else {
        return Ok(ExitCode::FAILURE);
    };
    let timeout = Duration::from_secs(options.timeout);
    let mut failed = 0;
    for program in &mut programs {
        let command = &mut program.command;
        command.args(&options.filter);
        command.envs(environment.iter().cloned());
        command.env("CUDA_TEST_DEVICE", "software").env(REUSE, "1");
    }
    for seed in options.first..options.first.saturating_add(options.count) {
        let start = Instant::now();
        for Program { name, command, .. } in &mut programs {
            command.env(SEED, seed.to_string());
            let Some(failure) = failure(command, timeout)? else {
                continue;
            };
            failed += 1;
            print_line(format_args!("seed {seed}: {name}: {failure}"))?;
        }
        let time = start.elapsed().as_secs_f64();
        xtask_print::print_note(format_args!("seed {seed}: {time:.1} s, {failed} failures"));
    }
    if failed == 0 {
        print_line(format_args!("{} seeds passed", options.count))?;
        return Ok(ExitCode::SUCCESS);
    }
    print_line(format_args!(
        "{failed} programs failed; to repeat one: {REUSE}=1 {SEED}=<seed> cargo test --test <program>"
    ))?;
    Ok(ExitCode::FAILURE)
}

/// Runs a program to its end or to the timeout; returns what failed.
fn failure(command: &mut Command, timeout: Duration) -> Result<Option<String>> {
    let output = NamedTempFile::new().context("making a file for a test's output")?;
    let file = || File::options().append(true).open(output.path());
    let mut running = command
        .stdin(Stdio::null())
        .stdout(file()?)
        .stderr(file()?)
        .spawn()
        .with_context(|| format!("starting {}", command.get_program().display()))?;
    let end = Instant::now() + timeout;
    let status = loop {
        match running.try_wait().context("waiting for a test program")? {
            Some(status) => break Some(status),
            None if Instant::now() >= end => break None,
            None => thread::sleep(Duration::from_millis(20)),
        }
    };
    if status.is_none() {
        running.kill().context("stopping a test program")?;
        running.wait().context("stopping a test program")?;
    }
    let written = std::fs::read(output.path()).context("reading a test's output")?;
    let written = String::from_utf8_lossy(&written);
    let tests = tests(&written);
    Ok(match status {
        Some(status) if status.success() && written.contains("test result: ") => None,
        Some(status) if status.success() => {
            bail!("no test program: {}", command.get_program().display())
        }
        Some(_) if !tests.is_empty() => Some(tests.join(", ")),
        Some(status) => Some(format!("{status}: {}", last_lines(&written))),
        None => Some(format!("not done after {timeout:?}: {}", tests.join(", "))),
    })
}

/// Returns the tests that failed, or that had run for long without an end.
fn tests(written: &str) -> Vec<String> {
    let name = |line: &str, ending: &str| {
        let name = line.strip_prefix("test ")?.strip_suffix(ending)?;
        Some(name.to_owned())
    };
    let is_done = |test: &str| written.contains(&format!("test {test} ... ok"));
    let failed = written.lines().filter_map(|line| name(line, " ... FAILED"));
    let slow = written
        .lines()
        .filter_map(|line| name(line, " has been running for over 60 seconds"))
        .filter(|test| !is_done(test))
        .map(|test| format!("{test} (running)"));
    failed.chain(slow).collect()
}

fn last_lines(written: &str) -> String {
    let lines: Vec<&str> = written.lines().collect();
    lines[lines.len().saturating_sub(5)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_tests_and_those_that_did_not_end_are_named() {
        let written = "test a ... ok\ntest b::c ... FAILED\n\
            test a has been running for over 60 seconds\ntest d has been running for over 60 seconds\n";
        assert_eq!(tests(written), ["b::c", "d (running)"]);
    }

    #[test]
    fn a_program_that_fails_or_does_not_end_is_a_failure() {
        let run = |script: &str, timeout| {
            let mut shell = Command::new("sh");
            failure(shell.args(["-c", script]), Duration::from_secs(timeout)).unwrap()
        };
        assert_eq!(run("echo test result: ok", 100), None);
        let failed = run("echo test x ... FAILED; exit 101", 100);
        assert_eq!(failed.as_deref(), Some("x"));
        assert!(run("kill -9 $$", 100).unwrap().contains("signal"));
        assert!(run("exec sleep 100", 0).unwrap().contains("not done"));
    }
}
