use core::fmt;
use core::marker::PhantomData;

use cuda_driver_sys::{CUdeviceptr, CUmemLocation};

use crate::memory::{DeviceSlice, DeviceSliceMut, Element, MemLocation, MemoryError};
use crate::{CuResult, Stream};

/// Ranges of managed memory of one stream that are moved ahead of their use by one call.
pub struct PrefetchBatch<'a> {
    ranges: Ranges<'a>,
    locations: Vec<CUmemLocation>,
    /// The first range that goes to each of the locations.
    first: Vec<usize>,
    last: Option<MemLocation>,
}

/// Ranges of managed memory of one stream whose content is no longer needed.
pub struct DiscardBatch<'a> {
    ranges: Ranges<'a>,
    // What is discarded can't be used by anybody else meanwhile.
    exclusive: PhantomData<&'a mut ()>,
}

struct Ranges<'a> {
    stream: &'a Stream,
    pointers: Vec<CUdeviceptr>,
    sizes: Vec<usize>,
}

impl<'a> Ranges<'a> {
    fn new(stream: &'a Stream) -> Self {
        Self {
            stream,
            pointers: Vec::new(),
            sizes: Vec::new(),
        }
    }

    /// Returns whether the range has any bytes.
    fn push<T: Element>(&mut self, range: DeviceSlice<'a, T>) -> Result<bool, MemoryError> {
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
    /// A batch of no ranges.
    #[must_use]
    #[inline]
    pub fn new(stream: &'a Stream) -> Self {
        Self {
            ranges: Ranges::new(stream),
            locations: Vec::new(),
            first: Vec::new(),
            last: None,
        }
    }

    /// Adds a range, and where it is to go.
    ///
    /// # Errors
    /// [`MemoryError::OtherStream`].
    pub fn push<T: Element>(
        &mut self,
        range: impl Into<DeviceSlice<'a, T>>,
        location: impl Into<MemLocation>,
    ) -> Result<(), MemoryError> {
        let location = location.into();
        if self.ranges.push(range.into())? && self.last != Some(location) {
            self.locations.push(location.as_raw());
            self.first.push(self.ranges.pointers.len() - 1);
            self.last = Some(location);
        }
        Ok(())
    }

    /// Moves the ranges, in the stream's order; it can be called again.
    ///
    /// [`cuMemPrefetchBatchAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g97fe632183ff5ff791813c3174fc5121)
    ///
    /// # Errors
    /// Returns the driver's error, or that the function is absent, on drivers before 13.0.
    #[doc(alias = "cuMemPrefetchBatchAsync")]
    #[inline]
    pub fn prefetch(&mut self) -> Result<(), CuResult> {
        let count = self.ranges.pointers.len();
        if count == 0 {
            return Ok(());
        }
        let (pointers, sizes) = (
            self.ranges.pointers.as_mut_ptr(),
            self.ranges.sizes.as_mut_ptr(),
        );
        let (locations, first) = (self.locations.as_mut_ptr(), self.first.as_mut_ptr());
        let places = self.locations.len();
        // SAFETY: the arrays have so many entries, and the memory is borrowed.
        self.ranges.stream.submit_uncaptured(|raw, stream| unsafe {
            raw.cuMemPrefetchBatchAsync(pointers, sizes, count, locations, first, places, 0, stream)
        })
    }
}

impl<'a> DiscardBatch<'a> {
    /// A batch of no ranges.
    #[must_use]
    #[inline]
    pub fn new(stream: &'a Stream) -> Self {
        Self {
            ranges: Ranges::new(stream),
            exclusive: PhantomData,
        }
    }

    /// Adds a range. It should be of whole pages: others' content stays, or the driver refuses.
    ///
    /// # Errors
    /// [`MemoryError::OtherStream`].
    pub fn push<T: Element>(
        &mut self,
        range: impl Into<DeviceSliceMut<'a, T>>,
    ) -> Result<(), MemoryError> {
        let range = range.into();
        let (pointer, len, stream) = (range.as_raw(), range.len(), range.stream());
        // No other code has it as long as the batch, which the mutable slice was given to.
        self.ranges
            .push::<T>(DeviceSlice::new(pointer, len, stream))
            .map(drop)
    }

    /// Gives the ranges' content up, in the stream's order, so that it needn't move any more: it is unspecified until
    /// something is written.
    ///
    /// [`cuMemDiscardBatchAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1gf517eb7d44e9bae70cf6a1ec8d9ece4e)
    ///
    /// # Errors
    /// Returns the driver's error, or that the function is absent, on drivers before 13.0.
    #[doc(alias = "cuMemDiscardBatchAsync")]
    #[inline]
    pub fn discard(&mut self) -> Result<(), CuResult> {
        let count = self.ranges.pointers.len();
        if count == 0 {
            return Ok(());
        }
        let (pointers, sizes) = (
            self.ranges.pointers.as_mut_ptr(),
            self.ranges.sizes.as_mut_ptr(),
        );
        // SAFETY: the arrays have so many entries, and the memory is borrowed exclusively.
        self.ranges.stream.submit_uncaptured(|raw, stream| unsafe {
            raw.cuMemDiscardBatchAsync(pointers, sizes, count, 0, stream)
        })
    }

    /// Gives the ranges' content up, as [`discard`](Self::discard), and moves the ranges to a location.
    ///
    /// [`cuMemDiscardAndPrefetchBatchAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__UNIFIED.html#group__CUDA__UNIFIED_1g2a8dbb3c95608cff2269226298fd8f28)
    ///
    /// # Errors
    /// Returns the driver's error, or that the function is absent, on drivers before 13.0.
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
        let (pointers, sizes) = (
            self.ranges.pointers.as_mut_ptr(),
            self.ranges.sizes.as_mut_ptr(),
        );
        let location = location.into().as_raw();
        // SAFETY: the arrays have so many entries, and the memory is borrowed exclusively.
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
