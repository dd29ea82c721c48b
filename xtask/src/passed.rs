//! Records which tests passed with which inputs, so that `cargo xtask test` doesn't run them again.
//!
//! A test program's inputs are its executable, the environment and the files that it names, the toolchain, the driver
//! and its devices, and all files that Git doesn't ignore. For the programs of a published package, the files of
//! published packages that it doesn't depend on aren't inputs; the other packages test the whole workspace.
//!
//! Compilers and other programs on `PATH` aren't inputs: `--all` runs everything after one was installed.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result, ensure};
use cuda_pathfinder::{DRIVER, Search};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;
use xtask::driver;

use crate::cargo;

/// The prefixes of variables that differ between terminals, which no test reads.
const OF_THE_TERMINAL: &[&str] = &[
    "COLORTERM",
    "COLUMNS",
    "DBUS_",
    "DISPLAY",
    "LINES",
    "OLDPWD",
    "PWD",
    "SHLVL",
    "SSH_",
    "STY",
    "TERM",
    "TMUX",
    "VSCODE_",
    "VTE_",
    "WAYLAND_",
    "WINDOWID",
    "XDG_RUNTIME_DIR",
    "XDG_SESSION_",
    "_",
];

/// The prefix of variables that list files and folders that tests read, in the format of `PATH`.
const OF_FILES: &str = "CUDA_";

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
    /// Creates a runner, which runs all commands if `all` is set.
    pub(crate) fn new(all: bool) -> Self {
        let records = Records::load(all);
        // There may be no Git, for example.
        let records = records.inspect_err(|error| {
            xtask_print::print_note(format_args!("note: everything runs: {error:#}"))
        });
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
            // Programs with the same name differ by the hash in their file names.
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

/// The commands that passed, with their inputs.
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
        Ok(Records {
            inputs: Inputs::of(&workspace)?,
            passed: Mutex::new(recorded(&file).unwrap_or_default()),
            file,
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
        // Another run may have recorded or forgotten some.
        if let Some(recorded) = recorded(&self.file) {
            *passed = recorded;
        }
        match record {
            Some(record) => drop(passed.insert(key, record)),
            None => drop(passed.remove(&key)),
        }
        let text = serde_json::to_vec_pretty(&*passed)?;
        // The name is unique, because another run may write at the same time.
        let folder = self.file.parent().unwrap_or(Path::new("."));
        NamedTempFile::new_in(folder)
            .and_then(|mut file| {
                file.write_all(&text)?;
                Ok(file.persist(&self.file)?)
            })
            .map(drop)
            .with_context(|| format!("writing {}", self.file.display()))
    }
}

/// Reads a file of records; a damaged file counts as none.
fn recorded(file: &Path) -> Option<BTreeMap<String, Record>> {
    serde_json::from_slice(&fs::read(file).ok()?).ok()
}

/// The inputs of tests.
struct Inputs {
    packages: Vec<Package>,
    /// Each file's package and state.
    files: Vec<(usize, String)>,
    /// The environment, the toolchain and the driver.
    machine: String,
    /// The states of the files that variables name, by the variables' values.
    contents: Mutex<BTreeMap<OsString, String>>,
}

struct Package {
    folder: PathBuf,
    is_published: bool,
    /// The package itself, and all packages that it depends on.
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
            contents: Mutex::default(),
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
        // The command's `Debug` has its variables on some systems only.
        let arguments: Vec<_> = command.get_args().collect();
        let variables = command.get_envs();
        let variables =
            variables.filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())));
        let variables: BTreeMap<_, _> = variables.collect();
        let (program, folder) = (command.get_program(), command.get_current_dir());
        hash.update(format!(
            "{program:?} {arguments:?} {variables:?} {folder:?}\n"
        ));
        for (name, value) in env::vars_os().chain(variables) {
            if name.to_string_lossy().starts_with(OF_FILES) {
                hash.update(self.contents(value));
            }
        }
        hash.update(state(Path::new(command.get_program())).unwrap_or_default());
        for (_, state) in self.files.iter().filter(|(owner, _)| reads(owner)) {
            hash.update(state);
        }
        xtask::wheels::hexadecimal(&hash.finalize())
    }

    /// Returns the states of the files in the folders that `value` lists.
    fn contents(&self, value: OsString) -> String {
        let mut contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        let paths: Vec<_> = env::split_paths(&value).collect();
        let states = contents.entry(value).or_insert_with(|| {
            let mut states = String::new();
            for path in paths {
                list(&path, DEPTH, &mut states);
                if let Some(packages) = virtual_environment(&path) {
                    list(&packages, DEPTH, &mut states);
                }
            }
            states
        });
        states.clone()
    }
}

