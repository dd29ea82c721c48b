//! What arrays of `cuda-ndarray` cost beside the raw driver, CuPy and Numba, in one run: every way of a work takes its turn
//! in each round, and the figures are medians.
//!
//! ```text
//! cargo run --release -p arrays-compare -- --out DIR               on the GPU
//! cargo run -p arrays-compare -- --small                           a trial, also on the software device
//! ```
//!
//! CuPy and Numba run in one Python process beside, which is asked for one sample at a time. What isn't there is skipped,
//! counted and said. The program needs no Cargo, so it can be carried to a machine that has none, with `others.py`.

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

use python::Python;
use report::Report;
use work::Bench;

/// Measures arrays of cuda-ndarray beside the raw driver, CuPy and Numba.
#[derive(Parser)]
#[command(name = "arrays-compare")]
struct Options {
    /// Only what has this in its name
    #[arg(default_value = "")]
    filter: String,
    /// How often each way is measured, after once that isn't counted
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Writes arrays.json, arrays.md and the plots into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The Python that may have CuPy and Numba
    #[arg(long, value_name = "FILE", default_value = "python3")]
    python: PathBuf,
    /// The Python program
    #[arg(long, value_name = "FILE", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/python/others.py"))]
    others: PathBuf,
    /// Small arrays and two rounds: the figures mean nothing
    #[arg(long)]
    small: bool,
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
    let bench = Bench::new(options.small)?;
    let rounds = if options.small { 2 } else { options.rounds };
    let mut python = Python::start(&options.python, &options.others);
    let (mut rows, mut failed) = (Vec::new(), 0);
    for work in work::ALL
        .iter()
        .filter(|it| it.name.contains(&options.filter))
    {
        eprintln!("measuring {}", work.name);
        match measure::measure(work, &bench, &mut python, rounds) {
            Ok(row) => rows.push(row),
            Err(error) => {
                eprintln!("error: {error:#}");
                failed += 1;
            }
        }
    }
    let report = Report::new(&bench, &python, rounds, rows)?;
    print!("{}", table::Terminal(&report));
    if options.small {
        println!("This was a trial, and its figures mean nothing.");
    }
    if let Some(folder) = &options.out {
        write(folder, &report)?;
    }
    match failed {
        0 => Ok(()),
        failed => anyhow::bail!("{failed} works failed"),
    }
}

fn write(folder: &Path, report: &Report) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    let file = |name: &str, contents: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, contents).with_context(|| format!("writing {}", path.display()))
    };
    let json = serde_json::to_string_pretty(report)? + "\n";
    file("arrays.json", json.as_bytes())?;
    file("arrays.md", table::Markdown(report).to_string().as_bytes())?;
    for picture in plot::of(report)? {
        file(&format!("{}.svg", picture.name), picture.svg.as_bytes())?;
        file(&format!("{}.png", picture.name), &picture.png)?;
    }
    Ok(())
}
