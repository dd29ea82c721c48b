//! `cargo xtask test`: all tests, as CI runs them, in one command.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use xtask::headers::Headers;
use xtask::{Wheels, linking, nvrtc, python, sums};
use xtask_print::print_line;

use crate::cargo;
use crate::changed::Reached;
use crate::doc;
use crate::seeds;
use crate::skips::Skips;
use crate::test_programs;

/// What to run, and when to stop.
#[derive(Clone, clap::Args)]
pub(crate) struct TestOptions {
    /// Skip the documentation, the generated files, and the tests that need CUDA's headers or several NVRTCs
    #[arg(long)]
    fast: bool,
    /// Run the tests of the packages that the changes since a commit reach (HEAD if none is given), and those that read
    /// all files
    #[arg(long, value_name = "COMMIT", num_args = 0..=1, default_missing_value = "HEAD")]
    changed: Option<String>,
    /// Also install NVIDIA's Python packages and run programs that use them (Linux; always in CI)
    #[arg(long)]
    python: bool,
    /// Fetch two NCCLs, some 500 MB, for the tests that load it; without it, those fetched before are used (Linux on
    /// x86-64)
    #[arg(long)]
    nccl: bool,
    /// Run all cases of the tests that otherwise run a part of them, which takes longer
    #[arg(long)]
    long: bool,
    /// Continue after a failed step or test program
    #[arg(long)]
    keep_going: bool,
}

impl TestOptions {
    /// Returns `true` if the Python programs run: they find the software device by a variable that only exists on
    /// Linux.
    fn wants_python(&self) -> bool {
        cfg!(target_os = "linux") && (self.python || is_ci())
    }
}

fn is_ci() -> bool {
    env::var_os("CI").is_some_and(|value| value == "true")
}

/// The variables with CUDA's and NCCL's headers and NCCL libraries.
const HEADERS: &str = "CUDA_HEADERS";
const LIBRARY_HEADERS: &str = "CUDA_LIBRARY_HEADERS";
const NCCL_SETS: &str = "CUDA_NCCL_SETS";
/// The variable with the options of tests, which `src/options.rs` lists.
const OPTIONS: &str = "CUDA_TEST_OPTIONS";

struct Step {
    name: &'static str,
    command: Command,
    /// Whether the command is the build of tests, which are run afterwards.
    has_tests: bool,
    /// Whether it runs without what is fetched for the tests, until that is there.
    is_early: bool,
    /// Whether it runs at the end, at the same time as others, because it waits for the network or for files.
    is_last: bool,
}

