//! Managed memory. Host and device share all memory here, so advice is only recorded.

use core::ffi::{c_int, c_uint, c_ulonglong, c_void};
use std::ops::Range;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::memory::{Allocation, AllocationKind};
use crate::state::{
    activity,
    advice::{Advice, AdviceOfPages, AdvisedPlace},
    error::*,
    outcome::{Out, Outcome, store},
    stream::Stream,
    work::Work,
};

/// Managed memory is page-aligned, as on a GPU.
const ALIGNMENT: u64 = 4096;

/// Returns the location for a device's ordinal.
fn location(device: CUdevice) -> CUmemLocation {
    let type_ = match device {
        CU_DEVICE_CPU => CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST,
        _ => CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE,
    };
    let mut location = CUmemLocation { type_, ..CUmemLocation::default() };
    location.id.id = device;
    location
}

/// Checks that an attribute exists and its buffer is large enough.
fn check_attribute(data: *mut c_void, bytes: usize, attribute: CUmem_range_attribute) -> Outcome {
    use CUmem_range_attribute as A;
    let size = size_of::<c_int>();
    let is_known =
        attribute.0 != 0 && attribute <= A::CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID;
    let fits = match attribute {
        A::CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY => bytes != 0 && bytes.is_multiple_of(size),
        _ => bytes == size,
    };
    if !data.is_null() && is_known && fits { Ok(()) } else { Err(INVALID_VALUE) }
}

impl Call {
    /// Converts a location.
    fn place_of(&self, location: CUmemLocation) -> Result<AdvisedPlace, CUresult> {
        // SAFETY: every bit pattern of the union's first field is a valid number.
        let id = unsafe { location.id.id };
        match location.type_ {
            CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE => {
                self.device(id).map(|_| AdvisedPlace::Device(id))
            }
            CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST => Ok(AdvisedPlace::Host),
            // The host has one NUMA node.
            CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST_NUMA if id == 0 => {
                Ok(AdvisedPlace::Numa(id))
            }
            CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT => Ok(AdvisedPlace::Numa(0)),
            _ => Err(INVALID_VALUE),
        }
    }

    /// Returns the managed allocation that contains a range.
    fn managed(&self, address: CUdeviceptr, count: usize) -> Result<Allocation, CUresult> {
        let found = self.system.memory.containing(address);
        let fits =
            |a: &Allocation| a.kind.is_managed() && count > 0 && a.holds(address, count as u64);
        found.filter(fits).ok_or(INVALID_VALUE)
    }

    /// Changes the advice for a range of an allocation.
    fn advise(
        &self,
        allocation: &Allocation,
        address: CUdeviceptr,
        count: usize,
        change: impl Fn(&mut Advice),
    ) {
        let from = address - allocation.start;
        let mut advice_table = self.system.advice.lock();
        advice_table
            .entry(allocation.id)
            .or_insert_with(|| AdviceOfPages::new(allocation.size))
            .change(&(from..from + count as u64), change);
    }

    pub(crate) fn cuMemAllocManaged(
        &self,
        dptr: Out<CUdeviceptr>,
        bytesize: usize,
        flags: c_uint,
    ) -> Outcome {
        dptr.store(0)?;
        if !matches!(
            CUmemAttach_flags(flags),
            CUmemAttach_flags::CU_MEM_ATTACH_GLOBAL | CUmemAttach_flags::CU_MEM_ATTACH_HOST
        ) {
            return Err(INVALID_VALUE);
        }
        let context = self.usable_context()?;
        if bytesize == 0 {
            return Err(INVALID_VALUE);
        }
        let address = self.system.memory.allocate(
            bytesize as u64,
            ALIGNMENT,
            AllocationKind::Managed(flags),
            context.owner(),
        );
        let address = address.ok_or(OUT_OF_MEMORY)?;
        let place = (0, context.raw() as usize);
        activity::note(place, false, AllocationKind::Managed(flags), address, bytesize as u64);
        dptr.store(address)
    }

