//! Test suites of packages of registries, and what is known of them: xtask/suites.toml.

pub(crate) mod by_cargo;
pub(crate) mod program;
pub(crate) mod report;
pub(crate) mod run;

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use serde::Deserialize;
use xtask::git;

use program::Program;
use run::{Outcome, Results};

/// All suites.
#[derive(Deserialize)]
pub(crate) struct Suites {
    #[serde(rename = "crate")]
    pub crates: Vec<Crate>,
    #[serde(rename = "wheel")]
    pub wheels: Vec<Wheel>,
    #[serde(rename = "program")]
    pub programs: Vec<Program>,
}

/// Which cudarc a crate is tested with, if it has one; without one, as with the registry's.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Cudarc {
    Ours,
    Registry,
}

/// A published crate: one that depends on cudarc, cudarc, or another with tests.
#[derive(Deserialize)]
pub(crate) struct Crate {
    pub name: String,
    pub version: String,
    pub cudarc: Vec<Cudarc>,
    #[serde(default)]
    pub features: Vec<String>,
    /// Others with which it is only compiled.
    #[serde(default)]
    pub compiled: Vec<String>,
    /// The arguments of its test programs; with some, examples of its documentation aren't run.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// Variables that its builds and tests have besides.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    #[serde(flatten)]
    pub known: KnownFailures,
}

/// A Python package whose tests pytest runs.
#[derive(Deserialize)]
pub(crate) struct Wheel {
    pub name: String,
    pub version: String,
    /// What pip installs into an environment of its own; if there is nothing, what xtask/peers.txt has.
    #[serde(default)]
    pub requirements: Vec<String>,
    /// Where the tests are, if no wheel has them.
    pub source: Option<git::Source>,
    /// The folder from which the names of tests begin, below the installed packages or the source.
    pub folder: String,
    /// What pytest is given besides, such as files below the folder.
    pub arguments: Vec<String>,
    /// The options of `cuda-sim run`.
    #[serde(default)]
    pub options: Vec<String>,
    /// Variables that the tests have besides.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    #[serde(flatten)]
    pub known: KnownFailures,
}

/// What is known of a suite on the software device.
#[derive(Default, Deserialize)]
pub(crate) struct KnownFailures {
    /// How many tests pass at least.
    passed: usize,
    #[serde(default)]
    failing: Vec<FailingTests>,
}

/// Tests that fail, for a reason.
#[derive(Deserialize)]
pub(crate) struct FailingTests {
    tests: Vec<String>,
    reason: String,
    /// Whether they also pass, such as tests of time.
    #[serde(default)]
    sometimes: bool,
}

impl Suites {
    pub(crate) fn read() -> Result<Self> {
        Ok(toml::from_str(include_str!("../suites.toml"))?)
    }
}

/// Returns those that are chosen by name, or all without a name.
///
/// # Errors
/// If a name isn't known.
pub(crate) fn chosen<'a>(all_names: &[&'a str], names: &[String]) -> Result<Vec<&'a str>> {
    if let Some(unknown) = names.iter().find(|name| !all_names.contains(&name.as_str())) {
        bail!("{unknown} isn't known; these are: {}", all_names.join(", "));
    }
    let is_chosen = |name: &&str| names.is_empty() || names.iter().any(|chosen| chosen == name);
    Ok(all_names.iter().copied().filter(is_chosen).collect())
}

fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => name == pattern,
    }
}

impl KnownFailures {
    /// Returns why a test fails.
    pub(crate) fn reason(&self, name: &str) -> Option<&str> {
        let is_listed =
            |failing: &&FailingTests| failing.tests.iter().any(|pattern| matches(pattern, name));
        let failing = self.failing.iter().find(is_listed);
        failing.map(|failing| failing.reason.as_str())
    }

