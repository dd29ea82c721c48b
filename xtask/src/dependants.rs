//! `cargo xtask dependants`: the tests of crates that depend on cudarc, with this workspace's cudarc instead.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use xtask::{Wheels, driver, nvrtc, python};

use crate::{cargo, software_driver};

/// Which crates to test.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The crates to test; by default all of xtask/dependants.toml
    crates: Vec<String>,
    /// Only compile them
    #[arg(long)]
    no_run: bool,
}

/// The libraries of the software device.
const LIBRARIES: [&str; 5] = [
    "CUDA_DRIVER",
    "CUDA_CUBLAS",
    "CUDA_CUBLASLT",
    "CUDA_CUDNN",
    "CUDA_CURAND",
];

/// Kernels are compiled for this architecture.
const ARCHITECTURE: &str = "90";

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
}

/// What its tests did.
#[derive(Default, Debug, PartialEq, Eq)]
struct Counts {
    passed: u32,
    failed: u32,
    ignored: u32,
    /// The names of those that failed.
    failures: Vec<String>,
}

/// Runs the tests, and prints a table.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let List { crates } = toml::from_str(include_str!("../dependants.toml"))?;
    let is_chosen =
        |it: &&Dependant| options.crates.is_empty() || options.crates.contains(&it.name);
    let chosen: Vec<&Dependant> = crates.iter().filter(is_chosen).collect();
    if let Some(unknown) =
        (options.crates.iter()).find(|name| chosen.iter().all(|it| it.name != **name))
    {
        let known: Vec<&str> = crates.iter().map(|it| it.name.as_str()).collect();
        bail!(
            "{unknown} isn't in xtask/dependants.toml, which has {}",
            known.join(", ")
        );
    }
    let folder = cargo::metadata()?.target_directory.join("dependants");
    let environment = environment(&folder)?;
    let mut lines = vec![format!(
        "{:<24} {:>7} {:>7} {:>7}",
        "", "passed", "failed", "ignored"
    )];
    let mut has_failed = false;
    for dependant in chosen {
        let Dependant { name, version, .. } = dependant;
        let counts = test(dependant, &folder, &environment, options.no_run)?;
        has_failed |= counts.failed > 0;
        lines.push(format!(
            "{:<24} {:>7} {:>7} {:>7}",
            format!("{name} {version}"),
            counts.passed,
            counts.failed,
            counts.ignored
        ));
        lines.extend(
            counts
                .failures
                .iter()
                .map(|name| format!("  failed: {name}")),
        );
    }
    for line in lines {
        xtask_print::print_line(line)?;
    }
    Ok(ExitCode::from(u8::from(has_failed)))
}

/// Returns the variables that the builds and tests need: nvcc's and the runtime's folders, an NVRTC, and without a GPU the
/// software device.
fn environment(folder: &Path) -> Result<Vec<(String, OsString)>> {
    let wheels = Wheels::of_this_machine()?;
    let toolkit = python::provision_toolkit(wheels.cache())?;
    let mut all = vec![
        ("CUDA_HOME".to_owned(), toolkit.clone().into()),
        ("CUDA_COMPUTE_CAP".to_owned(), ARCHITECTURE.into()),
        // Where the linker finds the runtime.
        ("LIBRARY_PATH".to_owned(), toolkit.join("lib").into()),
        (
            nvrtc::VARIABLE.to_owned(),
            nvrtc::provision(&wheels)?.into(),
        ),
        ("CARGO_TARGET_DIR".to_owned(), folder.join("target").into()),
    ];
    let mut libraries = vec![toolkit.join("lib")];
    if let Some(reason) = driver::why_software_device()? {
        xtask_print::print_note(format_args!("{reason}: running on the software device"));
        let device = folder.join("device");
        fs::create_dir_all(&device).with_context(|| format!("making {}", device.display()))?;
        software_driver::build(&device)?;
        all.extend(LIBRARIES.map(|name| (name.to_owned(), device.clone().into())));
        libraries.insert(0, device);
    }
    libraries.extend(env::split_paths(
        &env::var_os("LD_LIBRARY_PATH").unwrap_or_default(),
    ));
    all.push(("LD_LIBRARY_PATH".to_owned(), env::join_paths(libraries)?));
    Ok(all)
}

/// Tests a crate in a workspace of its own.
fn test(
    dependant: &Dependant,
    folder: &Path,
    environment: &[(String, OsString)],
    only_compile: bool,
) -> Result<Counts> {
    let workspace = folder.join(&dependant.name);
    unpack(dependant, &workspace)?;
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
    if only_compile {
        command.arg("--no-run");
    }
    command.arg("--").args(&dependant.arguments);
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
    let is_explained = status.success() || counts.failed > 0;
    match is_explained {
        true => Ok(counts),
        false => bail!("the tests of {} ended with {status}", dependant.name),
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
        let Some((_, summary)) = line
            .strip_prefix("test result: ")
            .and_then(|it| it.split_once(". "))
        else {
            return;
        };
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

/// Copies a crate from the registry into a workspace whose cudarc is this one.
fn unpack(dependant: &Dependant, workspace: &Path) -> Result<()> {
    let Dependant { name, version, .. } = dependant;
    // A package that depends on it makes Cargo download it.
    let fetch = workspace.join("fetch");
    fs::create_dir_all(fetch.join("src")).with_context(|| format!("making {}", fetch.display()))?;
    let manifest = format!(
        "[package]\nname = \"fetch\"\nedition = \"2024\"\n[dependencies]\n{name} = \"={version}\"\n[workspace]\n"
    );
    write(&fetch.join("src/lib.rs"), "")?;
    write(&fetch.join("Cargo.toml"), &manifest)?;
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
    let cudarc = cargo::workspace().join("compat/cudarc");
    let manifest = format!(
        "[workspace]\nmembers = [\"{name}\"]\nresolver = \"3\"\n\n[patch.crates-io]\ncudarc = {{ path = {:?} }}\n\n\
         [profile.test]\nopt-level = 1\ndebug = false\n",
        cudarc.display().to_string()
    );
    write(&workspace.join("Cargo.toml"), &manifest)
}

/// Copies a folder, without replacing files that are the same.
fn copy(from: &Path, to: &Path) -> Result<()> {
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
fn write(file: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(file).is_ok_and(|found| found == text) {
        return Ok(());
    }
    fs::write(file, text).with_context(|| format!("writing {}", file.display()))
}

fn cargo(folder: &Path, subcommand: &str) -> Command {
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
            "test a::works ... ok",
            "test a::fails ... FAILED",
            "test result: FAILED. 1 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.01s",
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
                failures
            }
        );
    }

    #[test]
    fn the_list_can_be_read() {
        let List { crates } = toml::from_str(include_str!("../dependants.toml")).unwrap();
        assert!(!crates.is_empty());
    }
}
