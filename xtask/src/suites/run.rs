//! Runs a suite: its tests are listed, run in one process, and again in new ones if that process kept them from a result.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

/// What a test did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    Passed,
    Failed,
    Ignored,
}

/// Which of a suite's tests a process runs.
pub(crate) enum Selection<'a> {
    /// None: it prints a line `NAME: test` for each.
    List,
    All,
    These(&'a [String]),
}

/// A suite's tests.
pub(crate) struct Suite<'a> {
    pub name: String,
    /// Returns a command that runs some, and prints a line `test NAME ... ok` for each, or `FAILED`, or `ignored`.
    pub command: &'a dyn Fn(Selection<'_>) -> Result<Command>,
    /// Whether a process ends with the test that lost its context. Otherwise, each test that fails runs again alone, because
    /// another may have lost the context.
    pub ends_when_lost: bool,
    /// How long a process may run without a result.
    pub limit: Duration,
}

/// The usual limit: the slowest test takes a few minutes on two busy cores.
pub(crate) const LIMIT: Duration = Duration::from_secs(20 * 60);

/// What a suite's tests did.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Results {
    /// In the order of their list; `None` without a result.
    pub tests: Vec<(String, Option<Outcome>)>,
    /// How many processes ran them.
    pub processes: usize,
    /// The tests that had a result only in another process than the first.
    pub again: Vec<String>,
}

impl Results {
    fn new(names: Vec<String>) -> Self {
        Self { tests: names.into_iter().map(|name| (name, None)).collect(), ..Self::default() }
    }

    /// Adds results of a process; a test that isn't known was found by running.
    fn add(&mut self, results: Vec<(String, Outcome)>) {
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (place, (name, outcome)) in self.tests.iter().enumerate().rev() {
            if outcome.is_none() {
                places.entry(name).or_default().push(place);
            }
        }
        // Several programs of a package may have tests of the same name.
        let places: Vec<Option<usize>> =
            results.iter().map(|(name, _)| places.get_mut(name.as_str())?.pop()).collect();
        for ((name, outcome), place) in results.into_iter().zip(places) {
            match place {
                Some(place) => self.tests[place].1 = Some(outcome),
                None if self.processes == 1 => self.tests.push((name, Some(outcome))),
                None => {}
            }
        }
    }

    /// Forgets the results of all tests that have the name of one that failed, or has no result: they run together.
    fn forget_failed(&mut self) {
        let passed =
            |outcome: &Option<Outcome>| matches!(outcome, Some(Outcome::Passed | Outcome::Ignored));
        let others = self.tests.iter().filter(|(_, outcome)| !passed(outcome));
        let names: HashSet<String> = others.map(|(name, _)| name.clone()).collect();
        for (name, outcome) in &mut self.tests {
            if names.contains(name) {
                *outcome = None;
            }
        }
    }

    /// Counts the tests of a name that have no result as failed.
    fn fail_pending(&mut self, name: &str) {
        for (each, outcome) in &mut self.tests {
            if each == name && outcome.is_none() {
                *outcome = Some(Outcome::Failed);
            }
        }
    }

    /// Returns the names of the tests without a result.
    fn pending(&self) -> Vec<String> {
        let pending = self.tests.iter().filter(|(_, outcome)| outcome.is_none());
        pending.map(|(name, _)| name.clone()).collect()
    }

    /// Returns the names of the tests with an outcome.
    pub(crate) fn with(&self, outcome: Outcome) -> impl Iterator<Item = &str> {
        let is_it = move |test: &&(String, Option<Outcome>)| test.1.as_ref() == Some(&outcome);
        self.tests.iter().filter(is_it).map(|(name, _)| name.as_str())
    }

    pub(crate) fn count(&self, outcome: Outcome) -> usize {
        self.with(outcome).count()
    }
}

