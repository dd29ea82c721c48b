//! Managed memory. Host and device share all memory here, so that advice is remembered and no more.

use core::ffi::{c_int, c_uint, c_void};

use cuda_driver_sys::*;

use super::Call;
use crate::api::error::*;
use crate::api::outcome::{Outcome, store};
use crate::api::system::Advice;
use crate::api::work::Work;
use crate::memory::{Allocation, Kind};

/// A device's number where the host is meant.
const CPU: c_int = CU_DEVICE_CPU;

/// The location that a device's number stands for.
fn location(device: CUdevice) -> CUmemLocation {
    let type_ = match device {
        CPU => CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST,
        _ => CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE,
    };
    let mut location = CUmemLocation {
        type_,
        ..CUmemLocation::default()
    };
    location.id.id = device;
    location
}

impl Call {
    /// The device's number that a location stands for.
    fn ordinal(&self, location: CUmemLocation) -> Result<c_int, CUresult> {
        // SAFETY: every bit pattern of the union's one field is a number.
        let id = unsafe { location.id.id };
        match location.type_ {
            CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE => self.device(id).map(|_| id),
            CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST
            | CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST_NUMA
            | CUmemLocationType::CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT => Ok(CPU),
            _ => Err(INVALID_VALUE),
        }
    }

    /// The managed memory that holds a range.
    fn managed(&self, address: CUdeviceptr, count: usize) -> Result<Allocation, CUresult> {
        let found = self.system.memory.containing(address);
        let fits = |a: &Allocation| {
            matches!(a.kind, Kind::Managed(_)) && count > 0 && a.holds(address, count as u64)
        };
        found.filter(fits).ok_or(INVALID_VALUE)
    }

    fn advise(&self, allocation: &Allocation, change: impl FnOnce(&mut Advice)) {
        change(self.system.advice.lock().entry(allocation.id).or_default());
    }

    pub(in crate::api) unsafe fn cuMemAllocManaged(
        &self,
        dptr: *mut CUdeviceptr,
        bytesize: usize,
        flags: c_uint,
    ) -> Outcome {
        if dptr.is_null()
            || !matches!(
                CUmemAttach_flags(flags),
                CUmemAttach_flags::CU_MEM_ATTACH_GLOBAL | CUmemAttach_flags::CU_MEM_ATTACH_HOST
            )
        {
            return Err(INVALID_VALUE);
        }
        let context = self.working()?;
        self.refuse_while_capturing(&context)?;
        if bytesize == 0 {
            return Err(INVALID_VALUE);
        }
        let address = self.system.memory.allocate(
            bytesize as u64,
            512,
            Kind::Managed(flags),
            context.owner(),
        );
        store(dptr, address.ok_or(OUT_OF_MEMORY)?)
    }

    pub(in crate::api) unsafe fn cuStreamAttachMemAsync(
        &self,
        hStream: CUstream,
        dptr: CUdeviceptr,
        length: usize,
        flags: c_uint,
    ) -> Outcome {
        let stream = self.stream(hStream)?;
        let allocation = self.managed(dptr, length.max(1))?;
        if allocation.start != dptr
            || length != 0 && length as u64 != allocation.size
            || !matches!(flags, 1 | 2 | 4)
        {
            return Err(INVALID_VALUE);
        }
        stream.submit(self.system, Work::Nothing, None).map(drop)
    }

    pub(in crate::api) unsafe fn cuMemPrefetchAsync_v2(
        &self,
        devPtr: CUdeviceptr,
        count: usize,
        location: CUmemLocation,
        flags: c_uint,
        hStream: CUstream,
    ) -> Outcome {
        let stream = self.stream(hStream)?;
        let allocation = self.managed(devPtr, count)?;
        if flags != 0 {
            return Err(INVALID_VALUE);
        }
        let target = self.ordinal(location)?;
        self.advise(&allocation, |advice| advice.last_prefetch = Some(target));
        stream.submit(self.system, Work::Nothing, None).map(drop)
    }

    pub(in crate::api) unsafe fn cuMemPrefetchAsync(
        &self,
        devPtr: CUdeviceptr,
        count: usize,
        dstDevice: CUdevice,
        hStream: CUstream,
    ) -> Outcome {
        self.cuMemPrefetchAsync_v2(devPtr, count, location(dstDevice), 0, hStream)
    }

    pub(in crate::api) unsafe fn cuMemAdvise_v2(
        &self,
        devPtr: CUdeviceptr,
        count: usize,
        advice: CUmem_advise,
        location: CUmemLocation,
    ) -> Outcome {
        use CUmem_advise as A;
        let allocation = self.managed(devPtr, count)?;
        match advice {
            A::CU_MEM_ADVISE_SET_READ_MOSTLY => {
                self.advise(&allocation, |known| known.read_mostly = true)
            }
            A::CU_MEM_ADVISE_UNSET_READ_MOSTLY => {
                self.advise(&allocation, |known| known.read_mostly = false)
            }
            A::CU_MEM_ADVISE_SET_PREFERRED_LOCATION => {
                let target = self.ordinal(location)?;
                self.advise(&allocation, |known| known.preferred = Some(target));
            }
            A::CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION => {
                self.advise(&allocation, |known| known.preferred = None)
            }
            A::CU_MEM_ADVISE_SET_ACCESSED_BY | A::CU_MEM_ADVISE_UNSET_ACCESSED_BY => {
                self.ordinal(location)?;
            }
            _ => return Err(INVALID_VALUE),
        }
        Ok(())
    }

    pub(in crate::api) unsafe fn cuMemAdvise(
        &self,
        devPtr: CUdeviceptr,
        count: usize,
        advice: CUmem_advise,
        device: CUdevice,
    ) -> Outcome {
        self.cuMemAdvise_v2(devPtr, count, advice, location(device))
    }

    pub(in crate::api) unsafe fn cuMemRangeGetAttribute(
        &self,
        data: *mut c_void,
        dataSize: usize,
        attribute: CUmem_range_attribute,
        devPtr: CUdeviceptr,
        count: usize,
    ) -> Outcome {
        use CUmem_range_attribute as A;
        let allocation = self.managed(devPtr, count)?;
        let advice = self
            .system
            .advice
            .lock()
            .get(&allocation.id)
            .copied()
            .unwrap_or_default();
        let value = match attribute {
            A::CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY => c_int::from(advice.read_mostly),
            A::CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION => {
                advice.preferred.unwrap_or(CU_DEVICE_INVALID)
            }
            A::CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION => {
                advice.last_prefetch.unwrap_or(CU_DEVICE_INVALID)
            }
            _ => return Err(NOT_SUPPORTED),
        };
        if dataSize != size_of::<c_int>() {
            return Err(INVALID_VALUE);
        }
        store(data.cast(), value)
    }

    pub(in crate::api) unsafe fn cuMemRangeGetAttributes(
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
        for i in 0..numAttributes {
            let (to, size, attribute) = (*data.add(i), *dataSizes.add(i), *attributes.add(i));
            self.cuMemRangeGetAttribute(to, size, attribute, devPtr, count)?;
        }
        Ok(())
    }
}