/// The number of levels of folders that are listed: enough for the packages of a virtual environment.
const DEPTH: usize = 4;

/// Returns the folder with the packages of a virtual environment's Python.
fn virtual_environment(python: &Path) -> Option<PathBuf> {
    let folder = python.parent()?.parent()?;
    let is_one = python.is_file() && folder.join("pyvenv.cfg").is_file();
    is_one.then(|| folder.join("lib"))
}

/// Appends the states of `path` and of its contents.
fn list(path: &Path, depth: usize, states: &mut String) {
    // The targets of links count, because a toolkit's folder and its libraries are often links.
    let real = path.canonicalize().unwrap_or_default();
    states.push_str(&format!("{} {:?}\n", path.display(), state(&real).ok()));
    let entries = fs::read_dir(&real).ok().filter(|_| depth > 0);
    let mut entries: Vec<_> = entries.into_iter().flatten().flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        list(&entry.path(), depth - 1, states);
    }
}

/// Returns the workspace's packages, beginning with the package in the workspace's own folder.
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
    let state = |name: PathBuf| {
        let path = cargo::workspace().join(&name);
        // The folders are sorted, so the last one is the innermost.
        let owner = packages
            .iter()
            .rposition(|package| path.starts_with(&package.folder));
        let state = state(&path).unwrap_or_else(|error| error.kind().to_string());
        (owner.unwrap_or(0), format!("{}\t{state}\n", name.display()))
    };
    let names = names(cargo::workspace())?;
    Ok(names.into_iter().map(state).collect())
}

/// Returns the files in `folder`, a workspace's, that Git doesn't ignore.
fn names(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut git = Command::new("git");
    git.current_dir(folder);
    git.args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]);
    let output = git.output().context("starting git")?;
    let messages = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "git ls-files failed: {messages}");
    let list = output.stdout.split(|byte| *byte == 0);
    let names: Vec<_> = list.filter(|name| !name.is_empty()).map(path).collect();
    // An archive unpacked in a repository that ignores it has no files.
    let has_workspace = names.iter().any(|name| name == Path::new("Cargo.toml"));
    ensure!(has_workspace, "Git ignores the workspace's files");
    Ok(names)
}

