//! `cargo xtask fuzz`: gives random inputs to what reads bytes from outside, by libFuzzer. The targets are those of the
//! package `tests/fuzz`, which a stable compiler instruments.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use xtask::{Wheels, nvrtc};
use xtask_print::print_line;

use crate::cargo;

/// What is tried, and for how long.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The target; without one, they are listed
    target: Option<String>,
    /// How long, in seconds
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// The seed of the first process; the next ones have those after it
    #[arg(long)]
    seed: Option<u32>,
    /// The number of processes
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: u32,
    /// Only run the target on this file
    #[arg(long, value_name = "FILE")]
    repeat: Option<PathBuf>,
}

/// The variable that tells the program its target.
const TARGET: &str = "CUDA_FUZZ_TARGET";

/// What instruments all crates: counters of the edges, which libFuzzer reads, and the operands of comparisons.
const FLAGS: [&str; 5] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// What one input may take: longer, or more, is a finding.
const LIMITS: [&str; 2] = ["-timeout=20", "-rss_limit_mb=2048"];

/// The number of lines of a process that are kept, to be printed if it finds something.
const LINES: usize = 200;

/// Fuzzes a target.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let package = cargo::workspace().join("tests/fuzz");
    let targets = folders(&package.join("corpus"))?;
    let Some(target) = &options.target else {
        print_line(format_args!("targets: {}", targets.join(", ")))?;
        return Ok(ExitCode::SUCCESS);
    };
    let is_known = targets.contains(target);
    ensure!(is_known, "no target is called {target}; there are {}", targets.join(", "));
    check_compiler()?;
    let program = build()?;
    let mut command = Command::new(program);
    command.env(TARGET, target).args(LIMITS).current_dir(cargo::workspace());
    command.env("CUDA_TEST_DEVICE", "software");
    cargo::restore_library_path(&mut command);
    // Some targets compile kernels.
    command.env(nvrtc::VARIABLE, nvrtc::provision(&Wheels::of_this_machine()?)?);
    if let Some(file) = &options.repeat {
        let file = file.canonicalize().with_context(|| format!("reading {}", file.display()))?;
        return cargo::run(command.arg(file));
    }
    let folder = folder()?.join(target);
    let (corpus, found) = (folder.join("corpus"), folder.join("found"));
    for folder in [&corpus, &found] {
        fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    }
    let mut prefix = OsString::from("-artifact_prefix=");
    prefix.push(found.join(""));
    command.arg(prefix).args(["-print_final_stats=1", "-reload=5"]);
    command.arg(format!("-max_total_time={}", options.seconds));
    // Targets whose names begin alike share words and inputs.
    let shared = target.split('-').next().unwrap_or_default();
    let words = package.join("words").join(shared);
    if words.is_file() {
        command.arg(format!("-dict={}", words.display()));
    }
    command.arg(&corpus);
    let folders = ["corpus", "found"].map(|name| package.join(name));
    let mut names = vec![target.as_str()];
    if shared != target {
        names.push(shared);
    }
    let paths = folders.iter().flat_map(|folder| names.iter().map(|name| folder.join(name)));
    command.args(paths.filter(|folder| folder.is_dir()));
    fuzz(target, options, &command)
}

/// Runs the processes, and prints what they found.
fn fuzz(target: &str, options: &Options, command: &Command) -> Result<ExitCode> {
    let seed = options.seed.unwrap_or_else(any_seed).max(1);
    print_line(format_args!("fuzzing {target} for {} s, with --seed {seed}", options.seconds))?;
    let bar = if std::io::stderr().is_terminal() {
        ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{spinner} {msg}")?)
    } else {
        ProgressBar::hidden()
    };
    bar.enable_steady_tick(Duration::from_millis(200));
    let processes = Mutex::new(vec![Process::default(); options.jobs as usize]);
    let ended = thread::scope(|scope| {
        let jobs = (0..options.jobs).map(|job| {
            let (bar, processes) = (&bar, &processes);
            let mut command = copy(command);
            command.arg(format!("-seed={}", seed.saturating_add(job)));
            scope.spawn(move || watch(command, |line| report(bar, processes, job as usize, line)))
        });
        let jobs: Vec<_> = jobs.collect();
        jobs.into_iter().map(join).collect::<Result<Vec<_>>>()
    })?;
    bar.finish_and_clear();
    let processes = processes.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let runs: u64 = processes.iter().map(|process| process.runs).sum();
    let rate: u64 = processes.iter().map(|process| process.rate).sum();
    let mut code = ExitCode::SUCCESS;
    for (process, status) in processes.iter().zip(ended) {
        if status.success() {
            continue;
        }
        code = ExitCode::FAILURE;
        for line in &process.lines {
            print_line(line)?;
        }
        match &process.input {
            Some(input) => {
                print_line(format_args!("found by {target}: {input}"))?;
                print_line(format_args!("repeat it: cargo xtask fuzz {target} --repeat {input}"))?;
                print_line(format_args!(
                    "keep it, once it is mended: move it to tests/fuzz/found/{target}"
                ))?;
            }
            None => print_line(format_args!("{target} ended with {status}"))?,
        }
    }
    print_line(format_args!("{target}: {runs} executions, {rate} a second"))?;
    Ok(code)
}

