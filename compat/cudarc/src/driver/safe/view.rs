use core::marker::PhantomData;
use core::ops::{Bound, RangeBounds};
use std::sync::Arc;

use super::others::StreamUses;
use super::seal::Seal;
use super::uses::{NotedUse, begin};
use super::{CudaSlice, CudaStream, SyncOnDrop};
use crate::driver::sys;

/// What views have in common.
#[derive(Debug, Clone, Copy)]
struct ViewParts<'a> {
    address: sys::CUdeviceptr,
    len: usize,
    stream: &'a Arc<CudaStream>,
    uses: Option<&'a StreamUses>,
}

impl<'a> ViewParts<'a> {
    fn of<T>(slice: &'a CudaSlice<T>) -> Self {
        let (address, len) = (slice.address(), slice.len());
        Self { address, len, stream: slice.stream(), uses: Some(slice.uses()) }
    }

    fn within<T>(self, bounds: impl RangeBounds<usize>) -> Option<Self> {
        let (begin, len) = within(bounds, self.len)?;
        let address = self.address + (begin * size_of::<T>()) as u64;
        Some(Self { address, len, ..self })
    }

    /// Returns the part as `len` elements of the other type.
    fn cast<T, S>(self, len: usize) -> Option<Self> {
        let bytes = len.checked_mul(size_of::<S>())?;
        (bytes <= self.len * size_of::<T>()).then_some(Self { len, ..self })
    }

    fn noted(self, stream: &'a CudaStream, writes: bool) -> NotedUse<'a> {
        NotedUse::of_slice(self.uses, self.stream, stream, writes)
    }
}

/// A part of a slice.
#[derive(Debug)]
pub struct CudaView<'a, T> {
    part: ViewParts<'a>,
    elements: PhantomData<&'a [T]>,
}

/// A part of a slice, to be written.
#[derive(Debug)]
pub struct CudaViewMut<'a, T> {
    part: ViewParts<'a>,
    elements: PhantomData<&'a mut [T]>,
}

impl<T> Clone for CudaView<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for CudaView<'_, T> {}

/// Returns the begin and the length of a range, if it is within `len`.
pub(super) fn within(bounds: impl RangeBounds<usize>, len: usize) -> Option<(usize, usize)> {
    let begin = match bounds.start_bound() {
        Bound::Included(begin) => *begin,
        Bound::Excluded(before) => before.checked_add(1)?,
        Bound::Unbounded => 0,
    };
    let end = match bounds.end_bound() {
        Bound::Included(last) => last.checked_add(1)?,
        Bound::Excluded(end) => *end,
        Bound::Unbounded => len,
    };
    (begin <= end && end <= len).then(|| (begin, end - begin))
}

impl<T> CudaSlice<T> {
    pub fn as_view(&self) -> CudaView<'_, T> {
        CudaView::of(ViewParts::of(self))
    }

    /// The bytes of a variable, which no slice owns.
    pub(super) fn view_of_global(
        address: sys::CUdeviceptr,
        len: usize,
        stream: &Arc<CudaStream>,
    ) -> CudaViewMut<'_, T> {
        CudaViewMut::of(ViewParts { address, len, stream, uses: None })
    }

    pub fn as_view_mut(&mut self) -> CudaViewMut<'_, T> {
        CudaViewMut::of(ViewParts::of(self))
    }

    /// # Panics
    /// If the range isn't within the slice, as cudarc does.
    pub fn slice(&self, bounds: impl RangeBounds<usize>) -> CudaView<'_, T> {
        self.try_slice(bounds).expect("the range is within the slice")
    }

    pub fn try_slice(&self, bounds: impl RangeBounds<usize>) -> Option<CudaView<'_, T>> {
        self.as_view().try_slice(bounds)
    }

    /// # Panics
    /// If the range isn't within the slice, as cudarc does.
    pub fn slice_mut(&mut self, bounds: impl RangeBounds<usize>) -> CudaViewMut<'_, T> {
        self.try_slice_mut(bounds).expect("the range is within the slice")
    }

    pub fn try_slice_mut(&mut self, bounds: impl RangeBounds<usize>) -> Option<CudaViewMut<'_, T>> {
        ViewParts::of(self).within::<T>(bounds).map(CudaViewMut::of)
    }

    /// # Safety
    /// The memory holds values of the other type.
    pub unsafe fn transmute<S>(&self, len: usize) -> Option<CudaView<'_, S>> {
        // SAFETY: the caller guarantees it.
        unsafe { self.as_view().transmute(len) }
    }

    /// # Safety
    /// The memory holds values of the other type, and then of this one.
    pub unsafe fn transmute_mut<S>(&mut self, len: usize) -> Option<CudaViewMut<'_, S>> {
        ViewParts::of(self).cast::<T, S>(len).map(CudaViewMut::of)
    }

    /// # Panics
    /// If `mid` is beyond the end, as cudarc does.
    pub fn split_at(&self, mid: usize) -> (CudaView<'_, T>, CudaView<'_, T>) {
        self.as_view().split_at(mid)
    }

    pub fn try_split_at(&self, mid: usize) -> Option<(CudaView<'_, T>, CudaView<'_, T>)> {
        self.as_view().try_split_at(mid)
    }

    /// # Panics
    /// If `mid` is beyond the end, as cudarc does.
    pub fn split_at_mut(&mut self, mid: usize) -> (CudaViewMut<'_, T>, CudaViewMut<'_, T>) {
        self.try_split_at_mut(mid).expect("`mid` is within the slice")
    }

    pub fn try_split_at_mut(
        &mut self,
        mid: usize,
    ) -> Option<(CudaViewMut<'_, T>, CudaViewMut<'_, T>)> {
        self.as_view_mut().parts(mid)
    }
}

