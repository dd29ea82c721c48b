//! Children of `fork` have no threads of their parent, so a driver that was initialized before is of no use to them.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether this process was forked from one whose driver was initialized.
static IS_FORKED: AtomicBool = AtomicBool::new(false);

/// Returns `true` in a process that was forked from one whose driver was initialized.
pub(super) fn is_forked() -> bool {
    IS_FORKED.load(Ordering::Relaxed)
}

/// Makes children that are forked from now on know it.
#[cfg(unix)]
pub(super) fn watch() {
    use core::ffi::c_int;
    use std::sync::Once;

    type Handler = unsafe extern "C" fn();
    unsafe extern "C" {
        fn pthread_atfork(
            prepare: Option<Handler>,
            parent: Option<Handler>,
            child: Option<Handler>,
        ) -> c_int;
    }
    unsafe extern "C" fn in_child() {
        IS_FORKED.store(true, Ordering::Relaxed);
    }
    static ONCE: Once = Once::new();
    // Without memory for it, children find out by waiting forever for threads that they don't have.
    ONCE.call_once(|| {
        // SAFETY: the function only stores to an atomic variable, which every state of the process allows.
        unsafe { pthread_atfork(None, None, Some(in_child)) };
    });
}

/// Other systems have no such children.
#[cfg(not(unix))]
pub(super) fn watch() {}