/// The variables with which tests find what they need.
type Variables = Vec<(&'static str, OsString)>;

impl Step {
    fn new(name: &'static str, subcommand: &str, arguments: &[&str]) -> Self {
        Self::of(name, cargo::command(subcommand), arguments)
    }

    fn of(name: &'static str, mut command: Command, arguments: &[&str]) -> Self {
        command.args(arguments);
        Step { name, command, has_tests: false, is_early: false, is_last: false }
    }

    fn starting(&self) -> String {
        format!("starting {}", self.command.get_program().display())
    }

    fn early(self) -> Self {
        Step { is_early: true, ..self }
    }

    fn last(name: &'static str, subcommand: &str, arguments: &[&str]) -> Self {
        Step { is_last: true, ..Step::new(name, subcommand, arguments) }
    }
}

enum Outcome {
    /// Whether it passed, and how long it took.
    Ended(bool, Duration),
    NotRun,
}

/// Runs the steps, and prints their results and the skipped tests.
pub(crate) fn run(options: &TestOptions) -> Result<ExitCode> {
    let reached = options.changed.as_deref().map(Reached::since).transpose()?;
    let steps = steps(options)?;
    if let Some(reached) = &reached {
        let names: Vec<_> = reached.names().collect();
        xtask_print::print_note(format_args!("the change reaches {}", names.join(", ")));
    }
    if !is_generator_needed() {
        xtask_print::print_note(format_args!(
            "the generator isn't built: {} has the sums of what it reads and writes",
            sums::FILE
        ));
    }
    // A first run fetches 2 GB, and lints meanwhile. Otherwise every step has the same variables, because Cargo rebuilds what a
    // changed variable affects.
    let fetched = options.clone();
    let mut fetching = Some(thread::spawn(move || environment(&fetched)));
    let mut variables = Variables::new();
    let prepare = |step: &mut Step| {
        if let Some(fetching) =
            fetching.take_if(|fetching| !step.is_early || fetching.is_finished())
        {
            variables = fetching.join().unwrap_or_else(|panic| resume_unwind(panic))?;
        }
        step.command.envs(variables.iter().cloned());
        Ok(())
    };

    let skips = Skips::default();
    let (outcomes, prepared) =
        run_steps(steps, options.keep_going, reached.as_ref(), &skips, prepare)?;

    print_line("\nsummary")?;
    for (name, outcome) in &outcomes {
        print_line(format_args!("  {name:<14} {outcome}"))?;
    }
    print_line(skip_list(&skips.into_lines()))?;
    prepared.context("steps weren't run, because what the tests need couldn't be fetched")?;
    let passed = outcomes.iter().all(|(_, outcome)| matches!(outcome, Outcome::Ended(true, _)));
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs the tests that use a device with one seed after the other.
pub(crate) fn seeds(options: &seeds::Options) -> Result<ExitCode> {
    seeds::run(options, &compilers(true, false, &Wheels::of_this_machine()?)?)
}

/// Fetches what the tests need, and returns the variables with which they find it.
fn environment(options: &TestOptions) -> Result<Variables> {
    let wheels = Wheels::of_this_machine()?;
    thread::scope(|scope| {
        let install = || python::provision(wheels.cache());
        let python = options.wants_python().then(|| scope.spawn(install));
        let mut environment = compilers(options.fast, options.nccl, &wheels)?;
        if let Some(python) = python {
            let python = python.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            environment.push((python::VARIABLE, python.into()));
        }
        Ok(environment)
    })
}

/// Fetches CUDA's compilers, linkers and headers, and returns their variables.
pub(crate) fn compilers(is_fast: bool, with_nccl: bool, wheels: &Wheels) -> Result<Variables> {
    let mut environment = vec![(nvrtc::VARIABLE, nvrtc::provision(wheels)?.into())];
    // The headers come first: one download has most of a version's headers and libraries.
    if !is_fast {
        let headers = Headers::pinned()?;
        headers.provision(wheels)?;
        environment.push((HEADERS, headers.folder(wheels.cache()).into()));
        let libraries = headers.fetched_libraries(wheels.cache());
        if !libraries.is_empty() {
            environment.push((LIBRARY_HEADERS, env::join_paths(libraries)?));
        }
        if env::var_os(NCCL_SETS).is_none_or(|sets| sets.is_empty()) {
            let libraries = if with_nccl {
                headers.provision_nccl_libraries(wheels)?
            } else {
                headers.fetched_nccl_libraries(wheels.cache())
            };
            if !libraries.is_empty() {
                environment.push((NCCL_SETS, env::join_paths(libraries)?));
            }
        }
        environment.push((nvrtc::SETS, nvrtc::provision_sets(wheels)?));
    }
    let linking = linking::provision(wheels, !is_fast)?;
    environment.extend(linking.into_iter().map(|(name, value)| (name, value.into())));
    Ok(environment)
}

/// Returns the options with which all tests are built: the example with all of its features, and cudarc with modules that
/// nothing here uses.
pub(crate) fn all() -> Vec<String> {
    let modules =
        ["cudnn", "cufft", "cufile", "cupti", "cusolvermg", "cutensor", "f16", "nccl", "nvtx"];
    let modules: String = modules.iter().map(|module| format!(",cudarc/{module}")).collect();
    let mut all = members();
    all.extend(["--features".to_owned(), format!("saxpy/profile{modules}")]);
    all
}

/// Returns the options that select the workspace's packages. The generator, whose bindgen takes long to compile, is left
/// out while it would do nothing.
fn members() -> Vec<String> {
    let mut members = vec!["--workspace".to_owned()];
    if !is_generator_needed() {
        members.push("--exclude=xtask-generate".to_owned());
    }
    members
}

/// Returns `true` if a generated file has changed, or what these are made of.
fn is_generator_needed() -> bool {
    // Read once, so that all steps agree.
    static IS_NEEDED: LazyLock<bool> =
        LazyLock::new(|| !sums::are_those_of_disk(cargo::workspace()).unwrap_or(false));
    *IS_NEEDED
}

fn steps(options: &TestOptions) -> Result<Vec<Step>> {
    let deny = ["--", "--deny", "warnings"];
    // `--all-targets` would check libraries without tests as tests, too.
    let targets = ["--lib", "--bins", "--examples", "--tests", "--bench", "*"];
    let all = all();
    let all: Vec<_> = all.iter().map(|step| &**step).collect();
    // The example as `cargo xtask saxpy` builds it on a machine with a GPU.
    let lints = [&all, &targets[..], &deny].concat();
    let on_a_gpu = ["--package", "saxpy", "--no-default-features", "--all-targets"];
    let on_a_gpu = [&on_a_gpu, &deny[..]].concat();
    let cudarc_compare = |name, subcommand, arguments: &[&str]| {
        Ok::<_, anyhow::Error>(Step::of(name, cargo::cudarc_compare(subcommand)?, arguments))
    };
    let mut tests = Step::new("tests", "test", &all);
    tests.has_tests = true;
    tests.command.env(test_programs::BUILD, all.join(" "));
    if options.long {
        let others = env::var(OPTIONS).unwrap_or_default();
        tests.command.env(OPTIONS, format!("long,{others}"));
    }
    let mut steps = vec![
        Step::new("format", "fmt", &["--all", "--check"]).early(),
        cudarc_compare("format, cudarc", "fmt", &["--check"])?.early(),
        Step::new("lints", "clippy", &lints).early(),
        Step::new("lints, GPU", "clippy", &on_a_gpu).early(),
        cudarc_compare("lints, cudarc", "clippy", &deny)?.early(),
        // This includes doctests and tests inside of examples.
        tests,
    ];
    if !options.fast && options.changed.is_none() {
        let packages = documented_with()?;
        let packages: Vec<_> = packages.iter().map(|package| &**package).collect();
        // The example is documented because with one, crates have what tests need, as for the lints.
        let targets = ["--no-deps", "--lib", "--bin", "device-query", "--example", "template"];
        let mut documentation =
            Step::last("documentation", "doc", &[&packages, &targets[..]].concat());
        documentation.command.env("RUSTDOCFLAGS", "--deny warnings");
        documentation.command.envs(as_checked(&deny[1..])).envs(doc::apart()?);
        steps.push(documentation);
        if is_generator_needed() {
            // A test, which was built with the others: alone, it would have other features, and bindgen be compiled again.
            let generated = ["--bin", "xtask-generate", "--", "--ignored"];
            steps.push(Step::last("generated", "test", &[&all, &generated[..]].concat()));
        }
        // As for publishing. A CI job builds each package separately.
        let packages = ["--workspace", "--dry-run", "--no-verify", "--allow-dirty", "--quiet"];
        steps.push(Step::last("packages", "publish", &packages));
    }
    Ok(steps)
}

/// Returns the options that select what the documentation is built with: all packages, so that crates have the features
/// that they have for the lints, but for those with libraries that aren't published.
fn documented_with() -> Result<Vec<String>> {
    let is_library =
        |target: &cargo::Target| ["lib", "cdylib", "staticlib"].iter().any(|kind| target.is(kind));
    let packages = cargo::metadata()?.packages.into_iter();
    let left_out = packages
        .filter(|package| !package.is_published() && package.targets.iter().any(is_library));
    let left_out = left_out.map(|package| format!("--exclude={}", package.name));
    let features = ["--features", "saxpy/profile"].map(str::to_owned);
    Ok(members().into_iter().chain(features).chain(left_out).collect())
}

/// Returns variables with which Cargo finds what `cargo clippy` has checked with these options, and doesn't check it again:
/// what that has in place of the compiler, if it is beside Cargo, and how it passes options on.
fn as_checked(options: &[&str]) -> Vec<(&'static str, OsString)> {
    let cargo = env::var_os("CARGO").map(PathBuf::from).unwrap_or_default();
    let clippy = cargo.with_file_name(format!("clippy-driver{}", env::consts::EXE_SUFFIX));
    if !clippy.is_file() {
        return Vec::new();
    }
    let options: String =
        options.iter().map(|option| format!("{option}__CLIPPY_HACKERY__")).collect();
    vec![("RUSTC_WORKSPACE_WRAPPER", clippy.into()), ("CLIPPY_ARGS", options.into())]
}

/// The outcome of each step, and whether all that were to run could be prepared.
type Outcomes = (Vec<(&'static str, Outcome)>, Result<()>);

/// Runs the steps in their order, and the last ones at the same time.
fn run_steps(
    steps: Vec<Step>,
    keep_going: bool,
    reached: Option<&Reached>,
    skips: &Skips,
    mut prepare: impl FnMut(&mut Step) -> Result<()>,
) -> Result<Outcomes> {
    let (mut outcomes, mut prepared) = (Vec::new(), Ok(()));
    let mut stopped = false;
    let (mut last, first): (Vec<_>, Vec<_>) = steps.into_iter().partition(|step| step.is_last);
    for mut step in first {
        if !stopped {
            prepared = prepared.and_then(|()| prepare(&mut step));
        }
        let is_ready = prepared.is_ok() || keep_going && step.is_early;
        if stopped || !is_ready {
            outcomes.push((step.name, Outcome::NotRun));
            continue;
        }
        xtask_print::print_note(format_args!("\n==> {}", step.name));
        let start = Instant::now();
        let passed = if step.has_tests {
            test_programs::run(&mut step.command, keep_going, reached, skips)?
        } else {
            step.command.status().with_context(|| step.starting())?.success()
        };
        let outcome = Outcome::Ended(passed, start.elapsed());
        xtask_print::print_note(format_args!("==> {}: {outcome}", step.name));
        stopped = !passed && !keep_going;
        outcomes.push((step.name, outcome));
    }
    if !stopped {
        prepared = prepared.and_then(|()| last.iter_mut().try_for_each(prepare));
    }
    if stopped || prepared.is_err() {
        outcomes.extend(last.iter().map(|step| (step.name, Outcome::NotRun)));
        return Ok((outcomes, prepared));
    }
    thread::scope(|scope| {
        let running: Vec<_> = last
            .into_iter()
            .map(|step| (step.name, scope.spawn(|| run_last(step, skips))))
            .collect();
        for (name, running) in running {
            let outcome = running.join();
            outcomes.push((name, outcome.unwrap_or_else(|panic| resume_unwind(panic))?));
        }
        Ok((outcomes, prepared))
    })
}

/// Runs a step, and prints its output when it ends.
fn run_last(mut step: Step, skips: &Skips) -> Result<Outcome> {
    let start = Instant::now();
    let mut written = Vec::new();
    let starting = step.starting();
    let passed = skips.of(&mut step.command, |command| {
        let output = command.stdin(Stdio::null()).output();
        let output = output.with_context(|| starting)?;
        written = [output.stdout, output.stderr].concat();
        Ok(output.status.success())
    })?;
    let outcome = Outcome::Ended(passed, start.elapsed());
    let mut terminal = io::stderr().lock();
    writeln!(terminal, "\n==> {}", step.name)?;
    terminal.write_all(&written)?;
    writeln!(terminal, "==> {}: {outcome}", step.name)?;
    Ok(outcome)
}

/// Counts skipped tests by reason, from lines `SKIPPED <test>: <reason>`; the tests are named if a reason has few.
pub(crate) fn skip_list(text: &str) -> String {
    const NAMED: usize = 8;
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let skips = text.lines().filter_map(|line| line.strip_prefix("SKIPPED "));
    for skip in skips {
        let (test, reason) = skip.split_once(": ").unwrap_or((skip, "no reason given"));
        reasons.entry(reason).or_default().push(test);
    }
    let mut list = match reasons.values().map(Vec::len).sum() {
        0 => "  no test was skipped".to_owned(),
        1 => "  1 test was skipped:".to_owned(),
        count => format!("  {count} tests were skipped:"),
    };
    for (reason, mut tests) in reasons {
        tests.sort_unstable();
        list.push_str(&format!("\n    {:>4}  {reason}: ", tests.len()));
        list.push_str(&tests[..tests.len().min(NAMED)].join(", "));
        if tests.len() > NAMED {
            list.push_str(", …");
        }
    }
    list
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, time) = match self {
            Outcome::Ended(true, time) => ("passed", time),
            Outcome::Ended(false, time) => ("FAILED", time),
            Outcome::NotRun => return write!(f, "not run"),
        };
        write!(f, "{word}   {:.1} s", time.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Returns the outcomes of five steps, of which the first two are early and two have arguments, and the error of preparing
    /// `unfetched`.
    fn summary(keep_going: bool, wrong: &[&str], unfetched: &str) -> Vec<String> {
        let step = |name, arguments: &[&str]| Step::new(name, "locate-project", arguments);
        let last = |name, arguments: &[&str]| Step::last(name, "locate-project", arguments);
        let steps = vec![
            step("one", &[]).early(),
            step("two", wrong).early(),
            step("three", &[]),
            last("four", wrong),
            last("five", &[]),
        ];
        let prepare = |step: &mut Step| {
            if step.name == unfetched { anyhow::bail!("{unfetched} lacks a file") } else { Ok(()) }
        };
        let (outcomes, prepared) =
            run_steps(steps, keep_going, None, &Skips::default(), prepare).unwrap();
        let word = |(name, outcome): &(&str, Outcome)| {
            let outcome = match outcome {
                Outcome::Ended(true, _) => "passed",
                Outcome::Ended(false, _) => "failed",
                Outcome::NotRun => "not run",
            };
            format!("{name} {outcome}")
        };
        let missing = prepared.err().map(|error| error.to_string());
        outcomes.iter().map(word).chain(missing).collect()
    }

    const WRONG: &[&str] = &["--no-such-option"];

    #[test]
    fn a_failed_step_ends_the_run() {
        assert_eq!(
            summary(false, WRONG, ""),
            ["one passed", "two failed", "three not run", "four not run", "five not run"]
        );
    }

    #[test]
    fn a_failed_step_fails_the_run_even_if_it_continues() {
        assert_eq!(
            summary(true, WRONG, ""),
            ["one passed", "two failed", "three passed", "four failed", "five passed"]
        );
    }

    #[test]
    fn a_failed_fetch_leaves_the_outcomes_of_earlier_steps() {
        let expected =
            |two| [two, "three not run", "four not run", "five not run", "three lacks a file"];
        assert_eq!(summary(false, &[], "three")[1..], expected("two passed"));
        assert_eq!(summary(true, WRONG, "three")[1..], expected("two failed"));
    }

    #[test]
    fn steps_that_need_nothing_fetched_are_run_without_if_it_continues() {
        let expected =
            |two| [two, "three not run", "four not run", "five not run", "two lacks a file"];
        assert_eq!(summary(true, &[], "two")[1..], expected("two passed"));
        assert_eq!(summary(false, &[], "two")[1..], expected("two not run"));
    }

    /// Returns the crates that are compiled, with their versions and features.
    fn crates(manifest: &str, options: &[String], edges: &str) -> BTreeSet<String> {
        let mut tree = cargo::on("tree", manifest);
        tree.args(["--locked", "--target", "x86_64-unknown-linux-gnu", "--prefix", "none"]);
        tree.args(["--format", "{p} [{f}]", "--edges", edges]).args(options);
        let output = tree.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let lines = String::from_utf8(output.stdout).unwrap();
        lines.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
    }

    /// Otherwise, they would be compiled again, with all that depends on them.
    #[test]
    fn crates_have_the_versions_and_features_of_the_tests_in_all_steps() {
        let (without, with) = ("normal,build", "normal,build,dev");
        let tests = crates("Cargo.toml", &all(), with);
        let options = |options: &[&str]| options.iter().map(|&option| option.to_owned()).collect();
        let on_a_gpu = options(&["--package", "saxpy", "--no-default-features"]);
        for (manifest, options, edges, others) in [
            ("Cargo.toml", options(&["--package", "xtask"]), without, &[][..]),
            ("Cargo.toml", documented_with().unwrap(), with, &[]),
            // These have other features of cuda-driver, and of a crate that only that depends on.
            ("Cargo.toml", on_a_gpu, without, &["bytemuck ", "cuda", "saxpy "]),
            ("benches/cudarc/Cargo.toml", options(&[]), without, &["bytemuck ", "cuda", "xtask-"]),
        ] {
            let mut crates: Vec<_> = crates(manifest, &options, edges).into_iter().collect();
            assert!(crates.iter().any(|name| name.starts_with("clap v")), "{crates:?}");
            crates.retain(|name| !others.iter().any(|other| name.starts_with(other)));
            crates.retain(|name| !tests.contains(name));
            assert!(crates.is_empty(), "{manifest} {options:?}: {crates:#?}");
        }
    }

    #[test]
    fn what_the_lints_checked_is_not_checked_again_for_the_documentation() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("src")).unwrap();
        std::fs::write(folder.path().join("src/lib.rs"), "//! A library.\n").unwrap();
        let manifest = "[package]\nname = \"a\"\nedition = \"2024\"\n\n[workspace]\n";
        std::fs::write(folder.path().join("Cargo.toml"), manifest).unwrap();
        let cargo = |arguments: &[&str], variables| {
            let mut command = Command::new(env::var_os("CARGO").unwrap());
            command.args(arguments).envs::<Vec<_>, _, _>(variables).current_dir(folder.path());
            let output = command.env("CARGO_TARGET_DIR", folder.path()).output().unwrap();
            assert!(output.status.success(), "{output:?}");
            String::from_utf8(output.stderr).unwrap()
        };
        let lints = cargo(&["clippy", "--", "--deny", "warnings"], Vec::new());
        assert!(lints.contains("Checking a "), "{lints}");
        let again = cargo(&["check"], as_checked(&["--deny", "warnings"]));
        assert!(!again.contains("Checking"), "{again}");
    }

    #[test]
    fn skipped_tests_are_counted_and_listed_with_their_reasons() {
        let text = "SKIPPED b: no GPU\nSKIPPED a: no peer access\n";
        assert_eq!(
            skip_list(text),
            "  2 tests were skipped:\n       1  no GPU: b\n       1  no peer access: a"
        );
        assert_eq!(skip_list(""), "  no test was skipped");
    }
}