    pub(crate) fn cuStreamAttachMemAsync(
        &self,
        hStream: CUstream,
        dptr: CUdeviceptr,
        length: usize,
        flags: c_uint,
    ) -> Outcome {
        let stream = self.stream(hStream)?;
        stream.refuse_while_capturing()?;
        let allocation = self.managed(dptr, length.max(1))?;
        if allocation.start != dptr
            || length != 0 && length as u64 != allocation.size
            || !matches!(flags, 1 | 2 | 4)
        {
            return Err(INVALID_VALUE);
        }
        if flags == CUmemAttach_flags::CU_MEM_ATTACH_SINGLE.0 && hStream.is_null() {
            return Err(INVALID_VALUE);
        }
        self.refuse_while_capturing()?;
        stream.submit(self.system, Work::Nothing, None).map(drop)
    }

    pub(crate) fn cuMemPrefetchAsync_v2(
        &self,
        devPtr: CUdeviceptr,
        count: usize,
        location: CUmemLocation,
        flags: c_uint,
        hStream: CUstream,
    ) -> Outcome {
        let stream = self.stream(hStream)?;
        if flags != 0 || count == 0 {
            return Err(INVALID_VALUE);
        }
        let target = self.place_of(location)?;
        stream.refuse_while_capturing()?;
        let allocation = self.managed(devPtr, count)?;
        self.advise(&allocation, devPtr, count, |advice| {
            advice.last_prefetch = Some(target);
        });
        stream.submit(self.system, Work::Nothing, None).map(drop)
    }

    pub(crate) fn cuMemPrefetchAsync(
        &self,
        devPtr: CUdeviceptr,
        count: usize,
        dstDevice: CUdevice,
        hStream: CUstream,
    ) -> Outcome {
        self.cuMemPrefetchAsync_v2(devPtr, count, location(dstDevice), 0, hStream)
    }

    /// Returns the ranges of a batch, all of managed memory.
    ///
    /// # Safety
    /// Both arrays are null or have `count` elements.
    unsafe fn batch(
        &self,
        dptrs: *mut CUdeviceptr,
        sizes: *mut usize,
        count: usize,
        flags: c_ulonglong,
    ) -> Result<Vec<(Allocation, CUdeviceptr, usize)>, CUresult> {
        if dptrs.is_null() || sizes.is_null() || count == 0 || flags != 0 {
            return Err(INVALID_VALUE);
        }
        (0..count)
            .map(|i| {
                // SAFETY: `i` is below the arrays' length.
                let (address, size) = unsafe { (*dptrs.add(i), *sizes.add(i)) };
                Ok((self.managed(address, size)?, address, size))
            })
            .collect()
    }

    /// Returns the stream of a batch, any but the legacy default one.
    fn batch_stream(&self, stream: CUstream) -> Result<std::sync::Arc<Stream>, CUresult> {
        match stream as usize {
            0 | 1 => Err(INVALID_VALUE),
            _ => {
                let stream = self.stream(stream)?;
                stream.refuse_while_capturing()?;
                Ok(stream)
            }
        }
    }

    /// Returns the locations for the ranges of a batch.
    ///
    /// # Safety
    /// Both arrays are null or have `places` elements.
    unsafe fn places(
        &self,
        locations: *mut CUmemLocation,
        first: *mut usize,
        places: usize,
        count: usize,
    ) -> Result<Vec<(Range<usize>, AdvisedPlace)>, CUresult> {
        if locations.is_null() || first.is_null() || places == 0 || places > count {
            return Err(INVALID_VALUE);
        }
        let mut found: Vec<(Range<usize>, AdvisedPlace)> = Vec::new();
        for i in 0..places {
            // SAFETY: `i` is below the arrays' length.
            let (place, begin) = unsafe { (*locations.add(i), *first.add(i)) };
            let place = self.place_of(place).map_err(|_| INVALID_VALUE)?;
            match found.last_mut() {
                None if begin != 0 => return Err(INVALID_VALUE),
                Some((before, _)) => before.end = begin,
                None => {}
            }
            if begin >= count {
                return Err(INVALID_VALUE);
            }
            found.push((begin..count, place));
        }
        Ok(found)
    }