impl<'a, T> CudaView<'a, T> {
    /// # Panics
    /// If the range isn't within the view, as cudarc does.
    pub fn slice(&self, bounds: impl RangeBounds<usize>) -> Self {
        self.try_slice(bounds).expect("the range is within the view")
    }

    pub fn try_slice(&self, bounds: impl RangeBounds<usize>) -> Option<Self> {
        self.part.within::<T>(bounds).map(Self::of)
    }

    /// # Safety
    /// The memory holds values of the other type.
    pub unsafe fn transmute<S>(&self, len: usize) -> Option<CudaView<'a, S>> {
        self.part.cast::<T, S>(len).map(CudaView::of)
    }

    /// # Panics
    /// If `mid` is beyond the end, as cudarc does.
    pub fn split_at(&self, mid: usize) -> (Self, Self) {
        self.try_split_at(mid).expect("`mid` is within the view")
    }

    pub fn try_split_at(&self, mid: usize) -> Option<(Self, Self)> {
        Some((self.try_slice(..mid)?, self.try_slice(mid..)?))
    }

    /// Returns the parts of `chunk_size` elements.
    ///
    /// # Panics
    /// If the length isn't a multiple of it, or it is 0, as cudarc does.
    pub fn chunks_exact(&self, chunk_size: usize) -> impl Iterator<Item = CudaView<'a, T>> + '_ {
        assert_multiple(self.len(), chunk_size);
        (0..self.len() / chunk_size)
            .map(move |index| self.slice(index * chunk_size..(index + 1) * chunk_size))
    }
}

fn assert_multiple(len: usize, chunk_size: usize) {
    assert!(
        chunk_size > 0 && len.is_multiple_of(chunk_size),
        "{len} elements aren't chunks of {chunk_size}"
    );
}

