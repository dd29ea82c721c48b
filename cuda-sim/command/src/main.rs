//! The command `cuda-sim`: runs any CUDA program on the software device, and checks it.
// The standard library would change what the program is to be started with, before `main`.
#![cfg_attr(target_os = "linux", no_main)]
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
mod elf;
#[cfg(target_os = "linux")]
mod folder;
#[cfg(target_os = "linux")]
mod inherited;
#[cfg(target_os = "linux")]
mod install;
#[cfg(target_os = "linux")]
mod loading;
mod note;
#[cfg(target_os = "linux")]
mod program;
#[cfg(target_os = "linux")]
mod report;
#[cfg(target_os = "linux")]
mod script;
#[cfg(target_os = "linux")]
mod state;

/// What the C library calls.
///
/// # Safety
/// There are `count` strings at `words`.
#[cfg(target_os = "linux")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn main(
    count: core::ffi::c_int,
    words: *const *const core::ffi::c_char,
) -> core::ffi::c_int {
    inherited::keep();
    // SAFETY: the C library passes the words of the command line, which stay.
    let words = unsafe { inherited::words(count, words) };
    // It also writes what is in standard output's buffer.
    std::process::exit(command::main(words).into())
}

#[cfg(not(target_os = "linux"))]
fn main() -> std::process::ExitCode {
    note::print_note("error: cuda-sim runs programs on Linux alone, by its loader's rules");
    std::process::ExitCode::FAILURE
}
