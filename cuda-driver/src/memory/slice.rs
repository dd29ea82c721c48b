use core::marker::PhantomData;
use core::ops::{Bound, RangeBounds};

use cuda_driver_sys::CUdeviceptr;

use crate::Stream;
use crate::memory::{DeviceBuffer, MemoryError};

/// Part of a device buffer, to read from.
#[derive(Debug)]
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
#[derive(Debug)]
pub struct DeviceSliceMut<'a, T> {
    pointer: CUdeviceptr,
    len: usize,
    stream: &'a Stream,
    elements: PhantomData<&'a mut [T]>,
}

/// `range` within `len` elements, as first element and number of elements.
fn within(range: impl RangeBounds<usize>, len: usize) -> Result<(usize, usize), MemoryError> {
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
        Err(MemoryError::OutOfRange { start, end, len })
    }
}

/// The address of element `start`. An empty slice has whatever address comes out: nobody uses it.
fn offset<T>(pointer: CUdeviceptr, start: usize) -> CUdeviceptr {
    pointer.wrapping_add((start * size_of::<T>()) as CUdeviceptr)
}

impl<'a, T> DeviceSlice<'a, T> {
    pub(crate) fn new(pointer: CUdeviceptr, len: usize, stream: &'a Stream) -> Self {
        Self {
            pointer,
            len,
            stream,
            elements: PhantomData,
        }
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The device address of the first element, for calls of [`Driver::raw`](crate::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUdeviceptr {
        self.pointer
    }

    /// The stream that the memory belongs to.
    #[must_use]
    pub fn stream(&self) -> &'a Stream {
        self.stream
    }

    /// The elements of `range`.
    ///
    /// # Errors
    /// [`MemoryError::OutOfRange`].
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<DeviceSlice<'a, T>, MemoryError> {
        let (start, len) = within(range, self.len)?;
        Ok(Self::new(
            offset::<T>(self.pointer, start),
            len,
            self.stream,
        ))
    }
}

impl<'a, T> DeviceSliceMut<'a, T> {
    pub(crate) fn new(pointer: CUdeviceptr, len: usize, stream: &'a Stream) -> Self {
        Self {
            pointer,
            len,
            stream,
            elements: PhantomData,
        }
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The device address of the first element, for calls of [`Driver::raw`](crate::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUdeviceptr {
        self.pointer
    }

    /// The stream that the memory belongs to.
    #[must_use]
    pub fn stream(&self) -> &'a Stream {
        self.stream
    }

    /// The elements of `range`.
    ///
    /// # Errors
    /// [`MemoryError::OutOfRange`].
    pub fn slice_mut(
        &mut self,
        range: impl RangeBounds<usize>,
    ) -> Result<DeviceSliceMut<'_, T>, MemoryError> {
        let (start, len) = within(range, self.len)?;
        Ok(DeviceSliceMut::new(
            offset::<T>(self.pointer, start),
            len,
            self.stream,
        ))
    }

    /// The elements before `middle`, and the others.
    ///
    /// # Errors
    /// [`MemoryError::OutOfRange`].
    pub fn split_at_mut(
        self,
        middle: usize,
    ) -> Result<(DeviceSliceMut<'a, T>, DeviceSliceMut<'a, T>), MemoryError> {
        let (_, before) = within(..middle, self.len)?;
        let after = offset::<T>(self.pointer, before);
        Ok((
            Self::new(self.pointer, before, self.stream),
            Self::new(after, self.len - before, self.stream),
        ))
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

impl<T> DeviceBuffer<T> {
    /// The whole buffer, to read from.
    #[must_use]
    pub fn as_slice(&self) -> DeviceSlice<'_, T> {
        self.into()
    }

    /// The whole buffer, to write to.
    #[must_use]
    pub fn as_slice_mut(&mut self) -> DeviceSliceMut<'_, T> {
        self.into()
    }

    /// The elements of `range`, to read from.
    ///
    /// # Errors
    /// [`MemoryError::OutOfRange`].
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<DeviceSlice<'_, T>, MemoryError> {
        self.as_slice().slice(range)
    }

    /// The elements of `range`, to write to.
    ///
    /// # Errors
    /// [`MemoryError::OutOfRange`].
    pub fn slice_mut(
        &mut self,
        range: impl RangeBounds<usize>,
    ) -> Result<DeviceSliceMut<'_, T>, MemoryError> {
        let (start, len) = within(range, self.len())?;
        Ok(DeviceSliceMut::new(
            offset::<T>(self.as_raw(), start),
            len,
            self.stream(),
        ))
    }
}
