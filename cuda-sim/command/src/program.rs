//! The program that is run, and what it is told by its environment.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use anyhow::Result;
use rustix::process::{Pid, Signal, kill_process, set_parent_process_death_signal};

use crate::device::Variable;
use crate::folder::AUDIT;
use crate::inherited;
use crate::install;
use crate::loading;
use crate::note::print_note;
use crate::report::{Destination, Events, Report};

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

/// Where a shell looks for programs without the variable `PATH`.
const USUAL_PATH: &str = "/bin:/usr/bin";

impl Program {
    /// A program with the libraries of a folder, and settings of the device.
    pub(crate) fn new(words: Vec<OsString>, variables: Vec<Variable>, folder: &Path) -> Self {
        // Not by `Command`, which would leave out what else the environment has: names that are there twice, and entries
        // without a value.
        let set = |name: &str, value: &OsStr| {
            // SAFETY: this program has one thread.
            unsafe { env::set_var(name, value) };
        };
        for (name, value) in variables {
            set(name, OsStr::new(&value));
        }
        for (name, part) in LISTS {
            let list = match env::var_os(name) {
                // Empty, it is the current folder.
                Some(path) if name == "PATH" && path.is_empty() => Some(":".into()),
                None if name == "PATH" => Some(USUAL_PATH.into()),
                list => list,
            };
            set(name, &before(&folder.join(part), list));
        }
        let (name, tunable) = TUNABLES;
        set(name, &before(Path::new(tunable), env::var_os(name)));
        set(install::VARIABLE, folder.as_os_str());
        let mut command = Command::new(words.first().map(OsString::as_os_str).unwrap_or_default());
        command.args(words.iter().skip(1));
        inherited::pass_on(&mut command);
        Self { words, command }
    }

    /// Becomes the program.
    pub(crate) fn run(mut self) -> u8 {
        self.print_obstacles();
        let error = self.command.exec();
        let (status, text) = self.not_started(&error);
        print_note(format_args!("error: {text}"));
        status
    }

    /// Runs the program, and then says what it did: whether nothing ran on the device, if that is
    /// expected, and what checks found, if they are made.
    pub(crate) fn run_reporting(
        mut self,
        checks: bool,
        expect_device: bool,
        json: Option<&Path>,
    ) -> Result<u8> {
        // Before the program runs, which may take hours.
        let json = json.map(|json| Destination::open(json, &self.words)).transpose()?;
        let events = Events::new()?;
        // SAFETY: this program has one thread.
        unsafe { env::set_var("CUDA_SIM_REPORT", events.path()) };
        self.print_obstacles();
        let status = match self.wait() {
            Ok(status) => status,
            Err(error) => {
                let (status, text) = self.not_started(&error);
                print_note(format_args!("error: {text}"));
                if let Some(json) = json {
                    json.write(&Report::failed(&self.words, text))?;
                }
                return Ok(status);
            }
        };
        let report = events.read(&self.words, status)?;
        if let Some(json) = json {
            json.write(&report)?;
        }
        for (kernel, launches) in report.left_out() {
            print_note(format_args!(
                "cuda-sim: checks left out the kernel {kernel}, by its name; launches: {launches}"
            ));
        }
        if checks && report.found() > 0 {
            print_note(format_args!(
                "cuda-sim: findings: {}; so the exit status is {FOUND}",
                report.found()
            ));
            return Ok(FOUND);
        }
        if expect_device && !report.has_run() {
            print_note(
                "cuda-sim: the program launched no kernel on the device: it has none, or fell back \
                 to the CPU, as JAX does without --dev",
            );
            if status.success() {
                return Ok(1);
            }
        }
        Ok(match (status.code(), status.signal()) {
            (Some(code), _) => code as u8,
            (None, signal) => SIGNALS + signal.unwrap_or_default() as u8,
        })
    }

    /// Says what keeps the program from having the device's libraries, before it runs without them.
    fn print_obstacles(&self) {
        for obstacle in loading::obstacles(self.command.get_program()) {
            print_note(format_args!("cuda-sim: {obstacle}"));
        }
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

    /// Returns the exit status, and why the program wasn't started.
    fn not_started(&self, error: &io::Error) -> (u8, String) {
        let program = self.command.get_program();
        let text = format!("starting {}: {error}", program.display());
        match error.kind() {
            ErrorKind::NotFound => match loading::missing(program) {
                Some(missing) => (NOT_FOUND, format!("{text}: {missing}")),
                None => (NOT_FOUND, text),
            },
            _ => (NOT_STARTED, text),
        }
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

/// Returns a list, as `PATH` is one, with something before it. It is there once, also where this command started this
/// command: the loader would load a library of `LD_AUDIT` again.
fn before(first: &Path, list: Option<OsString>) -> OsString {
    let mut all = first.to_path_buf().into_os_string();
    if let Some(list) = list.filter(|list| !list.is_empty()) {
        let others = list.as_bytes().split(|byte| *byte == b':');
        for other in others.filter(|other| *other != first.as_os_str().as_bytes()) {
            all.push(":");
            all.push(OsStr::from_bytes(other));
        }
    }
    all
}
