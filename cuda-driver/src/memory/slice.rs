use core::fmt;
use core::marker::PhantomData;
use core::ops::{Bound, RangeBounds};

use cuda_driver_sys::CUdeviceptr;

use crate::error::Error;
use crate::memory::{DeviceBuffer, OutOfRange};
use crate::stream::Stream;

/// Part of a device buffer, to read from.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// let buffer = stream.upload(&[1u32, 2, 3, 4, 5, 6])?;
/// let middle = buffer.slice(1..5)?;
/// assert_eq!(middle.to_vec()?, [2, 3, 4, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DeviceSlice<'a, T> {
    pointer: CUdeviceptr,
    len: usize,
    stream: &'a Stream,
    elements: PhantomData<&'a [T]>,
}

impl<T> Clone for DeviceSlice<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for DeviceSlice<'_, T> {}

/// Part of a device buffer, to write to.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// let mut buffer = stream.alloc::<u32>(6)?;
/// let (left, right) = buffer.as_slice_mut().split_at_mut(2)?;
/// stream.fill(left, 1)?;
/// stream.upload_into(&[2, 3, 4, 5], right)?;
/// assert_eq!(buffer.to_vec()?, [1, 1, 2, 3, 4, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DeviceSliceMut<'a, T> {
    pointer: CUdeviceptr,
    len: usize,
    stream: &'a Stream,
    elements: PhantomData<&'a mut [T]>,
}

/// Returns `range` within `len` elements, as first element and number of elements.
fn within(range: impl RangeBounds<usize>, len: usize) -> Result<(usize, usize), Error> {
    let bounds = (range.start_bound().cloned(), range.end_bound().cloned());
    let start = match range.start_bound() {
        Bound::Included(start) => *start,
        Bound::Excluded(before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(last) => last.saturating_add(1),
        Bound::Excluded(end) => *end,
        Bound::Unbounded => len,
    };
    if start <= end && end <= len {
        Ok((start, end - start))
    } else {
        let (start, end) = bounds;
        Err(OutOfRange { start, end, len }.into())
    }
}

/// Returns the address of element `start`. The address of an empty slice is arbitrary, because it isn't used.
fn offset<T>(pointer: CUdeviceptr, start: usize) -> CUdeviceptr {
    pointer.wrapping_add((start * size_of::<T>()) as CUdeviceptr)
}

impl<T> DeviceSlice<'_, T> {
    /// Returns the address, and the size in bytes.
    #[cfg(any(unix, feature = "managed"))]
    pub(crate) fn bytes(&self) -> (CUdeviceptr, usize) {
        (self.as_raw(), self.len() * size_of::<T>())
    }
}

impl<'a, T> DeviceSlice<'a, T> {
    /// Returns the number of elements.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns `true` if there are no elements.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the stream that the memory belongs to.
    #[must_use]
    #[inline]
    pub fn stream(&self) -> &'a Stream {
        self.stream
    }

    /// Returns the elements of `range`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`].
    #[inline]
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<DeviceSlice<'a, T>, Error> {
        let (start, len) = within(range, self.len)?;
        Ok(self.part(start, len))
    }

    /// Returns the elements before `middle`, and the others.
    ///
    /// # Errors
    /// [`Error::OutOfRange`].
    #[inline]
    pub fn split_at(&self, middle: usize) -> Result<(Self, Self), Error> {
        let (_, before) = within(..middle, self.len)?;
        Ok((self.part(0, before), self.part(before, self.len - before)))
    }

    /// Returns an iterator over consecutive parts of `size` elements; the last may have fewer. A size of 0 counts as 1.
    #[inline]
    pub fn chunks(
        &self,
        size: usize,
    ) -> impl ExactSizeIterator<Item = DeviceSlice<'a, T>> + use<'a, T> {
        let (this, size) = (*self, size.max(1));
        (0..this.len.div_ceil(size)).map(move |index| {
            let start = index * size;
            this.part(start, size.min(this.len - start))
        })
    }

    /// Returns the device address of the first element, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUdeviceptr {
        self.pointer
    }

    /// Creates a slice of memory that this crate doesn't manage.
    ///
    /// # Safety
    /// - `pointer` is memory for `len` elements that the stream's context can access, and that stays allocated as
    ///   long as the value, its copies, and the work that they are used for.
    /// - No other code writes to it meanwhile, and it holds initialized elements where it is read. Earlier work of
    ///   other streams on it is complete or ordered before `stream`'s.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw_parts(stream: &'a Stream, pointer: CUdeviceptr, len: usize) -> Self {
        Self::new(pointer, len, stream)
    }

    /// Returns the same memory as a slice that belongs to `stream`.
    ///
    /// [`Stream::fork`] does this safely; use this method if you order the work yourself, as frameworks do that count
    /// references to their memory.
    ///
    /// # Safety
    /// The context of `stream` can access the memory. The caller orders work that writes to it, on its own stream or
    /// another, before or after the work that `stream` does with it, with events or [`Stream::wait_stream`], and its
    /// release after that work.
    #[must_use]
    #[inline]
    pub unsafe fn assume_on(self, stream: &'a Stream) -> DeviceSlice<'a, T> {
        Self::new(self.pointer, self.len, stream)
    }

    pub(crate) fn new(pointer: CUdeviceptr, len: usize, stream: &'a Stream) -> Self {
        Self { pointer, len, stream, elements: PhantomData }
    }

    /// Returns `len` elements from `start` on, which must be within the slice.
    fn part(&self, start: usize, len: usize) -> Self {
        Self::new(offset::<T>(self.pointer, start), len, self.stream)
    }
}

