//! Pinned memory that a context keeps for [`Staging`](crate::memory::Staging).

use core::ffi::c_void;
use core::ptr::NonNull;

use crate::background::drop_elsewhere;
use crate::context::{Context, SpareWindow, capture_mode::relaxed, needs_context};
use crate::driver::Raw;
use crate::error::{CuResult, Error};
use crate::fork::is_forked;
use crate::memory::{HostMemory, PinnedFlags};

/// The size of a window, in bytes.
pub(super) const WINDOW: usize = 4 << 20;

/// The maximum number of windows that a context keeps.
const MAX_SPARE: usize = 16;

/// Pinned memory of at most [`WINDOW`] bytes, which returns to its context when dropped.
#[derive(Debug)]
pub(super) struct Window {
    memory: NonNull<c_void>,
    len: usize,
    context: Context,
}

// SAFETY: this value owns the memory, which isn't bound to a thread.
unsafe impl Send for Window {}

impl Window {
    /// Returns a window that the context keeps, or a new one.
    #[inline]
    pub(super) fn new(context: &Context, len: usize) -> Result<Self, Error> {
        debug_assert!(len <= WINDOW);
        let spare = context.spare_windows().pop();
        let memory = match spare {
            Some(SpareWindow(memory)) => memory,
            None => {
                let memory = context.pin(WINDOW, PinnedFlags::empty())?;
                NonNull::new(memory).ok_or(Error::Alignment { align: 1 })?
            }
        };
        Ok(Self { memory, len, context: context.clone() })
    }
}

// SAFETY: the memory is pinned and isn't moved, and only this value accesses it until it is dropped.
unsafe impl HostMemory for Window {
    type Element = u8;

    fn elements(&self) -> &[u8] {
        // SAFETY: that many bytes were allocated and written, and are only read meanwhile.
        unsafe { core::slice::from_raw_parts(self.memory.as_ptr().cast(), self.len) }
    }

    fn elements_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, and this is the only access meanwhile.
        unsafe { core::slice::from_raw_parts_mut(self.memory.as_ptr().cast(), self.len) }
    }
}

impl Drop for Window {
    #[inline]
    fn drop(&mut self) {
        if is_forked() {
            return;
        }
        let mut spare = self.context.spare_windows();
        if spare.len() < MAX_SPARE {
            spare.push(SpareWindow(self.memory));
            return;
        }
        drop(spare);
        let excess =
            ExcessWindow { memory: SpareWindow(self.memory), context: self.context.clone() };
        // The driver waits for all work of the context before it frees memory.
        drop_elsewhere(self.context.raw(), excess);
    }
}

/// A window beyond those that are kept.
struct ExcessWindow {
    memory: SpareWindow,
    context: Context,
}

impl Drop for ExcessWindow {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the memory is pinned for the context, and isn't in use.
        let _ = unsafe { self.context.unpin(self.memory.0.as_ptr()) };
    }
}

impl Context {
    /// Frees the windows that aren't in use.
    #[inline]
    pub(super) fn free_spare_windows(&self) -> Result<(), CuResult> {
        // The lock isn't held while the driver waits.
        let windows = core::mem::take(&mut *self.spare_windows());
        // SAFETY: they are pinned for the context, and not in use.
        unsafe { self.free_spare(windows, |window| self.spare_windows().push(window)) }
    }
}

impl SpareWindow {
    /// Frees a window of a context that is about to be released, which `bind` makes current.
    pub(crate) fn free_with_context(self, raw: Raw, bind: impl FnOnce() -> Result<(), CuResult>) {
        relaxed(raw, || {
            // SAFETY: the window belongs to the context, and isn't in use.
            let free = || unsafe { raw.cuMemFreeHost(self.0.as_ptr()) };
            if free().is_err_and(needs_context) && bind().is_ok() {
                let _ = free();
                // SAFETY: it pops the context that was pushed.
                let _ = unsafe { raw.cuCtxPopCurrent() };
            }
        });
    }
}
