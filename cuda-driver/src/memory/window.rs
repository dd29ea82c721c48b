//! Pinned memory that a context keeps for [`Staging`](crate::Staging).

use core::ffi::c_void;
use core::ptr::NonNull;

use crate::background::drop_elsewhere;
use crate::capture_mode::relaxed;
use crate::context::needs_context;
use crate::memory::{HostMemory, MemoryError, PinnedFlags};
use crate::{Context, CuResult, Raw};

/// The bytes of a window.
pub(super) const WINDOW: usize = 4 << 20;

/// How many windows a context keeps.
const KEPT: usize = 16;

/// Pinned memory of at most [`WINDOW`] bytes, which goes back to its context when dropped.
#[derive(Debug)]
pub(super) struct Window {
    memory: NonNull<c_void>,
    len: usize,
    context: Context,
}

// SAFETY: the memory is this value's, and no thread's.
unsafe impl Send for Window {}

/// A window that nobody uses.
#[derive(Debug)]
pub(crate) struct SpareWindow(NonNull<c_void>);

// SAFETY: as for `Window`.
unsafe impl Send for SpareWindow {}

impl Window {
    /// One that the context keeps, or else a new one.
    pub(super) fn new(context: &Context, len: usize) -> Result<Self, MemoryError> {
        debug_assert!(len <= WINDOW);
        let spare = context.spare_windows().pop();
        let memory = match spare {
            Some(SpareWindow(memory)) => memory,
            None => {
                let memory = context.pin(WINDOW, PinnedFlags::empty())?;
                NonNull::new(memory).ok_or(MemoryError::Alignment { align: 1 })?
            }
        };
        Ok(Self {
            memory,
            len,
            context: context.clone(),
        })
    }
}

// SAFETY: the memory is pinned, stays where it is, and is this value's alone until it is dropped.
unsafe impl HostMemory for Window {
    type Element = u8;

    fn elements(&self) -> &[u8] {
        // SAFETY: so many bytes were allocated and written, and nobody writes them meanwhile.
        unsafe { core::slice::from_raw_parts(self.memory.as_ptr().cast(), self.len) }
    }

    fn elements_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, and nobody reads them meanwhile.
        unsafe { core::slice::from_raw_parts_mut(self.memory.as_ptr().cast(), self.len) }
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        let mut spare = self.context.spare_windows();
        if spare.len() < KEPT {
            spare.push(SpareWindow(self.memory));
            return;
        }
        drop(spare);
        let (memory, context) = (SpareWindow(self.memory), self.context.clone());
        // The driver waits for all work of the context before it frees memory.
        drop_elsewhere(context.raw(), Excess { memory, context });
    }
}

/// A window that isn't kept.
struct Excess {
    memory: SpareWindow,
    context: Context,
}

impl Drop for Excess {
    fn drop(&mut self) {
        // SAFETY: the window is the context's, and nobody uses it.
        let _ = unsafe { self.context.unpin(self.memory.0.as_ptr()) };
    }
}

impl Context {
    /// Frees the windows that nobody uses.
    pub(super) fn free_spare_windows(&self) -> Result<(), CuResult> {
        // The lock isn't held while the driver waits.
        let windows = core::mem::take(&mut *self.spare_windows());
        let mut result = Ok(());
        for SpareWindow(memory) in windows {
            // SAFETY: the window is the context's, and nobody uses it.
            let freed = unsafe { self.unpin(memory.as_ptr()) };
            if freed.is_err_and(|error| !error.is_context_lost()) {
                self.spare_windows().push(SpareWindow(memory));
            }
            result = result.and(freed);
        }
        result
    }
}

impl SpareWindow {
    /// Frees the window of a context that is about to be released.
    pub(crate) fn free(self, raw: Raw, bind: impl FnOnce() -> Result<(), CuResult>) {
        relaxed(raw, || {
            // SAFETY: the window is the context's, and nobody uses it.
            let free = || unsafe { raw.cuMemFreeHost(self.0.as_ptr()) };
            if free().is_err_and(needs_context) && bind().is_ok() {
                let _ = free();
                // SAFETY: it pops what was pushed.
                let _ = unsafe { raw.cuCtxPopCurrent() };
            }
        });
    }
}
