//! The unused memory of a pool of pinned memory.

use core::ffi::c_void;
use core::ptr::NonNull;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::context::{Context, SpareWindow};
use crate::error::CuResult;
use crate::fork::is_forked;
use crate::memory::PinnedFlags;

/// What a pool has: its clones and its buffers share it.
#[derive(Debug)]
pub(super) struct Shelves {
    pub(super) context: Context,
    pub(super) flags: PinnedFlags,
    spare: Mutex<SpareBySize>,
}

/// The unused memory: each entry holds the buffers of that power of two of bytes.
pub(super) type SpareBySize = [Vec<SpareWindow>; usize::BITS as usize];

const NO_SPARE: SpareBySize = [const { Vec::new() }; usize::BITS as usize];

impl Shelves {
    #[inline]
    pub(super) fn new(context: &Context, flags: PinnedFlags) -> Self {
        Self { context: context.clone(), flags, spare: Mutex::new(NO_SPARE) }
    }

    #[inline]
    pub(super) fn spare(&self) -> MutexGuard<'_, SpareBySize> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    pub(super) fn free_spare(&self) -> Result<(), CuResult> {
        let spare = core::mem::replace(&mut *self.spare(), NO_SPARE);
        let mut result = Ok(());
        for (power, spare) in spare.into_iter().enumerate() {
            let keep = |spare| self.spare()[power].push(spare);
            // SAFETY: the pool allocated it for this context, and it isn't in use.
            let freed = unsafe { self.context.free_spare(spare, keep) };
            result = result.and(freed);
        }
        result
    }
}

impl Drop for Shelves {
    #[inline]
    fn drop(&mut self) {
        if !is_forked() {
            // Errors are ignored; `trim` returns them.
            let _ = self.free_spare();
        }
    }
}

/// The place in a pool to which a buffer's memory returns.
#[derive(Debug)]
pub(super) struct Shelf {
    shelves: Arc<Shelves>,
    size: usize,
}

impl Shelf {
    #[inline]
    pub(super) fn new(shelves: &Arc<Shelves>, size: usize) -> Self {
        Self { shelves: shelves.clone(), size }
    }

    #[inline]
    pub(super) fn put_back(&self, memory: NonNull<c_void>) {
        let mut spare = self.shelves.spare();
        spare[self.size.ilog2() as usize].push(SpareWindow(memory));
    }
}
