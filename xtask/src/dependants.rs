//! `cargo xtask dependants`: the tests of crates that depend on cudarc, with this workspace's cudarc instead.

mod compare;
pub(crate) mod registry;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use xtask::{Wheels, driver, nvrtc, python};

use crate::{cargo, side_by_side, software_driver};

/// Which crates to test.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The crates to test; by default `side-by-side`, and all of xtask/dependants.toml
    crates: Vec<String>,
    /// Only compile them
    #[arg(long)]
    no_run: bool,
    /// Use cudarc of the registry instead, to compare the counts
    #[arg(long)]
    unpatched: bool,
    /// Only print the variables that builds and tests need, for a shell
    #[arg(long, conflicts_with_all = ["no_run", "crates", "compare", "unpatched"])]
    environment: bool,
    /// Instead of tests, measure candle with cudarc of the registry and with this one, in turns
    #[arg(long, conflicts_with_all = ["no_run", "crates", "unpatched"])]
    compare: bool,
    /// Write what was measured to this file
    #[arg(long, value_name = "FILE", requires = "compare")]
    json: Option<PathBuf>,
}

/// The libraries of the software device.
const LIBRARIES: [&str; 5] = [
    "CUDA_DRIVER",
    "CUDA_CUBLAS",
    "CUDA_CUBLASLT",
    "CUDA_CUDNN",
    "CUDA_CURAND",
];

/// The variable for Cargo's target folder.
const TARGET: &str = "CARGO_TARGET_DIR";

/// The version of this workspace's cudarc.
const CUDARC: &str = "0.19.10";

/// The compute capability of the software device, for which kernels are compiled without a GPU.
const CAPABILITY: (i32, i32) = (9, 0);

#[derive(Deserialize)]
struct List {
    #[serde(rename = "crate")]
    crates: Vec<Dependant>,
}

/// A crate that depends on cudarc.
#[derive(Deserialize)]
struct Dependant {
    name: String,
    version: String,
    #[serde(default)]
    features: Vec<String>,
    /// Others with which it is only compiled.
    #[serde(default)]
    compiled: Vec<String>,
    /// The arguments of its test programs.
    #[serde(default)]
    arguments: Vec<String>,
    /// How the names of tests begin that fail on the software device, as docs/dependants.md explains.
    #[serde(default)]
    failing_in_software: Vec<String>,
}

/// What its tests did.
#[derive(Default, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    passed: u32,
    failed: u32,
    ignored: u32,
    /// Programs that have begun, and not printed what their tests did.
    unfinished: u32,
    /// The names of those that failed.
    failures: Vec<String>,
}

