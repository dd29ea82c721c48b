//! Lists this machine's CUDA libraries and where they are, which functions the driver has, and everything that the driver
//! reports about each device. Include its output in bug reports.
//!
//! `cargo xtask device-query`, or `cargo install cuda-query` and `device-query`; `--json FILE` writes all of it for a
//! program.
#![deny(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "on a closed pipe or a full disk it panics"
)]

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

use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use clap_complete::Shell;

use report::Report;

/// Lists this machine's CUDA libraries, driver and devices.
///
/// The exit status is 0; 2 if there is no GPU, or no driver that starts; and 1 after any other error.
#[derive(Parser)]
#[command(name = "device-query", version, max_term_width = 80)]
struct Arguments {
    /// Shows only this GPU, counted from 0.
    #[arg(long, value_name = "N")]
    device: Option<usize>,
    /// Shows every attribute of a device, by its name in cuda.h.
    #[arg(long)]
    attributes: bool,
    /// Creates no contexts, each of which takes a fraction of a second; free memory and limits are left out.
    #[arg(long)]
    no_context: bool,
    /// Shows every place that was searched for libraries.
    #[arg(long)]
    verbose: bool,
    /// Also writes everything as JSON; `-` writes it to standard output, instead of the report.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Writes the completions of this command for a shell, and exits.
    #[arg(long, value_name = "SHELL", exclusive = true)]
    completions: Option<Shell>,
    /// Writes this command's manual page, and exits.
    #[arg(long, exclusive = true)]
    man: bool,
}

impl Arguments {
    /// Returns the completions or the manual page, if one is requested.
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

/// The name of standard output as a file.
const STDOUT: &str = "-";

/// Writes an error to standard error. If that fails, there is no other place for it.
fn print_error(error: impl Display) {
    let _ = writeln!(io::stderr().lock(), "error: {error}");
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(text) = arguments.text() {
        return match text.and_then(|text| io::stdout().write_all(&text)) {
            Ok(()) => ExitCode::SUCCESS,
            // As below.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(error) => {
                print_error(format_args!("cannot write to standard output: {error}"));
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
    let (file, to_stdout) = match arguments.json.as_deref() {
        Some(path) if path == STDOUT => (None, report.json().map_err(io::Error::from)),
        file => (file, Ok(report.shown(&arguments).to_string())),
    };
    // If one can't be written, the other still is.
    let print = to_stdout.and_then(|text| writeln!(io::stdout(), "{text}"));
    if let Err(error) = print
        // `device-query | head` has read what it wants.
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        print_error(format_args!("cannot print the report: {error}"));
        code = 1;
    }
    if let Some(path) = file
        && let Err(error) = report.write_json(path)
    {
        print_error(format_args!("cannot write {}: {error}", path.display()));
        code = 1;
    }
    if let Some(error) = report.error() {
        print_error(error);
    }
    ExitCode::from(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_fits_a_terminal_of_80_columns() {
        let mut command = Arguments::command();
        for help in [command.render_help(), command.render_long_help()] {
            for line in help.to_string().lines() {
                assert!(line.chars().count() <= 80, "{line}");
            }
        }
    }
}
