//! One SAXPY application in C++, Rust and Python: builds what this machine can build, runs the programs in turns, each
//! as a whole process, and compares their costs.
//!
//! It is usually started with `cargo xtask compare`. It doesn't need Cargo itself, so it can be copied, with the
//! programs, to another machine.
#![deny(clippy::print_stdout, reason = "on a closed pipe or a full disk it panics")]

mod launches;
mod measure;
mod plot;
mod process;
mod program;
mod report;
mod table;
mod workshop;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;

use launches::Launches;
use measure::ProgramRuns;
use program::{KERNELS, PROGRAMS};
use report::{AbsentProgram, Report};
use workshop::Workshop;

/// Builds and runs the same SAXPY application in C++, Rust and Python, and compares.
#[derive(Parser)]
#[command(name = "saxpy-compare", bin_name = "cargo xtask compare", max_term_width = 80)]
struct Options {
    /// The number of elements, a multiple of four [default: 16777216, or 1048576 on the software device]
    #[arg(long, value_parser = size)]
    size: Option<usize>,
    /// The number of launches for each program's median kernel time [default: 100, or 5]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    launches: Option<u32>,
    /// How many times each program runs, after one uncounted run; the figures are medians [default: 11, or 3]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Write compare.json, compare.md and the plots to this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The folder with the built Rust programs [default: this program's]
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
    /// The folder of the programs' sources
    #[arg(long, value_name = "DIR", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/programs"))]
    sources: PathBuf,
    /// Use the software device, whose library is in this folder
    #[arg(long, value_name = "DIR")]
    software_driver: Option<PathBuf>,
    /// Don't measure the cost of launches, for this reason
    #[arg(long, value_name = "REASON")]
    without_launches: Option<String>,
    /// The nvcc to compile with [default: on PATH, or from CUDA_PATH or /usr/local/cuda]
    #[arg(long, value_name = "FILE")]
    nvcc: Option<PathBuf>,
    /// The Python with NVIDIA's packages [default: CUDA_TEST_PYTHON, or python3]
    #[arg(long, value_name = "FILE")]
    python: Option<PathBuf>,
}

/// How much to run.
#[derive(Clone, Copy)]
struct Extent {
    size: usize,
    launches: u32,
    rounds: u32,
}

impl Options {
    fn extent(&self) -> Extent {
        let (size, launches, rounds) = match self.software_driver {
            None => (16_777_216, 100, 11),
            Some(_) => (1_048_576, 5, 3),
        };
        Extent {
            size: self.size.unwrap_or(size),
            launches: self.launches.unwrap_or(launches),
            rounds: self.rounds.unwrap_or(rounds),
        }
    }
}

fn size(text: &str) -> Result<usize, String> {
    match text.parse() {
        // The random numbers of x and y have 31-bit indices.
        Ok(size) if size > 0 && size < 1 << 31 && size % 4 == 0 => Ok(size),
        _ => Err("it must be a multiple of 4 from 4 to 2147483644".to_owned()),
    }
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<ExitCode> {
    let workshop = Workshop::new(options)?;
    let (mut ready, mut absent) = (Vec::new(), Vec::new());
    for program in PROGRAMS.iter().chain([&KERNELS]) {
        eprintln!("building {}", program.name);
        match workshop.build(program) {
            Ok(command) => ready.push((program, command)),
            Err(missing) => absent.push(AbsentProgram::new(program.name, missing)),
        }
    }
    let extent = options.extent();
    let ProgramRuns { programs, mut failed } = measure::in_turns(ready, extent);
    let mut launches = None;
    match workshop.launches() {
        Ok((mut benchmark, figures)) => {
            eprintln!("measuring launches");
            match Launches::measure(&mut benchmark, &figures) {
                Ok(measured) => launches = Some(measured),
                Err(error) => failed.push((launches::NAME, format!("{error:#}"))),
            }
        }
        Err(missing) => absent.push(AbsentProgram::new(launches::NAME, missing)),
    }
    absent.extend(failed.iter().map(AbsentProgram::failed));

    let report = Report::new(extent, &workshop, programs, launches, absent)?;
    if let Some(folder) = &options.out {
        write(folder, &report)?;
    }
    cuda_rust::print(table::Terminal(&report))?;
    for (name, error) in &failed {
        eprintln!("error: {name} failed: {error}");
    }
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn write(folder: &Path, report: &Report) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    let file = |name: &str, contents: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, contents).with_context(|| format!("writing {}", path.display()))
    };
    let json = cuda_rust::measured::to_json(report)?;
    file("compare.json", json.as_bytes())?;
    file("compare.md", table::Markdown(report).to_string().as_bytes())?;
    for plot in plot::of(report) {
        file(&format!("{}.svg", plot.name), plot.svg.as_bytes())?;
    }
    eprintln!("wrote the figures and plots to {}", folder.display());
    Ok(())
}
