//! The command line.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::dev;
use crate::device::{self, Device, Variable};
use crate::install;
use crate::note::print_note;
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
    Run(Target),
    /// Runs a program with checks of its kernels: those that are named, or else all but
    /// `schedules`; the exit status is 66 if something was found, and the program's otherwise
    Check {
        /// Writes what was found as JSON
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
        #[command(flatten)]
        target: Target,
        #[command(flatten)]
        checks: Checks,
    },
    /// Prints what the device is
    Info {
        /// Prints JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        device: Device,
    },
    /// Prints the folder of the libraries, for programs that are started otherwise, with
    /// LD_LIBRARY_PATH
    Folder {
        /// Writes them into this folder [default: one in the user's cache]
        folder: Option<PathBuf>,
    },
}

/// What is run, and where.
#[derive(clap::Args)]
struct Target {
    /// Fails with exit status 1 if the program succeeds without a kernel on the device, as some do
    /// that fall back to the CPU
    #[arg(long)]
    expect_device: bool,
    /// Gives the program a /dev with the files of NVIDIA's driver, by which JAX knows that there
    /// is a GPU
    #[arg(long)]
    dev: bool,
    /// The program and its arguments
    #[arg(trailing_var_arg = true, required = true, value_name = "PROGRAM")]
    words: Vec<OsString>,
    // The last, because the heading of its options would be that of others, too.
    #[command(flatten)]
    device: Device,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Checks")]
struct Checks {
    /// Only what is always checked: accesses out of bounds, misaligned or of freed memory, and
    /// other faults
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
    /// Leaves a kernel out of them, by its name in the PTX or in C++; `-NAME` checks one that is
    /// left out without this option. It can be given again
    #[arg(long, value_name = "KERNEL", allow_hyphen_values = true)]
    leave_out: Vec<String>,
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
        let named: Vec<_> =
            all.into_iter().filter(|choice| choice.0).map(|choice| choice.1).collect();
        if named.is_empty() && !self.memory { "all".to_owned() } else { named.join(",") }
    }

    /// Returns the variables that say the same to the device.
    fn variables(&self) -> Vec<Variable> {
        let mut variables = vec![("CUDA_SIM_CHECK", self.list())];
        if !self.leave_out.is_empty() {
            let given = env::var("CUDA_SIM_LEAVE_OUT").ok().filter(|list| !list.is_empty());
            let all: Vec<String> =
                given.into_iter().chain(self.leave_out.iter().cloned()).collect();
            variables.push(("CUDA_SIM_LEAVE_OUT", all.join(",")));
        }
        variables
    }
}

impl Target {
    /// Returns the program, with everything ready for it.
    fn program(self, checks: Option<&Checks>) -> Result<Program> {
        let mut variables = self.device.variables();
        variables.extend(checks.into_iter().flat_map(Checks::variables));
        let folder = install::folder()?;
        if self.dev {
            dev::give()?;
        }
        Ok(Program::new(self.words, variables, &folder))
    }
}

/// Returns the exit status.
pub(crate) fn main(words: Vec<OsString>) -> u8 {
    run(Cli::parse_from(words)).unwrap_or_else(|error| {
        // A reader that closes the pipe needs no more output, as in `cuda-sim info | head -1`.
        let io = error.downcast_ref().map(io::Error::kind);
        if io == Some(io::ErrorKind::BrokenPipe) {
            return 0;
        }
        print_note(format_args!("error: {error:#}"));
        1
    })
}

fn run(cli: Cli) -> Result<u8> {
    match cli.command {
        Command::Run(target) => {
            if target.expect_device {
                target.program(None)?.run_reporting(false, true, None)
            } else {
                Ok(target.program(None)?.run())
            }
        }
        Command::Check { checks, json, target } => {
            let expects = target.expect_device;
            target.program(Some(&checks))?.run_reporting(true, expects, json.as_deref())
        }
        Command::Info { device, json } => device::info(&device, json),
        Command::Folder { folder } => {
            let folder = match folder {
                Some(folder) => install::write(&folder).map(|()| folder)?,
                None => install::folder()?,
            };
            writeln!(io::stdout().lock(), "{}", folder.display())?;
            Ok(0)
        }
    }
}
