//! Runs the workspace's test programs, two at a time, because many of them wait for one long test or for programs that
//! they start.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result};
use serde::Deserialize;
use xtask::driver;

use crate::cargo;
use crate::changed::Reached;
use crate::doc;
use crate::skips::Skips;

/// The variable that has the options of the build, for tests that use what it built.
pub(crate) const BUILD: &str = "CUDA_TEST_BUILD";

/// Programs that take longest, which start first: otherwise one of them may run alone in the end.
const LONG: [&str; 14] = [
    "driver",
    "kernels",
    "python_clients",
    "compilers/nvrtc, nvrtc",
    "arrays/cuda-awkward, awkward",
    "conformance",
    "arrays/cuda-arrow, arrow",
    "compilers/nvrtc-cache, spellings",
    "cuda-sim, libraries",
    "libraries/nccl, nccl",
    "compat/cudarc, cudarc",
    "arrays/cuda-ndarray, ndarray",
    "arrays/cuda-awkward, cases",
    "cuda-sim, engine",
];

/// Cargo's message about a program that it built.
#[derive(Deserialize)]
struct Artifact {
    reason: String,
    executable: Option<PathBuf>,
    manifest_path: Option<PathBuf>,
    profile: Option<Profile>,
    target: Option<Target>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

/// A command to run, and its name in the output.
pub(crate) struct Program {
    pub name: String,
    pub command: Command,
    /// Whether it is of a package's folder `tests`, and not the tests inside of a library or program.
    pub is_of_tests: bool,
}

/// A program that has ended.
pub(crate) struct ProgramRun {
    pub name: String,
    pub passed: bool,
    pub seconds: f64,
    pub output: String,
}

/// Builds all tests with `build`, a `cargo test` with its options, and runs them and those of the documentation, or those of
/// `reached` alone. Returns `true` if all passed. After a failure no further program is started, unless `keep_going` is set.
pub(crate) fn run(
    build: &mut Command,
    keep_going: bool,
    reached: Option<&Reached>,
    skips: &Skips,
) -> Result<bool> {
    // The documentation's tests run first, because they take long. With the same features, nothing is built again.
    let mut documentation = Command::new(build.get_program());
    documentation.args(build.get_args()).arg("--doc");
    let Some(built) = built(build)? else {
        return Ok(false);
    };
    if keep_going {
        documentation.arg("--no-fail-fast");
    }
    if let Some(reached) = reached {
        documentation.envs(doc::tests_of(reached.names())?);
    }
    let mut programs = vec![Program::new("tests of the documentation".to_owned(), documentation)];
    programs.extend(
        built
            .into_iter()
            .filter(|program| reached.is_none_or(|reached| reached.has_program(&program.name))),
    );
    let rank = |name: &str| LONG.iter().position(|long| *long == name).unwrap_or(LONG.len());
    programs[1..].sort_by_key(|program| rank(&program.name));
    // The variables of the tests were set for the build.
    let variables: Vec<(&OsStr, &OsStr)> =
        build.get_envs().filter_map(|(name, value)| Some((name, value?))).collect();
    for program in &mut programs {
        program.command.envs(variables.iter().copied());
        // Their results are compared, and memory that nothing wrote may hold the right ones by chance. Awkward's cases take
        // half a minute with the check.
        let has_cases = program.name.starts_with("arrays/") && program.name.ends_with(", cases");
        let is_checked = has_cases && !program.name.contains("awkward");
        if is_checked && env::var_os("CUDA_SIM_CHECK").is_none() {
            program.command.env("CUDA_SIM_CHECK", "uninitialized");
        }
    }
    // On a GPU, the tests of two programs would compete for memory and affect each other's times.
    let at_once = if driver::version().is_some() { 1 } else { 2 };
    let ran = run_all(programs, at_once, keep_going, skips, &Mutex::new(io::stderr()))?;
    Ok(ran.iter().all(|program| program.passed))
}

impl Program {
    pub(crate) fn new(name: String, command: Command) -> Self {
        Self { name, command, is_of_tests: false }
    }
}

/// Builds tests with `build`, a `cargo test` with its options, and returns their programs; `None` if that fails.
pub(crate) fn built(build: &mut Command) -> Result<Option<Vec<Program>>> {
    build.args(["--no-run", "--message-format", "json-render-diagnostics"]).stdout(Stdio::piped());
    let built =
        build.spawn().and_then(|building| building.wait_with_output()).context("starting Cargo")?;
    if !built.status.success() {
        return Ok(None);
    }
    let mut programs = Vec::new();
    for line in String::from_utf8_lossy(&built.stdout).lines() {
        let artifact = serde_json::from_str(line)
            .with_context(|| format!("reading a message of Cargo: {line}"))?;
        programs.extend(program(artifact));
    }
    Ok(Some(programs))
}

/// Returns the program with the folder and the variables that Cargo would start it with, if it has tests.
fn program(artifact: Artifact) -> Option<Program> {
    if artifact.reason != "compiler-artifact" || !artifact.profile?.test {
        return None;
    }
    let (executable, manifest) = (artifact.executable?, artifact.manifest_path?);
    let package = manifest.parent()?;
    let mut command = Command::new(&executable);
    command
        .current_dir(package)
        .env("CARGO_MANIFEST_DIR", package)
        .env("CARGO_MANIFEST_PATH", &manifest);
    let is_of_tests = artifact.target.is_some_and(|target| target.kind == ["test"]);
    Some(Program { name: name(&executable, package), command, is_of_tests })
}

/// Returns the folder of the program's package, and the program's name without Cargo's hash.
fn name(executable: &Path, package: &Path) -> String {
    let program = executable.file_stem().unwrap_or_default().to_string_lossy();
    let program = program.rsplit_once('-').map_or(&*program, |(program, _)| program);
    let folder = package.strip_prefix(cargo::workspace()).unwrap_or(package);
    if folder.as_os_str().is_empty() {
        program.to_owned()
    } else {
        format!("{}, {program}", folder.display())
    }
}

/// Runs the programs, `at_once` at a time, and writes the output of each to `terminal` when it ends. Those that weren't run
/// after a failure are missing from the result.
pub(crate) fn run_all(
    programs: Vec<Program>,
    at_once: usize,
    keep_going: bool,
    skips: &Skips,
    terminal: &Mutex<impl Write + Send>,
) -> Result<Vec<ProgramRun>> {
    let failed = AtomicBool::new(false);
    let waiting = Mutex::new(programs.into_iter());
    let next = || {
        if failed.load(Ordering::Relaxed) && !keep_going {
            None
        } else {
            waiting.lock().ok()?.next()
        }
    };
    let work = || {
        let mut all = Vec::new();
        while let Some(mut program) = next() {
            let name = program.name;
            let ran = skips.of(&mut program.command, |command| run_one(name, command, terminal));
            if !matches!(&ran, Ok(ProgramRun { passed: true, .. })) {
                failed.store(true, Ordering::Relaxed);
            }
            all.push(ran?);
        }
        Ok::<_, anyhow::Error>(all)
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..at_once).map(|_| scope.spawn(work)).collect();
        let ran = workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        Ok(ran.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
    })
}

