//! The program that is run, and what it is told by its environment.

use std::env;
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process, set_parent_process_death_signal};
use tempfile::NamedTempFile;

use crate::device::Variable;
use crate::folder::AUDIT;
use crate::install;
use crate::note::print_note;
use crate::report::Report;

/// A program, to be run on the software device.
pub(crate) struct Program {
    words: Vec<OsString>,
    command: Command,
}

/// Lists of folders or files, and what of the folder comes first. The loader asks a library where
/// to find others; programs without that, and those of another loader, find them by the next.
const LISTS: [(&str, &str); 4] =
    [("LD_AUDIT", AUDIT), ("LD_LIBRARY_PATH", ""), ("PATH", "bin"), ("PYTHONPATH", "python")];

/// With `LD_AUDIT`, glibc's loader reserves thread-local memory, a part of each thread's stack, before it sees what the
/// program's libraries need: rustc's, 23 KiB. What the user sets comes later, and counts.
const TUNABLES: (&str, &str) = ("GLIBC_TUNABLES", "glibc.rtld.optional_static_tls=24576");

/// The exit status where a check found something: that of ThreadSanitizer.
const FOUND: u8 = 66;

/// As a shell has them.
const NOT_FOUND: u8 = 127;
const NOT_STARTED: u8 = 126;
const SIGNALS: u8 = 128;

impl Program {
    /// A program with the libraries of a folder, and settings of the device.
    pub(crate) fn new(words: Vec<OsString>, variables: Vec<Variable>, folder: &Path) -> Self {
        let mut command = Command::new(words.first().map(OsString::as_os_str).unwrap_or_default());
        command.args(words.iter().skip(1));
        command.envs(variables);
        for (name, part) in LISTS {
            command.env(name, before(&folder.join(part), env::var_os(name)));
        }
        let (name, tunable) = TUNABLES;
        command.env(name, before(Path::new(tunable), env::var_os(name)));
        command.env(install::VARIABLE, folder);
        Self { words, command }
    }

    /// Becomes the program.
    pub(crate) fn run(mut self) -> ExitCode {
        let error = self.command.exec();
        self.not_started(&error)
    }

    /// Runs the program, and then says what it did: whether nothing ran on the device, if that is
    /// expected, and what checks found, if they are made.
    pub(crate) fn run_reporting(
        mut self,
        checks: bool,
        expect_device: bool,
        json: Option<&Path>,
    ) -> Result<ExitCode> {
        // Before the program runs, which may take hours.
        if let Some(json) = json {
            std::fs::write(json, "").with_context(|| format!("writing {}", json.display()))?;
        }
        let file = NamedTempFile::new().context("making a file for what is found")?;
        self.command.env("CUDA_SIM_REPORT", file.path());
        let status = match self.wait() {
            Ok(status) => status,
            Err(error) => return Ok(self.not_started(&error)),
        };
        let report = Report::read(file.as_file(), &self.words, status)?;
        if let Some(json) = json {
            report.write(json)?;
        }
        if checks && report.found() > 0 {
            print_note(format_args!(
                "cuda-sim: findings: {}; so the exit status is {FOUND}",
                report.found()
            ));
            return Ok(ExitCode::from(FOUND));
        }
        if expect_device && !report.has_run() {
            print_note(
                "cuda-sim: the program launched no kernel on the device: it has none, or fell back \
                 to the CPU, as JAX does without --dev",
            );
            if status.success() {
                return Ok(ExitCode::FAILURE);
            }
        }
        Ok(match (status.code(), status.signal()) {
            (Some(code), _) => ExitCode::from(code as u8),
            (None, signal) => ExitCode::from(SIGNALS + signal.unwrap_or_default() as u8),
        })
    }

    /// Starts the program, and waits for its end.
    fn wait(&mut self) -> io::Result<ExitStatus> {
        // What ends the command ends the program.
        let set = || Ok(set_parent_process_death_signal(Some(Signal::TERM))?);
        // SAFETY: it is one system call.
        unsafe { self.command.pre_exec(set) };
        pass_on(Signal::TERM)?;
        let mut child = self.command.spawn()?;
        RUNNING.store(child.id() as i32, Ordering::SeqCst);
        if TERMINATED.load(Ordering::SeqCst) {
            send(Signal::TERM);
        }
        // From here on, because the program begins as the command did: with signals that a shell
        // or `nohup` ignores for both.
        for signal in [Signal::INT, Signal::QUIT, Signal::HUP] {
            pass_on(signal)?;
        }
        let status = child.wait();
        RUNNING.store(0, Ordering::SeqCst);
        status
    }

    fn not_started(&self, error: &io::Error) -> ExitCode {
        let program = self.command.get_program().display();
        print_note(format_args!("error: starting {program}: {error}"));
        ExitCode::from(match error.kind() {
            ErrorKind::NotFound => NOT_FOUND,
            _ => NOT_STARTED,
        })
    }
}

/// The program that is waited for, or 0.
static RUNNING: AtomicI32 = AtomicI32::new(0);

/// Whether SIGTERM came, maybe before the program was started.
static TERMINATED: AtomicBool = AtomicBool::new(false);

/// Passes a signal on to the program, so that what was found is told when it ends. A terminal sends
/// its own to both, and what the program makes of them counts.
fn pass_on(signal: Signal) -> io::Result<()> {
    // SAFETY: the action does nothing that a handler may not: it stores, and is a system call.
    let registered = unsafe {
        signal_hook_registry::register_sigaction(signal.as_raw(), move |info| {
            TERMINATED.fetch_or(signal == Signal::TERM, Ordering::SeqCst);
            // Those of processes; a positive code is one of the kernel.
            if info.si_code <= 0 {
                send(signal);
            }
        })
    };
    registered.map(|_| ())
}

/// Sends the program a signal. If it has ended meanwhile, the command goes on anyway.
fn send(signal: Signal) {
    if let Some(program) = Pid::from_raw(RUNNING.load(Ordering::SeqCst)) {
        _ = kill_process(program, signal);
    }
}

/// Returns a list, as `PATH` is one, with something before it.
fn before(first: &Path, list: Option<OsString>) -> OsString {
    let mut all = first.to_path_buf().into_os_string();
    if let Some(list) = list.filter(|list| !list.is_empty()) {
        all.push(":");
        all.push(list);
    }
    all
}
