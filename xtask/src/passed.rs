//! What passed before with the same inputs, which `cargo xtask test` doesn't run again.
//!
//! A test program's inputs are its executable, the environment, the toolchain, the driver, and all files that Git doesn't
//! ignore. The programs of a package that is published can do without the files of other published packages that it doesn't
//! depend on; the other packages test the whole workspace.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;
use xtask::driver;

use crate::cargo;

/// The beginnings of the names of variables that can change a test's result.
const VARIABLES: &[&str] = &[
    "CARGO",
    "CC",
    "CFLAGS",
    "CONDA",
    "CUDA",
    "CXX",
    "HOME",
    "LD_",
    "LIBCLANG",
    "NCCL",
    "NV",
    "PATH",
    "PYTHON",
    "RUST",
    "TMP",
    "VIRTUAL_ENV",
    "XDG",
];

/// The variable with the file to which tests write what they skip.
const SKIPS: &str = "CUDA_TEST_SKIPS";

/// Runs commands, unless they passed before with the same inputs, and collects the tests that they skip.
#[derive(Default)]
pub(crate) struct Runner {
    records: Option<Records>,
    skips: Mutex<String>,
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Passed,
    Failed,
    /// It passed before, and wasn't run again.
    Unchanged,
}

impl Ended {
    pub(crate) fn of(passed: bool) -> Self {
        if passed { Ended::Passed } else { Ended::Failed }
    }
}

impl Runner {
    /// Creates one that runs all commands with `all`.
    pub(crate) fn new(all: bool) -> Self {
        let records = Records::load(all);
        // Without Git, for example.
        let records = records.inspect_err(|error| eprintln!("note: everything runs: {error:#}"));
        Runner {
            records: records.ok(),
            skips: Mutex::default(),
        }
    }

    /// Runs `command` with `run`, which returns whether it passed. Its inputs are those of the package in the folder
    /// `package`, or all.
    pub(crate) fn run(
        &self,
        name: &str,
        command: &mut Command,
        package: Option<&Path>,
        run: impl FnOnce(&mut Command) -> Result<bool>,
    ) -> Result<Ended> {
        let program = Path::new(command.get_program());
        let key = match package {
            // Programs of one name differ by the hash in their files' names.
            Some(_) => format!("{name} {}", program.display()),
            None => name.to_owned(),
        };
        let records = self.records.as_ref();
        let inputs = records.map(|records| records.inputs.digest(command, package));
        let inputs = inputs.unwrap_or_default();
        if let Some(skips) = records.and_then(|records| records.skips(&key, &inputs)) {
            self.skip(&skips);
            return Ok(Ended::Unchanged);
        }
        let file = NamedTempFile::new().context("making the file that tests write skips to")?;
        let passed = run(command.env(SKIPS, file.path()))?;
        let skips = fs::read_to_string(file.path()).context("reading the tests' skips")?;
        self.skip(&skips);
        if let Some(records) = records {
            let record = passed.then_some(Record { inputs, skips });
            records.put(key, record)?;
        }
        Ok(Ended::of(passed))
    }

    fn skip(&self, lines: &str) {
        let mut skips = self.skips.lock().unwrap_or_else(PoisonError::into_inner);
        skips.push_str(lines);
    }

