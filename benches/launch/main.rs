//! What `cuda-driver` costs: each operation in C, in Rust through the raw function pointers, and wrapped, in one run.
//!
//! ```text
//! cargo bench --bench launch                        on a stub whose functions do nothing: our own cost
//! cargo bench --bench launch -- --device gpu        on the installed driver: what that matters
//! ```
//!
//! Without `--bench`, which `cargo bench` gives, or with `--test`, it only runs each way a few times.

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
use cuda_driver::{DefaultStream, Driver, sys};
use cuda_rust::stub;

use measure::Effort;
use operations::Wrapped;
use report::Report;

/// Measures what `cuda-driver` costs over C, and over Rust that calls the driver's functions through raw pointers.
#[derive(Parser)]
#[command(name = "launch")]
struct Options {
    /// What is called.
    #[arg(long, value_enum, default_value_t = DeviceChoice::Stub)]
    device: DeviceChoice,
    /// How often each way of each operation is measured; the figures are medians.
    #[arg(long, default_value_t = 999, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Write the figures as JSON, too.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Only run each way a few times.
    #[arg(long)]
    test: bool,
    #[arg(long, hide = true)]
    bench: bool,
}

impl Options {
    /// Whether each way is only run a few times, as by `cargo test --benches`.
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
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let table = match options.device {
        DeviceChoice::Stub => stub::table(),
        DeviceChoice::Gpu => sys::load(DefaultStream::Legacy)?,
    };
    // SAFETY: it is the installed driver's table, or the stub's, whose handles only the stub is given.
    let driver = unsafe { Driver::from_table(table) }?;
    let device = driver.device(0)?;
    let context = device.primary_context()?;
    let module = context.load_ptx(kernel::ptx())?;
    let operations = operations::all(Wrapped::new(context.clone(), &module)?).ok_or_else(|| {
        format!(
            "this needs a driver of 11.2 or newer, this is {}",
            driver.version()
        )
    })?;
    let rows = measure::measure(operations, &context, &effort(options))?;
    let name = match options.device {
        DeviceChoice::Stub => "stub".to_owned(),
        DeviceChoice::Gpu => device.name()?,
    };
    let report = Report::new(name, driver, &[], rows);
    println!("{report}");
    if options.is_trial() {
        println!(
            "This was a trial, and its figures mean nothing: `cargo bench --bench launch` measures."
        );
    }
    if let Some(path) = &options.json {
        cuda_rust::measured::write_json(&report, path)?;
    }
    Ok(())
}

fn effort(options: &Options) -> Effort {
    let (batch, most_calls) = match options.device {
        DeviceChoice::Stub => (Duration::from_micros(50), u64::MAX / 2),
        // Long enough that the first call after waiting for the device doesn't matter, and short enough for the queue
        // of a stream, which holds about a thousand launches.
        DeviceChoice::Gpu => (Duration::from_micros(500), 256),
    };
    if options.is_trial() {
        let batch = Duration::from_micros(1);
        return Effort {
            rounds: 3,
            batch,
            most_calls,
        };
    }
    let rounds = usize::try_from(options.rounds).unwrap_or(usize::MAX);
    Effort {
        rounds,
        batch,
        most_calls,
    }
}
