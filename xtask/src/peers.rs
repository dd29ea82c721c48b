//! `cargo xtask peers`: the tests that packages of registries have, programs of a distribution, and programs that nvcc
//! compiles, unmodified, on the software device.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use xtask::{Wheels, git, python};

use crate::cargo;
use crate::dependants::{self, registry};
use crate::suites::report::Report;
use crate::suites::run::{LIMIT, Outcome, Results, Selection, Suite};
use crate::suites::{self, Cudarc, Suites, Wheel};
use crate::workspace::write;

/// Which suites to run.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The packages whose tests to run; by default all of xtask/suites.toml that use nothing of this workspace's
    packages: Vec<String>,
    /// Write the results to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// The plugin that prints pytest's results as Rust's test programs do.
const PLUGIN: (&str, &str) = ("pytest_lines", include_str!("suites/pytest_lines.py"));

/// The variable that names a file with the tests that the plugin selects.
const SELECTED: &str = "SUITE_TESTS";

/// Runs the tests, and prints a table.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let Suites { crates, wheels, programs } = Suites::read()?;
    let crates = crates.iter().filter(|suite| suite.cudarc.contains(&Cudarc::Registry));
    let names = crates.clone().map(|suite| suite.name.as_str());
    let names: Vec<&str> = names
        .chain(wheels.iter().map(|wheel| wheel.name.as_str()))
        .chain(programs.iter().map(|program| program.name.as_str()))
        .collect();
    let chosen = suites::chosen(&names, &options.packages)?;
    let folder = dependants::folder()?;
    let mut report = Report::default();
    for wheel in wheels.iter().filter(|wheel| chosen.contains(&wheel.name.as_str())) {
        let (results, tolerant) = test(wheel, &folder)?;
        report.add(
            format!("{} {}", wheel.name, wheel.version),
            results,
            Some(&wheel.known),
            &tolerant,
        );
    }
    let crates: Vec<_> = crates.filter(|suite| chosen.contains(&suite.name.as_str())).collect();
    let mut programs: Vec<_> =
        programs.iter().filter(|program| chosen.contains(&program.name.as_str())).collect();
    let absent: Vec<&str> = programs
        .iter()
        .filter(|program| !program.can_be_here())
        .map(|program| program.name.as_str())
        .collect();
    if !absent.is_empty() {
        xtask_print::print_note(format_args!(
            "skipped: {}, because this system has no apt-get and dpkg",
            absent.join(", ")
        ));
    }
    programs.retain(|program| program.can_be_here());
    if !crates.is_empty() || !programs.is_empty() {
        let environment = dependants::environment(&folder, true)?;
        let folder = folder.join("registry");
        let environment = registry::environment(&folder, &environment)?;
        for tested in crates {
            let results = dependants::test(tested, &folder, &environment, Cudarc::Registry, false)?;
            report.add(
                format!("{} {}", tested.name, tested.version),
                results,
                Some(&tested.known),
                &[],
            );
        }
        for program in programs {
            report.add(
                format!("{} {}", program.name, program.version),
                program.run(&folder, &environment)?,
                Some(&program.known),
                &[],
            );
        }
    }
    report.finish(options.json.as_deref())
}

/// Runs a Python package's tests, and those that fail once more with tolerance, and returns the results, and those that
/// pass then.
fn test(wheel: &Wheel, folder: &Path) -> Result<(Results, Vec<String>)> {
    let wheels = Wheels::of_this_machine()?;
    let python = match wheel.requirements.as_slice() {
        [] => python::provision_peers(wheels.cache())?,
        requirements => python::provision_tested(wheels.cache(), &requirements.join("\n"))?,
    };
    let root = match &wheel.source {
        Some(source) => git::provision(wheels.cache(), source)?,
        None => python::packages(&python)?,
    };
    let root = root.join(&wheel.folder);
    let device = cargo::build("cuda-sim-cli", &["--release"])?;
    let workspace = folder.join(&wheel.name);
    fs::create_dir_all(&workspace).with_context(|| format!("making {}", workspace.display()))?;
    write(&workspace.join(PLUGIN.0).with_extension("py"), PLUGIN.1)?;
    let selected = workspace.join("selected");
    let command = |selection: Selection<'_>| {
        let mut command = Command::new(&device);
        command
            .arg("run")
            .args(&wheel.options)
            .arg("--")
            .arg(&python)
            // The folder of the tests isn't one of modules.
            .args(["-P", "-m", "pytest", "-p", PLUGIN.0, "-p", "no:cacheprovider", "--quiet"])
            .args([
                "-o",
                "consider_namespace_packages=true",
                "--continue-on-collection-errors",
                "--rootdir",
            ])
            .arg(&root)
            .args(&wheel.arguments)
            .current_dir(&root)
            .envs(&wheel.environment)
            .env("PYTHONPATH", &workspace)
            .env_remove(SELECTED);
        match selection {
            Selection::List => command.arg("--collect-only"),
            Selection::All => &mut command,
            Selection::These(names) => {
                write(&selected, &names.join("\n"))?;
                command.env(SELECTED, &selected)
            }
        };
        Ok(command)
    };
    let suite =
        Suite { name: wheel.name.clone(), command: &command, ends_when_lost: true, limit: LIMIT };
    let results = suite.run(&workspace.join("tests.log"))?;
    let failed: Vec<String> = results.with(Outcome::Failed).map(str::to_owned).collect();
    let tolerantly = |selection: Selection<'_>| {
        let mut command = command(selection)?;
        command.env("CUDA_SIM_TOLERANT", "1");
        Ok(command)
    };
    let suite = Suite { command: &tolerantly, ..suite };
    let tolerant = suite.passing(&failed, &workspace.join("tolerant.log"))?;
    Ok((results, tolerant))
}
