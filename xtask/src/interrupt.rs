//! Ctrl-C during a fetch: incomplete files are removed before the program ends.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::{Result, bail};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The state shared with the signal handlers.
#[derive(Default)]
struct Flags {
    /// Whether a signal ends the program, as by default.
    ends: Arc<AtomicBool>,
    /// Whether a signal was received.
    came: Arc<AtomicBool>,
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
        flag::register(signal, Arc::clone(&flags.came))?;
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

/// # Errors
/// If a signal was received.
pub(crate) fn check() -> Result<()> {
    let came = FLAGS.get().map(|flags| flags.came.load(Ordering::SeqCst));
    if came == Some(true) {
        bail!("interrupted; incomplete downloads were removed");
    }
    Ok(())
}