impl<'a, T> CudaViewMut<'a, T> {
    pub fn as_view<'b>(&'b self) -> CudaView<'b, T> {
        CudaView::of(self.part)
    }

    pub fn into_view(self) -> CudaView<'a, T> {
        CudaView::of(self.part)
    }

    /// # Panics
    /// If the range isn't within the view, as cudarc does.
    pub fn slice<'b>(&'b self, bounds: impl RangeBounds<usize>) -> CudaView<'b, T> {
        self.as_view().slice(bounds)
    }

    pub fn try_slice<'b>(&'b self, bounds: impl RangeBounds<usize>) -> Option<CudaView<'b, T>> {
        self.as_view().try_slice(bounds)
    }

    /// # Safety
    /// The memory holds values of the other type.
    pub unsafe fn transmute<'b, S>(&'b self, len: usize) -> Option<CudaView<'b, S>> {
        // SAFETY: the caller guarantees it.
        unsafe { self.as_view().transmute(len) }
    }

    /// # Panics
    /// If the range isn't within the view, as cudarc does.
    pub fn slice_mut<'b>(&'b mut self, bounds: impl RangeBounds<usize>) -> CudaViewMut<'b, T> {
        self.try_slice_mut(bounds).expect("the range is within the view")
    }

    pub fn try_slice_mut<'b>(
        &'b mut self,
        bounds: impl RangeBounds<usize>,
    ) -> Option<CudaViewMut<'b, T>> {
        self.part.within::<T>(bounds).map(CudaViewMut::of)
    }

    /// # Panics
    /// If `mid` is beyond the end, as cudarc does.
    pub fn split_at_mut<'b>(&'b mut self, mid: usize) -> (CudaViewMut<'b, T>, CudaViewMut<'b, T>) {
        self.try_split_at_mut(mid).expect("`mid` is within the view")
    }

    pub fn try_split_at_mut<'b>(
        &'b mut self,
        mid: usize,
    ) -> Option<(CudaViewMut<'b, T>, CudaViewMut<'b, T>)> {
        CudaViewMut::<'b, T>::of(self.part).parts(mid)
    }

    /// Returns the parts of `chunk_size` elements.
    ///
    /// # Panics
    /// If the length isn't a multiple of it, or it is 0, as cudarc does.
    pub fn chunks_exact_mut(self, chunk_size: usize) -> impl Iterator<Item = CudaViewMut<'a, T>> {
        assert_multiple(self.len(), chunk_size);
        let mut rest = Some(self);
        core::iter::from_fn(move || {
            let (chunk, after) = rest.take()?.parts(chunk_size)?;
            rest = Some(after);
            Some(chunk)
        })
    }

    /// # Safety
    /// The memory holds values of the other type, and then of this one.
    pub unsafe fn transmute_mut<'b, S>(&'b mut self, len: usize) -> Option<CudaViewMut<'b, S>> {
        self.part.cast::<T, S>(len).map(CudaViewMut::of)
    }

    fn parts(self, mid: usize) -> Option<(Self, Self)> {
        let parts = (self.part.within::<T>(..mid)?, self.part.within::<T>(mid..)?);
        Some((Self::of(parts.0), Self::of(parts.1)))
    }
}

/// Memory of a device.
pub trait DeviceSlice<T> {
    fn len(&self) -> usize;

    fn num_bytes(&self) -> usize {
        self.len() * size_of::<T>()
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn stream(&self) -> &Arc<CudaStream>;
}

/// Memory whose uses are ordered.
pub(super) trait Memory {
    fn address(&self) -> sys::CUdeviceptr;

    fn noted<'a>(&'a self, stream: &'a CudaStream, writes: bool) -> NotedUse<'a>;
}

impl<T> Memory for CudaSlice<T> {
    fn address(&self) -> sys::CUdeviceptr {
        self.address()
    }

    fn noted<'a>(&'a self, stream: &'a CudaStream, writes: bool) -> NotedUse<'a> {
        NotedUse::of_slice(Some(self.uses()), self.stream(), stream, writes)
    }
}

/// Memory that can be read.
pub trait DevicePtr<T>: DeviceSlice<T> {
    /// Returns the address for work on `stream`, which then waits for earlier uses. The use ends when the second value is
    /// dropped.
    fn device_ptr<'a>(&'a self, stream: &'a CudaStream) -> (sys::CUdeviceptr, SyncOnDrop<'a>);

    /// Whether the second value ends the use when the work is done, as that of this crate's types does.
    #[doc(hidden)]
    fn ends_reads(&self, _: Seal) -> bool {
        false
    }
}

/// Memory that can be written.
pub trait DevicePtrMut<T>: DeviceSlice<T> {
    /// As [`DevicePtr::device_ptr`].
    fn device_ptr_mut<'a>(
        &'a mut self,
        stream: &'a CudaStream,
    ) -> (sys::CUdeviceptr, SyncOnDrop<'a>);

    /// As [`DevicePtr::ends_reads`]. Another crate can implement this trait for a type that has the others here.
    #[doc(hidden)]
    fn ends_writes(&self, _: Seal) -> bool {
        false
    }
}

impl<T> DeviceSlice<T> for CudaSlice<T> {
    fn len(&self) -> usize {
        self.len()
    }

    fn stream(&self) -> &Arc<CudaStream> {
        self.stream()
    }
}