impl Suite<'_> {
    /// Returns the names of the tests.
    fn list(&self, log: &mut Log) -> Result<Vec<String>> {
        let mut names = Vec::new();
        let command = (self.command)(Selection::List)?;
        let status = log.lines(command, self.limit, |line| names.extend(listed(line)))?;
        if status.success() {
            Ok(names)
        } else {
            bail!("{}: its tests can't be listed ({status})", self.name)
        }
    }

    /// Runs the tests, and writes all output to `log`.
    pub(crate) fn run(&self, log: &Path) -> Result<Results> {
        let mut log = Log::new(log)?;
        let mut results = Results::new(self.list(&mut log)?);
        let bar = Bar::new(&self.name, results.tests.len());
        self.process(Selection::All, &mut results, &mut log, &bar)?;
        if !self.ends_when_lost {
            results.forget_failed();
        }
        results.again = results.pending();
        loop {
            let mut pending = results.pending();
            if pending.is_empty() {
                break;
            }
            if !self.ends_when_lost {
                pending.truncate(1);
            }
            self.process(Selection::These(&pending), &mut results, &mut log, &bar)?;
            if !self.ends_when_lost {
                // Alone, each test of this name says what it did, unless it ended its process.
                results.fail_pending(&pending[0]);
                continue;
            }
            // One of which a process says nothing has ended it.
            if results.pending().len() >= pending.len()
                && let Some(first) =
                    results.tests.iter_mut().find(|test| test.1.is_none() && test.0 == pending[0])
            {
                first.1 = Some(Outcome::Failed);
                bar.show(&pending[0], &Outcome::Failed);
            }
        }
        Ok(results)
    }

    /// Runs tests once more, each in its own process, and returns those that pass.
    pub(crate) fn passing(&self, names: &[String], log: &Path) -> Result<Vec<String>> {
        let mut log = Log::new(log)?;
        let mut passing = Vec::new();
        for name in names {
            let command = (self.command)(Selection::These(core::slice::from_ref(name)))?;
            log.lines(command, self.limit, |line| {
                passing.extend(
                    result(line).filter(|fields| fields.1 == Outcome::Passed && fields.0 == *name),
                );
            })?;
        }
        Ok(passing.into_iter().map(|(name, _)| name).collect())
    }

    fn process(
        &self,
        selection: Selection<'_>,
        results: &mut Results,
        log: &mut Log,
        bar: &Bar,
    ) -> Result<()> {
        let command = (self.command)(selection)?;
        let mut found = Vec::new();
        log.lines(command, self.limit, |line| {
            if let Some((name, outcome)) = result(line) {
                bar.show(&name, &outcome);
                found.push((name, outcome));
            }
        })?;
        results.processes += 1;
        results.add(found);
        Ok(())
    }
}

/// Returns the name in a line of a list.
fn listed(line: &str) -> Option<String> {
    line.strip_suffix(": test").map(str::to_owned)
}

/// What Rust's test programs write after the name of a test that passes otherwise than by ending.
const EXPECTATIONS: [&str; 3] = [" - should panic", " - compile fail", " - compile"];

/// Returns a test's name and outcome from a line of a test program. What the test prints may precede them.
fn result(line: &str) -> Option<(String, Outcome)> {
    let (head, word) = line.split_once(" ... ")?;
    let outcome = match word {
        "ok" => Outcome::Passed,
        "FAILED" => Outcome::Failed,
        _ if word == "ignored" || word.starts_with("ignored, ") => Outcome::Ignored,
        // What the test prints.
        _ => return None,
    };
    let name = match head.strip_prefix("test ") {
        Some(name) => name,
        None => head.split_once("test ")?.1,
    };
    let expectation = EXPECTATIONS.iter().find_map(|expectation| name.strip_suffix(expectation));
    Some((expectation.unwrap_or(name).to_owned(), outcome))
}

/// The file with the output of a suite's processes.
struct Log(File);

impl Log {
    fn new(path: &Path) -> Result<Self> {
        let file = File::create(path).with_context(|| format!("writing {}", path.display()));
        file.map(Self)
    }

