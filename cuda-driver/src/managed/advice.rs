//! Advice about managed memory, its attributes, and prefetching it.

use core::ffi::{c_int, c_void};

use cuda_driver_sys::{
    CU_DEVICE_CPU, CU_DEVICE_INVALID, CUmem_range_attribute, CUmemLocation, CUmemLocation_v1_id,
    CUmemLocationType,
};

use crate::driver::{Raw, raw::call};
use crate::error::{CuResult, Error};
use crate::managed::{MemRangeAttribute, MemoryAdvice};
use crate::memory::{DeviceSlice, Element, MemLocation, MemLocationType};
use crate::stream::Stream;

/// The maximum number of devices that [`DeviceSlice::accessed_by`] reports.
const MAX_DEVICES: usize = 64;

/// Returns the number that calls before CUDA 12.2 use for a location, which support devices and the host.
fn device_number(location: MemLocation) -> Option<c_int> {
    match location.location_type() {
        MemLocationType::DEVICE => Some(location.id()),
        MemLocationType::HOST => Some(CU_DEVICE_CPU),
        _ => None,
    }
}

/// Returns the location with such a number.
fn location_of(number: c_int) -> Option<MemLocation> {
    match number {
        CU_DEVICE_INVALID => None,
        CU_DEVICE_CPU => Some(MemLocation::HOST),
        id => Some(MemLocation::of(MemLocationType::DEVICE, id)),
    }
}

impl Stream {
    /// Prefetches managed memory of this stream to a location, in stream order.
    ///
    /// [`cuMemPrefetchAsync`](Raw::cuMemPrefetchAsync)
    ///
    /// # Errors
    /// [`Error::OtherStream`], or the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) for memory that isn't
    /// managed. NUMA nodes require a driver of CUDA 12.2 or newer.
    #[doc(alias("cuMemPrefetchAsync", "cuMemPrefetchAsync_v2"))]
    pub fn prefetch<'a, T: Element>(
        &self,
        range: impl Into<DeviceSlice<'a, T>>,
        location: impl Into<MemLocation>,
    ) -> Result<(), Error> {
        let (range, location) = (range.into(), location.into());
        self.owns(range.stream())?;
        let (pointer, bytes) = range.bytes();
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the memory is alive, and its contents don't change.
        self.submit_uncaptured(|raw, stream| unsafe {
            match device_number(location) {
                Some(device) if raw.table().cuMemPrefetchAsync_v2.is_none() => {
                    call!(raw.cuMemPrefetchAsync, (pointer, bytes, device, stream))
                }
                _ => raw.cuMemPrefetchAsync(pointer, bytes, location.as_raw(), 0, stream),
            }
        })?;
        Ok(())
    }
}

