use core::fmt;
use core::marker::PhantomData;

use cuda_driver_sys::{CUdeviceptr, CUmemLocation};

use crate::error::{CuResult, Error};
use crate::memory::{DeviceSlice, DeviceSliceMut, Element, MemLocation};
use crate::stream::Stream;

/// Ranges of managed memory of one stream that one call prefetches.
///
/// ```no_run
/// use cuda_driver::{managed::{MemAttachFlags, PrefetchBatch}, memory::MemLocation};
/// # fn f(stream: &cuda_driver::Stream) -> Result<(), cuda_driver::Error> {
/// let input = stream.alloc_managed::<f32>(1000, MemAttachFlags::GLOBAL)?;
/// let output = stream.alloc_managed::<f32>(1000, MemAttachFlags::GLOBAL)?;
/// let mut batch = PrefetchBatch::new(stream);
/// batch.push::<f32>(&input, stream.context().device())?;
/// batch.push::<f32>(&output, MemLocation::HOST)?;
/// batch.prefetch()?;
/// # Ok(()) }
/// ```
pub struct PrefetchBatch<'a> {
    ranges: Ranges<'a>,
    locations: Vec<CUmemLocation>,
    /// For each location, the first range that moves to it.
    first: Vec<usize>,
    last: Option<MemLocation>,
}

/// Ranges of managed memory of one stream whose contents are no longer needed.
pub struct DiscardBatch<'a> {
    ranges: Ranges<'a>,
    // Discarded memory can't be used elsewhere meanwhile, because it is borrowed exclusively.
    exclusive: PhantomData<&'a mut ()>,
}

struct Ranges<'a> {
    stream: &'a Stream,
    pointers: Vec<CUdeviceptr>,
    sizes: Vec<usize>,
}

impl<'a> Ranges<'a> {
    fn new(stream: &'a Stream) -> Self {
        Self { stream, pointers: Vec::new(), sizes: Vec::new() }
    }

    /// Returns whether the range isn't empty.
    fn push<T: Element>(&mut self, range: DeviceSlice<'a, T>) -> Result<bool, Error> {
        self.stream.owns(range.stream())?;
        let (pointer, bytes) = range.bytes();
        if bytes > 0 {
            self.pointers.push(pointer);
            self.sizes.push(bytes);
        }
        Ok(bytes > 0)
    }
}

impl<'a> PrefetchBatch<'a> {
    /// Creates an empty batch.
    #[must_use]
    #[inline]
    pub fn new(stream: &'a Stream) -> Self {
        Self { ranges: Ranges::new(stream), locations: Vec::new(), first: Vec::new(), last: None }
    }

    /// Adds a range and its destination.
    ///
    /// # Errors
    /// [`Error::OtherStream`].
    pub fn push<T: Element>(
        &mut self,
        range: impl Into<DeviceSlice<'a, T>>,
        location: impl Into<MemLocation>,
    ) -> Result<(), Error> {
        let location = location.into();
        if self.ranges.push(range.into())? && self.last != Some(location) {
            self.locations.push(location.as_raw());
            self.first.push(self.ranges.pointers.len() - 1);
            self.last = Some(location);
        }
        Ok(())
    }

    /// Prefetches the ranges, in stream order. It can be called again.
    ///
    /// [`cuMemPrefetchBatchAsync`](crate::driver::Raw::cuMemPrefetchBatchAsync)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 13.0 or newer.
    #[doc(alias = "cuMemPrefetchBatchAsync")]
    #[inline]
    pub fn prefetch(&mut self) -> Result<(), CuResult> {
        let count = self.ranges.pointers.len();
        if count == 0 {
            return Ok(());
        }
        let (pointers, sizes) = (self.ranges.pointers.as_mut_ptr(), self.ranges.sizes.as_mut_ptr());
        let (locations, first) = (self.locations.as_mut_ptr(), self.first.as_mut_ptr());
        let places = self.locations.len();
        // SAFETY: the arrays have that many entries, and the memory is borrowed.
        self.ranges.stream.submit_uncaptured(|raw, stream| unsafe {
            raw.cuMemPrefetchBatchAsync(pointers, sizes, count, locations, first, places, 0, stream)
        })
    }
}

impl<'a> DiscardBatch<'a> {
    /// Creates an empty batch.
    #[must_use]
    #[inline]
    pub fn new(stream: &'a Stream) -> Self {
        Self { ranges: Ranges::new(stream), exclusive: PhantomData }
    }

    /// Adds a range. It should consist of whole pages: partial pages keep their contents, or the driver rejects them.
    ///
    /// # Errors
    /// [`Error::OtherStream`].
    pub fn push<T: Element>(
        &mut self,
        range: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), Error> {
        let range = range.into();
        let (pointer, len, stream) = (range.as_raw(), range.len(), range.stream());
        // The batch owns the mutable slice, so no other code accesses it during its lifetime.
        self.ranges.push::<T>(DeviceSlice::new(pointer, len, stream)).map(drop)
    }

    /// Discards the ranges' contents, in stream order, so that they need not migrate. They are unspecified until
    /// written.
    ///
    /// [`cuMemDiscardBatchAsync`](crate::driver::Raw::cuMemDiscardBatchAsync)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 13.0 or newer.
    #[doc(alias = "cuMemDiscardBatchAsync")]
    #[inline]
    pub fn discard(&mut self) -> Result<(), CuResult> {
        let count = self.ranges.pointers.len();
        if count == 0 {
            return Ok(());
        }
        let (pointers, sizes) = (self.ranges.pointers.as_mut_ptr(), self.ranges.sizes.as_mut_ptr());
        // SAFETY: the arrays have that many entries, and the memory is borrowed exclusively.
        self.ranges.stream.submit_uncaptured(|raw, stream| unsafe {
            raw.cuMemDiscardBatchAsync(pointers, sizes, count, 0, stream)
        })
    }

    /// Discards the ranges' contents, as [`discard`](Self::discard) does, and prefetches the ranges to a location.
    ///
    /// [`cuMemDiscardAndPrefetchBatchAsync`](crate::driver::Raw::cuMemDiscardAndPrefetchBatchAsync)
    ///
    /// # Errors
    /// Returns the driver's error. Requires a driver of CUDA 13.0 or newer.
    #[doc(alias = "cuMemDiscardAndPrefetchBatchAsync")]
    #[inline]
    pub fn discard_and_prefetch(
        &mut self,
        location: impl Into<MemLocation>,
    ) -> Result<(), CuResult> {
        let count = self.ranges.pointers.len();
        if count == 0 {
            return Ok(());
        }
        let (pointers, sizes) = (self.ranges.pointers.as_mut_ptr(), self.ranges.sizes.as_mut_ptr());
        let location = location.into().as_raw();
        // SAFETY: the arrays have that many entries, and the memory is borrowed exclusively.
        self.ranges.stream.submit_uncaptured(|raw, stream| unsafe {
            let (mut location, mut first) = (location, 0);
            raw.cuMemDiscardAndPrefetchBatchAsync(
                pointers,
                sizes,
                count,
                &raw mut location,
                &raw mut first,
                1,
                0,
                stream,
            )
        })
    }
}

impl fmt::Debug for PrefetchBatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrefetchBatch")
            .field("ranges", &self.ranges.pointers.len())
            .field("locations", &self.locations.len())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for DiscardBatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DiscardBatch")
            .field("ranges", &self.ranges.pointers.len())
            .finish_non_exhaustive()
    }
}