    /// Runs a command, and passes each line of its standard output on. A process that prints none for `limit` is killed.
    fn lines(
        &mut self,
        mut command: Command,
        limit: Duration,
        mut line: impl FnMut(&str),
    ) -> Result<ExitStatus> {
        let errors = self.0.try_clone().context("sharing the log")?;
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .with_context(|| format!("starting {}", command.get_program().display()))?;
        let (sender, lines) = mpsc::channel();
        if let Some(output) = child.stdout.take() {
            // It ends with the process, or after one that a killed process has left.
            thread::spawn(move || {
                let lines = BufReader::new(output).split(b'\n');
                lines.for_each(|line| drop(sender.send(line)));
            });
        }
        loop {
            match lines.recv_timeout(limit) {
                Ok(text) => {
                    let text = text.context("reading the tests' output")?;
                    self.0.write_all(&text).context("writing the log")?;
                    self.0.write_all(b"\n").context("writing the log")?;
                    line(&String::from_utf8_lossy(&text));
                }
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    let text = format!("\nkilled after {limit:?} without a result\n");
                    self.0.write_all(text.as_bytes()).context("writing the log")?;
                    child.kill().context("killing the tests")?;
                    break;
                }
            }
        }
        child.wait().context("waiting for the tests")
    }
}

/// The progress of a suite: a bar on a terminal; elsewhere, only tests that fail are named.
struct Bar {
    bar: ProgressBar,
    failed: std::cell::Cell<u32>,
}