fn path(name: &[u8]) -> PathBuf {
    #[cfg(unix)]
    let name = <OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(name);
    #[cfg(not(unix))]
    let name = &*String::from_utf8_lossy(name);
    PathBuf::from(name)
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

/// Returns `false` for variables of the terminal.
fn matters(variable: &OsStr) -> bool {
    let variable = variable.to_string_lossy();
    !OF_THE_TERMINAL
        .iter()
        .any(|start| variable.starts_with(start))
}

/// Describes the environment, the toolchain and the driver.
fn machine() -> Result<String> {
    let variables: BTreeMap<_, _> = env::vars_os().filter(|(name, _)| matters(name)).collect();
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let compiler = Command::new(compiler)
        .args(["--version", "--verbose"])
        .output();
    let compiler = compiler.context("starting rustc")?.stdout;
    let compiler = String::from_utf8_lossy(&compiler);
    let driver = Search::new().likely(&DRIVER).map(|found| found.path);
    let driver = driver.and_then(|path| state(&path.canonicalize().ok()?).ok());
    Ok(format!(
        "{variables:?}\n{compiler}\n{:?} {driver:?} {:?}\n",
        driver::version(),
        driver::devices()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the inputs of a workspace of `/w`, `/w/a`, `/w/b` which uses `/w/a`, and `/w/c`, which isn't published.
    /// Each has a file; the file of the package `changed` is different.
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
            contents: Mutex::default(),
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
    fn a_program_does_not_depend_on_published_packages_that_its_package_does_not_use() {
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
    fn files_that_a_variable_names_are_inputs() {
        let folder = tempfile::tempdir().unwrap();
        let digest = |variable: &str| {
            let mut command = Command::new("program");
            command.env(variable, folder.path());
            inputs(None).digest(&command, None)
        };
        let (library, other) = (digest("CUDA_NVRTC"), digest("OTHER"));
        fs::create_dir(folder.path().join("lib")).unwrap();
        let added = digest("CUDA_NVRTC");
        fs::write(folder.path().join("lib/libnvrtc.so.13"), "1").unwrap();
        let changed = digest("CUDA_NVRTC");
        fs::write(folder.path().join("lib/libnvrtc.so.13"), "12").unwrap();
        let digests = BTreeSet::from([library, added, changed, digest("CUDA_NVRTC")]);
        assert_eq!(digests.len(), 4);
        assert_eq!(digest("OTHER"), other);
    }

    #[test]
    fn packages_of_a_python_are_inputs() {
        let folder = tempfile::tempdir().unwrap();
        let packages = folder.path().join("lib/python3.12/site-packages");
        let python = folder.path().join("bin/python");
        fs::create_dir_all(&packages).unwrap();
        fs::create_dir_all(python.parent().unwrap()).unwrap();
        fs::write(&python, "").unwrap();
        fs::write(folder.path().join("pyvenv.cfg"), "").unwrap();
        let digest = || {
            let mut command = Command::new("program");
            command.env("CUDA_ARROW_PYTHON", &python);
            inputs(None).digest(&command, None)
        };
        let before = digest();
        fs::create_dir(packages.join("pyarrow")).unwrap();
        assert_ne!(digest(), before);
    }

    #[test]
    fn all_variables_except_those_of_the_terminal_are_inputs() {
        assert!(matters(OsStr::new("CUDA_TEST_DEVICE")) && matters(OsStr::new("RANK")));
        assert!(!matters(OsStr::new("SSH_TTY")) && !matters(OsStr::new("_")));
    }

    #[test]
    fn size_and_time_of_the_executable_are_inputs() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        let digest = |contents: &str| {
            fs::write(&program, contents).unwrap();
            inputs(None).digest(&Command::new(&program), None)
        };
        assert_ne!(digest("1"), digest("12"));
    }

    #[test]
    fn a_passed_program_runs_again_if_an_input_changed_or_with_all() {
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
        // A file changes in a package that it doesn't use, and in one that it uses.
        assert_eq!(run(Some(2), false, false), Ended::Unchanged);
        assert_eq!(run(Some(1), false, true), Ended::Passed);
        assert_eq!(run(None, false, true), Ended::Passed);
        assert_eq!(run(None, true, true), Ended::Passed);
        // The record of a failed command is removed.
        assert_eq!(run(None, true, false), Ended::Failed);
        assert_eq!(run(None, false, true), Ended::Passed);
    }

    #[test]
    fn a_run_keeps_concurrent_changes_to_the_records() {
        let folder = tempfile::tempdir().unwrap();
        let new = || runner(folder.path(), None, false);
        let run = |runner: &Runner, name: &str, passes: bool| {
            let mut command = Command::new("program");
            let ended = runner.run(name, &mut command, None, |_| Ok(passes));
            ended.unwrap()
        };
        run(&new(), "flaky", true);
        let (one, mut other) = (new(), new());
        run(&one, "one", true);
        other.records.as_mut().unwrap().all = true;
        run(&other, "flaky", false);
        run(&one, "two", true);
        let last = new();
        assert_eq!(run(&last, "one", true), Ended::Unchanged);
        assert_eq!(run(&last, "two", true), Ended::Unchanged);
        assert_eq!(run(&last, "flaky", true), Ended::Passed);
    }

    #[test]
    fn concurrent_runs_write_complete_files() {
        let folder = tempfile::tempdir().unwrap();
        let record = |run: &str| {
            let runner = Runner {
                records: Some(Records {
                    file: folder.path().join("passed.json"),
                    inputs: inputs(None),
                    passed: Mutex::default(),
                    all: false,
                }),
                skips: Mutex::default(),
            };
            for number in 0..100 {
                let mut command = Command::new("program");
                let ended =
                    runner.run(&format!("{run} {number}"), &mut command, None, |_| Ok(true));
                assert_eq!(ended.unwrap(), Ended::Passed);
            }
        };
        std::thread::scope(|scope| {
            // The scope joins them, and panics if one did.
            scope.spawn(|| record("one"));
            scope.spawn(|| record("other"));
        });
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn the_files_are_those_that_git_does_not_ignore() {
        let folder = tempfile::tempdir().unwrap();
        let git = Command::new("git")
            .current_dir(folder.path())
            .args(["init", "--quiet"])
            .status();
        if !git.is_ok_and(|status| status.success()) {
            // There is no Git, so everything runs.
            return;
        }
        let write = |name: &OsStr, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("Cargo.toml".as_ref(), "");
        write("notes".as_ref(), "");
        write(".gitignore".as_ref(), "notes");
        #[cfg_attr(not(target_os = "linux"), expect(unused_mut))]
        let mut expected: Vec<PathBuf> = [".gitignore", "Cargo.toml"].map(PathBuf::from).into();
        #[cfg(target_os = "linux")]
        {
            let name = std::os::unix::ffi::OsStrExt::from_bytes(b"not \xff UTF-8");
            write(name, "");
            expected.push(PathBuf::from(name));
        }
        let mut found = names(folder.path()).unwrap();
        found.sort();
        assert_eq!(found, expected);
        write(".gitignore".as_ref(), "*");
        let error = names(folder.path()).unwrap_err().to_string();
        assert_eq!(error, "Git ignores the workspace's files");
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
