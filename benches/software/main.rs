//! The cost of the software device: kernels and programs compared with C, the cost of a block, and memory, in one run.
//!
//! ```text
//! cargo bench --bench software
//! cargo bench --bench software -- saxpy
//! ```
//!
//! Without `--bench`, which `cargo bench` passes, or with `--test`, it only runs small sizes a few times.
#![deny(clippy::print_stdout, reason = "on a closed pipe or a full disk it panics")]

mod blocks;
mod device;
mod kernels;
mod memory;
mod programs;
mod report;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use cuda_rust::print_line;

use device::SoftwareDevice;
use kernels::{KERNELS, Kernel};
use programs::Cores;
use report::Report;

/// Compares the software device with C on one thread.
#[derive(Parser)]
#[command(name = "software", max_term_width = 80)]
struct Options {
    /// Only names that contain this: saxpy, mandelbrot, matmul, blocks, or a program such as mutex.
    #[arg(default_value = "")]
    filter: String,
    /// How many times each is measured; the figures are medians.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Also write the figures as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Look for races, to measure what that costs.
    #[arg(long)]
    races: bool,
    /// Only run small sizes a few times.
    #[arg(long)]
    test: bool,
    #[arg(long, hide = true)]
    bench: bool,
    /// Runs one kernel and prints its memory use.
    #[arg(long, hide = true, value_name = "KERNEL")]
    memory_of: Option<String>,
    /// Compares the programs with C in this process, on these cores, and prints the figures.
    #[arg(long, hide = true, value_name = "CORES")]
    programs: Option<programs::Cores>,
}

fn main() -> ExitCode {
    cuda_rust::measured::exit(run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    device::FINDS_RACES.store(options.races, std::sync::atomic::Ordering::Relaxed);
    let trial = options.test || !options.bench;
    let size = |kernel: &Kernel| if trial { kernel.small } else { kernel.size };
    if let Some(name) = &options.memory_of {
        let kernel = KERNELS.iter().find(|kernel| kernel.name == name);
        let kernel = kernel.ok_or_else(|| format!("there is no kernel {name}"))?;
        return memory::print(kernel, size(kernel));
    }
    let rounds = if trial { 1 } else { options.rounds };
    if let Some(cores) = options.programs {
        return programs::print(cores, &options.filter, trial, rounds);
    }
    let kernels = KERNELS.iter().filter(|kernel| kernel.name.contains(&options.filter));
    let memory =
        kernels.clone().map(|kernel| memory::of(kernel, trial)).collect::<Result<_, _>>()?;
    let on = |cores| programs::measure(cores, &options.filter, trial, rounds);
    let programs = (on(Cores::One)?, on(Cores::All)?);
    let device = SoftwareDevice::new()?;
    let speed = kernels
        .map(|kernel| kernels::measure(kernel, size(kernel), &device, rounds))
        .collect::<Result<_, _>>()?;
    let most_blocks = if trial { 1_000 } else { 10_000_000 };
    let blocks = if blocks::NAME.contains(&options.filter) {
        blocks::measure(&device, most_blocks, rounds)?
    } else {
        Vec::new()
    };
    let report = Report::new(speed, programs, blocks, memory);
    if let Some(path) = &options.json {
        cuda_rust::measured::write_json(&report, path)?;
    }
    print_line(&report)?;
    if trial {
        print_line(
            "This was a trial, and its figures mean nothing: `cargo bench --bench software` measures.",
        )?;
    }
    Ok(())
}
