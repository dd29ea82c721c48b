//! What this machine has of CUDA: the libraries and where they are, which of the driver's functions
//! there are, and everything that the driver tells of each device. Its output belongs into bug reports.
//!
//! `cargo xtask device-query`, or `cargo install cuda-query` and `device-query`; `--json FILE` writes all of it for a
//! program.

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

use clap::{CommandFactory, Parser};
use clap_complete::Shell;

use report::Report;

/// Shows what this machine has of CUDA: libraries, driver and devices.
///
/// Ends with 0, with 2 if there is no driver that starts or no GPU, and with 1 after any other error.
#[derive(Parser)]
#[command(name = "device-query", version)]
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
    /// Writes what completes this command's options in a shell, and ends.
    #[arg(long, value_name = "SHELL", exclusive = true)]
    completions: Option<Shell>,
    /// Writes this command's manual page, and ends.
    #[arg(long, exclusive = true)]
    man: bool,
}

impl Arguments {
    /// Returns the completions or the manual page, where one of them is asked for.
    fn text(&self) -> Option<io::Result<Vec<u8>>> {
        let mut command = Self::command();
        let mut text = Vec::new();
        if let Some(shell) = self.completions {
            clap_complete::generate(shell, &mut command, "device-query", &mut text);
        } else if self.man {
            if let Err(error) = clap_mangen::Man::new(command).render(&mut text) {
                return Some(Err(error));
            }
        } else {
            return None;
        }
        Some(Ok(text))
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(text) = arguments.text() {
        return match text.and_then(|text| io::stdout().write_all(&text)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: cannot write to standard output: {error}");
                ExitCode::FAILURE
            }
        };
    }
    let report = Report::collect(&arguments);
    let mut code = match report.error() {
        None => 0,
        Some(error) if error.is_absence() => 2,
        Some(_) => 1,
    };
    // One that can't be written doesn't keep the other from being so.
    let print = writeln!(io::stdout(), "{}", report.shown(&arguments));
    if let Err(error) = print
        // `device-query | head` has read what it wants.
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
