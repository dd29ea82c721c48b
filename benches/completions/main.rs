//! What it costs to wait for the device: how late a waiter continues, and the processor's time.
//!
//! ```text
//! cargo bench --bench completions
//! ```
//!
//! It runs on the GPU; without one, on the software device, whose figures say little. Without `--bench`, which
//! `cargo bench` passes, or with `--test`, it only runs everything once.
#![deny(clippy::print_stdout, reason = "on a closed pipe or a full disk it panics")]

mod awaiting;
mod pending;
mod processor;
mod report;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use cuda_rust::print_line;

use report::Report;

/// The error of a step.
pub type Failure = Box<dyn Error>;

/// Measures what it costs to wait for the device.
#[derive(Parser)]
#[command(name = "completions", max_term_width = 80)]
struct Options {
    /// How long each way of waiting is measured, in milliseconds.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    millis: u64,
    /// Also write the figures as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Only run everything once.
    #[arg(long)]
    test: bool,
    #[arg(long, hide = true)]
    bench: bool,
}

/// How much to measure.
pub struct Effort {
    /// How long each way is measured.
    pub time: Duration,
    /// The numbers of futures that are pending at once.
    pub pending: &'static [usize],
}

fn main() -> ExitCode {
    cuda_rust::measured::exit(run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let is_trial = options.test || !options.bench;
    let effort = if is_trial {
        Effort { time: Duration::ZERO, pending: &[100] }
    } else {
        Effort { time: Duration::from_millis(options.millis), pending: &[10_000, 100_000] }
    };
    let report = Report::of(cuda_sim::gpu_or_software()?, &effort)?;
    if let Some(path) = &options.json {
        cuda_rust::measured::write_json(&report, path)?;
    }
    print_line(&report)?;
    if is_trial {
        print_line(
            "This was a trial, and its figures mean nothing: `cargo bench --bench completions` measures.",
        )?;
    }
    Ok(())
}