    /// Returns the lines of all commands about tests that were skipped.
    pub(crate) fn into_skips(self) -> String {
        self.skips
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// What passed, and with which inputs.
struct Records {
    file: PathBuf,
    inputs: Inputs,
    passed: Mutex<BTreeMap<String, Record>>,
    all: bool,
}

/// A command that passed.
#[derive(Serialize, Deserialize)]
struct Record {
    /// The digest of its inputs.
    inputs: String,
    /// The lines that it wrote about skipped tests.
    skips: String,
}

impl Records {
    fn load(all: bool) -> Result<Self> {
        let workspace = cargo::metadata()?;
        let file = workspace.target_directory.join("passed-tests.json");
        // A damaged file counts as none.
        let passed = fs::read(&file).ok();
        let passed = passed.and_then(|text| serde_json::from_slice(&text).ok());
        Ok(Records {
            file,
            inputs: Inputs::of(&workspace)?,
            passed: Mutex::new(passed.unwrap_or_default()),
            all,
        })
    }

    fn skips(&self, key: &str, inputs: &str) -> Option<String> {
        let passed = self.passed.lock().unwrap_or_else(PoisonError::into_inner);
        let record = passed.get(key)?;
        (!self.all && record.inputs == inputs).then(|| record.skips.clone())
    }

    /// Records a command that passed, or forgets one that failed.
    fn put(&self, key: String, record: Option<Record>) -> Result<()> {
        let mut passed = self.passed.lock().unwrap_or_else(PoisonError::into_inner);
        match record {
            Some(record) => drop(passed.insert(key, record)),
            None => drop(passed.remove(&key)),
        }
        let text = serde_json::to_vec_pretty(&*passed)?;
        let unfinished = self.file.with_extension("unfinished");
        fs::write(&unfinished, text)
            .and_then(|()| fs::rename(&unfinished, &self.file))
            .with_context(|| format!("writing {}", self.file.display()))
    }
}

/// What tests read.
struct Inputs {
    packages: Vec<Package>,
    /// Each file's package and state.
    files: Vec<(usize, String)>,
    /// The environment, the toolchain and the driver.
    machine: String,
}

struct Package {
    folder: PathBuf,
    is_published: bool,
    /// Itself, and all that it depends on.
    uses: BTreeSet<usize>,
}

impl Inputs {
    fn of(workspace: &cargo::Metadata) -> Result<Self> {
        let packages = packages(workspace);
        let files = files(&packages)?;
        let machine = machine()?;
        Ok(Inputs {
            packages,
            files,
            machine,
        })
    }

    fn digest(&self, command: &Command, package: Option<&Path>) -> String {
        let package = package.and_then(|folder| {
            let known = self.packages.iter().find(|known| known.folder == folder)?;
            known.is_published.then_some(known)
        });
        let reads = |owner: &usize| match package {
            Some(package) => !self.packages[*owner].is_published || package.uses.contains(owner),
            None => true,
        };
        let mut hash = Sha256::new();
        hash.update(&self.machine);
        // Its program, arguments and variables.
        hash.update(format!("{command:?}\n"));
        hash.update(state(Path::new(command.get_program())).unwrap_or_default());
        for (_, state) in self.files.iter().filter(|(owner, _)| reads(owner)) {
            hash.update(state);
        }
        xtask::wheels::hexadecimal(&hash.finalize())
    }
}

/// Returns the workspace's packages, that in the workspace's own folder first.
fn packages(workspace: &cargo::Metadata) -> Vec<Package> {
    let mut members: Vec<_> = workspace.packages.iter().collect();
    members.sort_by_key(|member| member.folder());
    let index: BTreeMap<&Path, usize> = members
        .iter()
        .enumerate()
        .map(|(index, member)| (member.folder(), index))
        .collect();
    let direct: Vec<BTreeSet<usize>> = members
        .iter()
        .map(|member| {
            let paths = member
                .dependencies
                .iter()
                .filter_map(|it| it.path.as_deref());
            paths.filter_map(|path| index.get(path).copied()).collect()
        })
        .collect();
    let package = |(number, member): (usize, &&cargo::Package)| Package {
        folder: member.folder().to_owned(),
        is_published: member.is_published(),
        uses: reachable(number, &direct),
    };
    members.iter().enumerate().map(package).collect()
}

fn reachable(start: usize, direct: &[BTreeSet<usize>]) -> BTreeSet<usize> {
    let mut found = BTreeSet::from([start]);
    let mut waiting = vec![start];
    while let Some(next) = waiting.pop() {
        waiting.extend(direct[next].iter().filter(|other| found.insert(**other)));
    }
    found
}

/// Returns the packages and states of all files that Git doesn't ignore.
fn files(packages: &[Package]) -> Result<Vec<(usize, String)>> {
    let mut git = Command::new("git");
    git.current_dir(cargo::workspace());
    git.args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]);
    let output = git.output().context("starting git")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "git ls-files failed: {said}");
    let list = String::from_utf8_lossy(&output.stdout);
    let names = list.split_terminator('\0').map(Path::new);
    Ok(names
        .map(|name| {
            let path = cargo::workspace().join(name);
            // The folders are sorted, so the last one is the innermost.
            let owner = packages
                .iter()
                .rposition(|package| path.starts_with(&package.folder));
            let state = state(&path).unwrap_or_else(|error| error.kind().to_string());
            (owner.unwrap_or(0), format!("{}\t{state}\n", name.display()))
        })
        .collect())
}