impl Bar {
    fn new(suite: &str, tests: usize) -> Self {
        let bar = ProgressBar::new(tests as u64);
        if let Ok(style) = ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} {msg}") {
            bar.set_style(style);
        }
        bar.set_prefix(suite.to_owned());
        if bar.is_hidden() {
            xtask_print::print_note(format_args!("{suite}: {tests} tests"));
        }
        Self { bar, failed: std::cell::Cell::new(0) }
    }

    fn show(&self, name: &str, outcome: &Outcome) {
        self.bar.inc(1);
        if *outcome != Outcome::Failed {
            return;
        }
        let failed = self.failed.get() + 1;
        self.failed.set(failed);
        self.bar.set_message(format!("{failed} failed"));
        if self.bar.is_hidden() {
            xtask_print::print_note(format_args!("  failed: {name}"))
        } else {
            self.bar.println(format!("  failed: {name}"))
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    /// Runs a suite whose command is a script of a shell, with the selected tests as arguments.
    fn run(script: &str, ends_when_lost: bool) -> Results {
        let folder = tempfile::tempdir().unwrap();
        let command = |selection: Selection<'_>| {
            let mut command = Command::new("sh");
            command.args(["-c", script, "sh"]);
            match selection {
                Selection::List => command.arg("list"),
                Selection::All => command.arg("all"),
                Selection::These(names) => command.args(names),
            };
            Ok(command)
        };
        let suite = Suite {
            name: "suite".to_owned(),
            command: &command,
            ends_when_lost,
            limit: Duration::from_secs(2),
        };
        suite.run(&folder.path().join("log")).unwrap()
    }

    fn outcomes(results: &Results) -> Vec<(&str, Option<Outcome>)> {
        let all = results.tests.iter();
        all.map(|(name, outcome)| (name.as_str(), outcome.clone())).collect()
    }

    const LIST: &str = "[ $1 = list ] && printf 'a: test\nb: test\nc: test\nd: test\n' && exit\n";

    #[test]
    fn tests_after_one_that_loses_its_context_run_in_a_new_process() {
        let script = format!(
            "{LIST}\n[ $1 = all ] && printf 'test a ... ok\ntest b ... FAILED\n' && exit 3\n\
             for it in $@; do echo \"test $it ... ok\"; done"
        );
        let results = run(&script, true);
        let passed = Some(Outcome::Passed);
        let expected = [
            ("a", passed.clone()),
            ("b", Some(Outcome::Failed)),
            ("c", passed.clone()),
            ("d", passed),
        ];
        assert_eq!(outcomes(&results), expected);
        assert_eq!((results.processes, results.again), (2, vec!["c".to_owned(), "d".to_owned()]));
    }

    #[test]
    fn a_test_that_ends_its_process_has_failed_and_the_others_run() {
        let script = format!(
            "{LIST}\n[ $1 = all ] && set a b c d\n\
             for it in $@; do printf \"test $it ... \"; [ $it = b ] && kill -9 $$; echo 'ignored, no reason'; done"
        );
        let results = run(&script, true);
        let failed: Vec<&str> = results.with(Outcome::Failed).collect();
        assert_eq!(failed, ["b"]);
        assert_eq!((results.count(Outcome::Ignored), results.processes), (3, 3));
    }

    #[test]
    fn a_test_that_never_ends_has_failed_and_the_others_run() {
        let script = format!(
            "{LIST}\n[ $1 = all ] && set a b c d\n\
             for it in $@; do printf \"test $it ... \"; [ $it = b ] && exec sleep 1000; echo ok; done"
        );
        let results = run(&script, true);
        let failed: Vec<&str> = results.with(Outcome::Failed).collect();
        assert_eq!(failed, ["b"]);
        assert_eq!((results.count(Outcome::Passed), results.processes), (3, 3));
    }

    #[test]
    fn tests_that_fail_beside_others_run_again_alone() {
        let script = format!(
            "{LIST}\n[ $1 = all ] && printf 'test a ... ok\ntest b ... FAILED\ntest c ... FAILED\ntest d ... ok\n' && exit 1\n\
             [ $1 = b ] && echo 'test b ... FAILED' || echo \"test $1 ... ok\""
        );
        let results = run(&script, false);
        let failed: Vec<&str> = results.with(Outcome::Failed).collect();
        assert_eq!(failed, ["b"]);
        assert_eq!((results.count(Outcome::Passed), results.processes), (3, 3));
    }

    #[test]
    fn a_test_of_one_program_has_no_result_of_anothers_with_the_same_name() {
        // Two programs have a test `a`: the first one's passes, and the second one's fails, or ends its process.
        for second in ["echo 'test a ... FAILED'", "kill -9 $$"] {
            let script = format!(
                "[ $1 = list ] && printf 'a: test\na: test\n' && exit\necho 'test a ... ok'\n{second}"
            );
            let results = run(&script, false);
            let counts = [Outcome::Passed, Outcome::Failed].map(|outcome| results.count(outcome));
            assert_eq!(counts, [1, 1], "{second}");
        }
    }

    #[test]
    fn results_are_read_beside_what_tests_print() {
        let outcome = |line: &str| result(line);
        assert_eq!(outcome("test a::b ... ok"), Some(("a::b".to_owned(), Outcome::Passed)));
        assert_eq!(
            outcome("printed by a kerneltest a - should panic ... FAILED"),
            Some(("a".to_owned(), Outcome::Failed))
        );
        assert_eq!(
            outcome("test src/lib.rs - f (line 3) ... ignored, no GPU"),
            Some(("src/lib.rs - f (line 3)".to_owned(), Outcome::Ignored))
        );
        assert_eq!(
            outcome("test src/lib.rs - f (line 3) - compile fail ... ok"),
            Some(("src/lib.rs - f (line 3)".to_owned(), Outcome::Passed))
        );
        assert_eq!(outcome("test a ... "), None);
        assert_eq!(outcome("test a ... ok, says a kernel"), None);
        assert_eq!(outcome("test result: ok. 1 passed; 0 failed"), None);
    }

    #[test]
    fn tests_of_the_same_name_are_counted_separately() {
        let mut results = Results::new(vec!["a".to_owned(), "a".to_owned()]);
        results.add(vec![("a".to_owned(), Outcome::Failed), ("a".to_owned(), Outcome::Passed)]);
        assert_eq!((results.count(Outcome::Failed), results.count(Outcome::Passed)), (1, 1));
    }
}