/// Runs a program to its end, and writes its output to `terminal`.
fn run_one(
    name: String,
    command: &mut Command,
    terminal: &Mutex<impl Write>,
) -> Result<ProgramRun> {
    // Both streams are written to one file, so that the lines stay in order.
    let output = tempfile::NamedTempFile::new().context("making a file for a test's output")?;
    let file = || File::options().append(true).open(output.path());
    let start = Instant::now();
    let status = command
        .stdin(Stdio::null())
        .stdout(file()?)
        .stderr(file()?)
        .status()
        .with_context(|| format!("starting {}", command.get_program().display()))?;
    let seconds = start.elapsed().as_secs_f64();
    let text = fs::read(output.path()).context("reading a test's output")?;
    let mut terminal = terminal.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(terminal, "\n--> {name}: {seconds:.1} s")?;
    terminal.write_all(&text)?;
    if !status.success() {
        writeln!(terminal, "--> {name} FAILED: {status}")?;
    }
    let output = String::from_utf8_lossy(&text).into_owned();
    Ok(ProgramRun { name, passed: status.success(), seconds, output })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program_of(arguments: &[&str]) -> Program {
        let mut command = cargo::command(arguments[0]);
        command.args(&arguments[1..]);
        Program::new(arguments.join(" "), command)
    }

    /// Runs the programs, two at a time, and returns the result and the output.
    fn run_pairs(programs: Vec<Program>, keep_going: bool) -> (Result<bool>, String) {
        let terminal = Mutex::new(Vec::new());
        let ran = run_all(programs, 2, keep_going, &Skips::default(), &terminal);
        let passed = ran.map(|ran| ran.iter().all(|program| program.passed));
        let written = String::from_utf8(terminal.into_inner().unwrap()).unwrap();
        (passed, written)
    }

    fn all_pass(commands: &[&[&str]], keep_going: bool) -> (bool, String) {
        let programs = commands.iter().copied().map(program_of).collect();
        let (passed, written) = run_pairs(programs, keep_going);
        (passed.unwrap(), written)
    }

    #[test]
    fn one_failed_program_fails_the_run() {
        let (right, wrong): (&[&str], &[&str]) =
            (&["locate-project"], &["locate-project", "--no-such-option"]);
        let run =
            |written: &str| written.matches("--> ").count() - written.matches("FAILED").count();
        let (passed, written) = all_pass(&[right, right, right], false);
        assert!(passed && run(&written) == 3 && written.contains("Cargo.toml"), "{written}");
        let (passed, written) =
            all_pass(&[right, wrong, right, right, right, right, right, right], false);
        assert!(
            !passed && run(&written) < 8 && written.contains("--no-such-option FAILED"),
            "{written}"
        );
        let (passed, written) = all_pass(&[wrong, right, right], true);
        assert!(!passed && run(&written) == 3, "{written}");
    }

    #[test]
    fn no_further_program_is_run_after_one_that_cannot_be_started() {
        let mut programs: Vec<_> = (0..8).map(|_| program_of(&["locate-project"])).collect();
        let nowhere = Program::new("nowhere".to_owned(), Command::new("/nowhere/program"));
        programs.insert(1, nowhere);
        let (passed, written) = run_pairs(programs, false);
        let error = passed.unwrap_err().to_string();
        assert!(error.contains("/nowhere/program"), "{error}");
        assert!(written.matches("--> ").count() < 8, "{written}");
    }

    #[test]
    fn each_long_program_is_one_of_the_workspace() {
        let packages = cargo::metadata().unwrap().packages;
        let names = packages.iter().flat_map(|package| {
            let folder = package.manifest_path.parent().unwrap();
            let tests = package.targets.iter().filter(|target| target.kind == ["test"]);
            tests.map(|target| name(format!("{}-0123", target.name).as_ref(), folder))
        });
        let names: Vec<String> = names.collect();
        for long in LONG {
            assert!(names.iter().any(|name| name == long), "{long:?} isn't one of {names:?}");
        }
    }

    #[test]
    fn only_programs_with_tests_are_run() {
        let name_of =
            |line: &str| program(serde_json::from_str(line).unwrap()).map(|program| program.name);
        let folder = cargo::workspace().join("cuda-x").display().to_string();
        let line = |is_test: bool| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"{folder}/Cargo.toml","profile":{{"test":{is_test}}},"executable":"/t/api-0123"}}"#
            )
        };
        assert_eq!(name_of(&line(true)).as_deref(), Some("cuda-x, api"));
        assert_eq!(name_of(&line(false)), None);
        assert_eq!(name_of(r#"{"reason":"build-finished","success":true}"#), None);
    }
}
