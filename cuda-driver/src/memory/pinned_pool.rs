use core::ptr::NonNull;
use std::sync::Arc;

use crate::context::{Context, SpareWindow};
use crate::error::{CuResult, Error};
use crate::memory::{
    Element, PinnedBuffer, PinnedFlags, error::bytes_of, shelf::Shelf, shelf::Shelves,
};

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
    shelves: Arc<Shelves>,
}

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
        Self { shelves: Arc::new(Shelves::new(context, flags)) }
    }

    /// Returns pinned memory for `len` elements, from the pool if it has some, and newly allocated otherwise. New
    /// memory is zero; reused memory keeps its old contents.
    ///
    /// # Errors
    /// [`Error::TooLarge`], [`Error::OutOfMemory`], or the driver's error.
    pub fn alloc<T: Element>(&self, len: usize) -> Result<PinnedBuffer<T>, Error> {
        let shelves = &self.shelves;
        let bytes = bytes_of::<T>(len)?;
        if bytes == 0 || align_of::<T>() > PAGE {
            return shelves.context.pinned_with(len, shelves.flags);
        }
        let size = bytes.next_power_of_two().max(PAGE);
        let spare = shelves.spare()[size.ilog2() as usize].pop();
        let pointer = match spare {
            Some(SpareWindow(pointer)) => pointer,
            None => {
                let pointer = shelves.context.pin(size, shelves.flags)?;
                NonNull::new(pointer).ok_or(Error::Alignment { align: align_of::<T>() })?
            }
        };
        let shelf = Shelf::new(shelves, size);
        // SAFETY: it is pinned memory of at least that many bytes, aligned to a page, zeroed once, and not used
        // elsewhere.
        Ok(unsafe { PinnedBuffer::from_shelf(&shelves.context, pointer.cast(), len, shelf) })
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
        self.shelves.free_spare()
    }

    /// Returns the number of unused bytes that the pool holds.
    #[must_use]
    #[inline]
    pub fn spare_bytes(&self) -> usize {
        let spare = self.shelves.spare();
        let by_power = spare.iter().enumerate();
        by_power.map(|(power, spare)| spare.len() << power).sum()
    }
}
