use core::ffi::c_void;
use core::ptr::NonNull;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::memory::error::bytes_of;
use crate::memory::pinned::Spare;
use crate::memory::{Element, MemoryError, PinnedBuffer, PinnedFlags};
use crate::{Context, CuResult};

/// Pinned memory that is kept for the next use: a buffer that is dropped goes back to the pool, which takes no driver
/// call and waits for nothing.
///
/// Clones refer to the same object. Sizes are rounded up to powers of two, of a page at least. What is in the pool is
/// freed when the pool and the last of its buffers are dropped, or by [`trim`](Self::trim).
///
/// ```no_run
/// # let context = cuda_driver::Driver::load()?.device(0)?.primary_context()?;
/// let pool = cuda_driver::PinnedPool::new(&context);
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

/// What isn't used: in each place what has that power of two of bytes.
type SpareBySize = [Vec<Spare>; usize::BITS as usize];

const NO_SPARE: SpareBySize = [const { Vec::new() }; usize::BITS as usize];

/// The smallest size that a pool allocates, in bytes.
const PAGE: usize = 4096;

impl PinnedPool {
    /// An empty pool of memory that is pinned for `context`.
    #[must_use]
    #[inline]
    pub fn new(context: &Context) -> Self {
        Self::with_flags(context, PinnedFlags::empty())
    }

    /// An empty pool of memory that behaves as `flags` say.
    #[must_use]
    #[inline]
    pub fn with_flags(context: &Context, flags: PinnedFlags) -> Self {
        Self {
            inner: Arc::new(Inner {
                context: context.clone(),
                flags,
                spare: Mutex::new(NO_SPARE),
            }),
        }
    }

    /// Pinned memory for `len` elements: of the pool if it has some, else allocated. All is zero at first; used again, it
    /// holds what was left there.
    ///
    /// # Errors
    /// [`MemoryError::TooLarge`], [`MemoryError::OutOfMemory`], or the driver's error.
    pub fn alloc<T: Element>(&self, len: usize) -> Result<PinnedBuffer<T>, MemoryError> {
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
                NonNull::new(pointer).ok_or(MemoryError::Alignment {
                    align: align_of::<T>(),
                })?
            }
        };
        let shelf = Shelf {
            pool: self.clone(),
            size,
        };
        // SAFETY: it is pinned memory of at least that many bytes, aligned to a page, zeroed once, and nobody else's.
        Ok(unsafe { PinnedBuffer::from_shelf(&inner.context, pointer.cast(), len, shelf) })
    }

    /// Frees what isn't used, for which the driver waits for all work of the context.
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemFreeHost")]
    #[inline]
    pub fn trim(&self) -> Result<(), CuResult> {
        self.inner.free_spare()
    }

    /// Returns the bytes that the pool holds and nobody uses.
    #[must_use]
    #[inline]
    pub fn spare_bytes(&self) -> usize {
        let spare = self.inner.spare();
        let by_power = spare.iter().enumerate();
        by_power.map(|(power, spare)| spare.len() << power).sum()
    }
}

impl Inner {
    fn spare(&self) -> MutexGuard<'_, SpareBySize> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

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
    fn drop(&mut self) {
        // Errors are for `trim` to return.
        let _ = self.free_spare();
    }
}

/// The place in a pool that a buffer's memory goes back to.
#[derive(Debug)]
pub(super) struct Shelf {
    pool: PinnedPool,
    size: usize,
}

impl Shelf {
    pub(super) fn put_back(&self, memory: NonNull<c_void>) {
        let mut spare = self.pool.inner.spare();
        spare[self.size.ilog2() as usize].push(Spare(memory));
    }
}
