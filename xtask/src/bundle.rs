//! `cargo xtask bundle`: the tests that use a device in one archive, for a machine with a GPU and without Rust; and what
//! runs them there.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use xtask::{Wheels, driver};
use xtask_print::{print_line, print_note};

use crate::cargo;
use crate::skips::Skips;
use crate::test_programs::{self, Program, ProgramRun};
use crate::test_run;

/// The packages whose tests use a device; `""` is the workspace's own.
const PACKAGES: [&str; 18] = [
    "",
    "arrays/cuda-arrow",
    "arrays/cuda-awkward",
    "arrays/cuda-ndarray",
    "compat/cudarc",
    "compilers/cuda-linker",
    "cuda-sim/libraries",
    "libraries/cublas",
    "libraries/cudnn",
    "libraries/cufft",
    "libraries/cusolver",
    "libraries/cudss",
    "libraries/cusparse",
    "libraries/curand",
    "libraries/nccl",
    "libraries/nvcomp",
    "libraries/nvml",
    "libraries/profiler",
];

/// The workspace's own program among many, and those that take longest, which start first.
const DRIVER: &str = "driver";
const LONG: [&str; 3] = [DRIVER, "arrays/cuda-awkward, awkward", "arrays/cuda-ndarray, ndarray"];

/// Programs of these packages that need sources or many examples.
const LEFT_OUT: [&str; 2] = ["kernels", "examples"];

/// The examples that the others start.
const EXAMPLES: [&str; 4] = ["two_layers", "lines", "profile", "timeline"];

/// The libraries that they write as the software device.
const LIBRARIES: [&str; 2] = ["cuda_sim_driver", "cuda_sim_audit"];

/// The folder in the archive, and its list of programs.
const FOLDER: &str = "cuda-rust-tests";
const LIST: &str = "programs.json";

/// The variable with the folder of examples and libraries, for tests that start or load them: `src/built.rs`.
const BUILT: &str = "CUDA_TEST_BUILT";

/// The tools of compute-sanitizer.
const TOOLS: [&str; 4] = ["memcheck", "racecheck", "initcheck", "synccheck"];

/// What to pack.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The archive to write
    #[arg(value_name = "FILE", default_value = "bundle.tar.xz")]
    file: PathBuf,
    /// Also build and pack the benchmark of launches, which `run --benchmark` runs
    #[arg(long)]
    benchmark: bool,
}

/// How to run them: on the machine with the GPU.
#[derive(clap::Args)]
pub(crate) struct RunOptions {
    /// Only programs whose names contain one of these
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// The number of programs at a time
    #[arg(long, default_value_t = 6)]
    jobs: usize,
    /// The folder for the programs' output and `results.json`, created if it doesn't exist
    #[arg(long, value_name = "DIR", default_value = "results")]
    out: PathBuf,
    /// Run the programs under these tools of compute-sanitizer
    #[arg(long, value_delimiter = ',', value_name = "TOOL", value_parser = TOOLS)]
    tools: Vec<String>,
    /// Also run the benchmark of launches, if it was packed, when the tests have ended
    #[arg(long)]
    benchmark: bool,
}

/// A program in the archive.
#[derive(Serialize, Deserialize)]
struct PackedProgram {
    name: String,
    /// Its file, from the archive's folder.
    file: PathBuf,
    /// The folder of its package.
    package: PathBuf,
}