/// Runs the tests, and prints a table.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let List { crates } = toml::from_str(include_str!("../dependants.toml"))?;
    let is_chosen = |name: &str| {
        options.crates.is_empty() || options.crates.iter().any(|chosen| chosen == name)
    };
    let known = || {
        crates
            .iter()
            .map(|it| it.name.as_str())
            .chain([side_by_side::NAME])
    };
    if let Some(unknown) = options
        .crates
        .iter()
        .find(|name| known().all(|it| it != **name))
    {
        let known: Vec<&str> = known().collect();
        bail!("{unknown} isn't known; these are: {}", known.join(", "));
    }
    let mut folder = cargo::metadata()?.target_directory.join("dependants");
    let mut environment = environment(&folder)?;
    if options.environment {
        // A program of the user's own has its own target folder.
        for (name, value) in environment.iter().filter(|(name, _)| name != TARGET) {
            xtask_print::print_line(export(name, &value.to_string_lossy()))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if options.compare {
        return compare::run(&folder, &environment, options.json.as_deref());
    }
    if options.unpatched {
        folder.push("registry");
        environment = registry::environment(&folder, &environment)?;
    }
    if options.unpatched && options.crates.iter().any(|name| name == side_by_side::NAME) {
        bail!("{} is tested with both cudarcs anyway", side_by_side::NAME);
    }
    let mut table = Table::default();
    if is_chosen(side_by_side::NAME) && !options.unpatched {
        for (name, counts) in side_by_side::test(&folder, &environment, options.no_run)? {
            table.add(name, counts, &[]);
        }
    }
    let is_software = environment.iter().any(|(name, _)| name == LIBRARIES[0]);
    for dependant in crates.iter().filter(|it| is_chosen(&it.name)) {
        let counts = test(dependant, &folder, &environment, options)?;
        let name = format!("{} {}", dependant.name, dependant.version);
        let expected: &[String] = match is_software {
            true => &dependant.failing_in_software,
            false => &[],
        };
        table.add(&name, counts, expected);
    }
    table.print()
}

/// Returns the line of a shell that sets a variable.
fn export(name: &str, value: &str) -> String {
    format!("export {name}='{}'", value.replace('\'', r"'\''"))
}

/// What the tests of all crates did.
#[derive(Default)]
struct Table {
    lines: Vec<String>,
    has_failed: bool,
}

impl Table {
    /// Adds what the tests of a crate did. A failure is expected if its name begins with one of `expected`.
    fn add(&mut self, name: &str, counts: Counts, expected: &[String]) {
        let Counts {
            passed,
            failed,
            ignored,
            failures,
            ..
        } = counts;
        self.lines
            .push(format!("{name:<28} {passed:>7} {failed:>7} {ignored:>7}"));
        let mut explained = 0;
        for name in failures {
            let is_expected = expected.iter().any(|it| name.starts_with(it.as_str()));
            explained += u32::from(is_expected);
            let what = if is_expected { "expected" } else { "failed" };
            self.lines.push(format!("  {what}: {name}"));
        }
        self.has_failed |= failed > explained;
    }

    /// Prints the table, and returns a failure if there was one.
    fn print(&self) -> Result<ExitCode> {
        xtask_print::print_line(format_args!(
            "{:<28} {:>7} {:>7} {:>7}",
            "", "passed", "failed", "ignored"
        ))?;
        for line in &self.lines {
            xtask_print::print_line(line)?;
        }
        Ok(ExitCode::from(u8::from(self.has_failed)))
    }
}

/// Returns the variables that the builds and tests need: nvcc's and the runtime's folders, an NVRTC, and without a GPU the
/// software device.
fn environment(folder: &Path) -> Result<Vec<(String, OsString)>> {
    let wheels = Wheels::of_this_machine()?;
    let toolkit = python::provision_toolkit(wheels.cache())?;
    let mut all = vec![
        ("CUDA_HOME".to_owned(), toolkit.clone().into()),
        // CubeCL reads this one.
        ("CUDA_PATH".to_owned(), toolkit.clone().into()),
        // Where the linker finds the runtime.
        (
            "LIBRARY_PATH".to_owned(),
            before("LIBRARY_PATH", vec![toolkit.join("lib")])?,
        ),
        (
            nvrtc::VARIABLE.to_owned(),
            nvrtc::provision(&wheels)?.into(),
        ),
        (TARGET.to_owned(), folder.join("target").into()),
    ];
    let mut libraries = vec![toolkit.join("lib")];
    let mut capability = CAPABILITY;
    if let Some(reason) = driver::why_software_device()? {
        xtask_print::print_note(format_args!("{reason}: running on the software device"));
        let device = folder.join("device");
        fs::create_dir_all(&device).with_context(|| format!("making {}", device.display()))?;
        software_driver::build(&device)?;
        all.extend(LIBRARIES.map(|name| (name.to_owned(), device.clone().into())));
        libraries.insert(0, device);
    } else if let Some(of_the_gpu) = driver::compute_capability() {
        capability = of_the_gpu;
    }
    let (major, minor) = capability;
    all.push((
        "CUDA_COMPUTE_CAP".to_owned(),
        format!("{major}{minor}").into(),
    ));
    let path = "LD_LIBRARY_PATH";
    all.push((path.to_owned(), before(path, libraries)?));
    Ok(all)
}

/// Returns a variable's folders with others before them.
fn before(variable: &str, mut folders: Vec<PathBuf>) -> Result<OsString> {
    let own = env::var_os(variable).unwrap_or_default();
    folders.extend(env::split_paths(&own).filter(|folder| !folder.as_os_str().is_empty()));
    Ok(env::join_paths(folders)?)
}

/// Tests a crate in a workspace of its own.
fn test(
    dependant: &Dependant,
    folder: &Path,
    environment: &[(String, OsString)],
    options: &Options,
) -> Result<Counts> {
    let workspace = folder.join(format!("{}-{}", dependant.name, dependant.version));
    unpack(dependant, &workspace, !options.unpatched)?;
    if !dependant.compiled.is_empty() {
        let status = cargo(&workspace, "check")
            .args(["--package", &dependant.name])
            .arg("--features")
            .arg(dependant.compiled.join(","))
            .envs(environment.iter().cloned())
            .status()
            .context("starting Cargo")?;
        if !status.success() {
            let features = dependant.compiled.join(", ");
            bail!("{} with {features} doesn't compile", dependant.name);
        }
    }
    let mut command = cargo(&workspace, "test");
    command.args(["--package", &dependant.name, "--no-fail-fast"]);
    command.arg("--features").arg(dependant.features.join(","));
    command.envs(environment.iter().cloned());
    if options.no_run {
        command.arg("--no-run");
    }
    command.arg("--").args(&dependant.arguments);
    count(command).with_context(|| format!("the tests of {}", dependant.name))
}

/// Runs test programs by Cargo, prints what they print, and counts their results.
pub(crate) fn count(mut command: Command) -> Result<Counts> {
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .context("starting Cargo")?;
    let mut counts = Counts::default();
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines() {
            let line = line.context("reading the tests' output")?;
            counts.add(&line);
            xtask_print::print_line(line)?;
        }
    }
    let status = child.wait().context("waiting for Cargo")?;
    if counts.unfinished > 0 {
        bail!(
            "{} test programs ended before their tests did",
            counts.unfinished
        );
    }
    match status.success() || counts.failed > 0 {
        true => Ok(counts),
        false => bail!("the tests ended with {status}"),
    }
}

