//! Ctrl-C during a fetch: incomplete files are removed before the program ends.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The state shared with the signal handlers.
#[derive(Default)]
struct Flags {
    /// Whether a signal ends the program, as by default.
    ends: Arc<AtomicBool>,
    /// The signal that was received, or 0.
    received: Arc<AtomicUsize>,
}

static FLAGS: OnceLock<Flags> = OnceLock::new();

/// While this exists, signals that would end the program are recorded for [`check`] instead.
pub(crate) struct Guard(());

/// Defers signals.
pub(crate) fn defer() -> Guard {
    if FLAGS.get().is_none() {
        let flags = Flags::default();
        // Without handlers, a signal ends the program, as before.
        if register(&flags).is_ok() {
            let _ = FLAGS.set(flags);
        }
    }
    if let Some(flags) = FLAGS.get() {
        flags.ends.store(false, Ordering::SeqCst);
    }
    Guard(())
}

fn register(flags: &Flags) -> io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_default(signal, Arc::clone(&flags.ends))?;
        flag::register_usize(signal, Arc::clone(&flags.received), signal as usize)?;
    }
    Ok(())
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(flags) = FLAGS.get() {
            flags.ends.store(true, Ordering::SeqCst);
        }
    }
}

/// A signal ended a fetch.
#[derive(Debug)]
pub struct Interrupted {
    /// The signal's number.
    signal: u8,
}

impl Interrupted {
    /// Returns the exit code of a program that the signal ended, as shells report it.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        128 + self.signal
    }
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted; incomplete downloads were removed")
    }
}

impl std::error::Error for Interrupted {}

/// # Errors
/// If a signal was received.
pub(crate) fn check() -> Result<(), Interrupted> {
    let flags = FLAGS.get();
    let received = flags.map_or(0, |flags| flags.received.load(Ordering::SeqCst));
    match u8::try_from(received) {
        Ok(signal @ 1..) => Err(Interrupted { signal }),
        _ => Ok(()),
    }
}
