//! The end of the driver, while the process exits: handlers that are registered after `cuInit` are called before it, those
//! registered before, and destructors of the program and its libraries, after it.

use core::ffi::c_int;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

unsafe extern "C" {
    safe fn atexit(function: extern "C" fn()) -> c_int;
}

static HAS_ENDED: AtomicBool = AtomicBool::new(false);

extern "C" fn at_exit() {
    HAS_ENDED.store(true, Ordering::Release);
}

/// Ends the driver where the process's exit gets to what is registered now. The first call counts.
pub(crate) fn watch() {
    static WATCH: Once = Once::new();
    // Without memory for a handler, the driver works until the end.
    WATCH.call_once(|| _ = atexit(at_exit));
}

/// Returns `true` once calls have to be refused.
pub(crate) fn has_ended() -> bool {
    HAS_ENDED.load(Ordering::Acquire)
}
