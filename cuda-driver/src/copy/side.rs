use core::marker::PhantomData;

use cuda_driver_sys::{CUarray, CUdeviceptr, CUmemorytype};

use crate::copy::RegionOutOfBounds;
use crate::error::Error;
use crate::generated::enums::ArrayFormat;
use crate::memory::{DeviceBuffer, DeviceSlice, DeviceSliceMut, Extent, Offset, PitchedBuffer};
use crate::stream::Stream;

/// The location of one side of a copy: in memory, or in an array.
#[derive(Debug, Clone, Copy)]
pub(super) enum Location {
    Device(CUdeviceptr),
    Host(*mut core::ffi::c_void),
    #[cfg_attr(not(feature = "array"), allow(dead_code))]
    Array(CUarray),
}

impl Location {
    /// Returns its kind, and each of the fields for it in a description of the driver.
    pub(super) fn to_raw(self) -> (CUmemorytype, CUdeviceptr, *mut core::ffi::c_void, CUarray) {
        let (host, array) = (core::ptr::null_mut(), core::ptr::null_mut());
        match self {
            Self::Device(device) => (CUmemorytype::CU_MEMORYTYPE_DEVICE, device, host, array),
            Self::Host(host) => (CUmemorytype::CU_MEMORYTYPE_HOST, 0, host, array),
            Self::Array(array) => (CUmemorytype::CU_MEMORYTYPE_ARRAY, 0, host, array),
        }
    }
}

/// One side of a copy, before the size of the copy is known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CopySide {
    location: Location,
    offset: Offset,
    /// Bytes from row to row; 0 if rows are as long as those of the copy.
    pitch: usize,
    /// Of a pitched buffer: the elements of a row, after which there is padding.
    width: Option<usize>,
    /// Rows from slice to slice; 0 if slices are as high as those of the copy.
    rows: usize,
    /// The size in bytes; for an array, its extent instead.
    bytes: usize,
    array: Extent,
    /// Of an array: both element sizes, if they differ from those of the copy.
    mismatch: Option<(u32, u32)>,
    /// Of an array: its format, if the size of an element is unknown.
    unknown: Option<ArrayFormat>,
}

/// One side of a copy of known size, as the driver expects it.
#[derive(Debug, Clone, Copy)]
pub(super) struct LocatedSide {
    pub location: Location,
    pub x_bytes: usize,
    pub y: usize,
    pub z: usize,
    pub pitch: usize,
    pub rows: usize,
    /// The format of an array, if the size of an element is unknown.
    pub unknown: Option<ArrayFormat>,
}

/// A side of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CopyEnd {
    Source,
    Target,
}

impl CopySide {
    fn memory<T>(location: Location, len: usize) -> Self {
        Self {
            location,
            offset: Offset::default(),
            pitch: 0,
            width: None,
            rows: 0,
            // Memory of that many elements exists, so its size in bytes fits an address.
            bytes: len * size_of::<T>(),
            array: Extent::default(),
            mismatch: None,
            unknown: None,
        }
    }

    /// Creates the side of an array, with both element sizes if they differ from those of the copy, and its format if the
    /// size of an element is unknown.
    #[cfg(feature = "array")]
    pub(crate) fn array(
        array: CUarray,
        extent: Extent,
        mismatch: Option<(u32, u32)>,
        unknown: Option<ArrayFormat>,
    ) -> Self {
        Self { array: extent, mismatch, unknown, ..Self::memory::<u8>(Location::Array(array), 0) }
    }

    fn row_length<T>(mut self, elements: usize) -> Self {
        self.pitch = elements.saturating_mul(size_of::<T>());
        self.width = None;
        self
    }