/// What is known of a process.
#[derive(Clone, Default)]
struct Process {
    runs: u64,
    /// The executions a second.
    rate: u64,
    /// Its last lines.
    lines: VecDeque<String>,
    /// The file with the input that isn't as promised.
    input: Option<String>,
}

impl Process {
    /// Takes note of a line that libFuzzer has printed.
    fn note(&mut self, line: &str) {
        if let Some(input) = line.split("Test unit written to ").nth(1) {
            self.input = Some(input.trim().to_owned());
        }
        let number = |name: &str| line.strip_prefix(name)?.trim().parse().ok();
        if let Some(runs) = number("stat::number_of_executed_units:") {
            self.runs = runs;
        } else if let Some(rate) = number("stat::average_exec_per_sec:") {
            self.rate = rate;
        }
        // `#4096	NEW    cov: 123 ft: 456 corp: 7/89b … exec/s: 1000 …`
        if let Some(rest) = line.strip_prefix('#') {
            let mut words = rest.split_whitespace();
            let runs = words.next().and_then(|word| word.trim_end_matches(':').parse().ok());
            self.runs = runs.unwrap_or(self.runs);
            let rate = words.skip_while(|word| *word != "exec/s:").nth(1);
            self.rate = rate.and_then(|word| word.parse().ok()).unwrap_or(self.rate);
            return;
        }
        self.lines.push_back(line.to_owned());
        if self.lines.len() > LINES {
            self.lines.pop_front();
        }
    }
}

fn report(bar: &ProgressBar, processes: &Mutex<Vec<Process>>, job: usize, line: &str) {
    let mut processes = processes.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(process) = processes.get_mut(job) {
        process.note(line);
    }
    let runs: u64 = processes.iter().map(|process| process.runs).sum();
    let rate: u64 = processes.iter().map(|process| process.rate).sum();
    let elapsed = bar.elapsed().as_secs();
    bar.set_message(format!("{elapsed} s, {runs} executions, {rate} a second"));
}

/// Runs a process, and passes on each line that it prints.
fn watch(mut command: Command, note: impl Fn(&str)) -> Result<ExitStatus> {
    let program = command.get_program().display().to_string();
    let mut running = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("starting {program}"))?;
    if let Some(output) = running.stderr.take() {
        // A target may print anything.
        for line in BufReader::new(output).split(b'\n') {
            note(&String::from_utf8_lossy(&line.context("reading what the target prints")?));
        }
    }
    running.wait().context("waiting for the target")
}

fn join(job: thread::ScopedJoinHandle<'_, Result<ExitStatus>>) -> Result<ExitStatus> {
    job.join().unwrap_or_else(|_| bail!("a thread that watches a target has ended"))
}

fn copy(command: &Command) -> Command {
    let mut copy = Command::new(command.get_program());
    copy.args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => copy.env(name, value),
            None => copy.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        copy.current_dir(folder);
    }
    copy
}

/// Checks that there is a C++ compiler, for libFuzzer.
fn check_compiler() -> Result<()> {
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let started = Command::new(&compiler).arg("--version").output();
    let works = started.is_ok_and(|output| output.status.success());
    let name = compiler.display();
    ensure!(
        works,
        "libFuzzer needs a C++ compiler, and {name} wasn't started: install g++ or clang++, or set CXX"
    );
    Ok(())
}

/// Builds the program for this machine, apart from all else.
fn build() -> Result<PathBuf> {
    let machine = machine()?;
    let folder = folder()?;
    let folder = folder.to_str().context("the target folder's path isn't Unicode")?;
    let arguments = [
        "--profile",
        "fuzz",
        "--features",
        "libfuzzer",
        "--bin",
        "fuzz",
        // With it, build scripts and macros have none of the flags.
        "--target",
        &machine,
        "--target-dir",
        folder,
    ];
    cargo::build_with("fuzz", &arguments, |build| {
        build.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f"));
    })
}

/// Returns the folder of all that fuzzing makes.
fn folder() -> Result<PathBuf> {
    Ok(cargo::metadata()?.target_directory.join("fuzz"))
}

/// Returns the name of this machine's target, as the compiler has it.
fn machine() -> Result<String> {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(compiler).arg("-vV").output().context("starting rustc")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let machine = text.lines().find_map(|line| line.strip_prefix("host: "));
    machine.map(str::to_owned).context("rustc -vV names no host")
}

/// Returns the names of the folders in a folder.
fn folders(path: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(path).with_context(|| format!("reading {}", path.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.with_context(|| format!("reading {}", path.display()))?;
        if entry.path().is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

fn any_seed() -> u32 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.unwrap_or_default().subsec_nanos()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_libfuzzer_prints_is_understood() {
        let mut process = Process::default();
        for line in [
            "INFO: Seed: 5",
            "#128\tpulse  cov: 5 ft: 6 corp: 1/1b lim: 4 exec/s: 64 rss: 40Mb",
            "thread panicked",
        ] {
            process.note(line);
        }
        assert_eq!((process.runs, process.rate), (128, 64));
        assert_eq!(process.lines, ["INFO: Seed: 5", "thread panicked"]);
        for line in [
            "artifact_prefix='/t/'; Test unit written to /t/crash-0a",
            "stat::number_of_executed_units: 377640",
            "stat::average_exec_per_sec:     23602",
        ] {
            process.note(line);
        }
        assert_eq!((process.runs, process.rate), (377_640, 23602));
        assert_eq!(process.input.as_deref(), Some("/t/crash-0a"));
    }
}