    /// Returns what of these results isn't as known.
    pub(crate) fn differences(&self, results: &Results) -> Vec<String> {
        let mut all = Vec::new();
        for name in results.with(Outcome::Failed) {
            if self.reason(name).is_none() {
                all.push(format!("{name} failed"));
            }
        }
        let always = self.failing.iter().filter(|failing| !failing.sometimes);
        for pattern in always.flat_map(|failing| &failing.tests) {
            let mut tests = results.tests.iter().filter(|(name, _)| matches(pattern, name));
            let passing: Vec<&str> = tests
                .clone()
                .filter(|(_, outcome)| *outcome != Some(Outcome::Failed))
                .map(|(name, _)| name.as_str())
                .collect();
            all.extend(passing.iter().map(|name| {
                format!("{name} didn't fail, as xtask/suites.toml says: remove it there")
            }));
            if tests.next().is_none() {
                all.push(format!("{pattern} is no test, but listed in xtask/suites.toml"));
            }
        }
        let passed = results.count(Outcome::Passed);
        if passed < self.passed {
            all.push(format!("{passed} tests passed, and not {}", self.passed));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> KnownFailures {
        KnownFailures {
            passed: 1,
            failing: vec![FailingTests {
                tests: vec!["f".to_owned(), "quantized_*".to_owned()],
                reason: "the runtime".to_owned(),
                sometimes: false,
            }],
        }
    }

    fn results(tests: &[(&str, Outcome)]) -> Results {
        let tests = tests.iter().map(|(name, outcome)| ((*name).to_owned(), Some(outcome.clone())));
        Results { tests: tests.collect(), ..Results::default() }
    }

    use Outcome::{Failed, Ignored, Passed};

    #[test]
    fn failures_with_a_reason_are_as_known() {
        let results = results(&[("a", Passed), ("f", Failed), ("quantized_a", Failed)]);
        assert_eq!(known().differences(&results), [""; 0]);
        assert_eq!(known().reason("quantized_a"), Some("the runtime"));
    }

    #[test]
    fn a_failure_without_a_reason_is_a_difference() {
        let results =
            results(&[("a", Passed), ("b", Failed), ("f", Failed), ("quantized_a", Failed)]);
        assert_eq!(known().differences(&results), ["b failed"]);
    }

    #[test]
    fn a_listed_test_that_passes_or_is_not_there_is_a_difference() {
        let found = results(&[("f", Passed), ("quantized_a", Ignored), ("quantized_b", Failed)]);
        assert_eq!(known().differences(&found).len(), 2);
        let found = results(&[("f", Failed), ("a", Passed)]);
        let differences = known().differences(&found);
        assert!(differences[0].starts_with("quantized_* is no test"), "{differences:?}");
    }

    #[test]
    fn a_test_that_fails_sometimes_may_do_either() {
        let mut failures = known();
        failures.failing[0].sometimes = true;
        let found = results(&[("f", Passed), ("quantized_a", Failed)]);
        assert_eq!(failures.differences(&found), [""; 0]);
    }

    #[test]
    fn fewer_tests_than_before_are_a_difference() {
        let found = results(&[("f", Failed), ("quantized_a", Failed), ("a", Ignored)]);
        assert_eq!(known().differences(&found), ["0 tests passed, and not 1"]);
    }

    #[test]
    fn the_list_can_be_read_and_every_failure_has_a_reason() {
        let Suites { crates, wheels, programs } = Suites::read().unwrap();
        let suites = crates.iter().map(|suite| &suite.known);
        let suites = suites.chain(wheels.iter().map(|suite| &suite.known));
        for suites in suites.chain(programs.iter().map(|program| &program.known)) {
            assert!(suites.passed > 0);
            assert!(
                suites
                    .failing
                    .iter()
                    .all(|failing| !failing.tests.is_empty() && failing.reason.len() > 10)
            );
        }
    }

    #[test]
    fn an_unknown_name_is_an_error_with_the_known_ones() {
        let error = chosen(&["a", "b"], &["c".to_owned()]).unwrap_err().to_string();
        assert_eq!(error, "c isn't known; these are: a, b");
        assert_eq!(chosen(&["a", "b"], &["b".to_owned()]).unwrap(), ["b"]);
    }
}