impl<'a, T> DeviceSliceMut<'a, T> {
    /// Returns the number of elements.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns `true` if there are no elements.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the stream that the memory belongs to.
    #[must_use]
    #[inline]
    pub fn stream(&self) -> &'a Stream {
        self.stream
    }

    /// Returns the elements of `range`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`].
    #[inline]
    pub fn slice_mut(
        &mut self,
        range: impl RangeBounds<usize>,
    ) -> Result<DeviceSliceMut<'_, T>, Error> {
        let (start, len) = within(range, self.len)?;
        Ok(DeviceSliceMut::new(offset::<T>(self.pointer, start), len, self.stream))
    }

    /// Returns the elements before `middle`, and the others.
    ///
    /// # Errors
    /// [`Error::OutOfRange`].
    #[inline]
    pub fn split_at_mut(
        self,
        middle: usize,
    ) -> Result<(DeviceSliceMut<'a, T>, DeviceSliceMut<'a, T>), Error> {
        let (_, before) = within(..middle, self.len)?;
        let after = offset::<T>(self.pointer, before);
        Ok((
            Self::new(self.pointer, before, self.stream),
            Self::new(after, self.len - before, self.stream),
        ))
    }

    /// Returns an iterator over consecutive parts of `size` elements; the last may have fewer. A size of 0 counts as 1.
    #[inline]
    pub fn chunks_mut(self, size: usize) -> impl ExactSizeIterator<Item = DeviceSliceMut<'a, T>> {
        let size = size.max(1);
        (0..self.len.div_ceil(size)).map(move |index| {
            let start = index * size;
            let pointer = offset::<T>(self.pointer, start);
            // The parts don't overlap, and `self` is consumed.
            DeviceSliceMut::new(pointer, size.min(self.len - start), self.stream)
        })
    }

    /// Reborrows the memory for a shorter lifetime.
    #[inline]
    #[must_use]
    pub fn reborrow(&mut self) -> DeviceSliceMut<'_, T> {
        DeviceSliceMut::new(self.pointer, self.len, self.stream)
    }

    /// Returns the same memory, to read from.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> DeviceSlice<'_, T> {
        DeviceSlice::new(self.pointer, self.len, self.stream)
    }

    /// Returns the device address of the first element, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUdeviceptr {
        self.pointer
    }

    /// Creates a slice of memory that this crate doesn't manage.
    ///
    /// # Safety
    /// - `pointer` is memory for `len` elements that the stream's context can access, and that stays allocated as
    ///   long as the value, its copies, and the work that they are used for.
    /// - No other code accesses it meanwhile. Earlier work of other streams on it is
    ///   complete or ordered before `stream`'s.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw_parts(stream: &'a Stream, pointer: CUdeviceptr, len: usize) -> Self {
        Self::new(pointer, len, stream)
    }

    /// Returns the same memory as a slice that belongs to `stream`.
    ///
    /// [`Stream::fork`] does this safely; use this method if you order the work yourself, as frameworks do that count
    /// references to their memory.
    ///
    /// # Safety
    /// The context of `stream` can access the memory. The caller orders other work on it, on its own stream or another,
    /// before or after the work that `stream` does with it, with events or [`Stream::wait_stream`], and its release
    /// after that work.
    #[must_use]
    #[inline]
    pub unsafe fn assume_on(self, stream: &'a Stream) -> DeviceSliceMut<'a, T> {
        Self::new(self.pointer, self.len, stream)
    }

    pub(crate) fn new(pointer: CUdeviceptr, len: usize, stream: &'a Stream) -> Self {
        Self { pointer, len, stream, elements: PhantomData }
    }
}