    /// Checks that a region fits, and returns its location.
    fn locate<T>(&self, which: CopyEnd, extent: Extent) -> Result<LocatedSide, Error> {
        if let Some((size, expected)) = self.mismatch {
            return Err(Error::ElementSize { size, expected });
        }
        let (offset, size) = (self.offset, size_of::<T>());
        let is_array = matches!(self.location, Location::Array(_));
        let (pitch, rows) = if is_array {
            (0, 0)
        } else {
            (
                match self.pitch {
                    0 => extent.width.saturating_mul(size),
                    pitch => pitch,
                },
                match self.rows {
                    0 => extent.height,
                    rows => rows,
                },
            )
        };
        let fits = if is_array {
            self.fits_array(extent)
        } else {
            self.fits_memory(extent, size, pitch, rows)
        };
        // If it fits, this is no larger than the memory.
        if fits.is_some() {
            return Ok(LocatedSide {
                location: self.location,
                x_bytes: offset.x * size,
                y: offset.y,
                z: offset.z,
                pitch,
                // The driver checks the height of a slice even if there is only one.
                rows: if is_array { 0 } else { rows.max(offset.y + extent.height) },
                unknown: self.unknown,
            });
        }
        Err(self.outside(which, extent, size, pitch, rows))
    }

    fn fits_array(&self, extent: Extent) -> Option<()> {
        let within = |at: usize, len: usize, has: usize| {
            at.checked_add(len).filter(|end| *end <= has).map(drop)
        };
        within(self.offset.x, extent.width, self.array.width)?;
        within(self.offset.y, extent.height, self.array.height)?;
        within(self.offset.z, extent.depth, self.array.depth)
    }

    fn fits_memory(&self, extent: Extent, size: usize, pitch: usize, rows: usize) -> Option<()> {
        let row_end = self.offset.x.checked_add(extent.width)?;
        if self.width.is_some_and(|width| row_end > width) {
            return None;
        }
        let row_end = row_end.checked_mul(size)?;
        let slice_end = self.offset.y.checked_add(extent.height)?;
        let is_deep = extent.depth > 1 || self.offset.z > 0;
        if row_end > pitch || is_deep && slice_end > rows {
            return None;
        }
        let last_slice = self.offset.z.checked_add(extent.depth)?.checked_sub(1)?;
        let last_row = last_slice.checked_mul(rows)?.checked_add(slice_end.checked_sub(1)?)?;
        let end = last_row.checked_mul(pitch)?.checked_add(row_end)?;
        (end <= self.bytes).then_some(())
    }

    #[cold]
    fn outside(
        &self,
        which: CopyEnd,
        extent: Extent,
        size: usize,
        pitch: usize,
        rows: usize,
    ) -> Error {
        let is_array = matches!(self.location, Location::Array(_));
        let width = self.width.or(pitch.checked_div(size)).unwrap_or(0);
        let all_rows = self.bytes.div_ceil(pitch.max(1));
        // The height of a slice counts only if there are several.
        let is_deep = extent.depth > 1 || self.offset.z > 0;
        let has = if is_array {
            self.array
        } else if is_deep {
            Extent { width, height: rows, depth: all_rows.div_ceil(rows.max(1)) }
        } else {
            (width, all_rows, 1).into()
        };
        let elements = match self.width {
            Some(width) => width.saturating_mul(all_rows),
            None => self.bytes.checked_div(size).unwrap_or(0),
        };
        Error::Region(Box::new(RegionOutOfBounds {
            is_target: which == CopyEnd::Target,
            offset: self.offset,
            extent,
            has,
            elements: (!is_array).then_some(elements),
            pitch: self.width.map(|_| pitch),
        }))
    }
}

/// The source on the device of a copy of rows and slices: `&buffer`, a slice of it, `&pitched_buffer` or `&array`.
///
/// ```no_run
/// use cuda_driver::copy::CopySource;
/// # fn f(buffer: &cuda_driver::DeviceBuffer<f32>) {
/// // From the fifth element of the third row on, in rows of 640 elements.
/// let source = CopySource::from(buffer).row_length(640).offset((4, 2));
/// # }
/// ```
#[derive(Debug)]
pub struct CopySource<'a, T> {
    side: CopySide,
    stream: &'a Stream,
    elements: PhantomData<&'a T>,
}

