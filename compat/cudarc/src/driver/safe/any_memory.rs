//! Memory of types of any crate. The traits are safe to implement, so that another crate's type may end a use before there is
//! work. Therefore calls also wait for their work themselves if the host uses that memory.

use super::host::until_copied;
use super::seal::SEAL;
use super::uses::{NotedBy, NotedUse, begin};
use super::{CudaStream, DevicePtr, DevicePtrMut, HostSlice, SyncOnDrop};
use crate::driver::result::OrCode as _;
use crate::driver::{DriverError, sys};

/// A use of memory by the work that a stream is given, until it is dropped.
#[must_use]
#[derive(Debug)]
pub(crate) struct Use<'a> {
    // Dropped first: the type's own end of the use is after the work.
    waiting: Option<SyncOnDrop<'a>>,
    until: SyncOnDrop<'a>,
}

impl Use<'_> {
    pub(super) const fn is_of_another_crate(&self) -> bool {
        self.waiting.is_some()
    }

    /// Returns the error of a use whose work may not wait for earlier uses. It is only recorded for who doesn't ask.
    pub(super) fn begun(&self) -> Result<(), DriverError> {
        let begun = self.until.begun();
        self.waiting.as_ref().map_or(Ok(()), SyncOnDrop::begun).and(begun)
    }

    /// Ends the use, and returns the error that dropping it would record.
    pub(crate) fn end(self) -> Result<(), DriverError> {
        let waited = self.waiting.map_or(Ok(()), SyncOnDrop::end);
        waited.and(self.until.end())
    }
}

/// Returns the address for work on `stream` that reads the memory.
pub(crate) fn read<'a, T, M: DevicePtr<T>>(
    memory: &'a M,
    stream: &'a CudaStream,
) -> (sys::CUdeviceptr, Use<'a>) {
    let is_own = memory.ends_reads(SEAL);
    let (address, until) = memory.device_ptr(stream);
    let waiting = (!is_own).then(|| until_done(address, stream));
    (address, Use { waiting, until })
}

/// Returns the address for work on `stream` that writes to the memory.
pub(crate) fn write<'a, T, M: DevicePtrMut<T>>(
    memory: &'a mut M,
    stream: &'a CudaStream,
) -> (sys::CUdeviceptr, Use<'a>) {
    let is_own = memory.ends_writes(SEAL);
    let (address, until) = memory.device_ptr_mut(stream);
    let waiting = (!is_own).then(|| until_done(address, stream));
    (address, Use { waiting, until })
}

/// Returns the elements for work on `stream` that reads them.
///
/// # Safety
/// The use ends after that work was submitted.
pub(super) unsafe fn read_host<'a, T, M: HostSlice<T> + ?Sized>(
    memory: &'a M,
    stream: &'a CudaStream,
) -> (&'a [T], Use<'a>) {
    let is_own = memory.ends_copies(SEAL);
    // SAFETY: the caller guarantees it.
    let (elements, until) = unsafe { memory.stream_synced_slice(stream) };
    let waiting = (!is_own).then(|| until_copied(elements.as_ptr(), stream));
    (elements, Use { waiting, until })
}

/// Returns the elements for work on `stream` that writes them.
///
/// # Safety
/// The use ends after that work was submitted.
pub(super) unsafe fn write_host<'a, T, M: HostSlice<T> + ?Sized>(
    memory: &'a mut M,
    stream: &'a CudaStream,
) -> (&'a mut [T], Use<'a>) {
    let is_own = memory.ends_copies(SEAL);
    // SAFETY: the caller guarantees it.
    let (elements, until) = unsafe { memory.stream_synced_mut_slice(stream) };
    let waiting = (!is_own).then(|| until_copied(elements.as_ptr(), stream));
    (elements, Use { waiting, until })
}

/// Returns what waits for the work, unless the memory is the device's alone, which the host can't see.
fn until_done(address: sys::CUdeviceptr, stream: &CudaStream) -> SyncOnDrop<'_> {
    let is_hosts = is_hosts(address, stream);
    match is_hosts {
        Ok(false) => SyncOnDrop::Sync(None),
        _ => {
            stream.context().record_err(is_hosts);
            begin(NotedUse::new(NotedBy::WAITING, stream))
        }
    }
}

/// Whether the host may use the memory, as it does unified and pinned memory, and what the driver doesn't know.
fn is_hosts(address: sys::CUdeviceptr, stream: &CudaStream) -> Result<bool, DriverError> {
    use sys::CUpointer_attribute as A;
    let (mut kind, mut is_managed) = (0u32, 0u32);
    let mut attributes = [A::CU_POINTER_ATTRIBUTE_MEMORY_TYPE, A::CU_POINTER_ATTRIBUTE_IS_MANAGED];
    let mut values = [(&raw mut kind).cast(), (&raw mut is_managed).cast()];
    let memory_type = stream.context().context().with_current(|| {
        // SAFETY: there are two attributes, which are numbers of this type or smaller, and the driver doesn't follow the address.
        unsafe {
            sys::cuPointerGetAttributes(2, attributes.as_mut_ptr(), values.as_mut_ptr(), address)
        }
        .result()
    });
    memory_type.or_code()??;
    let is_devices = kind == sys::CUmemorytype::CU_MEMORYTYPE_DEVICE.0 && is_managed == 0;
    Ok(!is_devices)
}
