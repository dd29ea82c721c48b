use core::ffi::c_int;

use cuda_driver_sys::{CUmemAccessDesc, CUmemLocation, CUmemLocation_v1_id};

use crate::device::Device;
use crate::driver::Driver;
use crate::memory::{MemAccessFlags, MemLocationType};

/// A location of memory.
///
/// [`CUmemLocation`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemLocation__v1.html)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[doc(alias = "CUmemLocation")]
pub struct MemLocation {
    kind: MemLocationType,
    id: c_int,
}

impl MemLocation {
    /// No particular location.
    pub const NONE: Self = Self::of(MemLocationType::NONE, 0);
    /// The host.
    pub const HOST: Self = Self::of(MemLocationType::HOST, 0);
    /// The host's NUMA node that is nearest to the calling thread.
    pub const HOST_NUMA_CURRENT: Self = Self::of(MemLocationType::HOST_NUMA_CURRENT, 0);

    pub(crate) const fn of(kind: MemLocationType, id: c_int) -> Self {
        Self { kind, id }
    }

    /// Creates the location of a device.
    #[must_use]
    #[inline]
    pub const fn device(device: Device) -> Self {
        Self::of(MemLocationType::DEVICE, device.as_raw())
    }

    /// Creates the location of a NUMA node of the host, with the operating system's number.
    #[must_use]
    #[inline]
    pub const fn host_numa(node: c_int) -> Self {
        Self::of(MemLocationType::HOST_NUMA, node)
    }

    /// Creates a location from the C struct's type and number.
    #[must_use]
    #[inline]
    pub fn from_raw(raw: CUmemLocation) -> Self {
        // SAFETY: every bit pattern of the union is a number.
        let id = unsafe { raw.id.id };
        Self::of(MemLocationType::from_raw(raw.type_), id)
    }

    /// Returns the C struct, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[must_use]
    #[inline]
    pub const fn as_raw(self) -> CUmemLocation {
        CUmemLocation { type_: self.kind.as_raw(), id: CUmemLocation_v1_id { id: self.id } }
    }

    /// Returns the type of the location.
    #[must_use]
    #[inline]
    pub const fn location_type(self) -> MemLocationType {
        self.kind
    }

    /// Returns the device, if the location is one.
    pub(crate) fn as_device(self, driver: Driver) -> Option<Device> {
        (self.kind == MemLocationType::DEVICE).then(|| Device::new(driver, self.id))
    }

    /// Returns the number of the device or node; it has no meaning for other types.
    #[must_use]
    #[inline]
    pub const fn id(self) -> c_int {
        self.id
    }
}

impl From<Device> for MemLocation {
    #[inline]
    fn from(device: Device) -> Self {
        Self::device(device)
    }
}

/// The access of a location to memory.
///
/// [`CUmemAccessDesc`](https://docs.nvidia.com/cuda/cuda-driver-api/structCUmemAccessDesc__v1.html)
#[derive(Clone, Copy)]
#[repr(transparent)]
#[doc(alias = "CUmemAccessDesc")]
pub struct MemAccess(CUmemAccessDesc);

impl MemAccess {
    /// Gives `location` the access `flags`.
    #[must_use]
    #[inline]
    pub fn new(location: impl Into<MemLocation>, flags: MemAccessFlags) -> Self {
        Self(CUmemAccessDesc { location: location.into().as_raw(), flags: flags.as_raw() })
    }

    /// Returns the location.
    #[must_use]
    #[inline]
    pub fn location(self) -> MemLocation {
        MemLocation::from_raw(self.0.location)
    }

    /// Returns its access.
    #[must_use]
    #[inline]
    pub const fn flags(self) -> MemAccessFlags {
        MemAccessFlags::from_raw(self.0.flags)
    }

    /// Returns the same list as C structs.
    pub(crate) fn as_raw_slice(list: &[Self]) -> &[CUmemAccessDesc] {
        // SAFETY: the type is transparent.
        unsafe { core::slice::from_raw_parts(list.as_ptr().cast(), list.len()) }
    }
}

impl core::fmt::Debug for MemAccess {
    #[inline]
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("MemAccess")
            .field("location", &self.location())
            .field("flags", &self.flags())
            .finish()
    }
}
