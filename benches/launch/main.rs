//! The cost of `cuda-driver`: each operation in C, in Rust through the raw function pointers, and wrapped, in one run.
//!
//! ```text
//! cargo bench --bench launch                        on a stub whose functions do nothing: our own cost
//! cargo bench --bench launch -- --device gpu        on the installed driver: how much that matters
//! ```
//!
//! Without `--bench`, which `cargo bench` passes, or with `--test`, it only runs each version a few times.
#![deny(clippy::print_stdout, reason = "on a closed pipe or a full disk it panics")]

mod calls;
mod kernel;
mod measure;
mod operations;
mod report;
mod work;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use cuda_driver::Driver;
use cuda_rust::{print_line, stub};

use measure::Effort;
use report::Report;

/// Measures the cost of `cuda-driver` compared with C, and with Rust that calls the driver through raw pointers.
#[derive(Parser)]
#[command(name = "launch", max_term_width = 80)]
struct Options {
    /// The driver to call.
    #[arg(long, value_enum, default_value_t = DeviceChoice::Stub)]
    device: DeviceChoice,
    /// How many times each version of each operation is measured, by default 999 on the stub and 300 on a GPU; the
    /// figures are medians.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Also write the figures as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Only run each version a few times.
    #[arg(long)]
    test: bool,
    #[arg(long, hide = true)]
    bench: bool,
}

impl Options {
    /// Returns `true` if each version only runs a few times, as with `cargo test --benches`.
    fn is_trial(&self) -> bool {
        self.test || !self.bench
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum DeviceChoice {
    /// Functions of this program that do nothing.
    Stub,
    /// The first GPU of the installed driver.
    Gpu,
}

fn main() -> ExitCode {
    cuda_rust::measured::exit(run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let driver = match options.device {
        // SAFETY: the stub's handles are only passed to the stub, and nothing is copied from it.
        DeviceChoice::Stub => unsafe { Driver::from_table(stub::table()) }?,
        DeviceChoice::Gpu => Driver::load()?,
    };
    let effort = match options.device {
        DeviceChoice::Stub => {
            Effort { rounds: 999, batch: Duration::from_micros(50), most_calls: u64::MAX / 2 }
        }
        DeviceChoice::Gpu => Effort::of_a_gpu(),
    };
    let effort = match options.rounds {
        _ if options.is_trial() => Effort { rounds: 3, batch: Duration::from_micros(1), ..effort },
        Some(rounds) => effort.rounds(rounds),
        None => effort,
    };
    let report =
        Report::of(driver, &effort, matches!(options.device, DeviceChoice::Gpu), &[], |_| Ok(()))?;
    if let Some(path) = &options.json {
        cuda_rust::measured::write_json(&report, path)?;
    }
    print_line(&report)?;
    if options.is_trial() {
        print_line(
            "This was a trial, and its figures mean nothing: `cargo bench --bench launch` measures.",
        )?;
    }
    Ok(())
}
