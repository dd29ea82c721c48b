//! Random programs on the software device and on a GPU, compared bit for bit: `cargo xtask differential`.
//!
//! [`make`](mod@make) writes four kinds of programs to a folder, [`run`] runs them on a device in separate processes,
//! [`answers`] records and compares their results, and [`reduce`] reduces a failing program. In addition, [`calls`]
//! makes random driver calls.
#![deny(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "on a closed pipe or a full disk it panics"
)]

mod answers;
mod calls;
mod case;
mod hash;
mod make;
mod reduce;
mod run;
mod worker;

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use xtask_print::{print, print_line};

use crate::answers::{Answers, compare};
use crate::case::Case;
use crate::make::Kind;
use crate::reduce::Reference;
use crate::run::Device;

/// Runs random programs on the software device and on a GPU, and compares what they write and print.
#[derive(Parser)]
#[command(
    name = "cargo xtask differential",
    bin_name = "cargo xtask differential",
    max_term_width = 80
)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Generate programs, run them on the software device and on a GPU, and compare; `--seeds` alone does the same
    All(AllPrograms),
    /// Write programs into a folder
    Make(Make),
    /// Run the programs of a folder on one device, and record its results
    Record(Record),
    /// Compare the results of two devices for the programs of a folder
    Compare {
        /// The folder with the programs
        folder: PathBuf,
        /// The results to check
        found: PathBuf,
        /// The results that they should equal
        expected: PathBuf,
    },
    /// Reduce a program that fails on the software device, or that differs from a GPU
    Reduce {
        /// The folder with the programs
        folder: PathBuf,
        /// The name of the program
        name: String,
        /// Compare with the GPU, instead of only checking that the program runs
        #[arg(long)]
        hardware: bool,
        /// Compare with this order of the software device's warps and blocks
        #[arg(long, conflicts_with = "hardware")]
        order: Option<u64>,
    },
    /// Make random driver calls on the software device, and print which processes crashed or hung
    Calls(calls::Options),
    #[command(hide = true)]
    Work(worker::Options),
    #[command(hide = true)]
    Call(calls::Work),
}

/// The programs, and what to do with them.
#[derive(clap::Args)]
struct AllPrograms {
    #[command(flatten)]
    make: Programs,
    /// Where to keep the programs and the results
    #[arg(long, value_name = "DIR", default_value = "target/differential")]
    folder: PathBuf,
    /// Recorded results of a GPU, for machines without one
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// Compare with this schedule seed of the software device instead of a GPU
    #[arg(long, value_name = "SEED")]
    order: Option<u64>,
    #[command(flatten)]
    pace: Pace,
}

#[derive(clap::Args)]
struct Make {
    #[command(flatten)]
    programs: Programs,
    /// The folder to write to
    folder: PathBuf,
}

#[derive(clap::Args)]
struct Programs {
    /// The seeds of random programs, such as 0..100
    #[arg(long, value_name = "A..B", value_parser = seeds)]
    seeds: Range<u64>,
    /// The kinds of programs
    #[arg(long, value_delimiter = ',', default_values = ["control", "forms", "matrices", "kernels"])]
    kinds: Vec<Kind>,
}

#[derive(clap::Args)]
struct Record {
    /// The folder with the programs
    folder: PathBuf,
    /// Where to write the results
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    /// Run on the software device instead of the GPU
    #[arg(long)]
    software: bool,
    /// The schedule seed of the software device
    #[arg(long, value_name = "SEED", requires = "software")]
    order: Option<u64>,
    /// A folder for the programs' output, one file each, to examine differences
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    #[command(flatten)]
    pace: Pace,
}

#[derive(clap::Args, Clone, Copy)]
struct Pace {
    /// The number of processes that run programs
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// The time limit of a program, in seconds
    #[arg(long, default_value_t = 20)]
    limit: u64,
}

impl Pace {
    fn device(self, software: bool, order: Option<u64>) -> Device {
        Device { software, order, jobs: self.jobs.max(1), limit: Duration::from_secs(self.limit) }
    }
}

fn seeds(text: &str) -> Result<Range<u64>> {
    let (first, last) = text.split_once("..").context("seeds are given as 0..100")?;
    Ok(first.parse()?..last.parse()?)
}

