//! What this machine has of CUDA: the libraries and where they are, which of the driver's functions
//! there are, and everything that the driver tells of each device. Its output belongs into bug reports.
//!
//! `cargo run --example device_query`; `--json FILE` writes all of it for a program.

mod answer;
mod attributes;
mod compiler;
mod context;
mod devices;
mod driver;
mod libraries;
mod machine;
mod peers;
mod report;
mod table;
mod units;

#[cfg(test)]
mod fake_driver;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use report::Report;

/// Shows what this machine has of CUDA: libraries, driver and devices.
///
/// Ends with 0, with 2 where there is no driver that starts or no GPU, and with 1 after any other error.
#[derive(Parser)]
#[command(name = "device_query")]
struct Arguments {
    /// Shows this GPU alone, counted from 0.
    #[arg(long, value_name = "N")]
    device: Option<usize>,
    /// Shows every attribute of a device, by its name in cuda.h.
    #[arg(long)]
    attributes: bool,
    /// Creates no contexts, each of which takes a fraction of a second; free memory and limits stay unknown.
    #[arg(long)]
    no_context: bool,
    /// Shows every place where libraries were searched for.
    #[arg(long)]
    verbose: bool,
    /// Writes everything as JSON, too.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let report = Report::collect(&arguments);
    let mut code = match report.error() {
        None => 0,
        Some(error) if error.is_absence() => 2,
        Some(_) => 1,
    };
    // One that can't be written doesn't keep the other from being so.
    let print = writeln!(io::stdout(), "{}", report.shown(&arguments));
    if let Err(error) = print
        // `device_query | head` has read what it wants.
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        eprintln!("error: cannot print the report: {error}");
        code = 1;
    }
    if let Some(path) = &arguments.json
        && let Err(error) = report.write_json(path)
    {
        eprintln!("error: cannot write {}: {error}", path.display());
        code = 1;
    }
    if let Some(error) = report.error() {
        eprintln!("error: {error}");
    }
    ExitCode::from(code)
}
