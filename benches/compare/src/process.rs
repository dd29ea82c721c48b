use std::fs::File;
use std::io::{Read, Seek};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

/// A complete process, measured from outside.
pub struct Process {
    /// Its standard output.
    pub stdout: String,
    /// Milliseconds from the start to the end.
    pub wall: f64,
    /// CPU time of all its threads in milliseconds, in user and kernel mode, if the system reports it.
    pub cpu: Option<f64>,
    /// Its maximum resident memory in bytes, if the system reports it.
    pub peak_memory: Option<f64>,
}

impl Process {
    /// Runs a program to its end.
    pub fn run(command: &mut Command) -> Result<Self> {
        let name = command.get_program().display().to_string();
        let mut errors = tempfile::tempfile().context("making a file for a program's errors")?;
        let theirs: File = errors.try_clone().context("making a file for errors")?;
        command.stdin(Stdio::null()).stderr(theirs);
        let begin = Instant::now();
        let mut child =
            command.stdout(Stdio::piped()).spawn().with_context(|| format!("starting {name}"))?;
        let mut stdout = Vec::new();
        let read = child.stdout.take().map(|mut output| output.read_to_end(&mut stdout));
        let (status, cpu, peak_memory) = wait(child)?;
        let wall = begin.elapsed().as_secs_f64() * 1e3;
        read.transpose().with_context(|| format!("reading what {name} says"))?;
        let stdout = String::from_utf8_lossy(&stdout).into_owned();
        if !status.success() {
            let mut text = Vec::new();
            errors.rewind()?;
            errors.read_to_end(&mut text)?;
            let text = String::from_utf8_lossy(&text);
            // Wrong elements are reported in the line of figures, other errors on standard error.
            let why = [text.trim(), stdout.trim()].into_iter().find(|why| !why.is_empty());
            bail!("{name} ended with {status}: {}", why.unwrap_or("it said nothing"));
        }
        Ok(Self { stdout, wall, cpu, peak_memory })
    }
}

/// Waits for a process, and returns its resource usage.
#[cfg(unix)]
fn wait(child: Child) -> Result<(ExitStatus, Option<f64>, Option<f64>)> {
    use std::os::unix::process::ExitStatusExt;

    let id = child.id().cast_signed();
    let mut status = 0;
    // SAFETY: rusage is plain numbers.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both places outlive the call. This function owns the child, so no other code waits for it.
    while unsafe { libc::wait4(id, &mut status, 0, &mut usage) } < 0 {
        let error = std::io::Error::last_os_error();
        if error.kind() != std::io::ErrorKind::Interrupted {
            return Err(error).context("waiting for a program");
        }
    }
    let milliseconds = |time: libc::timeval| time.tv_sec as f64 * 1e3 + time.tv_usec as f64 / 1e3;
    let cpu = milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime);
    // Apple's systems count bytes there, all others kibibytes.
    let unit = if cfg!(target_vendor = "apple") { 1.0 } else { 1024.0 };
    let peak_memory = usage.ru_maxrss as f64 * unit;
    Ok((ExitStatus::from_raw(status), Some(cpu), Some(peak_memory)))
}

#[cfg(not(unix))]
fn wait(mut child: Child) -> Result<(ExitStatus, Option<f64>, Option<f64>)> {
    Ok((child.wait().context("waiting for a program")?, None, None))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Result<Process> {
        Process::run(Command::new("sh").args(["-c", script]))
    }

    #[test]
    fn a_process_is_measured_and_its_output_captured() {
        let process = shell("echo hello").unwrap();
        assert_eq!(process.stdout, "hello\n");
        assert!(process.wall > 0.0);
        assert!(process.cpu.is_some() && process.peak_memory > Some(1024.0));
    }

    #[test]
    fn a_failed_process_is_an_error_with_its_output() {
        let error = shell("echo 'no such device' >&2; echo '7 wrong'; exit 3");
        let error = error.err().unwrap().to_string();
        assert_eq!(error, "sh ended with exit status: 3: no such device");
        let error = shell("echo '7 wrong'; exit 1").err().unwrap().to_string();
        assert_eq!(error, "sh ended with exit status: 1: 7 wrong");
        let error = shell(r"printf '\377no text' >&2; exit 1").err().unwrap();
        assert!(error.to_string().ends_with("\u{fffd}no text"), "{error}");
    }

    #[test]
    fn a_missing_program_is_an_error_that_names_it() {
        let error = Process::run(&mut Command::new("/nowhere/program"));
        assert!(error.err().unwrap().to_string().contains("/nowhere/program"));
    }
}