#[cfg(feature = "array")]
impl<'a, T> CopySource<'a, T> {
    pub(crate) fn new(side: CopySide, stream: &'a Stream) -> Self {
        Self { side, stream, elements: PhantomData }
    }
}

impl<'a, T> CopySource<'a, T> {
    /// Returns the same side as one of `stream`.
    ///
    /// # Safety
    /// The caller orders the uses of the memory.
    #[cfg(feature = "graph")]
    pub(crate) unsafe fn assume_on(self, stream: &'a Stream) -> Self {
        Self { stream, ..self }
    }

    pub(super) fn stream(&self) -> &Stream {
        self.stream
    }

    pub(super) fn locate(&self, extent: Extent) -> Result<LocatedSide, Error> {
        self.side.locate::<T>(CopyEnd::Source, extent)
    }
}

impl<T> CopySource<'_, T> {
    /// Sets where the region begins: `5` is an element of a row, `(5, 2)` an element and a row, `(5, 2, 1)` an
    /// element, a row and a slice or layer.
    #[must_use]
    #[inline]
    pub fn offset(mut self, offset: impl Into<Offset>) -> Self {
        self.side.offset = offset.into();
        self
    }

    /// Sets the length of a row of memory in elements, if it is more than the width of the copy. Arrays and
    /// pitched buffers have their own; a pitched buffer for which it is set becomes plain memory, with its
    /// padding.
    #[must_use]
    #[inline]
    pub fn row_length(mut self, elements: usize) -> Self {
        self.side = self.side.row_length::<T>(elements);
        self
    }

    /// Sets the height of a slice of memory in rows, if it is more than the height of the copy. Arrays have
    /// their own.
    #[must_use]
    #[inline]
    pub fn layer_height(mut self, rows: usize) -> Self {
        self.side.rows = rows;
        self
    }
}

/// The target on the device of a copy of rows and slices: `&mut buffer`, a slice of it, `&mut pitched_buffer` or
/// `&array`.
#[derive(Debug)]
pub struct CopyTarget<'a, T> {
    side: CopySide,
    stream: &'a Stream,
    elements: PhantomData<&'a T>,
}

#[cfg(feature = "array")]
impl<'a, T> CopyTarget<'a, T> {
    pub(crate) fn new(side: CopySide, stream: &'a Stream) -> Self {
        Self { side, stream, elements: PhantomData }
    }
}

impl<'a, T> CopyTarget<'a, T> {
    /// Returns the same side as one of `stream`.
    ///
    /// # Safety
    /// The caller orders the uses of the memory.
    #[cfg(feature = "graph")]
    pub(crate) unsafe fn assume_on(self, stream: &'a Stream) -> Self {
        Self { stream, ..self }
    }

    pub(super) fn stream(&self) -> &Stream {
        self.stream
    }

    pub(super) fn locate(&self, extent: Extent) -> Result<LocatedSide, Error> {
        self.side.locate::<T>(CopyEnd::Target, extent)
    }
}

impl<T> CopyTarget<'_, T> {
    /// Sets where the region begins: `5` is an element of a row, `(5, 2)` an element and a row, `(5, 2, 1)` an
    /// element, a row and a slice or layer.
    #[must_use]
    #[inline]
    pub fn offset(mut self, offset: impl Into<Offset>) -> Self {
        self.side.offset = offset.into();
        self
    }

    /// Sets the length of a row of memory in elements, if it is more than the width of the copy. Arrays and
    /// pitched buffers have their own; a pitched buffer for which it is set becomes plain memory, with its
    /// padding.
    #[must_use]
    #[inline]
    pub fn row_length(mut self, elements: usize) -> Self {
        self.side = self.side.row_length::<T>(elements);
        self
    }

    /// Sets the height of a slice of memory in rows, if it is more than the height of the copy. Arrays have
    /// their own.
    #[must_use]
    #[inline]
    pub fn layer_height(mut self, rows: usize) -> Self {
        self.side.rows = rows;
        self
    }
}