/// Returns the file's path, size and time of its last change.
fn state(path: &Path) -> io::Result<String> {
    let metadata = fs::symlink_metadata(path)?;
    let changed = metadata
        .modified()?
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Ok(format!(
        "{} {} {}",
        path.display(),
        metadata.len(),
        changed.as_nanos()
    ))
}

fn machine() -> Result<String> {
    let matters = |name: &OsStr| {
        let name = name.to_string_lossy();
        VARIABLES.iter().any(|start| name.starts_with(start))
    };
    let variables: BTreeMap<_, _> = env::vars_os().filter(|(name, _)| matters(name)).collect();
    let toolchain = cargo::command("version").arg("--verbose").output();
    let toolchain = toolchain.context("starting Cargo")?.stdout;
    let toolchain = String::from_utf8_lossy(&toolchain).into_owned();
    Ok(format!(
        "{variables:?}\n{toolchain}\n{:?}\n",
        driver::version()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the inputs of a workspace of `/w`, `/w/a`, `/w/b` which uses `/w/a`, and `/w/c`, which isn't published. Each
    /// has a file, of which that of the package `changed` differs.
    fn inputs(changed: Option<usize>) -> Inputs {
        let package = |folder: &str, is_published, uses: &[usize]| Package {
            folder: folder.into(),
            is_published,
            uses: uses.iter().copied().collect(),
        };
        let packages = vec![
            package("/w", false, &[0, 1, 2]),
            package("/w/a", true, &[1]),
            package("/w/b", true, &[1, 2]),
            package("/w/c", false, &[3]),
        ];
        let file = |owner| (owner, format!("{owner} {}\n", changed == Some(owner)));
        Inputs {
            packages,
            files: (0..4).map(file).collect(),
            machine: String::new(),
        }
    }

    /// A runner whose records are in `folder`.
    fn runner(folder: &Path, changed: Option<usize>, all: bool) -> Runner {
        let file = folder.join("passed.json");
        let passed = fs::read(&file).map(|text| serde_json::from_slice(&text).unwrap());
        Runner {
            records: Some(Records {
                file,
                inputs: inputs(changed),
                passed: Mutex::new(passed.unwrap_or_default()),
                all,
            }),
            skips: Mutex::default(),
        }
    }

    #[test]
    fn a_program_depends_on_all_but_published_packages_that_its_own_does_not_use() {
        let depends = |package: Option<&str>| {
            let digest =
                |changed| inputs(changed).digest(&Command::new("program"), package.map(Path::new));
            (0..4)
                .filter(|changed| digest(Some(*changed)) != digest(None))
                .collect::<Vec<_>>()
        };
        assert_eq!(depends(Some("/w/a")), [0, 1, 3]);
        assert_eq!(depends(Some("/w/b")), [0, 1, 2, 3]);
        for all in [Some("/w"), Some("/w/c"), Some("/elsewhere"), None] {
            assert_eq!(depends(all), [0, 1, 2, 3], "{all:?}");
        }
    }

    #[test]
    fn a_program_depends_on_its_arguments_its_variables_and_the_machine() {
        let digest = |inputs: &Inputs, edit: fn(&mut Command)| {
            let mut command = Command::new("program");
            edit(&mut command);
            inputs.digest(&command, None)
        };
        let mut machine = inputs(None);
        machine.machine = "another".to_owned();
        let digests = BTreeSet::from([
            digest(&inputs(None), |_| {}),
            digest(&inputs(None), |command| {
                command.arg("x");
            }),
            digest(&inputs(None), |command| {
                command.env("CUDA_X", "1");
            }),
            digest(&machine, |_| {}),
        ]);
        assert_eq!(digests.len(), 4);
    }

    #[test]
    fn the_executable_counts_by_its_size_and_time() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        let digest = |contents: &str| {
            fs::write(&program, contents).unwrap();
            inputs(None).digest(&Command::new(&program), None)
        };
        assert_ne!(digest("1"), digest("12"));
    }

    #[test]
    fn what_passed_runs_again_if_something_changed_or_all_must_run() {
        let folder = tempfile::tempdir().unwrap();
        let run = |changed, all, passes: bool| {
            let runner = runner(folder.path(), changed, all);
            let mut command = Command::new("program");
            let ended = runner.run(
                "program",
                &mut command,
                Some(Path::new("/w/a")),
                |command| {
                    let (_, skips) = command.get_envs().find(|(name, _)| *name == SKIPS).unwrap();
                    fs::write(skips.unwrap(), "SKIPPED test: no GPU\n").unwrap();
                    Ok(passes)
                },
            );
            assert_eq!(runner.into_skips(), "SKIPPED test: no GPU\n");
            ended.unwrap()
        };
        assert_eq!(run(None, false, true), Ended::Passed);
        assert_eq!(run(None, false, false), Ended::Unchanged);
        // Of a package that it doesn't use, and of one that it uses.
        assert_eq!(run(Some(2), false, false), Ended::Unchanged);
        assert_eq!(run(Some(1), false, true), Ended::Passed);
        assert_eq!(run(None, false, true), Ended::Passed);
        assert_eq!(run(None, true, true), Ended::Passed);
        // What failed is forgotten.
        assert_eq!(run(None, true, false), Ended::Failed);
        assert_eq!(run(None, false, true), Ended::Passed);
    }

    #[test]
    fn this_workspace_has_inputs() {
        let inputs = Inputs::of(&cargo::metadata().unwrap());
        let Ok(inputs) = inputs else {
            // It isn't a Git checkout.
            return;
        };
        assert_eq!(inputs.packages[0].folder, cargo::workspace());
        let owner = |name: &str| {
            let file = inputs
                .files
                .iter()
                .find(|(_, state)| state.starts_with(name));
            let (owner, _) = file.unwrap_or_else(|| panic!("{name} isn't among the files"));
            inputs.packages[*owner]
                .folder
                .strip_prefix(cargo::workspace())
                .unwrap()
        };
        assert_eq!(owner("README.md"), Path::new(""));
        assert_eq!(owner("cuda-sim/Cargo.toml"), Path::new("cuda-sim"));
        assert_eq!(
            owner("cuda-sim/cdylib/Cargo.toml"),
            Path::new("cuda-sim/cdylib")
        );
        let of = |folder: &str| {
            let folder = cargo::workspace().join(folder);
            inputs
                .packages
                .iter()
                .position(|it| it.folder == folder)
                .unwrap()
        };
        let arrow = &inputs.packages[of("cuda-arrow")];
        assert!(arrow.is_published && !inputs.packages[of("xtask")].is_published);
        assert!(arrow.uses.contains(&of("cuda-driver-sys")) && !arrow.uses.contains(&of("nccl")));
    }
}