/// Builds and packs the tests.
pub(crate) fn pack(options: &Options) -> Result<ExitCode> {
    // Said first: the build takes long.
    let file = std::path::absolute(&options.file)?;
    let is_writable = file.parent().is_some_and(Path::is_dir) && !file.is_dir();
    ensure!(
        is_writable,
        "{} can't be written: give a file in a folder that exists",
        file.display()
    );
    // Cargo rebuilds what a changed variable affects.
    let environment = test_run::compilers(false, false, &Wheels::of_this_machine()?)?;
    let mut build = cargo::command("test");
    build.envs(environment.iter().cloned());
    let Some(programs) = test_programs::built(build.args(test_run::all()))? else {
        bail!("the tests weren't built");
    };
    // As `src/built.rs` does.
    let mut libraries = cargo::command("build");
    libraries.args(["--lib", "--examples"]).args(test_run::all()).envs(environment.iter().cloned());
    let status = libraries.status().context("starting Cargo")?;
    ensure!(status.success(), "the examples weren't built: {status}");
    let target = cargo::metadata()?.target_directory;
    let stage = tempfile::tempdir_in(&target).context("making a folder for the archive")?;
    let root = stage.path().join(FOLDER);
    let mut packed = Vec::new();
    for (number, program) in programs.iter().filter(|program| is_packed(program)).enumerate() {
        let (_, short) = split(&program.name);
        let file = PathBuf::from(format!("programs/{number}-{short}"));
        strip(program.command.get_program().as_ref(), &root.join(&file))?;
        let package = split(&program.name).0.into();
        packed.push(PackedProgram { name: program.name.clone(), file, package });
    }
    let built = target.join("debug");
    for example in EXAMPLES {
        strip(&built.join("examples").join(example), &root.join("built/examples").join(example))?;
    }
    for name in LIBRARIES {
        let library = format!("{}{name}{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
        strip(&built.join(&library), &root.join("built").join(&library))?;
    }
    if options.benchmark {
        let launch = cargo::build("cuda-rust", &["--profile=bench", "--bench=launch"])?;
        strip(&launch, &root.join("launch"))?;
    }
    // This program, which the build may have replaced.
    strip(&built.join(format!("xtask{}", env::consts::EXE_SUFFIX)), &root.join("run-tests"))?;
    copy_data(&root)?;
    fs::write(root.join(LIST), serde_json::to_string_pretty(&packed)?)?;
    archive(stage.path(), &file)?;
    let size = fs::metadata(&file)?.len().div_ceil(1 << 20);
    print_line(format_args!(
        "{}: {} programs, {size} MiB. On the machine with the GPU: tar -xf {0} && {FOLDER}/run-tests run-bundle",
        options.file.display(),
        packed.len(),
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the package's folder and the program's name in a name of [`test_programs`].
fn split(name: &str) -> (&str, &str) {
    name.split_once(", ").unwrap_or(("", name))
}

fn is_packed(program: &Program) -> bool {
    let (package, short) = split(&program.name);
    let is_chosen = !package.is_empty() || short == DRIVER;
    program.is_of_tests && is_chosen && PACKAGES.contains(&package) && !LEFT_OUT.contains(&short)
}

/// Copies a program or library without its debug information.
fn strip(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to.parent().unwrap_or(to))?;
    let mut strip = Command::new("strip");
    strip.arg("--strip-all").arg("-o").args([to, from]);
    let status = strip.status().context("starting strip, of binutils")?;
    ensure!(status.success(), "stripping {} failed: {status}", from.display());
    Ok(())
}

/// Copies the files that tests read: all that is tracked in their packages, and in `tests`, but no Rust.
fn copy_data(root: &Path) -> Result<()> {
    let mut list = Command::new("git");
    list.current_dir(cargo::workspace()).args(["ls-files", "-z", "--", "tests"]);
    let output = list.args(PACKAGES.iter().filter(|package| !package.is_empty())).output();
    let output = output.context("starting git")?;
    ensure!(output.status.success(), "git ls-files failed: {}", output.status);
    for file in String::from_utf8(output.stdout)?.split('\0').filter(|file| !file.is_empty()) {
        let from = cargo::workspace().join(file);
        if file.ends_with(".rs") || !from.is_file() {
            continue;
        }
        let to = root.join(file);
        fs::create_dir_all(to.parent().unwrap_or(root))?;
        fs::copy(&from, &to).with_context(|| format!("copying {}", from.display()))?;
    }
    Ok(())
}

/// Packs the stage's folder. Programs share much of their code, which a large dictionary finds.
fn archive(stage: &Path, file: &Path) -> Result<()> {
    let mut tar = Command::new("tar");
    tar.arg("-C").arg(stage).arg("-cJf").args([file, Path::new(FOLDER)]);
    tar.env("XZ_OPT", "-T2 --lzma2=preset=6,dict=192MiB");
    let status = tar.status().context("starting tar")?;
    ensure!(status.success(), "packing {} failed: {status}", file.display());
    Ok(())
}

/// Runs the programs of the archive that this program is in, and writes a table and `results.json`.
pub(crate) fn run(options: &RunOptions) -> Result<ExitCode> {
    let this = env::current_exe()?;
    let root = this.parent().context("this program is in no folder")?;
    let list = fs::read_to_string(root.join(LIST)).with_context(|| {
        format!("{} isn't in a folder that `cargo xtask bundle` packed", this.display())
    })?;
    let version = driver::version().context("no driver was found: the tests need a GPU")?;
    let packed: Vec<PackedProgram> = serde_json::from_str(&list)?;
    let is_named = |packed: &&PackedProgram| {
        options.names.is_empty() || options.names.iter().any(|name| packed.name.contains(name))
    };
    let mut programs: Vec<Program> = packed
        .iter()
        .filter(is_named)
        .map(|packed| program(root, packed, &options.tools))
        .collect();
    ensure!(!programs.is_empty(), "no program has a name with {}", options.names.join(" or "));
    programs.sort_by_key(|program| {
        LONG.iter().position(|name| *name == program.name).unwrap_or(LONG.len())
    });
    let launch = root.join("launch");
    ensure!(
        !options.benchmark || launch.is_file(),
        "the benchmark wasn't packed: pack with `cargo xtask bundle --benchmark`"
    );
    let out = &options.out;
    fs::create_dir_all(out).with_context(|| format!("making the folder {}", out.display()))?;
    // A tool runs several processes of a program itself.
    let jobs = if options.tools.is_empty() { options.jobs.max(1) } else { 1 };
    let skips = Skips::default();
    let ran = test_programs::run_all(programs, jobs, true, &skips, &Mutex::new(io::sink()))?;
    report(options, &version.to_string(), &ran, &skips.into_lines())?;
    let mut passed = ran.iter().all(|program| program.passed);
    if options.benchmark {
        let mut launch = Command::new(launch);
        let json = std::path::absolute(out.join("launch.json"))?;
        launch.args(["--bench", "--device", "gpu", "--json"]).arg(json);
        passed &= launch.status().context("starting the benchmark")?.success();
    }
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the command that runs a program in its package's folder.
fn program(root: &Path, packed: &PackedProgram, tools: &[String]) -> Program {
    let file = root.join(&packed.file);
    let package = root.join(&packed.package);
    let mut command = match tools {
        [] => Command::new(file),
        tools => {
            let mut script = Command::new("bash");
            script.arg(root.join("tests/sanitizers.sh")).arg(file).env("TOOLS", tools.join(" "));
            script
        }
    };
    command
        .current_dir(&package)
        .env("CARGO_MANIFEST_DIR", &package)
        .env(BUILT, root.join("built"));
    if env::var_os("CUDA_TEST_DEVICE").is_none() {
        command.env("CUDA_TEST_DEVICE", "hardware");
    }
    Program::new(packed.name.clone(), command)
}

/// A row of `results.json`, and of the table.
#[derive(Serialize)]
struct ProgramRow<'a> {
    program: &'a str,
    passed: bool,
    /// The numbers of tests that passed and failed, as the test harness says.
    tests: usize,
    failed: usize,
    skipped: usize,
    seconds: f64,
}

fn report(options: &RunOptions, driver: &str, ran: &[ProgramRun], skips: &str) -> Result<()> {
    let rows: Vec<_> = ran.iter().map(row).collect();
    for ran in ran {
        let name = ran.name.replace(['/', ',', ' '], "-");
        fs::write(options.out.join(format!("{name}.txt")), &ran.output)?;
    }
    let json = serde_json::json!({
        "driver": driver,
        "programs": rows,
        "skipped": skips.lines().collect::<Vec<_>>(),
    });
    fs::write(options.out.join("results.json"), serde_json::to_string_pretty(&json)?)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{:<40} {:>7} {:>7} {:>7} {:>8}", "program", "passed", "failed", "skipped", "s")?;
    for row in rows {
        let ProgramRow { program, tests, failed, skipped, seconds, passed } = row;
        let end = if passed { "" } else { "  FAILED" };
        writeln!(out, "{program:<40} {tests:>7} {failed:>7} {skipped:>7} {seconds:>8.1}{end}")?;
    }
    writeln!(out, "{}", test_run::skip_list(skips))?;
    for ran in ran.iter().filter(|program| !program.passed) {
        let failures = ran.output.lines().filter(|line| line.ends_with("... FAILED"));
        for line in failures {
            print_note(format_args!("{}: {line}", ran.name));
        }
    }
    Ok(())
}

/// Reads the harness's lines, `test result: ok. 5 passed; 0 failed; …`, those of cases, `tier 1: 8 / 8 passed, 0 failed, …;
/// tier 2: …`, and the number of skipped tests.
fn row(ran: &ProgramRun) -> ProgramRow<'_> {
    let (mut tests, mut failed, mut skipped) = (0, 0, 0);
    for line in ran.output.lines() {
        if line.starts_with("test result: ") {
            tests += counts(line, " passed");
            failed += counts(line, " failed");
        } else if line.starts_with("tier 1: ") {
            tests += counts(line, " / ");
            failed += counts(line, " failed");
        } else if line.ends_with(" SKIPPED, though counted as passed:") {
            skipped += counts(line, " test");
        }
    }
    ProgramRow {
        program: &ran.name,
        passed: ran.passed,
        tests,
        failed,
        skipped,
        seconds: ran.seconds,
    }
}

/// Returns the sum of the numbers before each `words`.
fn counts(line: &str, words: &str) -> usize {
    let before = line.match_indices(words).map(|(at, _)| &line[..at]);
    before.filter_map(|text| text.rsplit(' ').next()?.parse::<usize>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(output: &str) -> ProgramRun {
        ProgramRun { name: "a".to_owned(), passed: true, seconds: 1.0, output: output.to_owned() }
    }

    #[test]
    fn results_of_the_harness_are_added_up() {
        let text = "test result: ok. 12 passed; 1 failed; 3 ignored; 0 measured\n\
                    test result: ok. 3 passed; 0 failed; 0 ignored\n\
                    2 tests were SKIPPED, though counted as passed:\n     2  no GPU\n";
        let harness = ran(text);
        let row = super::row(&harness);
        assert_eq!((row.tests, row.failed, row.skipped), (15, 1, 2));
        let text = "tier 1: 86 / 87 passed, 1 failed, 0 refused; tier 2: 8 / 8 passed, 0 failed, 0 refused\n";
        let cases = ran(text);
        let row = super::row(&cases);
        assert_eq!((row.tests, row.failed, row.skipped), (94, 1, 0));
    }

    #[test]
    fn packages_of_the_list_are_of_the_workspace() {
        for package in PACKAGES {
            assert!(cargo::workspace().join(package).join("Cargo.toml").is_file(), "{package}");
        }
    }
}
