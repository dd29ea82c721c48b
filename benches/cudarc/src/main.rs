//! Compares the cost of launches and other calls with cudarc, NVIDIA's `cuda-core` and `cuda-async` (a feature), `cuda-driver` and C, in
//! one run on the installed driver.
#![deny(clippy::print_stdout, reason = "on a closed pipe or a full disk it panics")]

#[path = "../../launch/calls.rs"]
mod calls;
#[cfg(feature = "cuda-core")]
mod cuda_core;
#[path = "../../launch/kernel.rs"]
mod kernel;
#[path = "../../launch/measure.rs"]
mod measure;
#[path = "../../launch/operations.rs"]
mod operations;
mod peer;
#[path = "../../launch/report.rs"]
mod report;
#[path = "../../launch/work.rs"]
mod work;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use cuda_driver::Driver;

use measure::{Effort, Failure};
use report::Report;

/// Compares cudarc, `cuda-driver` and C on the first GPU of the installed driver.
#[derive(Parser)]
struct Options {
    /// How many times each version of each operation is measured, by default 300; the figures are medians.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Also write the figures as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[cfg(feature = "cuda-core")]
const PEERS: &[&str] = &[env!("CUDARC"), "cuda-core 0.5.0", "cuda-async 0.5.0"];
#[cfg(not(feature = "cuda-core"))]
const PEERS: &[&str] = &[env!("CUDARC")];

fn main() -> ExitCode {
    cuda_rust::measured::exit(run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let effort = match options.rounds {
        Some(rounds) => Effort::of_a_gpu().rounds(rounds),
        None => Effort::of_a_gpu(),
    };
    let driver = Driver::load()?;
    let report = Report::of(driver, &effort, true, PEERS, |operations| {
        #[cfg(feature = "cuda-core")]
        cuda_core::add_ways(driver, operations)?;
        peer::add_ways(driver, operations)
    })?;
    if let Some(path) = &options.json {
        cuda_rust::measured::write_json(&report, path)?;
    }
    cuda_rust::print_line(&report)?;
    Ok(())
}
