//! Pinned memory by its address.

use core::ffi::c_void;

use crate::context::{Context, SpareWindow, capture_mode::relaxed};
use crate::error::{CuResult, Error};

flags! {
    /// The flags of pinned memory: [`Context::pinned_with`].
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct PinnedFlags: u32 {
        /// Pinned for every context of the process, not only for this one.
        const PORTABLE = 0x1;
        /// Kernels can access it, at [`PinnedBuffer::device_pointer`](crate::memory::PinnedBuffer::device_pointer).
        const DEVICE_MAP = 0x2;
        /// Written without the processor's caches: faster to read for the device, slow to read for the host.
        const WRITE_COMBINED = 0x4;
    }
}

impl Context {
    /// Allocates pinned memory of that many bytes, all zero.
    #[inline]
    pub(super) fn pin(&self, bytes: usize, flags: PinnedFlags) -> Result<*mut c_void, Error> {
        let pointer = self.pin_uninit(bytes, flags)?;
        if !pointer.is_null() {
            // SAFETY: the driver allocated that many bytes for this call.
            unsafe { pointer.cast::<u8>().write_bytes(0, bytes) };
        }
        Ok(pointer)
    }

    #[inline]
    pub(super) fn pin_uninit(
        &self,
        bytes: usize,
        flags: PinnedFlags,
    ) -> Result<*mut c_void, Error> {
        let _bound = self.bind()?;
        let raw = self.raw();
        // SAFETY: the context is current.
        relaxed(raw, || unsafe { raw.cuMemHostAlloc(bytes, flags.bits()) })
            .map_err(|error| Error::of_allocation(error, bytes, None))
    }

    /// Frees pinned memory, for which the driver waits for the context's work.
    ///
    /// # Safety
    /// `pointer` was allocated by the driver, and is no longer in use.
    #[inline]
    pub(super) unsafe fn unpin(&self, pointer: *mut c_void) -> Result<(), CuResult> {
        // SAFETY: the caller guarantees that the pointer is valid.
        self.retry_despite_captures(|raw| unsafe { raw.cuMemFreeHost(pointer) })
    }

    /// Frees all of `spare` like [`unpin`](Self::unpin). Memory that the driver doesn't free is moved to `keep`; the
    /// first error is returned.
    ///
    /// # Safety
    /// The driver allocated the memory, and it isn't in use.
    pub(super) unsafe fn free_spare(
        &self,
        spare: Vec<SpareWindow>,
        keep: impl Fn(SpareWindow),
    ) -> Result<(), CuResult> {
        let mut result = Ok(());
        for spare in spare {
            // SAFETY: the caller guarantees that the memory is valid and unused.
            let freed = unsafe { self.unpin(spare.0.as_ptr()) };
            if freed.is_err_and(|error| !error.is_context_lost()) {
                keep(spare);
            }
            result = result.and(freed);
        }
        result
    }
}