fn main() -> ExitCode {
    // `--seeds 0..100` alone is enough.
    let mut arguments: Vec<OsString> = env::args_os().collect();
    if arguments.get(1).is_some_and(|first| first == "--seeds") {
        arguments.insert(1, "all".into());
    }
    match dispatch(CommandLine::parse_from(arguments).command) {
        Ok(code) => code,
        Err(error) => {
            xtask_print::print_note(format_args!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn dispatch(command: Command) -> Result<ExitCode> {
    match command {
        Command::Make(options) => {
            let programs = make(&options.programs, &options.folder)?;
            print_line(format_args!("{programs} in {}", options.folder.display()))?;
            Ok(exit_code(programs.failed == 0))
        }
        Command::Record(options) => {
            let cases = case::read(&options.folder)?;
            let device = options.pace.device(options.software, options.order);
            let found = run::run(&device, &options.folder, &cases, options.keep.as_deref())?;
            let marks = case::marks(&options.folder, &cases)?;
            answers::write(&options.to, &about(&device)?, &found, &marks)?;
            print_line(format_args!("{} answers in {}", found.len(), options.to.display()))?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Compare { folder, found, expected } => {
            let cases = case::read(&folder)?;
            let marks = case::marks(&folder, &cases)?;
            let found = answers::read(&found, &marks)?;
            let agree = report(&cases, &found, &answers::read(&expected, &marks)?)?;
            Ok(exit_code(agree))
        }
        Command::Reduce { folder, name, hardware, order } => {
            let pace = Pace { jobs: 1, limit: 5 };
            let reference = if hardware {
                Reference::Device(pace.device(false, None))
            } else if order.is_some() {
                Reference::Device(pace.device(true, order))
            } else {
                Reference::None
            };
            let cases = case::read(&folder)?;
            let case = cases.iter().find(|case| case.name == name);
            let case =
                case.with_context(|| format!("{} has no program {name}", folder.display()))?;
            let text = reduce::reduce(&pace.device(true, None), reference, &folder, case)?;
            print_line(text)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Calls(options) => calls::run(&options),
        Command::Work(options) => worker::run(&options),
        Command::Call(options) => calls::work(&options),
        Command::All(all) => compare_all(&all),
    }
}

/// The programs of a folder.
struct ProgramFolder {
    cases: Vec<Case>,
    /// The number of those that don't compile, each a bug of its generator.
    failed: usize,
}

impl fmt::Display for ProgramFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} programs", self.cases.len())?;
        match self.failed {
            0 => Ok(()),
            failed => write!(f, " and {failed} that don't compile"),
        }
    }
}

fn make(programs: &Programs, folder: &Path) -> Result<ProgramFolder> {
    let mut failed = 0;
    for kind in &programs.kinds {
        failed += make::make(*kind, &programs.seeds, folder)?;
    }
    let cases = case::read(folder)?;
    Ok(ProgramFolder { cases, failed })
}

/// Describes the device, for the head of a record.
fn about(device: &Device) -> Result<String> {
    let driver = if device.software { cuda_sim::driver()? } else { cuda_driver::Driver::load()? };
    let name = driver.device(0)?.name()?;
    Ok(format!("{name}, driver of CUDA {}, JIT at level 0", driver.version()))
}

fn compare_all(all: &AllPrograms) -> Result<ExitCode> {
    if all.folder.exists() {
        std::fs::remove_dir_all(&all.folder)
            .with_context(|| format!("emptying {}", all.folder.display()))?;
    }
    let programs = make(&all.make, &all.folder)?;
    print_line(&programs)?;
    let cases = &programs.cases;
    let marks = case::marks(&all.folder, cases)?;
    let found = run::run(&all.pace.device(true, None), &all.folder, cases, None)?;
    answers::write(&all.folder.join("software.tsv"), "the software device", &found, &marks)?;
    let expected = match (&all.answers, all.order) {
        (_, Some(_)) => run::run(&all.pace.device(true, all.order), &all.folder, cases, None)?,
        (Some(file), None) => answers::read(file, &marks)?,
        (None, None) => {
            let device = all.pace.device(false, None);
            let about = about(&device).context(
                "there is no GPU: use the recorded results of one with --answers, or compare with another order with --order",
            )?;
            let expected = run::run(&device, &all.folder, cases, None)?;
            answers::write(&all.folder.join("hardware.tsv"), &about, &expected, &marks)?;
            expected
        }
    };
    let agree = report(cases, &found, &expected)?;
    Ok(exit_code(agree && programs.failed == 0))
}

/// Prints the table and the programs that differ, and returns whether there are none.
fn report(cases: &[Case], found: &Answers, expected: &Answers) -> Result<bool> {
    let comparison = compare(cases, found, expected);
    print(&comparison)?;
    for (name, answer, expected) in &comparison.different {
        print_line(format_args!("{name}: {answer}, but {expected} is expected"))?;
    }
    Ok(comparison.different.is_empty())
}

fn exit_code(passed: bool) -> ExitCode {
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
