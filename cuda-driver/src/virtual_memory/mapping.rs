use cuda_driver_sys::CUdeviceptr;

use crate::error::{CuResult, DestroyError, Error};
use crate::memory::{DeviceBuffer, Element, KeepAlive, MemAccess, MemAccessFlags, MemLocation};
use crate::object::{Object, ObjectKind, Ownership};
use crate::stream::Stream;
use crate::virtual_memory::{OutOfReservation, PhysicalMemory, Reservation};

/// A mapping of memory to addresses. It keeps both alive, and is unmapped when dropped.
///
/// No device has access until [`set_access`](Self::set_access) grants it. Unmapping doesn't wait for the device, and a
/// device access to unmapped addresses loses the context (`CUDA_ERROR_ILLEGAL_ADDRESS`, 700). So safe code can't pass
/// the memory to the device: [`into_buffer`](Self::into_buffer) converts it to a buffer, which unmaps it after the work
/// of its stream. If you use [`as_raw`](Self::as_raw), keep the value until that work is over, for example with
/// [`Stream::drop_after`].
#[derive(Debug)]
pub struct Mapping {
    object: Object<MappingKind>,
}

#[derive(Debug)]
struct MappingKind {
    // Dropped in this order, after the mapping itself.
    memory: PhysicalMemory,
    reservation: Reservation,
}

impl Reservation {
    /// Maps all of `memory` at byte `offset` of these addresses, a multiple of the
    /// [granularity](crate::virtual_memory::PhysicalProperties::granularity). The same memory can be mapped several times.
    ///
    /// [`cuMemMap`](crate::driver::Raw::cuMemMap)
    ///
    /// # Errors
    /// [`Error::OutOfReservation`], or the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) if something is already
    /// mapped there.
    #[doc(alias = "cuMemMap")]
    #[inline]
    pub fn map(&self, offset: usize, memory: &PhysicalMemory) -> Result<Mapping, Error> {
        let bytes = memory.bytes();
        let is_inside = offset.checked_add(bytes).is_some_and(|end| end <= self.bytes());
        if !is_inside || memory.driver() != self.driver() {
            return Err(Error::OutOfReservation(Box::new(OutOfReservation {
                offset,
                bytes,
                reserved: self.bytes(),
            })));
        }
        let pointer = self.as_raw() + offset as CUdeviceptr;
        // SAFETY: the addresses are reserved, and the memory is alive; the driver rejects addresses that are in use.
        unsafe { self.driver().raw().cuMemMap(pointer, bytes, 0, memory.as_raw(), 0) }?;
        let kind = MappingKind { memory: memory.clone(), reservation: self.clone() };
        Ok(Mapping { object: Object::new(pointer, Ownership::Owned, kind) })
    }
}

impl Mapping {
    /// Returns the number of mapped bytes.
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> usize {
        self.object.memory.bytes()
    }

    /// Returns the mapped memory.
    #[must_use]
    #[inline]
    pub fn memory(&self) -> &PhysicalMemory {
        &self.object.memory
    }

    /// Returns the addresses in which it is mapped.
    #[must_use]
    #[inline]
    pub fn reservation(&self) -> &Reservation {
        &self.object.reservation
    }

    /// Sets the access of a location to the memory at these addresses.
    ///
    /// [`cuMemSetAccess`](crate::driver::Raw::cuMemSetAccess)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemSetAccess")]
    #[inline]
    pub fn set_access(
        &mut self,
        location: impl Into<MemLocation>,
        access: MemAccessFlags,
    ) -> Result<(), CuResult> {
        let access = [MemAccess::new(location, access)];
        let (raw, access) = (self.memory().driver().raw(), MemAccess::as_raw_slice(&access));
        // SAFETY: that many bytes are mapped there.
        unsafe { raw.cuMemSetAccess(self.as_raw(), self.bytes(), access) }
    }

    /// Returns the access of a location to the memory at these addresses.
    ///
    /// [`cuMemGetAccess`](crate::driver::Raw::cuMemGetAccess)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuMemGetAccess")]
    #[inline]
    pub fn access(&self, location: impl Into<MemLocation>) -> Result<MemAccessFlags, CuResult> {
        let location = location.into().as_raw();
        let raw = self.memory().driver().raw();
        // SAFETY: the pointer is to a live location, and the memory is mapped.
        let flags = unsafe { raw.cuMemGetAccess(&raw const location, self.as_raw()) }?;
        Ok(MemAccessFlags::from_raw(cuda_driver_sys::CUmemAccess_flags(
            u32::try_from(flags).unwrap_or(u32::MAX),
        )))
    }

    /// Converts it to a buffer of as many elements as fit, which belongs to `stream`. When the buffer is dropped, a
    /// thread of this crate unmaps the memory after the work of its stream: see [`Stream::drop_after`].
    ///
    /// # Safety
    /// - The stream's device has [access](Self::set_access) to read and write the memory.
    /// - No other code accesses the memory while the buffer lives, at this or another address or in another process,
    ///   except to read elements that the buffer only reads. Earlier work on it is complete or ordered before `stream`'s.
    #[must_use]
    pub unsafe fn into_buffer<T: Element>(self, stream: &Stream) -> DeviceBuffer<T> {
        let len = self.bytes().checked_div(size_of::<T>()).unwrap_or(0);
        let pointer = self.as_raw();
        // SAFETY: it is mapped for that many elements until it is dropped, and the caller guarantees the rest. The
        // alignment of mapped memory is large enough for every element.
        unsafe { DeviceBuffer::from_owner(stream, pointer, len, KeepAlive(self)) }
    }

    /// Unmaps the memory immediately; dropping the value does the same silently. The device must not be using it.
    ///
    /// [`cuMemUnmap`](crate::driver::Raw::cuMemUnmap)
    ///
    /// # Errors
    /// Returns the driver's error with the value, which is still mapped.
    #[doc(alias = "cuMemUnmap")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        self.object.destroy().map_err(|error| error.map(|object| Self { object }))
    }

    /// Returns the device address of the first byte, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUdeviceptr {
        self.object.handle()
    }
}

impl ObjectKind for MappingKind {
    type Handle = CUdeviceptr;

    unsafe fn destroy(&mut self, pointer: CUdeviceptr) -> Result<(), CuResult> {
        let raw = self.memory.driver().raw();
        // SAFETY: the caller gives up the mapping. Safe code can't have passed it to a device.
        unsafe { raw.cuMemUnmap(pointer, self.memory.bytes()) }
    }
}