impl Counts {
    /// Adds what a line of a test program's output says.
    fn add(&mut self, line: &str) {
        if let Some(name) = line
            .strip_prefix("test ")
            .and_then(|it| it.strip_suffix(" ... FAILED"))
        {
            self.failures.push(name.to_owned());
        }
        let is_beginning = |line: &str| {
            let count = line.strip_prefix("running ")?;
            let count = count
                .strip_suffix(" tests")
                .or(count.strip_suffix(" test"))?;
            count.parse::<u32>().ok()
        };
        if is_beginning(line).is_some() {
            self.unfinished += 1;
        }
        let Some((_, summary)) = line
            .strip_prefix("test result: ")
            .and_then(|it| it.split_once(". "))
        else {
            return;
        };
        self.unfinished = self.unfinished.saturating_sub(1);
        for part in summary.split("; ") {
            let Some((number, what)) = part.split_once(' ') else {
                continue;
            };
            let number = number.parse().unwrap_or(0);
            match what {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.ignored += number,
                _ => {}
            }
        }
    }
}

/// Copies a crate from the registry into a workspace whose cudarc is this one, or the registry's.
fn unpack(dependant: &Dependant, workspace: &Path, is_patched: bool) -> Result<()> {
    let Dependant { name, version, .. } = dependant;
    // A package that depends on it makes Cargo download it.
    let fetch = workspace.join("fetch");
    fs::create_dir_all(fetch.join("src")).with_context(|| format!("making {}", fetch.display()))?;
    let text = format!(
        "[package]\nname = \"fetch\"\nedition = \"2024\"\n[dependencies]\n{name} = \"={version}\"\n[workspace]\n"
    );
    write(&fetch.join("src/lib.rs"), "")?;
    write(&fetch.join("Cargo.toml"), &text)?;
    let output = cargo(&fetch, "metadata")
        .args(["--format-version", "1"])
        .stderr(Stdio::inherit())
        .output()
        .context("starting Cargo")?;
    if !output.status.success() {
        bail!("{name} {version} can't be fetched ({})", output.status);
    }
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    #[derive(Deserialize)]
    struct Package {
        name: String,
        manifest_path: PathBuf,
    }
    let metadata: Metadata = serde_json::from_slice(&output.stdout)?;
    let package = metadata.packages.iter().find(|it| it.name == *name);
    let source = package.and_then(|it| it.manifest_path.parent());
    let source = source.with_context(|| format!("Cargo fetched no {name}"))?;
    copy(source, &workspace.join(name))?;
    write(&workspace.join("Cargo.toml"), &manifest(name, is_patched))?;
    // Of other crates, the versions that its authors tested with, which came with it.
    let (lock, its_lock) = (workspace.join("Cargo.lock"), source.join("Cargo.lock"));
    if !lock.exists() && its_lock.exists() {
        fs::copy(its_lock, &lock).with_context(|| format!("writing {}", lock.display()))?;
        let update = ["cudarc", "--precise", CUDARC];
        let status = cargo(workspace, "update").args(update).status();
        if !status.context("starting Cargo")?.success() {
            bail!("{name} {version} can't be used with cudarc {CUDARC}");
        }
    }
    Ok(())
}