impl<'a, T> From<&'a DeviceBuffer<T>> for DeviceSlice<'a, T> {
    fn from(buffer: &'a DeviceBuffer<T>) -> Self {
        Self::new(buffer.as_raw(), buffer.len(), buffer.stream())
    }
}

impl<'a, T> From<&'a mut DeviceBuffer<T>> for DeviceSlice<'a, T> {
    fn from(buffer: &'a mut DeviceBuffer<T>) -> Self {
        Self::from(&*buffer)
    }
}

impl<'a, T> From<&'a mut DeviceBuffer<T>> for DeviceSliceMut<'a, T> {
    fn from(buffer: &'a mut DeviceBuffer<T>) -> Self {
        Self::new(buffer.as_raw(), buffer.len(), buffer.stream())
    }
}

impl<'a, T> From<DeviceSliceMut<'a, T>> for DeviceSlice<'a, T> {
    fn from(slice: DeviceSliceMut<'a, T>) -> Self {
        Self::new(slice.pointer, slice.len, slice.stream)
    }
}

impl<'a, T> From<&'a DeviceSliceMut<'_, T>> for DeviceSlice<'a, T> {
    fn from(slice: &'a DeviceSliceMut<'_, T>) -> Self {
        slice.as_slice()
    }
}

impl<'a, T> From<&DeviceSlice<'a, T>> for DeviceSlice<'a, T> {
    fn from(slice: &DeviceSlice<'a, T>) -> Self {
        *slice
    }
}

impl<'a, T> From<&'a mut DeviceSliceMut<'_, T>> for DeviceSliceMut<'a, T> {
    fn from(slice: &'a mut DeviceSliceMut<'_, T>) -> Self {
        slice.reborrow()
    }
}

impl<T> DeviceBuffer<T> {
    /// Returns the whole buffer, to read from.
    #[must_use]
    #[inline]
    pub fn as_slice(&self) -> DeviceSlice<'_, T> {
        self.into()
    }

    /// Returns the whole buffer, to write to.
    #[must_use]
    #[inline]
    pub fn as_slice_mut(&mut self) -> DeviceSliceMut<'_, T> {
        self.into()
    }

    /// Returns the elements of `range`, to read from.
    ///
    /// # Errors
    /// [`Error::OutOfRange`].
    #[inline]
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<DeviceSlice<'_, T>, Error> {
        self.as_slice().slice(range)
    }

    /// Returns the elements of `range`, to write to.
    ///
    /// # Errors
    /// [`Error::OutOfRange`].
    #[inline]
    pub fn slice_mut(
        &mut self,
        range: impl RangeBounds<usize>,
    ) -> Result<DeviceSliceMut<'_, T>, Error> {
        let (start, len) = within(range, self.len())?;
        Ok(DeviceSliceMut::new(offset::<T>(self.as_raw(), start), len, self.stream()))
    }
}

impl<T> fmt::Debug for DeviceSlice<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug::<T>(f, "DeviceSlice", self.pointer, self.len)
    }
}

impl<T> fmt::Debug for DeviceSliceMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug::<T>(f, "DeviceSliceMut", self.pointer, self.len)
    }
}

fn debug<T>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    pointer: CUdeviceptr,
    len: usize,
) -> fmt::Result {
    f.debug_struct(name)
        .field("pointer", &format_args!("{pointer:#x}"))
        .field("len", &len)
        .field("element", &core::any::type_name::<T>())
        .finish_non_exhaustive()
}
