//! The command `cuda-sim`: runs any CUDA program on the software device, and checks it.
#![deny(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "on a closed pipe or a full disk it panics"
)]

#[cfg(target_os = "linux")]
mod command;
#[cfg(target_os = "linux")]
mod dev;
#[cfg(target_os = "linux")]
mod device;
#[cfg(target_os = "linux")]
mod folder;
#[cfg(target_os = "linux")]
mod install;
mod note;
#[cfg(target_os = "linux")]
mod program;
#[cfg(target_os = "linux")]
mod report;

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    command::main()
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    note::print_note("error: cuda-sim runs programs on Linux alone, by its loader's rules");
    ExitCode::FAILURE
}