impl<T> DevicePtr<T> for CudaSlice<T> {
    fn device_ptr<'a>(&'a self, stream: &'a CudaStream) -> (sys::CUdeviceptr, SyncOnDrop<'a>) {
        (self.address(), begin(self.noted(stream, false)))
    }

    fn ends_reads(&self, _: Seal) -> bool {
        true
    }
}

impl<T> DevicePtrMut<T> for CudaSlice<T> {
    fn device_ptr_mut<'a>(
        &'a mut self,
        stream: &'a CudaStream,
    ) -> (sys::CUdeviceptr, SyncOnDrop<'a>) {
        (self.address(), begin(self.noted(stream, true)))
    }

    fn ends_writes(&self, _: Seal) -> bool {
        true
    }
}

impl<'a, T> CudaView<'a, T> {
    fn of(part: ViewParts<'a>) -> Self {
        Self { part, elements: PhantomData }
    }

    pub fn len(&self) -> usize {
        self.part.len
    }

    pub fn is_empty(&self) -> bool {
        self.part.len == 0
    }

    /// As [`DevicePtr::device_ptr`].
    pub fn view_ptr(self, stream: &'a CudaStream) -> (sys::CUdeviceptr, SyncOnDrop<'a>) {
        (self.part.address, begin(self.part.noted(stream, false)))
    }
}

impl<T> Memory for CudaView<'_, T> {
    fn address(&self) -> sys::CUdeviceptr {
        self.part.address
    }

    fn noted<'a>(&'a self, stream: &'a CudaStream, writes: bool) -> NotedUse<'a> {
        self.part.noted(stream, writes)
    }
}

impl<T> DeviceSlice<T> for CudaView<'_, T> {
    fn len(&self) -> usize {
        self.part.len
    }

    fn stream(&self) -> &Arc<CudaStream> {
        self.part.stream
    }
}

impl<T> DevicePtr<T> for CudaView<'_, T> {
    fn device_ptr<'a>(&'a self, stream: &'a CudaStream) -> (sys::CUdeviceptr, SyncOnDrop<'a>) {
        (self.part.address, begin(self.part.noted(stream, false)))
    }

    fn ends_reads(&self, _: Seal) -> bool {
        true
    }
}

impl<'a, T> CudaViewMut<'a, T> {
    fn of(part: ViewParts<'a>) -> Self {
        Self { part, elements: PhantomData }
    }

    pub fn len(&self) -> usize {
        self.part.len
    }

    pub fn is_empty(&self) -> bool {
        self.part.len == 0
    }

    /// As [`DevicePtr::device_ptr`].
    pub fn view_ptr(self, stream: &'a CudaStream) -> (sys::CUdeviceptr, SyncOnDrop<'a>) {
        (self.part.address, begin(self.part.noted(stream, false)))
    }
}

impl<T> Memory for CudaViewMut<'_, T> {
    fn address(&self) -> sys::CUdeviceptr {
        self.part.address
    }

    fn noted<'a>(&'a self, stream: &'a CudaStream, writes: bool) -> NotedUse<'a> {
        self.part.noted(stream, writes)
    }
}

impl<T> DeviceSlice<T> for CudaViewMut<'_, T> {
    fn len(&self) -> usize {
        self.part.len
    }

    fn stream(&self) -> &Arc<CudaStream> {
        self.part.stream
    }
}

impl<T> DevicePtr<T> for CudaViewMut<'_, T> {
    fn device_ptr<'a>(&'a self, stream: &'a CudaStream) -> (sys::CUdeviceptr, SyncOnDrop<'a>) {
        (self.part.address, begin(self.part.noted(stream, false)))
    }

    fn ends_reads(&self, _: Seal) -> bool {
        true
    }
}

impl<T> DevicePtrMut<T> for CudaViewMut<'_, T> {
    fn device_ptr_mut<'a>(
        &'a mut self,
        stream: &'a CudaStream,
    ) -> (sys::CUdeviceptr, SyncOnDrop<'a>) {
        (self.part.address, begin(self.part.noted(stream, true)))
    }

    fn ends_writes(&self, _: Seal) -> bool {
        true
    }
}

impl<'a, T> CudaViewMut<'a, T> {
    /// As [`DevicePtrMut::device_ptr_mut`].
    pub fn view_ptr_mut(self, stream: &'a CudaStream) -> (sys::CUdeviceptr, SyncOnDrop<'a>) {
        (self.part.address, begin(self.part.noted(stream, true)))
    }
}