    pub(crate) unsafe fn cuMemPrefetchBatchAsync(
        &self,
        dptrs: *mut CUdeviceptr,
        sizes: *mut usize,
        count: usize,
        prefetchLocs: *mut CUmemLocation,
        prefetchLocIdxs: *mut usize,
        numPrefetchLocs: usize,
        flags: c_ulonglong,
        hStream: CUstream,
    ) -> Outcome {
        let stream = self.batch_stream(hStream)?;
        // SAFETY: the program's arrays have these lengths.
        let ranges = unsafe { self.batch(dptrs, sizes, count, flags)? };
        // SAFETY: the same.
        let places = unsafe { self.places(prefetchLocs, prefetchLocIdxs, numPrefetchLocs, count)? };
        for (of, place) in places {
            for (allocation, address, size) in ranges.get(of).unwrap_or_default() {
                self.advise(allocation, *address, *size, |advice| {
                    advice.last_prefetch = Some(place);
                });
            }
        }
        stream.submit(self.system, Work::Nothing, None).map(drop)
    }

    // The contents are undefined afterwards, so keeping them is correct.
    pub(crate) unsafe fn cuMemDiscardBatchAsync(
        &self,
        dptrs: *mut CUdeviceptr,
        sizes: *mut usize,
        count: usize,
        flags: c_ulonglong,
        hStream: CUstream,
    ) -> Outcome {
        let stream = self.batch_stream(hStream)?;
        // SAFETY: the program's arrays have this length.
        unsafe { self.batch(dptrs, sizes, count, flags)? };
        stream.submit(self.system, Work::Nothing, None).map(drop)
    }

    pub(crate) unsafe fn cuMemDiscardAndPrefetchBatchAsync(
        &self,
        dptrs: *mut CUdeviceptr,
        sizes: *mut usize,
        count: usize,
        prefetchLocs: *mut CUmemLocation,
        prefetchLocIdxs: *mut usize,
        numPrefetchLocs: usize,
        flags: c_ulonglong,
        hStream: CUstream,
    ) -> Outcome {
        // SAFETY: the arguments are those of that call.
        unsafe {
            self.cuMemPrefetchBatchAsync(
                dptrs,
                sizes,
                count,
                prefetchLocs,
                prefetchLocIdxs,
                numPrefetchLocs,
                flags,
                hStream,
            )
        }
    }

    pub(crate) fn cuMemAdvise_v2(
        &self,
        devPtr: CUdeviceptr,
        count: usize,
        advice: CUmem_advise,
        location: CUmemLocation,
    ) -> Outcome {
        use CUmem_advise as A;
        use CUmemLocationType as T;
        self.usable_context()?;
        let allocation = self.managed(devPtr, count)?;
        if location.type_ == T::CU_MEM_LOCATION_TYPE_INVALID
            || location.type_ > T::CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT
        {
            return Err(INVALID_VALUE);
        }
        let place = self.place_of(location).map_err(|_| INVALID_VALUE);
        let advise = |change: &dyn Fn(&mut Advice)| self.advise(&allocation, devPtr, count, change);
        match advice {
            A::CU_MEM_ADVISE_SET_READ_MOSTLY => advise(&|range| range.read_mostly = true),
            A::CU_MEM_ADVISE_UNSET_READ_MOSTLY => advise(&|range| range.read_mostly = false),
            A::CU_MEM_ADVISE_SET_PREFERRED_LOCATION => {
                let target = place?;
                advise(&|range| range.preferred = Some(target));
            }
            A::CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION => advise(&|range| range.preferred = None),
            A::CU_MEM_ADVISE_SET_ACCESSED_BY | A::CU_MEM_ADVISE_UNSET_ACCESSED_BY => {
                let who = match place? {
                    AdvisedPlace::Numa(_) => return Err(INVALID_VALUE),
                    place => AdvisedPlace::number(Some(place)),
                };
                advise(&|range| {
                    if advice == A::CU_MEM_ADVISE_SET_ACCESSED_BY {
                        range.accessed_by.insert(who, ());
                    } else {
                        range.accessed_by.remove(&who);
                    }
                });
            }
            _ => return Err(INVALID_VALUE),
        }
        Ok(())
    }

