//! Compares the crates on top of `cuda-driver` with the raw driver and other libraries, in one run: in each round,
//! every version of an operation takes its turn, and the figures are medians. A suite has the operations of one crate.
//!
//! ```text
//! cargo run --release -p arrays-compare -- --out DIR               arrays, on the GPU
//! cargo run --release -p arrays-compare -- --suite arrow --out DIR
//! cargo run --release -p arrays-compare -- --suite awkward --out DIR     ragged arrays, --quick in less than a minute
//! cargo run --release -p arrays-compare -- --suite products --out DIR    products of matrices
//! cargo run --release -p arrays-compare -- --suite python --out DIR      calls of the driver, and of Python's libraries
//! cargo run --release -p arrays-compare -- --suite growth --out DIR      how the cost of the driver's calls grows
//! cargo run --release -p arrays-compare -- --suite tables --out DIR      rows of tables, beside cuDF, CuPy and DuckDB
//! cargo run -p arrays-compare -- --small                           a trial, also on the software device
//! ```
//!
//! This machine's nvcc compiles CUB. CuPy, Numba, Awkward Array, PyTorch, cuDF and DuckDB run in one Python process, which measures one sample
//! at a time. Missing ones are skipped, counted and reported. The program doesn't need Cargo, so it can be copied to
//! another machine, together with `others.py`.
#![deny(clippy::print_stdout, reason = "on a closed pipe or a full disk it panics")]

mod measure;
mod plot;
mod python;
mod report;
mod table;
mod work;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::Parser;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use python::Python;
use report::Report;
use work::{Bench, Suite};

/// Compares arrays with the raw driver, CuPy and Numba.
#[derive(Parser)]
#[command(name = "arrays-compare", max_term_width = 80)]
struct Options {
    /// The operations to measure
    #[arg(long, default_value = "arrays", value_parser = PossibleValuesParser::new(names()).map(|name| suite(&name)))]
    suite: &'static Suite,
    /// Only operations with this in their names
    #[arg(default_value = "")]
    filter: String,
    /// How many times each version is measured, after one uncounted run
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Write SUITE.json and the plots to this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Only draw the plots of this folder's SUITE.json again
    #[arg(long, value_name = "DIR")]
    redraw: Option<PathBuf>,
    /// The Python with CuPy and Numba, if they are installed
    #[arg(long, value_name = "FILE", default_value = "python3")]
    python: PathBuf,
    /// The Python program
    #[arg(long, value_name = "FILE", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/python/others.py"))]
    others: PathBuf,
    /// Use smaller arrays where possible, and five rounds
    #[arg(long, conflicts_with = "small")]
    quick: bool,
    /// The nvcc for CUB, to compare with [default: on PATH, or from CUDA_PATH or /usr/local/cuda]
    #[arg(long, value_name = "FILE")]
    nvcc: Option<PathBuf>,
    /// Use small arrays and two rounds: the figures are meaningless
    #[arg(long)]
    small: bool,
    /// Share device memory of this size in bytes, as the other process of a measurement
    #[arg(long, hide = true, value_name = "BYTES")]
    share: Option<usize>,
}

/// All suites.
const SUITES: [&Suite; 7] = [
    &work::arrays::SUITE,
    &work::arrow::SUITE,
    &work::awkward::SUITE,
    &work::products::SUITE,
    &work::python::SUITE,
    &work::growth::SUITE,
    &work::tables::SUITE,
];

fn names() -> [&'static str; 7] {
    SUITES.map(|suite| suite.name)
}

/// Returns the suite with a name.
fn suite(name: &str) -> &'static Suite {
    let suite = SUITES.into_iter().find(|suite| suite.name == name);
    suite.unwrap_or(&work::arrays::SUITE)
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<()> {
    let suite = options.suite;
    if let Some(folder) = &options.redraw {
        let path = folder.join(suite.name).with_extension("json");
        let json = fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
        return draw(folder, suite, &json);
    }
    let bench = Bench::new(options.small, options.quick, options.nvcc.clone())?;
    if let Some(bytes) = options.share {
        return work::arrow::share(&bench, bytes);
    }
    let rounds = if options.small {
        2
    } else if options.quick {
        options.rounds.min(5)
    } else {
        options.rounds
    };
    let mut python = match suite.libraries {
        [] => Python::none(),
        _ => Python::start(&options.python, &options.others),
    };
    let (mut rows, mut failed) = (Vec::new(), 0);
    for work in suite.works.iter().filter(|work| work.name.contains(&options.filter)) {
        eprintln!("measuring {}", work.name);
        match measure::measure(suite, work, &bench, &mut python, rounds) {
            Ok(row) => rows.push(row),
            Err(error) => {
                eprintln!("error: {error:#}");
                failed += 1;
            }
        }
    }
    let report = Report::new(suite, &bench, &python, rounds, rows)?;
    if let Some(folder) = &options.out {
        write(folder, &report)?;
    }
    cuda_rust::print(table::Lines(&report))?;
    if options.small {
        cuda_rust::print_line("This was a trial, and its figures mean nothing.")?;
    }
    match failed {
        0 => Ok(()),
        failed => anyhow::bail!("{failed} works failed"),
    }
}

fn write(folder: &Path, report: &Report) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    let json = cuda_rust::measured::to_json(report)?;
    let path = folder.join(report.suite.name).with_extension("json");
    fs::write(&path, &json).with_context(|| format!("writing {}", path.display()))?;
    draw(folder, report.suite, json.as_bytes())
}

/// Writes the plots of a report's JSON.
fn draw(folder: &Path, suite: &Suite, json: &[u8]) -> Result<()> {
    for picture in plot::of(suite, &serde_json::from_slice(json)?) {
        let path = folder.join(picture.name).with_extension("svg");
        fs::write(&path, picture.svg).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(())
}
