//! `cargo xtask mutants`: changes the code at some places, one at a time, and lists the changes that no test notices.

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use tempfile::TempDir;
use xtask::{Wheels, nvrtc};
use xtask_print::print_line;

use crate::{cargo, suites};

/// What to change.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The packages to change; by default all that have rows here
    packages: Vec<String>,
    /// About how many changes to try, spread over the packages
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    sample: u32,
    /// Which sample: other numbers try other changes
    #[arg(long, default_value_t = 0)]
    number: u32,
    /// Change this checkout, not a copy, which would be compiled from scratch
    #[arg(long)]
    in_place: bool,
}

/// A package, and the tests that have to notice changes.
struct Row {
    package: &'static str,
    /// Packages that have tests of it, if not it alone.
    tested_in: &'static [&'static str],
    tests: &'static [&'static str],
}

/// Without the tests in documentation, which take a minute for each change.
const OWN: &[&str] = &["--lib", "--tests"];

const ROWS: &[Row] = &[
    Row {
        package: "cuda-driver",
        tested_in: &["cuda-driver", "cuda-rust", "completions"],
        tests: &["--lib", "--test", "driver", "--test", "watch"],
    },
    own("cuda-nvrtc"),
    own("cuda-nvrtc-cache"),
    own("cuda-ndarray"),
    own("cuda-arrow"),
    own("cuda-awkward"),
    own("cuda-nccl"),
    Row {
        package: "cuda-sim-engine",
        tested_in: &["cuda-sim-engine", "cuda-rust"],
        tests: &["--test", "engine", "--test", "driver"],
    },
];

const fn own(package: &'static str) -> Row {
    Row {
        package,
        tested_in: &[],
        tests: OWN,
    }
}

/// The least share of the changes that tests have to notice, in per cent.
const GOAL: u32 = 95;

/// What cargo-mutants counts. A change that ends in an endless loop is noticed, too.
#[derive(Deserialize, Default)]
struct Counts {
    caught: u32,
    timeout: u32,
    missed: u32,
    unviable: u32,
}

/// Changes the packages, and prints a table.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let known: Vec<_> = ROWS.iter().map(|row| row.package).collect();
    let chosen = suites::chosen(&known, &options.packages)?;
    let rows: Vec<_> = ROWS
        .iter()
        .filter(|row| chosen.contains(&row.package))
        .collect();
    let mut all = 0;
    for row in &rows {
        all += row.count()?;
    }
    let samples = (all / options.sample).max(1);
    let shard = format!("{}/{samples}", options.number % samples);
    let nvrtc = nvrtc::provision(&Wheels::of_this_machine()?)?;
    let mut lines = Vec::new();
    let mut missed = String::new();
    let mut total = Counts::default();
    for row in rows {
        let results = TempDir::new().context("a folder for the results")?;
        let mut mutants = row.command(options, &shard, results.path());
        mutants.env(nvrtc::VARIABLE, &nvrtc);
        let status = mutants.status().context("starting cargo-mutants")?;
        let results = results.path().join("mutants.out");
        let counts = Counts::read(&results).with_context(|| {
            let package = row.package;
            format!("cargo-mutants ended with {status} before it had results of {package}")
        })?;
        missed += &fs::read_to_string(results.join("missed.txt")).unwrap_or_default();
        lines.push(format!("{:<18}{counts}", row.package));
        total.add(&counts);
    }
    print_line(format_args!("\n{:<18}  noticed  missed  not compiled", ""))?;
    for line in lines {
        print_line(line)?;
    }
    print_line(format_args!("{:<18}{total}", "all"))?;
    if !missed.is_empty() {
        print_line(format_args!("\nNo test notices these changes:\n{missed}"))?;
    }
    Ok(if total.is_enough() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

impl Row {
    fn command(&self, options: &Options, shard: &str, results: &Path) -> Command {
        let mut mutants = mutants();
        mutants.args(["--package", self.package, "--shard", shard]);
        mutants.args(["--sharding", "round-robin", "--cap-lints", "true"]);
        for package in self.tested_in {
            mutants.args(["--test-package", package]);
        }
        if options.in_place {
            mutants.arg("--in-place");
        }
        mutants
            .arg("--output")
            .arg(results)
            .arg("--")
            .args(self.tests);
        mutants
    }

    /// Returns how many changes there are.
    fn count(&self) -> Result<u32> {
        let mut list = mutants();
        list.args(["--list", "--package", self.package]);
        let output = list
            .stderr(Stdio::inherit())
            .output()
            .context("starting Cargo")?;
        ensure!(
            output.status.success(),
            "`cargo mutants` failed; `cargo install --locked cargo-mutants` installs it"
        );
        let lines = output.stdout.split(|&byte| byte == b'\n');
        let count = lines.filter(|line| !line.is_empty()).count();
        u32::try_from(count).context("too many changes")
    }
}

fn mutants() -> Command {
    let mut mutants = cargo::command("mutants");
    // Incremental builds take a third of the time.
    mutants.env("CARGO_INCREMENTAL", "1");
    mutants.env("CARGO_PROFILE_DEV_DEBUG", "0");
    mutants
}

impl Counts {
    fn read(results: &Path) -> Result<Self> {
        let outcomes = fs::read_to_string(results.join("outcomes.json"))?;
        Ok(serde_json::from_str(&outcomes)?)
    }

    fn add(&mut self, other: &Self) {
        self.caught += other.caught;
        self.timeout += other.timeout;
        self.missed += other.missed;
        self.unviable += other.unviable;
    }

    fn noticed(&self) -> u32 {
        self.caught + self.timeout
    }

    fn is_enough(&self) -> bool {
        let compiled = self.noticed() + self.missed;
        self.noticed() * 100 >= compiled * GOAL
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (noticed, missed, unviable) = (self.noticed(), self.missed, self.unviable);
        write!(f, "{noticed:>9}{missed:>8}{unviable:>14}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_that_end_in_a_loop_are_noticed_and_those_that_do_not_compile_do_not_count() {
        let outcomes = r#"{"outcomes": [], "total_mutants": 25, "missed": 1, "caught": 17, "timeout": 2, "unviable": 5,
            "success": 0, "cargo_mutants_version": "27.1.0"}"#;
        let mut counts: Counts = serde_json::from_str(outcomes).unwrap();
        assert_eq!(counts.to_string(), "       19       1             5");
        assert!(counts.is_enough());
        counts.missed += 1;
        assert!(!counts.is_enough());
    }
}