impl<'a, T> From<&'a DeviceBuffer<T>> for CopySource<'a, T> {
    fn from(memory: &'a DeviceBuffer<T>) -> Self {
        let location = Location::Device(memory.as_raw());
        Self {
            side: CopySide::memory::<T>(location, memory.len()),
            stream: memory.stream(),
            elements: PhantomData,
        }
    }
}

impl<'a, T> From<&'a mut DeviceBuffer<T>> for CopySource<'a, T> {
    fn from(memory: &'a mut DeviceBuffer<T>) -> Self {
        let location = Location::Device(memory.as_raw());
        Self {
            side: CopySide::memory::<T>(location, memory.len()),
            stream: memory.stream(),
            elements: PhantomData,
        }
    }
}

impl<'a, T> From<DeviceSlice<'a, T>> for CopySource<'a, T> {
    fn from(memory: DeviceSlice<'a, T>) -> Self {
        let location = Location::Device(memory.as_raw());
        Self {
            side: CopySide::memory::<T>(location, memory.len()),
            stream: memory.stream(),
            elements: PhantomData,
        }
    }
}

impl<'a, T> From<&DeviceSlice<'a, T>> for CopySource<'a, T> {
    fn from(memory: &DeviceSlice<'a, T>) -> Self {
        let location = Location::Device(memory.as_raw());
        Self {
            side: CopySide::memory::<T>(location, memory.len()),
            stream: memory.stream(),
            elements: PhantomData,
        }
    }
}

impl<'a, T> From<&'a mut DeviceBuffer<T>> for CopyTarget<'a, T> {
    fn from(memory: &'a mut DeviceBuffer<T>) -> Self {
        let location = Location::Device(memory.as_raw());
        Self {
            side: CopySide::memory::<T>(location, memory.len()),
            stream: memory.stream(),
            elements: PhantomData,
        }
    }
}

impl<'a, T> From<DeviceSliceMut<'a, T>> for CopyTarget<'a, T> {
    fn from(memory: DeviceSliceMut<'a, T>) -> Self {
        let location = Location::Device(memory.as_raw());
        Self {
            side: CopySide::memory::<T>(location, memory.len()),
            stream: memory.stream(),
            elements: PhantomData,
        }
    }
}

impl<'a, T> From<&'a PitchedBuffer<T>> for CopySource<'a, T> {
    fn from(memory: &'a PitchedBuffer<T>) -> Self {
        let side = CopySide {
            pitch: memory.pitch(),
            width: Some(memory.width()),
            rows: memory.height(),
            bytes: memory.pitch() * memory.height(),
            ..CopySide::memory::<T>(Location::Device(memory.as_raw()), 0)
        };
        Self { side, stream: memory.stream(), elements: PhantomData }
    }
}

impl<'a, T> From<&'a mut PitchedBuffer<T>> for CopyTarget<'a, T> {
    fn from(memory: &'a mut PitchedBuffer<T>) -> Self {
        let side = CopySide {
            pitch: memory.pitch(),
            width: Some(memory.width()),
            rows: memory.height(),
            bytes: memory.pitch() * memory.height(),
            ..CopySide::memory::<T>(Location::Device(memory.as_raw()), 0)
        };
        Self { side, stream: memory.stream(), elements: PhantomData }
    }
}

/// The host memory that a copy of rows and slices reads: `&elements`.
#[derive(Debug)]
pub struct HostRegion<'a, T> {
    side: CopySide,
    elements: PhantomData<&'a [T]>,
}

impl<'a, T> From<&'a [T]> for HostRegion<'a, T> {
    fn from(elements: &'a [T]) -> Self {
        let len = elements.len();
        let pointer: *const T = <[T]>::as_ptr(elements);
        let location = Location::Host(pointer.cast_mut().cast());
        Self { side: CopySide::memory::<T>(location, len), elements: PhantomData }
    }
}