/// Returns the manifest of a workspace with one member, whose cudarc is this one or the registry's.
fn manifest(member: &str, is_patched: bool) -> String {
    let cudarc = cargo::workspace().join("compat/cudarc");
    let patch = match is_patched {
        true => format!(
            "[patch.crates-io]\ncudarc = {{ path = {:?} }}\n\n",
            cudarc.display().to_string()
        ),
        false => String::new(),
    };
    format!(
        "[workspace]\nmembers = [\"{member}\"]\nresolver = \"3\"\n\n{patch}[profile.test]\nopt-level = 1\ndebug = false\n"
    )
}

/// Copies a folder, without replacing files that are the same.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("making {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("reading {}", from.display()))? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            copy(&from, &to)?;
        } else if fs::read(&to).ok() != Some(fs::read(&from)?) {
            fs::copy(&from, &to).with_context(|| format!("writing {}", to.display()))?;
        }
    }
    Ok(())
}

/// Writes a file, unless it has this text.
pub(crate) fn write(file: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(file).is_ok_and(|found| found == text) {
        return Ok(());
    }
    fs::write(file, text).with_context(|| format!("writing {}", file.display()))
}

/// Returns a command of Cargo in a folder.
pub(crate) fn cargo(folder: &Path, subcommand: &str) -> Command {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.arg(subcommand).current_dir(folder);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_results_of_all_test_programs_are_added() {
        let mut counts = Counts::default();
        for line in [
            "running 4 tests",
            "test a::works ... ok",
            "test a::fails ... FAILED",
            "test result: FAILED. 1 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.01s",
            "running 3 tests",
            "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 9 filtered out; finished in 0.01s",
        ] {
            counts.add(line);
        }
        let failures = vec!["a::fails".to_owned()];
        assert_eq!(
            counts,
            Counts {
                passed: 4,
                failed: 1,
                ignored: 2,
                unfinished: 0,
                failures
            }
        );
    }

    #[test]
    fn a_program_that_crashes_is_noticed() {
        let mut counts = Counts::default();
        counts.add("running 1 test");
        counts.add("test result: ok. 1 passed; 0 failed; 0 ignored");
        counts.add("running 2 tests");
        assert_eq!(counts.unfinished, 1);
    }

    #[test]
    fn values_are_quoted_for_a_shell() {
        assert_eq!(export("A", "it's $x"), r"export A='it'\''s $x'");
    }

    #[test]
    fn only_expected_failures_are_no_failure() {
        let counts = |name: &str| Counts {
            failed: 1,
            failures: vec![name.to_owned()],
            ..Counts::default()
        };
        let expected = ["quantized_".to_owned()];
        let mut table = Table::default();
        table.add("candle", counts("quantized_one"), &expected);
        assert!(!table.has_failed);
        table.add("candle", counts("other"), &expected);
        assert!(table.has_failed);
    }

    #[test]
    fn the_version_is_that_of_the_manifest() {
        let manifest = include_str!("../../compat/cudarc/Cargo.toml");
        assert!(manifest.contains(&format!("version = \"{CUDARC}\"")));
    }

    #[test]
    fn the_list_can_be_read() {
        let List { crates } = toml::from_str(include_str!("../dependants.toml")).unwrap();
        assert!(!crates.is_empty());
    }
}
