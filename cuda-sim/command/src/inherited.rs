//! What this process was started with, for the program to be started with the same: standard files that are closed,
//! and signals that are ignored. The standard library's `main` opens files and ignores SIGPIPE, and its `Command` sets
//! SIGPIPE to the default. Where SIGCHLD is ignored, nothing can wait for the program.

use std::ffi::{CStr, OsStr, OsString, c_char, c_int};
use std::io;
use std::os::fd::{AsRawFd, IntoRawFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use rustix::fs::{Mode, OFlags, open};

/// The signals on which this program does something else, and what was done on each.
static SIGNALS: [(c_int, libc::sighandler_t, AtomicUsize); 2] = [
    (libc::SIGPIPE, libc::SIG_IGN, AtomicUsize::new(libc::SIG_DFL)),
    (libc::SIGCHLD, libc::SIG_DFL, AtomicUsize::new(libc::SIG_DFL)),
];

/// Looks at what the process has, and makes it fit for this program: its files take no standard file's place, and a
/// closed pipe is an error.
pub(crate) fn keep() {
    // Without either folder, a file of this program may take the place; the program's are as they were.
    while let Ok(file) = open("/", OFlags::PATH | OFlags::CLOEXEC, Mode::empty()) {
        if file.as_raw_fd() > libc::STDERR_FILENO {
            break;
        }
        // It stays until the program begins, which finds it closed. What is written to it is lost.
        let _: RawFd = file.into_raw_fd();
    }
    for (signal, action, before) in &SIGNALS {
        // SAFETY: this process has one thread, and the action runs no code.
        before.store(unsafe { libc::signal(*signal, *action) }, Ordering::Relaxed);
    }
}

/// Makes a program begin with what this process began with.
pub(crate) fn pass_on(command: &mut Command) {
    let restore = || {
        for (signal, _, before) in &SIGNALS {
            // SAFETY: nothing else is called in this process, and an action that was inherited runs no code.
            if unsafe { libc::signal(*signal, before.load(Ordering::Relaxed)) } == libc::SIG_ERR {
                return Err(io::Error::last_os_error());
            }
        }
        Ok(())
    };
    // SAFETY: it makes system calls alone.
    unsafe { command.pre_exec(restore) };
}

/// Returns the words of a command line. The standard library has them only after its own `main` with some C libraries.
///
/// # Safety
/// There are `count` strings at `words`, or none.
pub(crate) unsafe fn words(count: c_int, words: *const *const c_char) -> Vec<OsString> {
    let word = |index: usize| {
        // SAFETY: the caller promises that there are so many.
        let word = unsafe { CStr::from_ptr(*words.add(index)) };
        OsStr::from_bytes(word.to_bytes()).to_owned()
    };
    (0..usize::try_from(count).unwrap_or_default()).map(word).collect()
}
