//! The memory that the software device needs in addition to the program's own.

use std::env;
use std::error::Error;
use std::process::Command;

use crate::device::SoftwareDevice;
use crate::kernels::Kernel;

/// The memory of a process that only runs one kernel.
pub struct Memory {
    pub kernel: &'static str,
    /// The program's host and device memory.
    pub own: u64,
    /// The process's maximum resident memory, including its code; `None` if the system doesn't report it.
    pub peak: Option<u64>,
}

impl Memory {
    pub fn over(&self) -> Option<u64> {
        Some(self.peak?.saturating_sub(self.own))
    }
}

/// Runs `kernel` in a separate process.
pub fn of(kernel: &Kernel, trial: bool) -> Result<Memory, Box<dyn Error>> {
    let mut command = Command::new(env::current_exe()?);
    command.args(["--memory-of", kernel.name]);
    if !trial {
        command.arg("--bench");
    }
    let output = command.output()?;
    let text = String::from_utf8(output.stdout)?;
    let mut numbers = text.split_whitespace().map(str::parse);
    match (output.status.success(), numbers.next()) {
        (true, Some(Ok(own))) => {
            Ok(Memory { kernel: kernel.name, own, peak: numbers.next().transpose()? })
        }
        _ => Err(String::from_utf8_lossy(&output.stderr).into()),
    }
}

/// Runs `kernel` and prints the input for [`of`].
pub fn print(kernel: &Kernel, size: usize) -> Result<(), Box<dyn Error>> {
    let device = SoftwareDevice::new()?;
    let mut prepared = (kernel.prepare)(&device, size)?;
    prepared.run(&device)?;
    let peak = peak().map_or(String::new(), |peak| peak.to_string());
    cuda_rust::print_line(format_args!("{} {peak}", prepared.bytes()))?;
    Ok(())
}

/// Returns the maximum resident memory of this process.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
