//! What suites did: a table, and a file.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde::Serialize;

use super::KnownFailures;
use super::run::{Outcome, Results};

/// What suites did.
#[derive(Default, Serialize)]
pub(crate) struct Report {
    suites: Vec<SuiteRow>,
}

/// What a suite did.
#[derive(Serialize)]
struct SuiteRow {
    name: String,
    passed: usize,
    failed: usize,
    ignored: usize,
    /// How many processes ran its tests, and which tests had a result only in another than the first.
    processes: usize,
    again: Vec<String>,
    failures: Vec<Failure>,
    /// What isn't as xtask/suites.toml has it.
    differences: Vec<String>,
}

/// A test that failed.
#[derive(Serialize)]
struct Failure {
    name: String,
    reason: Option<String>,
    /// Whether it passes if accesses slightly beyond memory are tolerated.
    passes_tolerantly: bool,
}

impl Report {
    /// Adds a suite, of which nothing is known on a GPU, where all tests should pass.
    pub(crate) fn add(
        &mut self,
        name: String,
        results: Results,
        known_failures: Option<&KnownFailures>,
        tolerant: &[String],
    ) {
        let failures = results.with(Outcome::Failed).map(|name| Failure {
            name: name.to_owned(),
            reason: known_failures
                .and_then(|known_failures| known_failures.reason(name))
                .map(str::to_owned),
            passes_tolerantly: tolerant.iter().any(|tolerated| tolerated == name),
        });
        let failures: Vec<Failure> = failures.collect();
        let failed = failures.iter().map(|failure| format!("{} failed", failure.name));
        let differences = match known_failures {
            Some(known_failures) => known_failures.differences(&results),
            None => {
                let none =
                    (results.count(Outcome::Passed) == 0).then(|| "no test passed".to_owned());
                failed.chain(none).collect()
            }
        };
        self.suites.push(SuiteRow {
            name,
            passed: results.count(Outcome::Passed),
            failed: results.count(Outcome::Failed),
            ignored: results.count(Outcome::Ignored),
            failures,
            differences,
            processes: results.processes,
            again: results.again,
        });
    }

    /// Prints a table and the reasons of failures, writes all to a file, and returns a failure if something isn't as known.
    pub(crate) fn finish(&self, json: Option<&Path>) -> Result<ExitCode> {
        if let Some(file) = json {
            let text = serde_json::to_string_pretty(self)? + "\n";
            fs::write(file, text).with_context(|| format!("writing {}", file.display()))?;
        }
        let width = self.suites.iter().map(|suite| suite.name.len()).max().unwrap_or(0);
        xtask_print::print_line(format_args!(
            "{:<width$} {:>7} {:>7} {:>8} {:>10}",
            "", "passed", "failed", "ignored", "processes"
        ))?;
        for row in &self.suites {
            xtask_print::print_line(format_args!(
                "{:<width$} {:>7} {:>7} {:>8} {:>10}",
                row.name, row.passed, row.failed, row.ignored, row.processes
            ))?;
            for Failure { name, reason, passes_tolerantly } in &row.failures {
                let reason = reason.as_deref().unwrap_or("no reason known");
                let tolerantly =
                    if *passes_tolerantly { " (passes with CUDA_SIM_TOLERANT=1)" } else { "" };
                xtask_print::print_line(format_args!("  {name}: {reason}{tolerantly}"))?;
            }
        }
        let mut code = ExitCode::SUCCESS;
        for row in &self.suites {
            for difference in &row.differences {
                code = ExitCode::FAILURE;
                xtask_print::print_note(format_args!("error: {}: {difference}", row.name));
            }
        }
        Ok(code)
    }
}
