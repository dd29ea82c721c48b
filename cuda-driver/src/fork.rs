//! Processes that were forked from one that uses a driver: what they drop is the parent's.
//!
//! A forked process has one thread. What another one of the parent had locked stays locked, in this crate and in the driver, so
//! nothing that is dropped takes a lock or calls the driver: it is left to the parent. Values of the program, such as memory of
//! the host that a copy uses, are leaked.

use std::sync::atomic::{AtomicBool, Ordering};

static IS_FORKED: AtomicBool = AtomicBool::new(false);

/// Returns `true` in a process that was forked from one that [watched](watch) for that.
#[inline]
pub(crate) fn is_forked() -> bool {
    IS_FORKED.load(Ordering::Relaxed)
}

/// Notes the forks of this process from now on.
pub(crate) fn watch() {
    #[cfg(unix)]
    {
        use std::sync::Once;

        type Handler = Option<extern "C" fn()>;
        unsafe extern "C" {
            fn pthread_atfork(
                prepare: Handler,
                parent: Handler,
                child: Handler,
            ) -> core::ffi::c_int;
        }
        extern "C" fn in_child() {
            IS_FORKED.store(true, Ordering::Relaxed);
        }
        static WATCHED: Once = Once::new();
        // SAFETY: the function takes nothing, doesn't unwind, and exists as long as the code that it is part of. It fails only
        // without memory; then forked processes aren't noticed.
        WATCHED.call_once(|| _ = unsafe { pthread_atfork(None, None, Some(in_child)) });
    }
}
