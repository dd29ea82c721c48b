//! Precompiled headers, and the heap that they are made in, which NVRTC has one of.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use nvrtc_sys::{nvrtcProgram, nvrtcResult};

use crate::library::call;
use crate::{Nvrtc, NvrtcError, NvrtcErrorKind, flow};

/// What became of a precompiled header that was to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PchStatus {
    /// It was made.
    Created,
    /// NVRTC chose not to make one.
    NotAttempted,
    /// The heap was too small, even after it was made as large as NVRTC asked for.
    HeapExhausted,
    /// It could not be made; the log may say why.
    Failed,
}

/// Making the heap anew takes it away from whoever compiles with it.
static HEAP: RwLock<()> = RwLock::new(());

/// Keeps the heap where it is.
pub(crate) fn hold_heap() -> RwLockReadGuard<'static, ()> {
    HEAP.read().unwrap_or_else(PoisonError::into_inner)
}

impl Nvrtc {
    /// Bytes of the heap that precompiled headers are made in.
    ///
    /// # Errors
    /// [`NvrtcErrorKind::Absent`] before NVRTC 12.8.
    #[doc(alias = "nvrtcGetPCHHeapSize")]
    #[inline]
    pub fn pch_heap_size(self) -> Result<usize, NvrtcError> {
        let mut size = 0;
        // SAFETY: the pointer is to a live integer.
        unsafe { call!(self, nvrtcGetPCHHeapSize(&raw mut size)) }?;
        Ok(size)
    }

    /// Makes that heap anew, of `bytes` or somewhat more; waits for compilations that use it. A heap that is too
    /// small is made larger by itself while compiling.
    ///
    /// # Errors
    /// [`NvrtcErrorKind::Absent`] before NVRTC 12.8, [`NvrtcErrorKind::Asking`] within [`Program::flow`](crate::Program::flow).
    #[doc(alias = "nvrtcSetPCHHeapSize")]
    #[inline]
    pub fn set_pch_heap_size(self, bytes: usize) -> Result<(), NvrtcError> {
        if flow::is_asking() {
            return Err(NvrtcErrorKind::Asking.into());
        }
        let _alone = HEAP.write().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: nobody uses the heap: whoever compiles with precompiled headers holds the lock.
        unsafe { call!(self, nvrtcSetPCHHeapSize(bytes)) }
    }

    /// What became of the precompiled header of a program that was compiled; `None` if this NVRTC has none.
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
        unsafe { call!(self, nvrtcGetPCHHeapSizeRequired(program, &raw mut size)) }?;
        Ok(size)
    }
}
