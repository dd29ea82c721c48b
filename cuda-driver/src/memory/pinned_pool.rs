use core::ffi::c_void;
use core::ptr::NonNull;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::context::Context;
use crate::error::{CuResult, Error};
use crate::fork::is_forked;
use crate::memory::{Element, PinnedBuffer, PinnedFlags, error::bytes_of, pinned::Spare};

/// A pool of pinned memory. A dropped buffer returns to the pool for reuse, without a driver call and without waiting.
///
/// Clones refer to the same object. Sizes are rounded up to powers of two, to at least a page. Memory in the pool is
/// freed when the pool and the last of its buffers are dropped, or by [`trim`](Self::trim).
///
/// ```no_run
/// # let context = cuda_driver::Driver::load()?.device(0)?.primary_context()?;
/// let pool = cuda_driver::memory::PinnedPool::new(&context);
/// for round in 0..100 {
///     let mut staging = pool.alloc::<f32>(1 << 20)?; // allocates the first time
///     staging.fill(round as f32);
/// }
/// # Ok::<(), cuda_driver::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct PinnedPool {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    context: Context,
    flags: PinnedFlags,
    spare: Mutex<SpareBySize>,
}

/// The unused memory: each entry holds the buffers of that power of two of bytes.
type SpareBySize = [Vec<Spare>; usize::BITS as usize];

const NO_SPARE: SpareBySize = [const { Vec::new() }; usize::BITS as usize];

/// The smallest size that a pool allocates, in bytes.
const PAGE: usize = 4096;

impl PinnedPool {
    /// Creates an empty pool of memory that is pinned for `context`.
    #[must_use]
    #[inline]
    pub fn new(context: &Context) -> Self {
        Self::with_flags(context, PinnedFlags::empty())
    }

    /// Creates an empty pool of memory with the given flags.
    #[must_use]
    #[inline]
    pub fn with_flags(context: &Context, flags: PinnedFlags) -> Self {
        Self {
            inner: Arc::new(Inner { context: context.clone(), flags, spare: Mutex::new(NO_SPARE) }),
        }
    }

    /// Returns pinned memory for `len` elements, from the pool if it has some, and newly allocated otherwise. New
    /// memory is zero; reused memory keeps its old contents.
    ///
    /// # Errors
    /// [`Error::TooLarge`], [`Error::OutOfMemory`], or the driver's error.
    pub fn alloc<T: Element>(&self, len: usize) -> Result<PinnedBuffer<T>, Error> {
        let inner = &self.inner;
        let bytes = bytes_of::<T>(len)?;
        if bytes == 0 || align_of::<T>() > PAGE {
            return inner.context.pinned_with(len, inner.flags);
        }
        let size = bytes.next_power_of_two().max(PAGE);
        let spare = inner.spare()[size.ilog2() as usize].pop();
        let pointer = match spare {
            Some(Spare(pointer)) => pointer,
            None => {
                let pointer = inner.context.pin(size, inner.flags)?;
                NonNull::new(pointer).ok_or(Error::Alignment { align: align_of::<T>() })?
            }
        };
        let shelf = Shelf { pool: self.clone(), size };
        // SAFETY: it is pinned memory of at least that many bytes, aligned to a page, zeroed once, and not used
        // elsewhere.
        Ok(unsafe { PinnedBuffer::from_shelf(&inner.context, pointer.cast(), len, shelf) })
    }

    /// Frees the unused memory, for which the driver waits for all work of the context.
    ///
    /// [`cuMemFreeHost`](crate::driver::Raw::cuMemFreeHost)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemFreeHost")]
    #[inline]
    pub fn trim(&self) -> Result<(), CuResult> {
        self.inner.free_spare()
    }

    /// Returns the number of unused bytes that the pool holds.
    #[must_use]
    #[inline]
    pub fn spare_bytes(&self) -> usize {
        let spare = self.inner.spare();
        let by_power = spare.iter().enumerate();
        by_power.map(|(power, spare)| spare.len() << power).sum()
    }
}

impl Inner {
    #[inline]
    fn spare(&self) -> MutexGuard<'_, SpareBySize> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    fn free_spare(&self) -> Result<(), CuResult> {
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

impl Drop for Inner {
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
    pool: PinnedPool,
    size: usize,
}

impl Shelf {
    #[inline]
    pub(super) fn put_back(&self, memory: NonNull<c_void>) {
        let mut spare = self.pool.inner.spare();
        spare[self.size.ilog2() as usize].push(Spare(memory));
    }
}
