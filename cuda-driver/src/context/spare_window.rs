//! Pinned memory that a context keeps for reuse.

use core::ffi::c_void;
use core::ptr::NonNull;

/// Unused pinned memory, kept for reuse.
#[derive(Debug)]
pub(crate) struct SpareWindow(pub(crate) NonNull<c_void>);

// SAFETY: it owns the memory, and any thread may use and free it.
unsafe impl Send for SpareWindow {}
