//! Ctrl-C while something is fetched: what was begun is removed before the program ends.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::{Result, bail};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// What the handlers and this program tell each other.
#[derive(Default)]
struct Flags {
    /// A signal does what it always does: it ends the program.
    ends: Arc<AtomicBool>,
    /// A signal came.
    came: Arc<AtomicBool>,
}

static FLAGS: OnceLock<Flags> = OnceLock::new();

/// While this exists, a signal to end is noticed by [`check`] and doesn't end the program by itself.
pub(crate) struct Guard(());

/// Defers signals to end.
pub(crate) fn defer() -> Guard {
    if FLAGS.get().is_none() {
        let flags = Flags::default();
        // Without handlers a signal ends the program, which is how it was.
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
/// Where a signal to end came.
pub(crate) fn check() -> Result<()> {
    let came = FLAGS.get().map(|flags| flags.came.load(Ordering::SeqCst));
    if came == Some(true) {
        bail!("interrupted; nothing of it is kept");
    }
    Ok(())
}