    pub(crate) fn cuMemAdvise(
        &self,
        devPtr: CUdeviceptr,
        count: usize,
        advice: CUmem_advise,
        device: CUdevice,
    ) -> Outcome {
        use CUmem_advise as A;
        let is_placed = matches!(
            advice,
            A::CU_MEM_ADVISE_SET_PREFERRED_LOCATION
                | A::CU_MEM_ADVISE_SET_ACCESSED_BY
                | A::CU_MEM_ADVISE_UNSET_ACCESSED_BY
        );
        // Unlike the newer one, it has another code for a device that isn't there.
        if is_placed && device != CU_DEVICE_CPU {
            self.usable_context()?;
            self.managed(devPtr, count)?;
            self.device(device)?;
        }
        self.cuMemAdvise_v2(devPtr, count, advice, location(device))
    }

    pub(crate) unsafe fn cuMemRangeGetAttribute(
        &self,
        data: *mut c_void,
        dataSize: usize,
        attribute: CUmem_range_attribute,
        devPtr: CUdeviceptr,
        count: usize,
    ) -> Outcome {
        use CUmem_range_attribute as A;
        let allocation = self.managed(devPtr, count)?;
        let size = size_of::<c_int>();
        check_attribute(data, dataSize, attribute)?;
        let from = devPtr - allocation.start;
        let range = from..from + count as u64;
        let nothing = AdviceOfPages::new(allocation.size);
        let advice_table = self.system.advice.lock();
        let advice = advice_table.get(&allocation.id).unwrap_or(&nothing);
        let preferred = || advice.common(&range, |part| part.preferred);
        let prefetched = || advice.common(&range, |part| part.last_prefetch);
        let kind = |place| AdvisedPlace::kind(place).0 as c_int;
        let value = match attribute {
            A::CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY => {
                c_int::from(advice.parts(&range).all(|part| part.read_mostly))
            }
            A::CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION => AdvisedPlace::number(preferred()),
            A::CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE => kind(preferred()),
            A::CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID => AdvisedPlace::id(preferred()),
            A::CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION => AdvisedPlace::number(prefetched()),
            A::CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE => kind(prefetched()),
            A::CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID => AdvisedPlace::id(prefetched()),
            A::CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY => {
                let devices = (0..self.system.model.devices as c_int).chain([CU_DEVICE_CPU]);
                let mut by_all = devices.filter(|who| {
                    advice.parts(&range).all(|part| part.accessed_by.contains_key(who))
                });
                for i in 0..dataSize / size {
                    let who = by_all.next().unwrap_or(CU_DEVICE_INVALID);
                    // SAFETY: the program's buffer has `dataSize` bytes.
                    unsafe { data.cast::<c_int>().add(i).write(who) };
                }
                return Ok(());
            }
            _ => return Err(INVALID_VALUE),
        };
        // SAFETY: the program's buffer has the size of a number, as was checked.
        unsafe { store(data.cast(), value) }
    }

    pub(crate) unsafe fn cuMemRangeGetAttributes(
        &self,
        data: *mut *mut c_void,
        dataSizes: *mut usize,
        attributes: *mut CUmem_range_attribute,
        numAttributes: usize,
        devPtr: CUdeviceptr,
        count: usize,
    ) -> Outcome {
        if data.is_null() || dataSizes.is_null() || attributes.is_null() || numAttributes == 0 {
            return Err(INVALID_VALUE);
        }
        // SAFETY: the program's arrays have `numAttributes` elements.
        let question = |i| unsafe { (*data.add(i), *dataSizes.add(i), *attributes.add(i)) };
        for (to, size, attribute) in (0..numAttributes).map(question) {
            check_attribute(to, size, attribute)?;
        }
        for (to, size, attribute) in (0..numAttributes).map(question) {
            // SAFETY: the program's buffers have these sizes.
            unsafe { self.cuMemRangeGetAttribute(to, size, attribute, devPtr, count)? };
        }
        Ok(())
    }
}