impl<T> HostRegion<'_, T> {
    /// Sets where the region begins: `5` is an element of a row, `(5, 2)` an element and a row, `(5, 2, 1)` an
    /// element, a row and a slice.
    #[must_use]
    #[inline]
    pub fn offset(mut self, offset: impl Into<Offset>) -> Self {
        self.side.offset = offset.into();
        self
    }

    /// Sets the length of a row in elements, if it is more than the width of the copy.
    #[must_use]
    #[inline]
    pub fn row_length(mut self, elements: usize) -> Self {
        self.side = self.side.row_length::<T>(elements);
        self
    }

    /// Sets the height of a slice in rows, if it is more than the height of the copy.
    #[must_use]
    #[inline]
    pub fn layer_height(mut self, rows: usize) -> Self {
        self.side.rows = rows;
        self
    }

    pub(super) fn locate(&self, extent: Extent) -> Result<LocatedSide, Error> {
        self.side.locate::<T>(CopyEnd::Source, extent)
    }
}

// SAFETY: its pointers are those of a slice, and it is `Send` and `Sync` only if the slice is.
unsafe impl<'a, T> Send for HostRegion<'a, T> where &'a [T]: Send {}
// SAFETY: as above.
unsafe impl<'a, T> Sync for HostRegion<'a, T> where &'a [T]: Sync {}

/// The host memory that a copy of rows and slices writes: `&mut elements`.
#[derive(Debug)]
pub struct HostRegionMut<'a, T> {
    side: CopySide,
    elements: PhantomData<&'a mut [T]>,
}

impl<'a, T> From<&'a mut [T]> for HostRegionMut<'a, T> {
    fn from(elements: &'a mut [T]) -> Self {
        let len = elements.len();
        let pointer: *const T = <[T]>::as_mut_ptr(elements);
        let location = Location::Host(pointer.cast_mut().cast());
        Self { side: CopySide::memory::<T>(location, len), elements: PhantomData }
    }
}

impl<T> HostRegionMut<'_, T> {
    /// Sets where the region begins: `5` is an element of a row, `(5, 2)` an element and a row, `(5, 2, 1)` an
    /// element, a row and a slice.
    #[must_use]
    #[inline]
    pub fn offset(mut self, offset: impl Into<Offset>) -> Self {
        self.side.offset = offset.into();
        self
    }

    /// Sets the length of a row in elements, if it is more than the width of the copy.
    #[must_use]
    #[inline]
    pub fn row_length(mut self, elements: usize) -> Self {
        self.side = self.side.row_length::<T>(elements);
        self
    }

    /// Sets the height of a slice in rows, if it is more than the height of the copy.
    #[must_use]
    #[inline]
    pub fn layer_height(mut self, rows: usize) -> Self {
        self.side.rows = rows;
        self
    }

    pub(super) fn locate(&self, extent: Extent) -> Result<LocatedSide, Error> {
        self.side.locate::<T>(CopyEnd::Target, extent)
    }
}

// SAFETY: its pointers are those of a slice, and it is `Send` and `Sync` only if the slice is.
unsafe impl<'a, T> Send for HostRegionMut<'a, T> where &'a mut [T]: Send {}
// SAFETY: as above.
unsafe impl<'a, T> Sync for HostRegionMut<'a, T> where &'a mut [T]: Sync {}

impl<'a, T> From<&'a Vec<T>> for HostRegion<'a, T> {
    fn from(elements: &'a Vec<T>) -> Self {
        elements.as_slice().into()
    }
}

impl<'a, T, const N: usize> From<&'a [T; N]> for HostRegion<'a, T> {
    fn from(elements: &'a [T; N]) -> Self {
        elements.as_slice().into()
    }
}

impl<'a, T> From<&'a mut Vec<T>> for HostRegionMut<'a, T> {
    fn from(elements: &'a mut Vec<T>) -> Self {
        elements.as_mut_slice().into()
    }
}

impl<'a, T, const N: usize> From<&'a mut [T; N]> for HostRegionMut<'a, T> {
    fn from(elements: &'a mut [T; N]) -> Self {
        elements.as_mut_slice().into()
    }
}