impl<T> DeviceSlice<'_, T> {
    /// Advises the driver how this range of managed memory will be used, and by which location. Advice affects only
    /// speed.
    ///
    /// [`cuMemAdvise`](Raw::cuMemAdvise)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) for memory that isn't managed. NUMA nodes require a
    /// driver of CUDA 12.2 or newer.
    #[doc(alias("cuMemAdvise", "cuMemAdvise_v2"))]
    #[inline]
    pub fn advise(
        &self,
        advice: MemoryAdvice,
        location: impl Into<MemLocation>,
    ) -> Result<(), CuResult> {
        let ((pointer, bytes), location) = (self.bytes(), location.into());
        let advice = advice.as_raw();
        // SAFETY: the memory is alive, and its contents don't change.
        self.with_raw(|raw| unsafe {
            match device_number(location) {
                Some(device) if raw.table().cuMemAdvise_v2.is_none() => {
                    call!(raw.cuMemAdvise, (pointer, bytes, advice, device))
                }
                _ => raw.cuMemAdvise(pointer, bytes, advice, location.as_raw()),
            }
        })
    }

    /// Returns whether all of this range of managed memory was [advised](Self::advise) to be mostly read.
    ///
    /// [`cuMemRangeGetAttribute`](Raw::cuMemRangeGetAttribute)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) for memory that isn't managed.
    #[doc(alias = "cuMemRangeGetAttribute")]
    #[inline]
    pub fn is_read_mostly(&self) -> Result<bool, CuResult> {
        let mut value: [c_int; 1] = [0];
        self.range_attribute(MemRangeAttribute::READ_MOSTLY, &mut value)?;
        Ok(value != [0])
    }

    /// Returns the preferred location that was [advised](Self::advise) for all of this range of managed memory; `None`
    /// if there isn't one.
    ///
    /// [`cuMemRangeGetAttributes`](Raw::cuMemRangeGetAttributes),
    /// or [`cuMemRangeGetAttribute`](Raw::cuMemRangeGetAttribute)
    /// on drivers before 12.2, which don't support NUMA nodes.
    ///
    /// # Errors
    /// As [`is_read_mostly`](Self::is_read_mostly).
    #[doc(alias("cuMemRangeGetAttribute", "cuMemRangeGetAttributes"))]
    #[inline]
    pub fn preferred_location(&self) -> Result<Option<MemLocation>, CuResult> {
        self.location(
            MemRangeAttribute::PREFERRED_LOCATION,
            MemRangeAttribute::PREFERRED_LOCATION_TYPE,
            MemRangeAttribute::PREFERRED_LOCATION_ID,
        )
    }

    /// Returns the location to which all of this range of managed memory was last [prefetched](Stream::prefetch);
    /// `None` if there isn't one.
    ///
    /// [`cuMemRangeGetAttributes`](Raw::cuMemRangeGetAttributes)
    ///
    /// # Errors
    /// As [`is_read_mostly`](Self::is_read_mostly).
    #[doc(alias = "cuMemRangeGetAttributes")]
    #[inline]
    pub fn last_prefetch_location(&self) -> Result<Option<MemLocation>, CuResult> {
        self.location(
            MemRangeAttribute::LAST_PREFETCH_LOCATION,
            MemRangeAttribute::LAST_PREFETCH_LOCATION_TYPE,
            MemRangeAttribute::LAST_PREFETCH_LOCATION_ID,
        )
    }

    /// Returns the devices, and the host, that were [advised](Self::advise) to access all of this range of managed
    /// memory.
    ///
    /// [`cuMemRangeGetAttribute`](Raw::cuMemRangeGetAttribute)
    ///
    /// # Errors
    /// As [`is_read_mostly`](Self::is_read_mostly).
    #[doc(alias = "cuMemRangeGetAttribute")]
    #[inline]
    pub fn accessed_by(&self) -> Result<Vec<MemLocation>, CuResult> {
        let mut devices: [c_int; MAX_DEVICES] = [CU_DEVICE_INVALID; MAX_DEVICES];
        self.range_attribute(MemRangeAttribute::ACCESSED_BY, &mut devices)?;
        Ok(devices.into_iter().filter_map(location_of).collect())
    }

    /// Makes a call about the memory.
    fn with_raw<R>(&self, call: impl Fn(Raw) -> Result<R, CuResult>) -> Result<R, CuResult> {
        let context = self.stream().context();
        context.retry(context.raw(), call)
    }

    fn range_attribute(
        &self,
        attribute: MemRangeAttribute,
        to: &mut [c_int],
    ) -> Result<(), CuResult> {
        let ((pointer, bytes), size) = (self.bytes(), size_of_val(to));
        let to = to.as_mut_ptr().cast::<c_void>();
        // SAFETY: the memory is alive, and `to` has that many bytes.
        self.with_raw(|raw| unsafe {
            raw.cuMemRangeGetAttribute(to, size, attribute.as_raw(), pointer, bytes)
        })
    }

    fn location(
        &self,
        number: MemRangeAttribute,
        type_: MemRangeAttribute,
        id: MemRangeAttribute,
    ) -> Result<Option<MemLocation>, CuResult> {
        let raw = self.stream().context().raw();
        if raw.table().cuMemAdvise_v2.is_none() {
            let mut value = [CU_DEVICE_INVALID];
            self.range_attribute(number, &mut value)?;
            let [value] = value;
            return Ok(location_of(value));
        }
        let (mut kind, mut place) = (CUmemLocationType::CU_MEM_LOCATION_TYPE_INVALID, 0);
        let mut data: [*mut c_void; 2] = [(&raw mut kind).cast(), (&raw mut place).cast()];
        let mut sizes = [size_of_val(&kind), size_of_val(&place)];
        let mut attributes: [CUmem_range_attribute; 2] = [type_.as_raw(), id.as_raw()];
        let (pointer, bytes) = self.bytes();
        let (data, sizes) = (data.as_mut_ptr(), sizes.as_mut_ptr());
        let (count, attributes) = (attributes.len(), attributes.as_mut_ptr());
        // SAFETY: the memory is alive, and the pointers are to live values of these sizes.
        self.with_raw(|raw| unsafe {
            raw.cuMemRangeGetAttributes(data, sizes, attributes, count, pointer, bytes)
        })?;
        Ok(match MemLocationType::from_raw(kind) {
            MemLocationType::INVALID => None,
            // The number has no meaning there.
            MemLocationType::HOST => Some(MemLocation::HOST),
            MemLocationType::HOST_NUMA_CURRENT => Some(MemLocation::HOST_NUMA_CURRENT),
            _ => Some(MemLocation::from_raw(CUmemLocation {
                type_: kind,
                id: CUmemLocation_v1_id { id: place },
            })),
        })
    }
}
