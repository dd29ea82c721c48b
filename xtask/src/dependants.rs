//! `cargo xtask dependants`: the tests of crates that depend on cudarc, with this workspace's cudarc instead.

mod compare;
pub(crate) mod registry;
mod side_by_side;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use xtask::{Wheels, driver, nvrtc, python};

use crate::cargo;
use crate::software_driver;
use crate::suites::by_cargo::Tests;
use crate::suites::report::Report;
use crate::suites::run::Results;
use crate::suites::{self, Crate, Cudarc, Suites};
use crate::workspace::{cargo as cargo_in, copy, succeed, write};

/// Which crates to test.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The crates to test; by default `side-by-side`, `cuda-datafusion`, and those of xtask/suites.toml
    crates: Vec<String>,
    /// Only compile them
    #[arg(long)]
    no_run: bool,
    /// Only print the variables that builds and tests need, for a shell
    #[arg(long, conflicts_with_all = ["no_run", "crates", "compare", "json"])]
    environment: bool,
    /// Instead of tests, measure candle with cudarc of the registry and with this one, in turns
    #[arg(long, conflicts_with_all = ["no_run", "crates"])]
    compare: bool,
    /// Write the tests' results, or what was measured, to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// The libraries of the software device.
const LIBRARIES: [&str; 5] =
    ["CUDA_DRIVER", "CUDA_CUBLAS", "CUDA_CUBLASLT", "CUDA_CUDNN", "CUDA_CURAND"];

/// The package that isn't of the workspace, because DataFusion takes long to build.
const DATAFUSION: &str = "cuda-datafusion";

/// The variable for Cargo's target folder.
const TARGET: &str = "CARGO_TARGET_DIR";

/// The variable with options that nvcc adds to its command lines.
const NVCC_FLAGS: &str = "NVCC_APPEND_FLAGS";

/// The version of this workspace's cudarc.
const CUDARC: &str = "0.19.10";

/// The compute capability for which kernels are compiled without a GPU. From 9.0 on, some build scripts ask for 9.0a and
/// others for 9.0, and nvcc refuses to write PTX of both.
const CAPABILITY: &str = "89";

