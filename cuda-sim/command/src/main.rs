//! The command `cuda-sim`: runs any CUDA program on the software device, and checks it.
#![deny(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "on a closed pipe or a full disk it panics"
)]

#[cfg(unix)]
mod device;
#[cfg(unix)]
mod folder;
#[cfg(unix)]
mod install;
#[cfg(unix)]
mod program;
#[cfg(unix)]
mod report;

use std::process::ExitCode;

#[cfg(unix)]
fn main() -> ExitCode {
    command::main()
}

/// Programs find libraries by `LD_LIBRARY_PATH`, which Windows doesn't have.
#[cfg(not(unix))]
fn main() -> ExitCode {
    xtask_print::print_note("error: cuda-sim runs programs on Linux alone");
    ExitCode::FAILURE
}

#[cfg(unix)]
mod command {
    use std::ffi::OsString;
    use std::path::PathBuf;
    use std::process::ExitCode;

    use anyhow::Result;
    use clap::{Parser, Subcommand};

    use crate::device::{self, Device};
    use crate::install;
    use crate::program::Program;

    /// Runs CUDA programs without a GPU, unmodified, on a software device that executes PTX.
    #[derive(Parser)]
    #[command(name = "cuda-sim", version, max_term_width = 80)]
    struct Cli {
        #[command(subcommand)]
        command: Command,
    }

    #[derive(Subcommand)]
    enum Command {
        /// Runs a program; the exit status is the program's
        Run {
            #[command(flatten)]
            device: Device,
            /// Fails with exit status 1 if the program succeeds without a kernel on the device, as some do that fall back to
            /// the CPU
            #[arg(long)]
            expect_device: bool,
            #[command(flatten)]
            program: Words,
        },
        /// Runs a program with checks of its kernels, all but `schedules` unless some are named; the exit status is 66 if
        /// something was found, and the program's otherwise
        Check {
            #[command(flatten)]
            checks: Checks,
            #[command(flatten)]
            device: Device,
            /// Fails if no kernel ran on the device, as `run` does
            #[arg(long)]
            expect_device: bool,
            /// Writes what was found as JSON
            #[arg(long, value_name = "FILE")]
            json: Option<PathBuf>,
            #[command(flatten)]
            program: Words,
        },
        /// Prints what the device is
        Info {
            #[command(flatten)]
            device: Device,
            /// Prints JSON
            #[arg(long)]
            json: bool,
        },
        /// Prints the folder of the libraries, for programs that are started otherwise, with LD_LIBRARY_PATH
        Folder {
            /// Writes them into this folder [default: one in the user's cache]
            folder: Option<PathBuf>,
        },
    }

    #[derive(clap::Args)]
    struct Words {
        /// The program and its arguments, after `--`
        #[arg(last = true, required = true, value_name = "PROGRAM")]
        words: Vec<OsString>,
    }

    #[derive(clap::Args)]
    struct Checks {
        /// Only what is always checked: accesses out of bounds, misaligned or of freed memory, and other faults
        #[arg(long)]
        memory: bool,
        /// Accesses that nothing orders
        #[arg(long)]
        races: bool,
        /// Reads of what nothing wrote
        #[arg(long)]
        uninitialized: bool,
        /// Barriers that are used wrongly
        #[arg(long)]
        barriers: bool,
        /// Results that depend on which thread goes on
        #[arg(long)]
        schedules: bool,
    }

    impl Checks {
        /// Returns the value of `CUDA_SIM_CHECK`; nothing for what is always checked.
        fn list(&self) -> String {
            let all = [
                (self.races, "races"),
                (self.uninitialized, "uninitialized"),
                (self.barriers, "barriers"),
                (self.schedules, "schedules"),
            ];
            let named: Vec<_> = all.into_iter().filter(|it| it.0).map(|it| it.1).collect();
            if named.is_empty() && !self.memory {
                return "all".to_owned();
            }
            named.join(",")
        }
    }

    pub(crate) fn main() -> ExitCode {
        run(Cli::parse()).unwrap_or_else(|error| {
            xtask_print::print_note(format_args!("error: {error:#}"));
            ExitCode::FAILURE
        })
    }

    fn run(cli: Cli) -> Result<ExitCode> {
        match cli.command {
            Command::Run { device, expect_device, program } => {
                let program = Program::new(program.words, device.variables(), install::folder()?);
                match expect_device {
                    true => program.run_reporting(false, true, None),
                    false => program.run(),
                }
            }
            Command::Check { checks, device, expect_device, json, program } => {
                let mut variables = device.variables();
                variables.push(("CUDA_SIM_CHECK", checks.list()));
                Program::new(program.words, variables, install::folder()?).run_reporting(
                    true,
                    expect_device,
                    json.as_deref(),
                )
            }
            Command::Info { device, json } => device::info(&device, json),
            Command::Folder { folder } => {
                let folder = match folder {
                    Some(folder) => install::write(&folder).map(|()| folder)?,
                    None => install::folder()?,
                };
                xtask_print::print_line(folder.display())?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}
