use core::fmt;
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;
use core::slice;

use cuda_driver_sys::CUdeviceptr;

use crate::memory::error::bytes_of;
use crate::memory::{Element, MemoryError};
use crate::{Context, CuResult};

bitflags::bitflags! {
    /// How pinned memory behaves: [`Context::pinned_with`].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct PinnedFlags: u32 {
        /// Pinned for every context of the process, not for this one alone.
        const PORTABLE = 0x1;
        /// Kernels can reach it, at [`PinnedBuffer::device_pointer`].
        const DEVICE_MAP = 0x2;
        /// Written without the processor's caches: faster for the device to read, slow for the host to.
        const WRITE_COMBINED = 0x4;
    }
}

/// Host memory that the operating system leaves in place, so that the device copies to and from it at
/// full speed and while the host goes on.
///
/// It is a slice of `len` elements, all zero at first.
pub struct PinnedBuffer<T> {
    pointer: NonNull<T>,
    len: usize,
    owned: bool,
    context: Context,
}

// SAFETY: it owns its elements as a `Vec<T>` does, and the driver frees it from any thread.
unsafe impl<T: Send> Send for PinnedBuffer<T> {}
// SAFETY: as above; a shared reference only reads.
unsafe impl<T: Sync> Sync for PinnedBuffer<T> {}

impl Context {
    /// Allocates pinned host memory for `len` elements, all zero.
    ///
    /// # Errors
    /// [`MemoryError::TooLarge`], or what the driver answers.
    #[doc(alias = "cuMemHostAlloc")]
    #[doc(alias = "cuMemAllocHost")]
    pub fn pinned<T: Element>(&self, len: usize) -> Result<PinnedBuffer<T>, MemoryError> {
        self.pinned_with(len, PinnedFlags::empty())
    }

    /// Allocates pinned host memory for `len` elements, all zero, that behaves as `flags` say.
    ///
    /// [`cuMemHostAlloc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g572ca4011bfcb25034888a14d4e035b9)
    ///
    /// # Errors
    /// [`MemoryError::TooLarge`], or what the driver answers.
    #[doc(alias = "cuMemHostAlloc")]
    pub fn pinned_with<T: Element>(
        &self,
        len: usize,
        flags: PinnedFlags,
    ) -> Result<PinnedBuffer<T>, MemoryError> {
        let bytes = bytes_of::<T>(len)?;
        let mut buffer = PinnedBuffer {
            pointer: NonNull::dangling(),
            len,
            owned: false,
            context: self.clone(),
        };
        if bytes == 0 {
            return Ok(buffer);
        }
        let _bound = self.bind()?;
        // SAFETY: the context is current.
        let pointer = unsafe { self.raw().cuMemHostAlloc(bytes, flags.bits()) }?;
        // SAFETY: the driver allocated so many bytes for this call.
        unsafe { pointer.cast::<u8>().write_bytes(0, bytes) };
        let Some(allocated) =
            NonNull::new(pointer.cast::<T>()).filter(|pointer| pointer.is_aligned())
        else {
            // SAFETY: it was just allocated, and nobody else has it.
            unsafe { self.raw().cuMemFreeHost(pointer) }?;
            return Err(MemoryError::Alignment {
                align: align_of::<T>(),
            });
        };
        buffer.pointer = allocated;
        buffer.owned = true;
        Ok(buffer)
    }
}

impl<T> PinnedBuffer<T> {
    /// Gives the memory away: the caller frees it with `cuMemFreeHost`. `None` for a buffer of no bytes.
    #[must_use]
    pub fn into_raw(mut self) -> Option<NonNull<T>> {
        core::mem::take(&mut self.owned).then_some(self.pointer)
    }

    /// Takes over pinned memory: it is freed when dropped.
    ///
    /// # Safety
    /// - `pointer` was allocated in `context` with `cuMemHostAlloc` or `cuMemAllocHost`, is aligned for `T`
    ///   and holds `len` elements that are initialised.
    /// - Nobody else frees it, and no device writes to it.
    #[must_use]
    pub unsafe fn from_raw(context: &Context, pointer: NonNull<T>, len: usize) -> Self {
        Self {
            pointer,
            len,
            owned: true,
            context: context.clone(),
        }
    }

    /// The address that kernels know the memory by; it needs [`PinnedFlags::DEVICE_MAP`].
    ///
    /// [`cuMemHostGetDevicePointer`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1g57a39e5cba26af4d06be67fc77cc62f0)
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuMemHostGetDevicePointer")]
    pub fn device_pointer(&self) -> Result<CUdeviceptr, CuResult> {
        let _bound = self.context.bind()?;
        // SAFETY: the memory is alive.
        unsafe {
            self.context
                .raw()
                .cuMemHostGetDevicePointer(self.pointer.as_ptr().cast(), 0)
        }
    }

    /// The context that the memory is pinned for.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Frees the memory and says what the driver answered; dropping does the same in silence.
    ///
    /// In both the driver first waits for all work of the context.
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuMemFreeHost")]
    pub fn destroy(mut self) -> Result<(), CuResult> {
        self.release()
    }

    fn release(&mut self) -> Result<(), CuResult> {
        if !core::mem::take(&mut self.owned) {
            return Ok(());
        }
        let pointer = self.pointer.as_ptr().cast();
        // SAFETY: the memory is this value's own, and `owned` was true for the last time.
        self.context.retry(self.context.raw(), |raw| unsafe {
            raw.cuMemFreeHost(pointer)
        })
    }
}

impl<T> Deref for PinnedBuffer<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: so many elements were allocated and zeroed, which is a value of every `Element`; only
        // scopes, which borrow the buffer, and unsafe calls let the device write to them.
        unsafe { slice::from_raw_parts(self.pointer.as_ptr(), self.len) }
    }
}

impl<T> DerefMut for PinnedBuffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and the reference is unique.
        unsafe { slice::from_raw_parts_mut(self.pointer.as_ptr(), self.len) }
    }
}

impl<T> Drop for PinnedBuffer<T> {
    fn drop(&mut self) {
        // Nobody is there to hear of it: `destroy` is for those who want to know.
        let _ = self.release();
    }
}

impl<T: fmt::Debug> fmt::Debug for PinnedBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