/// Runs the tests, and prints a table.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let Suites { crates, .. } = Suites::read()?;
    let crates = crates.iter().filter(|suite| suite.cudarc.contains(&Cudarc::Ours));
    let workspaces = [side_by_side::NAME, DATAFUSION];
    let names = workspaces.into_iter().chain(crates.clone().map(|suite| suite.name.as_str()));
    let chosen = suites::chosen(&names.collect::<Vec<_>>(), &options.crates)?;
    let folder = folder()?;
    let is_software = match driver::why_software_device()? {
        Some(reason) => {
            xtask_print::print_note(format_args!("{reason}: running on the software device"));
            true
        }
        None => false,
    };
    let environment = environment(&folder, is_software)?;
    if options.environment {
        // A program of the user's own has its own target folder.
        for (name, value) in environment.iter().filter(|(name, _)| name != TARGET) {
            xtask_print::print_line(export(name, &value.to_string_lossy(), cfg!(windows)))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if options.compare {
        return compare::run(&folder, &environment, options.json.as_deref());
    }
    let mut report = Report::default();
    if chosen.contains(&side_by_side::NAME) {
        for (name, results) in side_by_side::test(&folder, &environment, options.no_run)? {
            report.add(name.to_owned(), results, None, &[]);
        }
    }
    if chosen.contains(&DATAFUSION) {
        let workspace = &cargo::workspace().join("arrays").join(DATAFUSION);
        let (environment, arguments) = (&environment[..], &[][..]);
        let tests = Tests { name: DATAFUSION, workspace, environment, arguments, of_programs: &[] };
        report.add(DATAFUSION.to_owned(), tests.run(options.no_run)?, None, &[]);
    }
    for tested in crates.filter(|suite| chosen.contains(&suite.name.as_str())) {
        let results = test(tested, &folder, &environment, Cudarc::Ours, options.no_run)?;
        let failures = is_software.then_some(&tested.known);
        report.add(format!("{} {}", tested.name, tested.version), results, failures, &[]);
    }
    if options.no_run { Ok(ExitCode::SUCCESS) } else { report.finish(options.json.as_deref()) }
}

/// Returns the folder in which crates of the registry are built.
pub(crate) fn folder() -> Result<PathBuf> {
    Ok(cargo::metadata()?.target_directory.join("dependants"))
}

/// Returns the line of a shell that sets a variable: of PowerShell on Windows.
fn export(name: &str, value: &str, is_windows: bool) -> String {
    if is_windows {
        format!("$env:{name} = '{}'", value.replace('\'', "''"))
    } else {
        format!("export {name}='{}'", value.replace('\'', r"'\''"))
    }
}

/// Returns the variables that the builds and tests need: nvcc's and the runtime's folders, an NVRTC, and the software device
/// if they run on it.
pub(crate) fn environment(folder: &Path, is_software: bool) -> Result<Vec<(String, OsString)>> {
    let wheels = Wheels::of_this_machine()?;
    let toolkit = python::provision_toolkit(wheels.cache())?;
    let compiler = nvrtc::provision(&wheels)?;
    let mut all = vec![
        ("CUDA_HOME".to_owned(), toolkit.clone().into()),
        // CubeCL reads this one.
        ("CUDA_PATH".to_owned(), toolkit.clone().into()),
        // Where the linker finds the runtime.
        ("LIBRARY_PATH".to_owned(), before("LIBRARY_PATH", toolkit.join("lib"))?),
        (nvrtc::VARIABLE.to_owned(), compiler.clone().into()),
        (TARGET.to_owned(), folder.join("target").into()),
    ];
    // The registry's cudarc finds NVRTC by the loader.
    let mut libraries = vec![toolkit.join("lib"), compiler];
    let mut capability = CAPABILITY.to_owned();
    if is_software {
        let device = folder.join("device");
        fs::create_dir_all(&device).with_context(|| format!("making {}", device.display()))?;
        software_driver::build(&device)?;
        all.extend(LIBRARIES.map(|name| (name.to_owned(), device.clone().into())));
        libraries.insert(0, device);
        // Some build scripts ask nvcc for machine code alone.
        let ptx = format!("-gencode=arch=compute_{capability},code=compute_{capability}");
        let flags = env::var(NVCC_FLAGS).unwrap_or_default();
        all.push((NVCC_FLAGS.to_owned(), format!("{flags} {ptx}").trim_start().into()));
    } else if let Some((major, minor)) = driver::compute_capability() {
        capability = format!("{major}{minor}");
    }
    all.push(("CUDA_COMPUTE_CAP".to_owned(), capability.into()));
    // The shell that gets the variables has no use for the folders that Cargo added.
    libraries.extend(cargo::users_library_path());
    all.push(("LD_LIBRARY_PATH".to_owned(), env::join_paths(libraries)?));
    Ok(all)
}

/// Returns a variable's folders with another before them.
pub(crate) fn before(variable: &str, folder: PathBuf) -> Result<OsString> {
    let path = env::var_os(variable).unwrap_or_default();
    let folders = env::split_paths(&path).filter(|folder| !folder.as_os_str().is_empty());
    Ok(env::join_paths([folder].into_iter().chain(folders))?)
}

/// Tests a crate in a workspace of its own.
pub(crate) fn test(
    tested: &Crate,
    folder: &Path,
    environment: &[(String, OsString)],
    cudarc: Cudarc,
    no_run: bool,
) -> Result<Results> {
    let workspace = folder.join(format!("{}-{}", tested.name, tested.version));
    unpack(tested, &workspace, cudarc)?;
    let variables = tested.environment.iter().map(|(name, value)| (name.clone(), value.into()));
    let environment: Vec<_> = environment.iter().cloned().chain(variables).collect();
    if !tested.compiled.is_empty() {
        let mut check = cargo_in(&workspace, "check");
        check
            .args(["--package", &tested.name, "--features"])
            .arg(tested.compiled.join(","))
            .envs(environment.clone());
        succeed(&mut check)?;
    }
    let features = tested.features.join(",");
    let mut arguments = vec!["--package", &tested.name, "--features", &features];
    if !tested.arguments.is_empty() {
        // Without examples of the documentation, which would get them, too.
        arguments.push("--tests");
    }
    Tests {
        name: &tested.name,
        workspace: &workspace,
        environment: &environment,
        arguments: &arguments,
        of_programs: &tested.arguments,
    }
    .run(no_run)
}

/// Copies a crate from the registry into a workspace whose cudarc is this one, or the registry's.
fn unpack(tested: &Crate, workspace: &Path, cudarc: Cudarc) -> Result<()> {
    let Crate { name, version, .. } = tested;
    // A package that depends on it makes Cargo download it.
    let fetch = workspace.join("fetch");
    fs::create_dir_all(fetch.join("src")).with_context(|| format!("making {}", fetch.display()))?;
    let text = format!(
        "[package]\nname = \"fetch\"\nedition = \"2024\"\n[dependencies]\n{name} = \"={version}\"\n[workspace]\n"
    );
    write(&fetch.join("src/lib.rs"), "")?;
    write(&fetch.join("Cargo.toml"), &text)?;
    let output = cargo_in(&fetch, "metadata")
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
    let package = metadata.packages.iter().find(|package| package.name == *name);
    let source = package.and_then(|package| package.manifest_path.parent());
    let source = source.with_context(|| format!("Cargo fetched no {name}"))?;
    copy(source, &workspace.join(name))?;
    write(&workspace.join("Cargo.toml"), &manifest(name, cudarc == Cudarc::Ours))?;
    // Of other crates, the versions that its authors tested with, which came with it.
    let (lock, its_lock) = (workspace.join("Cargo.lock"), source.join("Cargo.lock"));
    if !lock.exists() && its_lock.exists() {
        fs::copy(its_lock, &lock).with_context(|| format!("writing {}", lock.display()))?;
        let depends =
            fs::read_to_string(&lock).is_ok_and(|lock| lock.contains("name = \"cudarc\""));
        if name != "cudarc" && depends {
            succeed(cargo_in(workspace, "update").args(["cudarc", "--precise", CUDARC]))?;
        }
    }
    Ok(())
}

/// Returns the manifest of a workspace with one member, whose cudarc is this one or the registry's.
fn manifest(member: &str, is_patched: bool) -> String {
    let cudarc = cargo::workspace().join("compat/cudarc");
    let patch = if is_patched {
        format!("[patch.crates-io]\ncudarc = {{ path = {:?} }}\n\n", cudarc.display().to_string())
    } else {
        String::new()
    };
    format!(
        "[workspace]\nmembers = [\"{member}\"]\nresolver = \"3\"\n\n{patch}[profile.test]\nopt-level = 1\ndebug = false\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_quoted_for_a_shell() {
        assert_eq!(export("A", "it's $x", false), r"export A='it'\''s $x'");
        assert_eq!(export("A", "it's $x", true), "$env:A = 'it''s $x'");
    }

    #[test]
    fn the_version_is_that_of_the_manifest() {
        let manifest = include_str!("../../compat/cudarc/Cargo.toml");
        assert!(manifest.contains(&format!("version = \"{CUDARC}\"")));
    }
}
