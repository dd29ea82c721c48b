//! Precompiled headers, and the single heap of NVRTC in which they are created.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use nvrtc_sys::{Symbol, nvrtcProgram, nvrtcResult};

use crate::error::{NvrtcError, NvrtcErrorKind};
use crate::flow;
use crate::library::Nvrtc;

/// The outcome of creating a precompiled header.
#[doc(alias("nvrtcGetPCHCreateStatus", "nvrtcGetPCHHeapSizeRequired"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PchStatus {
    /// It was created.
    Created,
    /// NVRTC chose not to create one.
    NotAttempted,
    /// The heap was too small, even after it was resized as NVRTC requested.
    HeapExhausted,
    /// It could not be created; the log may have the reason.
    Failed,
}

/// Guards the heap, which must not be resized while compilations use it.
static HEAP: RwLock<()> = RwLock::new(());

/// Prevents the heap from being resized.
pub(crate) fn hold_heap() -> RwLockReadGuard<'static, ()> {
    HEAP.read().unwrap_or_else(PoisonError::into_inner)
}

impl Nvrtc {
    /// Returns the size of the heap in which precompiled headers are created, in bytes.
    ///
    /// # Errors
    /// [`NvrtcErrorKind::Absent`] before NVRTC 12.8.
    #[doc(alias = "nvrtcGetPCHHeapSize")]
    #[inline]
    pub fn pch_heap_size(self) -> Result<usize, NvrtcError> {
        let mut size = 0;
        // SAFETY: the pointer is to a live integer.
        unsafe {
            self.call(Symbol::nvrtcGetPCHHeapSize, self.table().nvrtcGetPCHHeapSize, |function| {
                function(&raw mut size)
            })
        }?;
        Ok(size)
    }

    /// Resizes the heap in which precompiled headers are created to at least `bytes`, after waiting for compilations
    /// that use it. A heap that is too small is resized automatically, and the program compiled again.
    ///
    /// # Errors
    /// [`NvrtcErrorKind::Absent`] before NVRTC 12.8, [`NvrtcErrorKind::InCallback`] within [`Program::flow`](crate::program::Program::flow).
    #[doc(alias = "nvrtcSetPCHHeapSize")]
    #[inline]
    pub fn set_pch_heap_size(self, bytes: usize) -> Result<(), NvrtcError> {
        if flow::is_in_callback() {
            return Err(NvrtcErrorKind::InCallback.into());
        }
        let _alone = HEAP.write().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the heap is unused, because compilations with precompiled headers hold the lock.
        unsafe {
            self.call(Symbol::nvrtcSetPCHHeapSize, self.table().nvrtcSetPCHHeapSize, |function| {
                function(bytes)
            })
        }
    }

    /// Returns the outcome of the precompiled header of a compiled program; `None` if this NVRTC doesn't support it.
    pub(crate) fn pch_status(self, program: nvrtcProgram) -> Option<PchStatus> {
        let status = self.table().nvrtcGetPCHCreateStatus?;
        // SAFETY: the caller's program lives.
        Some(match unsafe { status(program) } {
            nvrtcResult::NVRTC_SUCCESS => PchStatus::Created,
            nvrtcResult::NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED => PchStatus::NotAttempted,
            nvrtcResult::NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED => PchStatus::HeapExhausted,
            _ => PchStatus::Failed,
        })
    }

    /// Returns the heap that the precompiled header of a program needs.
    pub(crate) fn pch_heap_required(self, program: nvrtcProgram) -> Result<usize, NvrtcError> {
        let mut size = 0;
        // SAFETY: the caller's program lives, and the pointer is to a live integer.
        unsafe {
            self.call(
                Symbol::nvrtcGetPCHHeapSizeRequired,
                self.table().nvrtcGetPCHHeapSizeRequired,
                |function| function(program, &raw mut size),
            )
        }?;
        Ok(size)
    }
}
